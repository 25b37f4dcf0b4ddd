import Contacts
import GLib
import Gtk

extension ListView<ContactRow> {
    /// A list of contacts; a screen reader calls it by its label.
    convenience init(_ contacts: ListModel<ContactEntry>, label: String, pictures: AvatarPictures) {
        self.init(contacts) { ContactRow(pictures: pictures, isWholeItem: true) }
        beContactList(label: label)
    }
}

extension ListView<ListedContactRow> {
    /// The contacts list itself, with room for its letters.
    convenience init(_ contacts: ContactListModel, label: String, pictures: AvatarPictures) {
        self.init(contacts.model) { ListedContactRow(pictures: pictures) }
        beContactList(label: label)
    }
}

extension ListView {
    /// Looks like the other lists of contacts; a screen reader calls it by its label.
    func beContactList(label: String) {
        addClass("contact-list")
        addClass("navigation-sidebar")
        setAccessibleLabel(label)
    }
}

/// A row of the contacts list. It makes its texts when it shows a contact.
final class ListedContactRow: ListRow {
    private let row: ContactRow
    private var contact: ListedContact?

    init(pictures: AvatarPictures) {
        row = ContactRow(pictures: pictures, leavesRoomForLetter: true, isWholeItem: true)
    }

    var root: Widget { row.root }
    var accessibleLabel: String { row.accessibleLabel }

    func bind(_ contact: ListedContact) {
        self.contact = contact
        row.bind(contact.id, isStarred: contact.contact.isStarred)
    }

    func fill() {
        if let contact { row.fill(with: contact.entry) }
    }

    func unbind() {
        contact = nil
        row.unbind()
    }
}

/// A row for a contact: avatar, name, second line, star.
final class ContactRow: ListRow {
    private static let letterWidth = 36

    let root: Widget
    private(set) var accessibleLabel = ""
    /// All that is in the list's own widget for the row; nil where that has a name of its own.
    var whole: Widget?

    private let box = Box(.horizontal, spacing: 12)
    private let pictures: AvatarPictures
    private let avatar: AvatarView
    private let texts = TwoLines()
    private let star = Icon("starred-symbolic")
    /// Made for the one contact that is the user.
    private var me: Label?
    private let mark = Icon("")
    /// Made for a contact that is picked.
    private var tick: Icon?
    /// The highest cost of a line's layout: more than the widest row shows.
    private static let maxCost = 300
    private var id: Int?
    /// Whether the person has dealt with the contact: the row is crossed out.
    var isDone = false {
        didSet {
            guard isDone != oldValue else { return }
            texts.setClass("dim-label", isDone)
            showTexts()
            renameRow()
        }
    }
    /// The entry that the row shows.
    private var entry: ContactEntry?
    /// The entry that the row will show.
    private var coming: ContactEntry?
    private var shownMark: EditMarks.Mark?
    private var subject: CrashNotes.Subject?
    private var styleObservation: StyleObservation?
    private var marksObservation: MarksObservation?
    private var picksObservation: MarksObservation?

    /// `isWholeItem`: there is nothing else in the list's own widget for it.
    init(pictures: AvatarPictures, leavesRoomForLetter: Bool = false, isWholeItem: Bool = false) {
        self.pictures = pictures
        avatar = AvatarView(size: pictures.rowSize.avatar, pictures: pictures)
        root = box
        whole = isWholeItem ? box : nil
        box.setMinimumSize(height: pictures.rowSize.height)
        box.setMargins(start: leavesRoomForLetter ? Self.letterWidth : 6, end: 12)

        texts.expandsHorizontally = true
        star.addClass("contact-star")

        box.append(avatar.root)
        box.append(texts)
        mark.addClass("dim-label")
        mark.isVisible = false
        box.append(mark)
        box.append(star)
        marksObservation = pictures.marks.observe { [weak self] in self?.marksChanged() }
        picksObservation = pictures.picked.observe { [weak self] in self?.marksChanged() }
        styleObservation = pictures.observeStyle { [weak self] in self?.showTexts() }
    }

    func bind(_ entry: ContactEntry) {
        coming = entry
        bind(entry.id, isStarred: entry.isStarred)
    }

    func fill() {
        if let coming { fill(with: coming) }
    }

    /// Shows the parts that the places of all parts depend on.
    fileprivate func bind(_ id: Int, isStarred: Bool) {
        if id != self.id {
            entry = nil
            avatar.awaitAnother()
        }
        self.id = id
        star.isVisible = isStarred
        showMark()
    }

    fileprivate func fill(with entry: ContactEntry) {
        coming = nil
        // The digest of a row takes a microsecond.
        let subject = pictures.notes?.subject(entry.describe(to:))
        let isGuilty = subject?.isGuilty == true
        let entry = isGuilty ? entry.withoutTexts : entry
        self.subject = isGuilty ? nil : subject
        self.entry = entry
        showTexts()
        avatar.show(entry.avatar)
        makeLabel()
    }

    private func marksChanged() {
        guard let id,
            pictures.marks.mark(of: id) != shownMark || isUser != (me?.isVisible == true)
                || isPicked != (tick?.isVisible == true)
        else { return }
        showMark()
        renameRow()
    }

    private func renameRow() {
        makeLabel()
        if entry != nil { whole?.parent?.setAccessibleLabel(accessibleLabel) }
    }

    private var isUser: Bool { id != nil && id == pictures.marks.user }

    private var isPicked: Bool { id.map(pictures.picked.ids.contains) ?? false }

    private func showTick() {
        if isPicked, tick == nil {
            let icon = Icon("object-select-symbolic")
            icon.addClass("accent")
            box.append(icon)
            tick = icon
        }
        tick?.isVisible = isPicked
        whole?.parent?.setClass("picked-contact", isPicked)
    }

    private func showUser() {
        if isUser, me == nil {
            let label = Label(tr("Me"), classes: ["caption", "dim-label"])
            label.setAccessibleHidden()
            label.verticalAlignment = .center
            box.insert(label, after: texts)
            me = label
        }
        me?.isVisible = isUser
    }

    private func showMark() {
        showUser()
        showTick()
        let shown = id.flatMap { pictures.marks.mark(of: $0) }
        shownMark = shown
        mark.isVisible = shown != nil
        guard let shown else { return }
        mark.name = shown.icon
        mark.tooltip = shown.localizedDescription
    }

    /// The label also tells the mark. The caller that fills the row hands the label to the list's own row widget.
    private func makeLabel() {
        guard let entry else { return }
        var parts = [entry.name]
        if !entry.secondLine.isEmpty {
            parts.append(entry.secondLine)
            if entry.isDeceased, entry.secondLine != tr("Deceased") { parts.append(tr("deceased")) }
        }
        if isPicked { parts.insert(tr("selected"), at: 0) }
        if isDone { parts.append(tr("done")) }
        if isUser { parts.append(tr("Me")) }
        if entry.isStarred { parts.append(tr("starred")) }
        if let shownMark { parts.append(shownMark.localizedDescription) }
        accessibleLabel = parts.joined(separator: tr(", "))
    }

    func unbind() {
        (id, entry, coming) = (nil, nil, nil)
        avatar.clear()
    }

    private func showTexts() {
        guard let entry else { return }
        texts.show(
            Self.line(entry.name, marks: entry.nameMarks), Self.line(entry.secondLine, marks: entry.secondLineMarks),
            secondOpacity: DimText.opacity, isStruck: isDone, subject: subject)
    }

    /// Text beyond the widest row is not laid out.
    private static func line(_ text: String, marks: [Range<String.Index>]) -> TwoLines.Line {
        // Each byte of most texts costs 1 or, in emoji, 4 bytes cost 4.
        guard text.utf8.count > maxCost else { return TwoLines.Line(text, marks: marks) }
        let shown = TextPart.excerpt(of: text, cost: maxCost).part.text
        return TwoLines.Line(shown, marks: marks.filter { $0.upperBound <= shown.endIndex })
    }
}

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
    /// The signs at the end of the row, from the first to the last.
    private enum Sign: CaseIterable {
        case user, mark, star, tick
    }

    private static let letterWidth = 36

    let root: Widget
    private(set) var accessibleLabel = ""
    /// All that is in the list's own widget for the row; nil where that has a name of its own.
    var whole: Widget?

    private let pictures: AvatarPictures
    private let avatar: AvatarView
    /// The whole row: a box around it would be one more widget in each row.
    private let texts: TwoLines
    /// Each sign but the mark is made for the first contact that has it: most rows have none.
    private var signs: [Sign: Widget] = [:]
    private var shownSigns: Set<Sign> = []
    /// The highest cost of a line's layout: more than the widest row shows.
    private static let maxCost = 300
    private var id: Int?
    /// Whether the person has dealt with the contact: the row is crossed out.
    var isDone = false {
        didSet {
            guard isDone != oldValue else { return }
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
        avatar = AvatarView(size: pictures.rowSize.avatar, pictures: pictures, isInList: true)
        texts = TwoLines(after: avatar.root, spacing: 12)
        root = texts
        whole = isWholeItem ? root : nil
        // A new tag of many contacts marks all rows in one turn.
        texts.setShown(widget(of: .mark), false)
        root.setMinimumSize(height: pictures.rowSize.height)
        root.setMargins(start: leavesRoomForLetter ? Self.letterWidth : 6, end: 12)
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
        setSign(.star, isStarred)
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
            pictures.marks.mark(of: id) != shownMark || isUser != shownSigns.contains(.user)
                || isPicked != shownSigns.contains(.tick)
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

    private func showMark() {
        setSign(.user, isUser)
        setSign(.tick, isPicked)
        whole?.parent?.setClass("picked-contact", isPicked)
        let shown = id.flatMap { pictures.marks.mark(of: $0) }
        shownMark = shown
        setSign(.mark, shown != nil)
        guard let shown, let icon = signs[.mark] as? Icon else { return }
        icon.name = shown.icon
        icon.tooltip = shown.localizedDescription
    }

    /// Shows a sign, or hides it.
    private func setSign(_ sign: Sign, _ isShown: Bool) {
        guard shownSigns.contains(sign) != isShown else { return }
        if isShown { shownSigns.insert(sign) } else { shownSigns.remove(sign) }
        texts.setShown(widget(of: sign), isShown)
    }

    private func widget(of sign: Sign) -> Widget {
        if let known = signs[sign] { return known }
        let widget = Self.make(sign)
        let former = Sign.allCases.prefix { $0 != sign }.compactMap { signs[$0] }.last
        texts.insert(widget, after: former)
        signs[sign] = widget
        return widget
    }

    private static func make(_ sign: Sign) -> Widget {
        switch sign {
        case .user:
            let label = Label(tr("Me"), classes: ["caption", "dim-label"])
            label.setAccessibleHidden()
            label.verticalAlignment = .center
            return label
        case .mark: return icon("", class: "dim-label")
        case .star: return icon("starred-symbolic", class: "contact-star")
        case .tick: return icon("object-select-symbolic", class: "accent")
        }
    }

    private static func icon(_ name: String, class style: String) -> Icon {
        let icon = Icon(name)
        icon.addClass(style)
        return icon
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
            secondOpacity: DimText.opacity, opacity: isDone ? DimText.opacity : 1, isStruck: isDone, subject: subject)
    }

    /// Text beyond the widest row is not laid out.
    private static func line(_ text: String, marks: [Range<String.Index>]) -> TwoLines.Line {
        // Each byte of most texts costs 1 or, in emoji, 4 bytes cost 4.
        guard text.utf8.count > maxCost else { return TwoLines.Line(text, marks: marks) }
        let shown = TextPart.excerpt(of: text, cost: maxCost).part.text
        return TwoLines.Line(shown, marks: marks.filter { $0.upperBound <= shown.endIndex })
    }
}

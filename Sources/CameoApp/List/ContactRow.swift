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

private extension ListView {
    func beContactList(label: String) {
        addClass("contact-list")
        addClass("navigation-sidebar")
        setAccessibleLabel(label)
    }
}

/// A row of the contacts list, which makes what it says when it shows a contact.
final class ListedContactRow: ListRow {
    private let row: ContactRow

    init(pictures: AvatarPictures) {
        row = ContactRow(pictures: pictures, leavesRoomForLetter: true, isWholeItem: true)
    }

    var root: Widget { row.root }
    var accessibleLabel: String { row.accessibleLabel }

    func bind(_ contact: ListedContact) {
        row.bind(contact.entry)
    }

    func unbind() {
        row.unbind()
    }
}

/// A row for a contact: avatar, name, second line, star.
final class ContactRow: ListRow {
    static let avatarSize = 50
    /// With the gap that the style leaves between rows, 66.
    private static let height = 64
    private static let letterWidth = 36

    let root: Widget
    private(set) var accessibleLabel = ""

    private let pictures: AvatarPictures
    private let isWholeItem: Bool
    private let avatar: AvatarView
    private let texts = TwoLines()
    private let star = Icon("starred-symbolic")
    private let mark = Icon("")
    /// What a line may cost to lay out: more than the widest row shows.
    private static let maxCost = 300
    private var entry: ContactEntry?
    private var shownMark: EditMarks.Mark?
    private var subject: CrashNotes.Subject?
    private var styleObservation: StyleObservation?
    private var marksObservation: MarksObservation?

    /// `isWholeItem`: there is nothing else in the list's own widget for it.
    init(pictures: AvatarPictures, leavesRoomForLetter: Bool = false, isWholeItem: Bool = false) {
        self.pictures = pictures
        self.isWholeItem = isWholeItem
        avatar = AvatarView(size: Self.avatarSize, pictures: pictures)
        let box = Box(.horizontal, spacing: 12)
        root = box
        box.setMinimumSize(height: Self.height)
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
        styleObservation = pictures.observeStyle { [weak self] in self?.showTexts() }
    }

    func bind(_ entry: ContactEntry) {
        // The digest of a row takes a microsecond.
        let subject = pictures.notes?.subject(entry.describe(to:))
        let isGuilty = subject?.isGuilty == true
        let entry = isGuilty ? entry.withoutTexts : entry
        self.subject = isGuilty ? nil : subject
        self.entry = entry
        showTexts()
        star.isVisible = entry.isStarred
        avatar.show(entry.avatar)
        showMark()
    }

    private func marksChanged() {
        guard let entry, pictures.marks.mark(of: entry.id) != shownMark else { return }
        showMark()
        if isWholeItem { root.parent?.setAccessibleLabel(accessibleLabel) }
    }

    /// The label, too, tells of the mark; whoever binds the row hands it to the list's own widget for the row.
    private func showMark() {
        guard let entry else { return }
        let shown = pictures.marks.mark(of: entry.id)
        shownMark = shown
        mark.isVisible = shown != nil
        if let shown {
            mark.name = shown.icon
            mark.tooltip = shown.localizedDescription
        }
        var parts = [entry.name]
        if !entry.secondLine.isEmpty {
            parts.append(entry.secondLine)
            if entry.isDeceased, entry.secondLine != tr("Deceased") { parts.append(tr("deceased")) }
        }
        if entry.isStarred { parts.append(tr("starred")) }
        if let shown { parts.append(shown.localizedDescription) }
        accessibleLabel = parts.joined(separator: tr(", "))
    }

    func unbind() {
        entry = nil
        avatar.clear()
    }

    private func showTexts() {
        guard let entry else { return }
        texts.show(
            Self.line(entry.name, marks: entry.nameMarks), Self.line(entry.secondLine, marks: entry.secondLineMarks),
            secondOpacity: DimText.opacity, subject: subject)
    }

    /// What does not fit anyway is not laid out.
    private static func line(_ text: String, marks: [Range<String.Index>]) -> TwoLines.Line {
        // Each byte of most texts costs 1 or, in emoji, 4 bytes cost 4.
        guard text.utf8.count > maxCost else { return TwoLines.Line(text, marks: marks) }
        let shown = TextPart.excerpt(of: text, cost: maxCost).part.text
        return TwoLines.Line(shown, marks: marks.filter { $0.upperBound <= shown.endIndex })
    }
}

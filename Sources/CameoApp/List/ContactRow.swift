import Gtk

extension ListView<ContactRow> {
    /// A list of contacts; a screen reader calls it by its label.
    convenience init(_ contacts: ListModel<ContactEntry>, label: String, pictures: AvatarPictures) {
        self.init(contacts) { ContactRow(pictures: pictures) }
        addClass("contact-list")
        addClass("navigation-sidebar")
        setAccessibleLabel(label)
    }
}

/// A row of the contacts list: letter, avatar, name, second line, star.
final class ContactRow: ListRow {
    static let avatarSize = 50
    /// With the gap that the style leaves between rows, 66.
    private static let height = 64
    private static let letterWidth = 18

    let root: Widget
    private(set) var accessibleLabel = ""

    private let letter = Label(classes: ["letter", "secondary", "caption"])
    private let avatar: AvatarView
    private let texts = TwoLines()
    private let star = Icon("starred-symbolic")
    /// What a line may cost to lay out: more than the widest row shows.
    private static let mostCost = 300
    private var entry: ContactEntry?
    private var shownLetter: String?
    private var styleObservation: StyleObservation?

    init(pictures: AvatarPictures) {
        avatar = AvatarView(size: Self.avatarSize, pictures: pictures)
        let box = Box(.horizontal, spacing: 12)
        root = box
        box.setMinimumSize(height: Self.height)
        box.setMargins(start: 0, end: 12)

        letter.setMinimumSize(width: Self.letterWidth)
        letter.verticalAlignment = .start
        letter.setMargins(top: 8, start: 6)
        texts.expandsHorizontally = true
        // The row has a name of its own; its parts would only say it again.
        letter.setAccessibleHidden(true)
        star.addClass("contact-star")

        box.append(letter)
        box.append(avatar.root)
        box.append(texts)
        box.append(star)
        styleObservation = pictures.observeStyle { [weak self] in self?.showTexts() }
    }

    func bind(_ entry: ContactEntry) {
        show(letter: entry.letter ?? "")
        self.entry = entry
        showTexts()
        star.isVisible = entry.isStarred
        let tellsDeath = entry.isDeceased && !entry.secondLine.isEmpty && entry.secondLine != tr("Deceased")
        let marks = [tellsDeath ? tr("deceased") : "", entry.isStarred ? tr("starred") : ""]
        accessibleLabel = ([entry.name, entry.secondLine] + marks).filter { !$0.isEmpty }.joined(separator: tr(", "))
        avatar.show(entry.avatar)
    }

    func unbind() {
        entry = nil
        avatar.clear()
    }

    /// A text that is set is laid out anew, and few rows have a letter.
    private func show(letter new: String) {
        guard new != shownLetter else { return }
        shownLetter = new
        letter.text = new
    }

    private func showTexts() {
        guard let entry else { return }
        texts.show(
            Self.line(entry.name, marks: entry.nameMarks), Self.line(entry.secondLine, marks: entry.secondLineMarks),
            secondOpacity: DimText.opacity)
    }

    /// What does not fit anyway is not laid out.
    private static func line(_ text: String, marks: [Range<String.Index>]) -> TwoLines.Line {
        // Each byte of most texts costs 1 or, in emoji, 4 bytes cost 4.
        guard text.utf8.count > mostCost else { return TwoLines.Line(text, marks: marks) }
        let shown = TextPart.excerpt(of: text, cost: mostCost).part.text
        return TwoLines.Line(shown, marks: marks.filter { $0.upperBound <= shown.endIndex })
    }
}

import Gtk

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
    private let name = Label()
    private let secondLine = Label(classes: ["secondary", "caption"])
    private let star = Icon("starred-symbolic")
    /// The sign that Monica itself puts behind the names of the dead.
    private let deceased = Label("⚰", classes: ["secondary"])

    init(pictures: AvatarPictures) {
        avatar = AvatarView(size: Self.avatarSize, pictures: pictures)
        let box = Box(.horizontal, spacing: 12)
        root = box
        box.setMinimumSize(height: Self.height)
        box.setMargins(start: 0, end: 12)

        letter.setMinimumSize(width: Self.letterWidth)
        letter.verticalAlignment = .start
        letter.setMargins(top: 8, start: 6)
        for label in [name, secondLine] {
            label.lineAlignment = 0
            label.ellipsizes()
        }
        // The row has a name of its own; its parts would only say it again.
        for part in [letter, name, secondLine, deceased] { part.setAccessibleHidden(true) }
        let texts = Box(.vertical, spacing: 2)
        texts.verticalAlignment = .center
        texts.expandsHorizontally = true
        texts.append(name)
        texts.append(secondLine)
        star.addClass("contact-star")

        box.append(letter)
        box.append(avatar.root)
        box.append(texts)
        box.append(deceased)
        box.append(star)
    }

    func bind(_ entry: ContactEntry) {
        letter.text = entry.letter ?? ""
        name.setText(entry.name, marking: entry.nameMarks)
        secondLine.setText(entry.secondLine, marking: entry.secondLineMarks)
        secondLine.isVisible = !entry.secondLine.isEmpty
        star.isVisible = entry.isStarred
        deceased.isVisible = entry.isDeceased
        let marks = [entry.isDeceased ? tr("deceased") : "", entry.isStarred ? tr("starred") : ""]
        accessibleLabel = ([entry.name, entry.secondLine] + marks).filter { !$0.isEmpty }.joined(separator: tr(", "))
        avatar.show(entry.avatar)
    }

    func unbind() {
        avatar.clear()
    }
}

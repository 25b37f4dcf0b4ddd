import Contacts
import Gtk

/// The next birthdays and reminders, above the list.
final class UpcomingStrip {
    private static let mostRows = 3
    private static let avatarSize = 32

    let root: Widget
    var onActivate: ((ContactEntry) -> Void)?
    /// More is coming than there is room for.
    var onShowAll: (() -> Void)?

    private let pictures: AvatarPictures
    private let rows = Box(.vertical)
    private let showAll = Button("")
    private var avatars: [AvatarView] = []

    init(pictures: AvatarPictures) {
        self.pictures = pictures
        let heading = Label(tr("Coming Up"), classes: ["caption-heading", "dim-label"])
        heading.lineAlignment = 0
        heading.expandsHorizontally = true
        heading.setAccessibleHeading()
        for name in ["flat", "caption"] { showAll.addClass(name) }
        let head = Box(.horizontal, spacing: 6)
        head.setMargins(start: 12, end: 6)
        head.setMinimumSize(height: 34)
        head.append(heading)
        showAll.verticalAlignment = .center
        head.append(showAll)
        rows.setMargins(bottom: 6, start: 6, end: 6)
        let box = Box(.vertical)
        box.addClass("upcoming")
        box.append(head)
        box.append(rows)
        root = box
        showAll.onClicked { [weak self] in self?.onShowAll?() }
    }

    /// Shows the first of them.
    func show(_ entries: [ContactEntry]) {
        rows.removeAll()
        avatars = []
        for entry in entries.prefix(Self.mostRows) { rows.append(row(entry)) }
        showAll.isVisible = entries.count > Self.mostRows
        showAll.label = trn("Show All (%d)", "Show All (%d)", entries.count)
    }

    private func row(_ entry: ContactEntry) -> Widget {
        let avatar = AvatarView(size: Self.avatarSize, pictures: pictures)
        avatar.show(entry.avatar)
        avatars.append(avatar)
        let name = Label(entry.name)
        let event = Label(entry.secondLine, classes: ["caption", "dim-label"])
        let texts = Box(.vertical)
        texts.verticalAlignment = .center
        texts.expandsHorizontally = true
        for label in [name, event] {
            label.lineAlignment = 0
            label.ellipsizes()
            // What it shows does not widen the sidebar.
            label.setMaximumWidth(characters: 1)
            // The button has a name of its own; its parts would only say it again.
            label.setAccessibleHidden(true)
            texts.append(label)
        }
        let content = Box(.horizontal, spacing: 12)
        content.append(avatar.root)
        content.append(texts)
        let button = Button("")
        button.setChild(content)
        button.addClass("flat")
        button.setAccessibleLabel(tr("%1$s, %2$s", entry.name, entry.secondLine))
        button.onClicked { [weak self] in self?.onActivate?(entry) }
        return button
    }
}

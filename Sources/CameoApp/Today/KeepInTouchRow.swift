import Gtk

/// A row of the page Keep in Touch: a contact, and the button for having been in touch.
final class KeepInTouchRow: ListRow {
    var root: Widget { row.root }
    var accessibleLabel: String { row.contact.accessibleLabel }

    private let row: ReachableRow
    private let touch: TouchAction
    private var entry: ContactEntry?

    init(pictures: AvatarPictures, touch: TouchAction) {
        self.touch = touch
        row = ReachableRow(pictures: pictures)
        row.contact.whole = row.root
        row.onAct = { [weak self] _, point in if let entry = self?.entry { touch.onTouch?(entry, point) } }
    }

    func bind(_ entry: ContactEntry) {
        self.entry = entry
        row.contact.bind(entry)
        row.show(touch.isOffered ? .touch(name: entry.name) : nil)
    }

    func fill() {
        row.contact.fill()
    }

    func unbind() {
        entry = nil
        row.contact.unbind()
    }
}

import Gtk

/// A row of the page Keep in Touch: a contact, and the button for having been in touch.
final class KeepInTouchRow: ListRow {
    var root: Widget { row.root }
    var accessibleLabel: String { row.contact.accessibleLabel }

    private let row: ReachableRow
    private let touch: TouchAction
    private let done: DoneRows
    private var doneObservation: MarksObservation?
    private var entry: ContactEntry?

    init(pictures: AvatarPictures, touch: TouchAction, done: DoneRows) {
        self.touch = touch
        self.done = done
        row = ReachableRow(pictures: pictures)
        row.contact.whole = row.root
        row.onAct = { [weak self] _, point in if let entry = self?.entry { touch.onTouch?(entry, point) } }
        doneObservation = done.observe { [weak self] in self?.showDone() }
    }

    func bind(_ entry: ContactEntry) {
        self.entry = entry
        row.contact.bind(entry)
        row.show(touch.isOffered ? .touch(name: entry.name) : nil)
        showDone()
    }

    private func showDone() {
        row.isDone = entry.map { done.rows.contains(.touch(contact: $0.id)) } ?? false
    }

    func fill() {
        row.contact.fill()
    }

    func unbind() {
        entry = nil
        row.contact.unbind()
    }
}

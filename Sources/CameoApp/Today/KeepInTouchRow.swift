import Gtk

/// A row of the page Keep in Touch: a contact, and the button for having been in touch.
final class KeepInTouchRow: ListRow {
    /// The actions of the buttons of all rows.
    final class Actions {
        /// The person was in touch with a contact.
        var onTouch: ((ContactEntry, WidgetPoint) -> Void)?
        /// Whether that can be logged.
        var mayLog = false
    }

    var root: Widget { row.root }
    var accessibleLabel: String { row.contact.accessibleLabel }

    private let row: ReachableRow
    private let actions: Actions
    private var entry: ContactEntry?

    init(pictures: AvatarPictures, actions: Actions) {
        self.actions = actions
        row = ReachableRow(pictures: pictures)
        row.contact.whole = row.root
        row.onAct = { [weak self] _, point in if let entry = self?.entry { actions.onTouch?(entry, point) } }
    }

    func bind(_ entry: ContactEntry) {
        self.entry = entry
        row.contact.bind(entry)
        row.show(actions.mayLog ? .touch(name: entry.name) : nil)
    }

    func fill() {
        row.contact.fill()
    }

    func unbind() {
        entry = nil
        row.contact.unbind()
    }
}

import Contacts
import Gtk

/// A row of the page Keep in Touch: a contact and its button.
///
/// There may be as many rows as contacts. So a row asks how its contact can be reached once it is seen.
final class KeepInTouchRow: ListRow {
    /// The ways to reach the contacts of all rows, and the action of their buttons.
    final class Actions {
        /// A button leads to another program, such as that for mails.
        var onOpen: ((String) -> Void)?
        /// Reads how a contact can be reached; nil for a contact that is gone.
        var read: (Int) async -> ContactReach? = { _ in nil }
        private var known: [Int: ContactReach] = [:]
        /// A row lives as long as the list has it.
        private struct Asking {
            weak var row: KeepInTouchRow?
        }
        private var rows: [Asking] = []

        /// The contacts may have other addresses now.
        func forget() {
            known = [:]
            rows.removeAll { $0.row == nil }
            for row in rows { row.row?.ask() }
        }

        fileprivate func add(_ row: KeepInTouchRow) {
            rows.append(Asking(row: row))
        }

        fileprivate func known(_ id: Int) -> ContactReach? { known[id] }

        fileprivate func reach(of id: Int) async -> ContactReach? {
            let reach = await read(id)
            known[id] = reach
            return reach
        }
    }

    var root: Widget { row.root }
    var accessibleLabel: String { row.contact.accessibleLabel }

    private let row: ReachableRow
    private let actions: Actions
    private var entry: ContactEntry?

    init(pictures: AvatarPictures, actions: Actions) {
        self.actions = actions
        row = ReachableRow(pictures: pictures) { [actions] in actions.onOpen?($0) }
        row.contact.whole = row.root
        actions.add(self)
        root.onMap { [weak self] in self?.ask() }
    }

    func bind(_ entry: ContactEntry) {
        if entry.id != self.entry?.id { row.show(nil) }
        self.entry = entry
        row.contact.bind(entry)
        if let reach = actions.known(entry.id) { show(reach) }
    }

    func fill() {
        row.contact.fill()
        ask()
    }

    /// Finds out how the contact can be reached, once the row is on the screen.
    private func ask() {
        guard root.isMapped, let id = entry?.id, actions.known(id) == nil else { return }
        Task { [weak self, actions] in
            let reach = await actions.reach(of: id)
            // The row may show another contact by now.
            if let self, self.entry?.id == id { self.show(reach) }
        }
    }

    func unbind() {
        entry = nil
        row.contact.unbind()
    }

    private func show(_ reach: ContactReach?) {
        guard let entry else { return }
        row.show(reach.flatMap { QuickAction(toReach: entry.name, $0) })
    }
}

import Contacts
import Foundation
import GLib
import Gtk
import Model

/// The rows of the page, one for each line. The rows of a contact stand below a heading. News make only new rows.
/// Of many rows some come with each frame.
final class WaitingRows {
    /// The longest time that making rows takes in a turn of the main loop.
    private static let slice = Duration.milliseconds(8)

    let root = BoxedList(label: tr("Unsent Changes"))
    /// The changes that are shown, or will be with the next frames.
    private(set) var changes: [WaitingChange] = []
    /// Makes the row of a change.
    var make: ((WaitingChange) -> WaitingRow?)?
    /// Makes the heading above the first change of a contact.
    var makeHeading: ((WaitingChange) -> WaitingHeading?)?
    /// These rows were added.
    var onFill: (([WaitingRow]) -> Void)?
    /// How many rows were made: counted in tests.
    private(set) var madeCount = 0

    /// A heading or a row.
    private enum Key: Hashable {
        case heading(ContactID, name: String)
        case change(WaitingChange.ID, isNotice: Bool)
        case sharedTag(Date)

        init(_ change: WaitingChange) {
            // Its first change goes before the others.
            guard change.sharedTag == nil else {
                self = .sharedTag(change.since)
                return
            }
            let isNotice = if case .notice = change.state { true } else { false }
            self = .change(change.id, isNotice: isNotice)
        }
    }

    private enum Item {
        case heading(WaitingHeading)
        case row(WaitingRow)

        var widget: Widget {
            switch self {
            case .heading(let heading): heading.root
            case .row(let row): row.root
            }
        }

        var row: WaitingRow? { if case .row(let row) = self { row } else { nil } }
    }

    /// All keys, in their order, each with its change.
    private var wanted: [(key: Key, change: WaitingChange)] = []
    /// The first of them, as far as they were made.
    private var shown: [(key: Key, item: Item)] = []
    private var waitsForFrame = false
    /// The changes with rows that open once `fill` has made them anew.
    private var expanded: Set<WaitingChange.ID> = []

    init() {
        // The page may get its changes before it is on the screen, where frames begin.
        root.onMap { [weak self] in
            if let self, self.shown.count < self.wanted.count { self.fillAfterNextFrame() }
        }
    }

    /// The rows so far.
    var made: [WaitingRow] { shown.compactMap(\.item.row) }

    /// The last news of a change that was shown.
    func latest(_ change: WaitingChange) -> WaitingChange {
        let key = Key(change)
        return wanted.first { $0.key == key }?.change ?? change
    }

    func show(_ new: [WaitingChange]) {
        changes = new
        wanted = []
        var heading: ContactID?
        for change in new {
            if change.sharedTag == nil, heading != change.contact {
                heading = change.contact
                wanted.append((.heading(change.contact, name: change.subject), change))
            }
            wanted.append((Key(change), change))
        }
        let focused = focusedItem
        let hasLostFocus = shown.isEmpty ? false : update(focused: focused?.key)
        fill()
        root.isVisible = !new.isEmpty
        guard hasLostFocus, let focused else { return }
        // A row that moved keeps the focus.
        if let row = shown.first(where: { $0.key == focused.key })?.item.row {
            row.root.focusFirst()
        } else {
            focusRow(near: focused.row)
        }
    }

    /// The heading or row with the focus, with the number of rows before it.
    private var focusedItem: (key: Key, row: Int)? {
        shown.firstIndex { $0.item.widget.containsFocus }.map { index in
            (shown[index].key, shown[..<index].count { $0.item.row != nil })
        }
    }

    /// Shows the news in the rows, and removes the rows without a change and those at another place now. True if the focused
    /// one is among these.
    private func update(focused: Key?) -> Bool {
        let places = Dictionary(grouping: wanted.indices) { wanted[$0].key }
        var (next, hasLostFocus) = (0, false)
        shown.removeAll { key, item in
            guard let place = places[key]?.first(where: { $0 >= next }) else {
                if let row = item.row, row.root.isExpanded, places[key] != nil { expanded.insert(row.change.id) }
                hasLostFocus = hasLostFocus || key == focused
                // A window of GTK 4.8 keeps the address of a focused widget that is removed.
                item.widget.dropFocus()
                root.remove(item.widget)
                return true
            }
            item.row?.show(wanted[place].change)
            next = place + 1
            return false
        }
        return hasLostFocus
    }

    /// Makes all rows anew: they have less room, or more, or other buttons.
    func remake() {
        expanded.formUnion(made.filter(\.root.isExpanded).map(\.change.id))
        let focused = focusedItem?.row
        root.dropFocus()
        root.removeAll()
        shown = []
        fill()
        focusRow(near: focused)
    }

    private func focusRow(near index: Int?) {
        let rows = made
        if let index, !rows.isEmpty { rows[min(index, rows.count - 1)].root.focusFirst() }
    }

    private func fill() {
        let end = ContinuousClock.now + Self.slice
        var new: [WaitingRow] = []
        defer { onFill?(new) }
        for (index, (key, change)) in wanted.enumerated() where index >= shown.count || shown[index].key != key {
            // The first row takes the focus, however slow the machine is.
            guard ContinuousClock.now < end || made.isEmpty else { return fillAfterNextFrame() }
            guard let item = makeItem(key, change) else { return }
            root.insert(item.widget, after: index > 0 ? shown[index - 1].item.widget : nil)
            shown.insert((key, item), at: index)
            guard let row = item.row else { continue }
            madeCount += 1
            new.append(row)
            if expanded.remove(change.id) != nil { row.root.isExpanded = true }
        }
    }

    private func makeItem(_ key: Key, _ change: WaitingChange) -> Item? {
        switch key {
        case .heading: makeHeading?(change).map { .heading($0) }
        case .change, .sharedTag: make?(change).map { .row($0) }
        }
    }

    private func fillAfterNextFrame() {
        guard !waitsForFrame else { return }
        waitsForFrame = root.afterNextFrame { [weak self] in
            // Frames of many rows leave no time between them. Other work comes first.
            MainLoop.whenIdle {
                self?.waitsForFrame = false
                self?.fill()
            }
        }
    }
}

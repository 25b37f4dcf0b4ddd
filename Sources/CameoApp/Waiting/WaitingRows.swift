import Contacts
import Foundation
import Gtk
import Model

/// The rows of the page, one for each change. News make only those rows that are new; of many some come with each frame.
final class WaitingRows {
    /// How long making rows may take in a turn of the main loop.
    private static let slice = Duration.milliseconds(8)

    let root = BoxedList(label: tr("Unsent Changes"))
    /// The changes that are shown, or will be with the next frames.
    private(set) var changes: [WaitingChange] = []
    /// Makes the row of a change.
    var make: ((WaitingChange) -> WaitingRow?)?
    /// Rows were added.
    var onFill: (() -> Void)?
    /// How many rows were made: counted in tests.
    private(set) var madeCount = 0

    private var rows: [WaitingRow] = []
    private var waitsForFrame = false
    /// The changes with rows that open once `fill` has made them anew.
    private var expanded: Set<WaitingChange.ID> = []

    init() {
        // The page may get its changes before it is on the screen, where frames begin.
        root.onMap { [weak self] in
            if let self, self.rows.count < self.changes.count { self.fillAfterNextFrame() }
        }
    }

    /// The rows so far.
    var made: [WaitingRow] { rows }

    func show(_ new: [WaitingChange]) {
        changes = new
        let wanted = Dictionary(new.map { ($0.id, $0) }) { first, _ in first }
        let focused = rows.firstIndex { $0.root.containsFocus }
        let hasLostFocus = focused.map { wanted[rows[$0].change.id] == nil } ?? false
        for row in rows {
            if let change = wanted[row.change.id] { row.show(change) } else { root.remove(row.root) }
        }
        rows.removeAll { wanted[$0.change.id] == nil }
        fill()
        root.isVisible = !new.isEmpty
        if hasLostFocus, let focused, !rows.isEmpty { rows[min(focused, rows.count - 1)].root.focusFirst() }
    }

    /// Makes all rows anew: they have less room, or more, or other buttons.
    func remake() {
        expanded.formUnion(rows.filter(\.root.isExpanded).map(\.change.id))
        let focused = rows.firstIndex { $0.root.containsFocus }
        root.removeAll()
        rows = []
        fill()
        if let focused, !rows.isEmpty { rows[min(focused, rows.count - 1)].root.focusFirst() }
    }

    private func fill() {
        let end = ContinuousClock.now + Self.slice
        for (index, change) in changes.enumerated() where index >= rows.count || rows[index].change.id != change.id {
            guard ContinuousClock.now < end else { return fillAfterNextFrame() }
            guard let row = make?(change) else { return }
            madeCount += 1
            root.insert(row.root, after: index > 0 ? rows[index - 1].root : nil)
            rows.insert(row, at: index)
            if expanded.remove(change.id) != nil { row.root.isExpanded = true }
        }
        onFill?()
    }

    private func fillAfterNextFrame() {
        onFill?()
        guard !waitsForFrame else { return }
        waitsForFrame = root.afterNextFrame { [weak self] in
            self?.waitsForFrame = false
            self?.fill()
        }
    }
}

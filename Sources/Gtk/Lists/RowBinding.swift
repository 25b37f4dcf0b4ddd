import GLib

/// Binds the items of a list to its rows.
///
/// GTK makes two hundred rows for a dozen visible ones. A long scroll gives other items to all of them. This takes too long for
/// one turn of the main loop, so only visible rows are filled at once. The others follow bit by bit.
@MainActor
final class RowBinding<Row: ListRow> {
    /// Weak references: GTK owns the row and the object of the item.
    private struct WaitingRow {
        weak var row: Row?
        weak var box: ListItemBox<Row.Item>?
    }

    /// The number of rows for one turn: less than half a millisecond of work.
    private static var rowsPerTurn: Int { 20 }

    /// The number of bindings so far.
    private(set) var count = 0
    /// Whether the next layout moves the rows: until then their visibility is unknown.
    var awaitsLayout = false {
        didSet { if !awaitsLayout { fillSeen() } }
    }

    /// Rows that are still to be filled.
    private var empty: [ObjectIdentifier: WaitingRow] = [:]
    /// Rows without an item, until the next one is bound.
    private var left: [ObjectIdentifier: WaitingRow] = [:]
    private var isUnderWay = false

    /// Binds an item to a row.
    func bind(_ box: ListItemBox<Row.Item>, to row: Row) {
        // A new row may have the address of a released one.
        if let former = left.removeValue(forKey: ObjectIdentifier(row)), former.row === row {
            // GTK before 4.12 unbinds and rebinds each of the two hundred rows behind an added or removed item. It does the
            // same with rows between the former selection and the next.
            if former.box === box { return }
            former.box?.leave(row)
        }
        count += 1
        let show: @MainActor (Row.Item) -> Void = { [weak self, weak row] item in
            if let row { self?.show(item, in: row) }
        }
        show(box.value)
        box.show(in: row, onChange: show)
    }

    /// Unbinds the item of a row. Usually another one follows at once.
    func unbind(_ box: ListItemBox<Row.Item>?, from row: Row) {
        left[ObjectIdentifier(row)] = WaitingRow(row: row, box: box)
        goOn()
    }

    /// A row becomes visible or gets the focus. A screen reader asks for its name at the focus, which may be earlier.
    func isSeen(_ row: Row) {
        if empty[ObjectIdentifier(row)] != nil { fill(row) }
    }

    private func show(_ item: Row.Item, in row: Row) {
        row.bind(item)
        guard awaitsLayout || !row.root.isMapped else { return fill(row) }
        empty[ObjectIdentifier(row)] = WaitingRow(row: row)
        goOn()
    }

    /// The rows that are still to be filled, without rows that wait for another item or their end.
    private var toFill: [Row] {
        empty.compactMap { id, waiting in left[id] == nil ? waiting.row : nil }
    }

    private func fillSeen() {
        for row in toFill where row.root.isMapped { fill(row) }
    }

    private func fill(_ row: Row) {
        empty[ObjectIdentifier(row)] = nil
        row.fill()
        // The row's parent is the list's own widget for it. GTK before 4.12 gives it no name.
        row.root.parent?.setAccessibleLabel(row.accessibleLabel)
    }

    private func goOn() {
        guard !isUnderWay else { return }
        isUnderWay = true
        MainLoop.whenIdle { [weak self] in
            guard let self else { return }
            isUnderWay = false
            empty = empty.filter { $0.value.row != nil }
            for (id, former) in left.prefix(Self.rowsPerTurn) {
                left[id] = nil
                empty[id] = nil
                guard let row = former.row else { continue }
                former.box?.leave(row)
                row.unbind()
            }
            for row in toFill.prefix(Self.rowsPerTurn) { fill(row) }
            if !left.isEmpty || !empty.isEmpty { goOn() }
        }
    }
}

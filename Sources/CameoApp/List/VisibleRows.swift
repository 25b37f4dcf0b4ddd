import Gtk

/// Rows of one height that are all that is scrolled: where they are follows from that height.
extension ScrolledWindow {
    /// Which of `count` rows are on the screen.
    func visibleRows(of count: Int) -> Range<Int> {
        let rowHeight = rowHeight(of: count)
        guard rowHeight >= 1 else { return 0..<0 }
        let top = min(max(Int(position / rowHeight), 0), count)
        return top..<min(max(Int(((position + pageHeight) / rowHeight).rounded(.up)), top), count)
    }

    /// Scrolls until a row of `count` is the first on the screen.
    func bringToTop(_ row: Int, of count: Int) {
        position = Double(row) * rowHeight(of: count)
    }

    private func rowHeight(of count: Int) -> Double {
        contentHeight / Double(max(count, 1))
    }
}

import Gtk

/// The line below the lists comes and goes without moving a row below the pointer.
extension ContactsSidebar {
    /// As much room as the line may take, in application pixels.
    private static let maxLineHeight = 60

    func connectLine() {
        waiting.mayMove = { [weak self] in self?.mayLineMove ?? true }
        waiting.keepingRows = { [weak self] change in self?.keepRows(change) }
        pointer.onMove = { [weak self] in self?.waiting.pointerMoved() }
    }

    /// Whether the line below the lists can come or go without a row moving, or vanishing, below the pointer.
    private var mayLineMove: Bool {
        guard let height = pointer.height else { return true }
        let line = Double(max(waiting.root.height, Self.maxLineHeight))
        // At the end of a list its rows follow the end. A list at its beginning stays there.
        let scroll = shownScroll
        let isAtEnd = scroll.position > 0 && scroll.position + scroll.pageHeight + line > scroll.contentHeight
        return !isAtEnd && height < Double(lists.height) - line
    }

    /// GTK scrolls a list that gets more room, or less.
    private func keepRows(_ change: () -> Void) {
        let (scroll, height) = (shownScroll, lineHeight)
        let position = scroll.position
        change()
        guard lineHeight != height else { return }
        scroll.afterNextLayout { [weak scroll] in scroll?.position = position }
    }

    /// The height of the line in the next layout.
    private var lineHeight: Int {
        waiting.root.isVisible ? waiting.root.naturalHeight(forWidth: max(lists.width, 1)) : 0
    }

    private var shownScroll: ScrolledWindow {
        if search.hasResults { return search.results.scroll }
        return switch tab {
        case .contacts: page.scroll
        case .today: days.today.scroll
        case .keepInTouch: days.keepInTouch.scroll
        }
    }
}

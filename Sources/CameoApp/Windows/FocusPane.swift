import Gtk

/// A part of a window that a key moves the focus to.
struct FocusPane {
    let root: Widget
    /// Gives the focus to the pane; false if no widget in it takes the focus.
    let focus: () -> Bool
    /// Called with the focused widget when the focus leaves the pane.
    var onLeave: ((Widget) -> Void)?

    /// Moves the focus from its pane to the next one, or the one before, that takes it.
    static func focusNext(of panes: [FocusPane], forward: Bool) {
        guard !panes.isEmpty else { return }
        // A toast lies inside the page that comes before it.
        let left = panes.last { $0.root.containsFocus }
        if let left, let widget = left.root.focusedWidget { left.onLeave?(widget) }
        let present = panes.lastIndex { $0.root.containsFocus } ?? (forward ? -1 : 0)
        for step in 1...panes.count {
            let index = (present + (forward ? step : -step) + panes.count) % panes.count
            if panes[index].focus() { return }
        }
    }
}

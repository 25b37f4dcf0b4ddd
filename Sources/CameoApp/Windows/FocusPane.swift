import Gtk

/// A part of a window that the keyboard can go to at once.
struct FocusPane {
    let root: Widget
    /// Gives it the focus; false if nothing in it takes it.
    let focus: () -> Bool
    /// Called with the focused widget when the focus leaves the pane.
    var onLeave: ((Widget) -> Void)?

    /// Goes on from the part that has the focus to the next one, or the one before, that takes it.
    static func focusNext(of panes: [FocusPane], forward: Bool) {
        guard !panes.isEmpty else { return }
        // A toast lies in the page that comes before it.
        let left = panes.last { $0.root.containsFocus }
        if let left, let widget = left.root.focusedWidget { left.onLeave?(widget) }
        let present = panes.lastIndex { $0.root.containsFocus } ?? (forward ? -1 : 0)
        for step in 1...panes.count {
            let index = (present + (forward ? step : -step) + panes.count) % panes.count
            if panes[index].focus() { return }
        }
    }
}

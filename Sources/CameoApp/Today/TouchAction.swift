import Gtk

/// The button "I Was in Touch" of all rows of a list.
final class TouchAction {
    /// The person was in touch with a contact. The point is that of the button.
    var onTouch: ((ContactEntry, WidgetPoint) -> Void)?
    /// Whether a call or a meeting can be logged: else no row has the button.
    var isOffered = false {
        didSet { if isOffered != oldValue { onChange?() } }
    }
    /// The rows need the button, or lose it.
    var onChange: (() -> Void)?
}

import CGtk
import GLib

/// Holds the keys pressed in a window for the widget that is about to get the focus.
@MainActor
public final class KeyHold {
    /// The identity of a key press. GTK may have made another event of the same press.
    private struct Press: Equatable {
        let time: UInt32
        let code: guint

        init(_ event: OpaquePointer) {
            time = gdk_event_get_time(event)
            code = gdk_key_event_get_keycode(event)
        }
    }

    /// Whether keys are held.
    public private(set) var isHolding = false
    /// Called when the person presses Escape instead of waiting.
    public var onEscape: (() -> Void)?

    private let ways: [KeyCombination]
    private var held: [OpaquePointer] = []
    /// Keys that were passed on and have not arrived yet, in order.
    private var passing: [Press] = []

    /// Holds no keys at first. `ways` are combinations in GTK's spelling that are never held, such as the shortcut that closes
    /// the window.
    public init(in window: Widget, except ways: [String] = []) {
        self.ways = ways.map { KeyCombination($0) }
        // Runs before shortcuts and the focused widget.
        window.onKeyEvent { [weak self] in self?.takes($0) ?? false }
    }

    isolated deinit {
        drop()
    }

    /// Starts holding keys.
    public func begin() {
        isHolding = true
    }

    /// Passes the held keys, and all later ones, to the focused widget.
    public func passOn() {
        isHolding = false
        for event in held { pass(event) }
        held = []
    }

    /// Forgets the held keys and stops holding.
    public func drop() {
        isHolding = false
        for event in held { gdk_event_unref(event) }
        held = []
    }

    private func takes(_ event: OpaquePointer) -> Bool {
        // An event contains its modifiers, so a modifier's own press is not held.
        guard gdk_key_event_is_modifier(event) == 0 else { return false }
        let place = passing.firstIndex(of: Press(event))
        // Keys passed on before this one went elsewhere, and will not arrive.
        if let place { passing.removeSubrange(...place) }
        if isHolding, ways.contains(where: { $0.matches(event) }) {
            drop()
            return false
        }
        if isHolding, gdk_key_event_get_keyval(event) == guint(GDK_KEY_Escape) {
            onEscape?()
            drop()
            return true
        }
        if place == nil, !passing.isEmpty {
            // This key was pressed after keys that have not arrived yet.
            pass(gdk_event_ref(event))
            return true
        }
        guard isHolding else { return false }
        held.append(gdk_event_ref(event))
        return true
    }

    private func pass(_ event: OpaquePointer) {
        passing.append(Press(event))
        gdk_display_put_event(gdk_event_get_display(event), event)
        gdk_event_unref(event)
    }
}

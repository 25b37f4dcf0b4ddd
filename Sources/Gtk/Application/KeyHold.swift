import CGtk
import GLib

/// Keeps what is typed in a window for what is about to get the focus there.
@MainActor
public final class KeyHold {
    /// What identifies a press: GTK may have made another event of it.
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
    /// Somebody pressed Escape instead of waiting.
    public var onEscape: (() -> Void)?

    private let ways: [KeyCombination]
    private var held: [OpaquePointer] = []
    /// Those that were passed on and have not come yet, in their order.
    private var passing: [Press] = []

    /// Holds no keys at first, and never those that are named as GTK spells them, such as what closes the window.
    public init(in window: Widget, except ways: [String] = []) {
        self.ways = ways.map { KeyCombination($0) }
        // Before shortcuts, and what has the focus.
        window.onKeyEvent { [weak self] in self?.takes($0) ?? false }
    }

    isolated deinit {
        drop()
    }

    /// From now on keys are held.
    public func begin() {
        isHolding = true
    }

    /// What has the focus gets the keys that were held, and all that follow.
    public func passOn() {
        isHolding = false
        for event in held { pass(event) }
        held = []
    }

    /// Forgets the keys that were held, and holds no more.
    public func drop() {
        isHolding = false
        for event in held { gdk_event_unref(event) }
        held = []
    }

    private func takes(_ event: OpaquePointer) -> Bool {
        // What is held down with a key stands in its event.
        guard gdk_key_event_is_modifier(event) == 0 else { return false }
        let place = passing.firstIndex(of: Press(event))
        // Those before it went elsewhere, and will not come.
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
            // It was pressed after those that have not come yet.
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

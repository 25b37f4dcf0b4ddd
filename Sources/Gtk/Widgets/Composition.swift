import CGtk
import GLib

/// Input methods: a text shows the composed characters, and contains them once the composition ends.
extension Widget {
    private static let compositionKey = "cameo-composition"

    /// Whether an input method composes in the widget or a descendant: the input method owns the keys then.
    public final var isComposing: Bool {
        guard containsFocus, let focusedWidget else { return false }
        return g_object_get_data(focusedWidget.cast(), Self.compositionKey) != nil
    }

    /// Keeps `isComposing` up to date for this text.
    final func noticeComposition() {
        let text = pointer
        on("preedit-changed") { arguments in
            let isOver = arguments.string(0)?.isEmpty ?? true
            g_object_set_data(text.assumingMemoryBound(to: GObject.self), Self.compositionKey, isOver ? nil : text)
        }
    }
}

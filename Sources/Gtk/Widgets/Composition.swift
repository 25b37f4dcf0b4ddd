import CGtk
import GLib

/// Input methods: what they compose shows in a text, and stands in it once it is done.
extension Widget {
    private static let compositionKey = "cameo-composition"

    /// Whether an input method composes in the widget, or in what is in it: the keys are its own then.
    public final var isComposing: Bool {
        guard containsFocus, let focusedWidget else { return false }
        return g_object_get_data(focusedWidget.cast(), Self.compositionKey) != nil
    }

    /// Has `isComposing` tell what input methods do in this text.
    final func noticeComposition() {
        let text = pointer
        on("preedit-changed") { arguments in
            let isOver = arguments.string(0)?.isEmpty ?? true
            g_object_set_data(text.assumingMemoryBound(to: GObject.self), Self.compositionKey, isOver ? nil : text)
        }
    }
}

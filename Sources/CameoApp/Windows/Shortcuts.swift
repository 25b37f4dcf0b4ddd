import GLib
import Gtk
import Resources

/// The keyboard shortcuts of the program's actions, and their window, which also lists shortcuts of GTK.
enum Shortcuts {
    /// The shortcuts in GTK's spelling, by action.
    static var ofActions: KeyValuePairs<String, [String]> {
        [
            "app.quit": ["<Control>q"],
            "app.refresh": ["F5", "<Control>r"],
            "app.preferences": ["<Control>comma"],
            "app.shortcuts": ["<Control>question"],
            "win.search": ["<Control>f"],
            "win.filter": ["<Shift><Control>f"],
            "win.new-contact": ["<Control>n"],
            "win.edit-contact": ["<Control>e"],
            "win.log": ["<Control>l"],
            "win.show-contacts": ["<Control>1"],
            "win.show-today": ["<Control>2"],
            "win.show-keep-in-touch": ["<Control>3"],
            "win.back": [Desktop.isRightToLeft ? "<Alt>Right" : "<Alt>Left"],
            "win.forward": [Desktop.isRightToLeft ? "<Alt>Left" : "<Alt>Right"],
            "win.next-pane": ["F6"],
            "win.previous-pane": ["<Shift>F6"],
            "win.open-contact-window": ["<Control>Return", "<Control>KP_Enter"],
            "window.close": ["<Control>w"],
        ]
    }

    /// The shortcuts that end the program or close a window.
    static var thatClose: [String] {
        ofActions.filter { ["app.quit", "window.close"].contains($0.key) }.flatMap(\.value)
    }

    static func set(on application: Application) {
        for (action, keys) in ofActions { application.setShortcuts(keys, for: action) }
    }

    static func makeWindow() -> SecondaryWindow {
        let builder = Builder(Resources.shortcutsWindow, translationDomain: translationDomain)
        return SecondaryWindow(borrowing: builder.pointer("window", of: SecondaryWindow.self))
    }
}

import Gtk
import Model

/// The keys of the page that the focused widget does not use.
extension DetailPage {
    /// Takes the keys of the window that it is in.
    func connect(to window: ApplicationWindow) {
        editor.connect(to: window)
        window.addAction("undo") { [weak self] in self?.takeBack() }
        // Wherever the focus is, in the toast itself too.
        window.addShortcut("<Control>z", for: "win.undo")
    }

    /// Brings back the row that was removed from the form, or undoes the change that the toast tells; false if there is neither.
    @discardableResult
    func takeBack() -> Bool {
        if photos.cropping.isOpen { return photos.cropping.page.undo() }
        if editor.isOpen { return editor.page.view?.bringBackRow() ?? false }
        return undo.takeBack()
    }

    func connectKeys() {
        root.activatesRowsByReturn()
        root.onUnusedKey { [weak self] key in
            guard let self, !self.editor.isOpen else { return false }
            return key.isControlDelete && self.deleteContact()
        }
        detail.root.onUnusedKey { [weak self] key in
            guard let self, key.isF2 else { return false }
            let field = self.detail.fieldWithFocus
            if let field, self.entries.begin(field) { return true }
            return self.beginEditing(at: field)
        }
    }
}

extension DetailView {
    /// The value or entry of the focused row.
    var fieldWithFocus: FieldID? { groups.lazy.compactMap(\.fieldWithFocus).first }

    /// Gives the focus to the row that shows this; false if none does.
    func focus(_ field: FieldID) -> Bool { groups.contains { $0.focus(field) } }
}

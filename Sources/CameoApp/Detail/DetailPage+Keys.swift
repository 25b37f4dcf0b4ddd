import Gtk
import Model

/// The keys of the page that what has the focus there has no use for.
extension DetailPage {
    func connectKeys() {
        root.activatesRowsByReturn()
        root.onUnusedKey { [weak self] key in
            guard let self, !self.editor.isOpen else { return false }
            if key.isControlDelete { return self.deleteContact() }
            return key.isControlZ && self.undo.takeBack()
        }
        detail.root.onUnusedKey { [weak self] key in
            guard let self, key.isF2 else { return false }
            return self.beginEditing(at: self.detail.fieldWithFocus)
        }
    }
}

extension DetailView {
    /// What of the contact the row shows that has the focus.
    var fieldWithFocus: FieldID? { groups.lazy.compactMap(\.fieldWithFocus).first }
}

import Gtk
import Model

/// The keys of the page that what has the focus there has no use for.
extension DetailPage {
    func connectKeys() {
        root.activatesRowsByReturn()
        root.onUnusedKey { [weak self] key in
            guard let self, !self.editor.isOpen else { return false }
            if key.isControlDelete, self.isOneOfItsOwn {
                self.deleteContact()
                return true
            }
            return key.isControlZ && self.undo.takeBack()
        }
        detail.root.onUnusedKey { [weak self] key in
            guard let self, key.isF2, self.canEdit else { return false }
            self.beginEditing(at: self.detail.fieldWithFocus)
            return true
        }
    }
}

extension DetailView {
    /// What of the contact the row shows that has the focus.
    var fieldWithFocus: FieldID? { groups.lazy.compactMap(\.fieldWithFocus).first }
}

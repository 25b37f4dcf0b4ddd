import Contacts
import Foundation
import Gtk
import Model

extension ContactEditor {
    /// Deletes the form's contact, after a question if typing would be lost. The form and its draft go once the deletion is
    /// stored, so that a failure loses nothing.
    func deleteContact() async {
        guard let open, !saving else { return }
        if isTouched {
            switch await askAboutTyping(in: open) {
            case .keep: return
            case .save:
                // Undoing the deletion brings it back with the contact, which may have got another number.
                if await save(), let contact = open.draft.contact { onDelete?(contact) }
                return
            case .discard: break
            }
        }
        // While it was asked the session may have ended, and the contact may have got another number.
        guard self.open?.model === open.model, let contact = self.open?.contact, !saving else { return }
        saving = true
        defer { endSaving() }
        page.isBusy = true
        defer { page.isBusy = false }
        do throws(ContactStoreError) {
            try await open.queue.delete(contact, remote: nil, after: TimeInterval(UndoToast.deletionTime))
            if self.open?.model === open.model { close(.deleted(contact, name: open.name)) }
        } catch {
            guard self.open?.model === open.model else { return }
            page.banner.show(error.sentence)
            // News that came in the meantime was not taken.
            Task { await self.takeNews() }
        }
    }
}

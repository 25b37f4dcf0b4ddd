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
                // Undoing the deletion brings the typing back with the contact.
                if await save(), let contact = open.contact { onDelete?(contact) }
                return
            case .discard: break
            }
        }
        // While it was asked the session may have ended.
        guard self.open?.model === open.model, let contact = open.contact, !saving else { return }
        saving = true
        defer { endSaving() }
        page.isBusy = true
        defer { page.isBusy = false }
        do throws(ContactStoreError) {
            let receipt = try await open.outbox.delete(contact, after: TimeInterval(UndoToast.deletionTime))
            guard self.open?.model === open.model else { return }
            close(receipt.map { .deleted($0, name: open.name) } ?? .closed)
        } catch {
            guard self.open?.model === open.model else { return }
            page.banner.show(error.sentence)
            // News that came in the meantime was not taken.
            Task { await self.takeNews() }
        }
    }
}

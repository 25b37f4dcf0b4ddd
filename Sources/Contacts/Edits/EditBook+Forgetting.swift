import Foundation
import Model

// Edits that name somebody who is no more.
extension EditBook {
    /// Whether an edit names a contact that is forgotten: no server will ever know it.
    func namesForgotten(_ edit: Edit) -> Bool {
        edit.change.named.contains { contacts[$0] == nil }
    }

    /// What waits for a contact that is about to be forgotten waits no more: it says so, or is done with where it would only
    /// have removed what goes with the contact.
    mutating func refuseWhatNames(_ contact: ContactID) {
        let others = edits.filter {
            $0.contact != contact && $0.state == .waiting && $0.change.named.contains(contact)
        }
        for edit in others {
            if let part = edit.partChange, part.after == nil {
                end(edit.id)
            } else {
                refuse(edit.id, remote(contact) == nil ? .needed : .personGone)
            }
        }
    }
}

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
        stopWhatNames(contact, remote(contact) == nil ? .needed : .personGone)
    }

    /// The server's name of a contact stands for another one since: nothing that was meant for it goes there.
    mutating func keepFromStranger(_ contact: ContactID) {
        // So do the names of photos that were read.
        for edit in edits(of: contact) where edit.isDeletion { update(edit.id) { $0.progress.photos = [] } }
        stopWhatNames(contact, .personGone)
    }

    /// Whom an edit names may have been forgotten while it was on its way.
    mutating func refuseIfForgotten(_ id: EditID) {
        if let edit = edit(id), edit.state == .waiting, namesForgotten(edit) { stop(edit, .personGone) }
    }

    /// Another process may have forgotten the contact while its form was open here.
    mutating func refuseOfForgotten(_ edit: Edit) {
        nameIfStored(edit.contact)
        guard contacts[edit.contact] == nil else { return }
        contacts[edit.contact] = NamedContact(isGone: true)
        refuse(edit.id, .contactGone)
    }

    private mutating func stopWhatNames(_ contact: ContactID, _ issue: EditIssue) {
        let others = edits.filter {
            $0.contact != contact && $0.state == .waiting && $0.change.named.contains(contact)
        }
        for edit in others { stop(edit, issue) }
    }

    private mutating func stop(_ edit: Edit, _ issue: EditIssue) {
        if let part = edit.partChange, part.after == nil { end(edit.id) } else { refuse(edit.id, issue) }
    }
}

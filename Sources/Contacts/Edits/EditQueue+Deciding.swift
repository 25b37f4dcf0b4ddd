import Foundation
public import Model

// What only a person can decide.
extension EditQueue {
    /// Of two values, the person takes their own; without a key, all of the edit's.
    public func takeMine(_ edit: EditID, _ key: ContactKey? = nil) async throws(ContactStoreError) {
        let now = now
        try await change { $0.takeMine(edit, key, now: now) }
    }

    /// Of two values, the person takes the server's; without a key, the edit goes.
    public func takeTheirs(_ edit: EditID, _ key: ContactKey? = nil) async throws(ContactStoreError) {
        let now = now
        try await change { $0.takeTheirs(edit, key, now: now) }
    }

    /// One of the contacts, or parts, that a conflict offers is the one that was to be made; nil if none of them is. Returns false where
    /// the server could not be asked for it.
    public func takeCandidate(_ edit: EditID, _ candidate: RemoteID?) async throws(ContactStoreError) -> Bool {
        var copy: ServerContact?
        if let candidate {
            let isPart = try await change { book in
                book.takeCandidate(edit, part: candidate)
                return book.edit(edit)?.creation == nil
            }
            if isPart { return true }
            guard case .contact(let there) = await server.answer(.contact(candidate)).answer, there.id == candidate
            else {
                return false
            }
            copy = there
        }
        let now = now
        try await change { [copy] in $0.takeCandidate(edit, copy, now: now) }
        return true
    }

    /// Makes a contact again that the server has no more, as it is shown; its notes and pictures are lost.
    public func createAgain(_ contact: ContactID) async throws(ContactStoreError) {
        let uuid = UUID().uuidString.lowercased()
        try await change { $0.createAgain(contact, uuid: uuid) }
    }
}

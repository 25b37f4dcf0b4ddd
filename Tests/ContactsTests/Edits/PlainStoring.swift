import Model

@testable import Contacts

// Changes that need nothing of each other, stored without a form.

extension EditBook {
    mutating func store(_ changes: [ContactChange], of contact: ContactID) -> [EditQueue.Receipt] {
        store(changes.map { PlannedChange($0) }, of: contact)
    }
}

extension EditQueue {
    func create(_ creation: ContactCreation) async throws(ContactStoreError) -> [Receipt] {
        try await create(creation, then: [])
    }

    /// `remote` is the server's name of the contact, which no copy says.
    func store(
        _ changes: [ContactChange], of contact: ContactID, remote: RemoteID
    ) async throws(ContactStoreError) -> [Receipt] {
        try await change { book in book.store(changes, of: book.name(contact, as: remote)) }
    }
}

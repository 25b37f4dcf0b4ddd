import Foundation
import GRDB
import Model

/// Contacts that a server sent, on their way into the store: inside one transaction, and beside the pending changes.
struct CopyIntake {
    let db: Database
    let storage: BoundedStorage
    let decoder: any ContactDecoder

    /// Stores a copy, which was asked for at a moment of the outbox's clock.
    ///
    /// Returns the contact's number here, and whether anything changed.
    mutating func take(_ contact: Contact, asked: TimeInterval) throws -> (id: Int, isNew: Bool) {
        let remote = RemoteID(String(contact.id))
        var named = contact
        named.id = try LocalNames.local(remote, db) ?? contact.id
        return (named.id, try named.upsert(db, remote: remote, within: storage, by: decoder))
    }

    /// Forgets contacts that the server has no longer, by their numbers here. A contact with typing stays.
    mutating func forget(_ ids: [Int], asked: TimeInterval) throws {
        for id in ids {
            try db.cachedStatement(sql: "DELETE FROM contact WHERE id = ?").execute(arguments: [id])
        }
    }
}

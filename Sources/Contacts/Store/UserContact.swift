import Foundation
import GRDB
import Model

/// The contact that is the user. A new user contact replaces the former one, although the server does not send that one's copy
/// again.
enum UserContact {
    /// Nil where it is not known; in it, nil if no contact is.
    static func fetch(_ db: Database) throws -> ContactID?? {
        guard let row = try Row.fetchOne(db.cachedStatement(sql: "SELECT contact_id FROM user_contact")) else {
            return nil
        }
        return .some(try row.decode(Int64?.self, atIndex: 0).map { ContactID($0) })
    }

    static func set(_ contact: ContactID?, _ db: Database) throws {
        try db.cachedStatement(sql: "REPLACE INTO user_contact (id, contact_id) VALUES (1, ?)")
            .execute(arguments: [contact?.rawValue])
    }

    /// The contact that is the user with the pending change on top; nil where it is not known.
    static func shown(_ db: Database) throws -> ContactID?? {
        guard let change = try OutboxTables.change(of: .me, of: OutboxContact.account, db) else { return try fetch(db) }
        return .some(change.wanted?.localContacts.first)
    }

    /// A copy of a contact came from the server, which says whether it is the user.
    static func note(_ contact: ContactID, isUser: Bool, _ db: Database) throws {
        let known = try fetch(db)
        if isUser, known != .some(contact) { try set(contact, db) }
        if !isUser, known == .some(contact) { try set(nil, db) }
    }
}

extension ContactStore {
    /// The number of the contact that is the user; nil if none is, or where that is not known.
    public func userContact() async throws(ContactStoreError) -> Int? {
        try await read { db in (try UserContact.shown(db) ?? nil).map { Int($0.rawValue) } }
    }
}

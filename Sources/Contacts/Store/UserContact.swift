import Foundation
import GRDB
import Model

/// Which contact is the user: another one ends that of the one before, whose copy does not come anew for that.
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

    /// A copy of a contact came from the server, which says whether it is the user.
    static func note(_ contact: ContactID, isUser: Bool, _ db: Database) throws {
        let known = try fetch(db)
        if isUser, known != .some(contact) { try set(contact, db) }
        if !isUser, known == .some(contact) { try set(nil, db) }
    }
}

extension ContactStore {
    /// The number of the contact that is the user, with edits on top; nil if none is, or where that is not known.
    public func userContact() async throws(ContactStoreError) -> Int? {
        try await read { db in
            let user = (try UserContact.fetch(db) ?? nil).map { Int($0.rawValue) }
            // The overlays of contacts that an edit makes the user, or no user any more.
            let sql = "SELECT id, overlay FROM contact_overlay WHERE instr(overlay, CAST('\"isMe\"' AS BLOB)) > 0"
            let chosen = try Row.fetchAll(db, sql: sql).compactMap { row -> (id: Int, isMe: Bool)? in
                let overlay = try? JSONDecoder().decode(ContactOverlay.self, from: row.decode(Data.self, atIndex: 1))
                return try overlay?.isMe.map { (try row.decode(Int.self, atIndex: 0), $0) }
            }
            if let new = chosen.first(where: \.isMe) { return new.id }
            return chosen.contains { $0.id == user } ? nil : user
        }
    }
}

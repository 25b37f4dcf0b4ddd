import Foundation
import GRDB
public import Model

/// What contacts are called here and on the server.
///
/// Contacts that came from the server have the same number here as there, those that were made here another one.
enum LocalNames {
    /// The number here of a contact of the server's; that on the server for one that is not stored. Nil for no number.
    static func local(_ remote: RemoteID, _ db: Database) throws -> Int? {
        let statement = try db.cachedStatement(sql: "SELECT id FROM contact WHERE remote_id = ?")
        return try Int.fetchOne(statement, arguments: [remote.rawValue]) ?? Int(remote.rawValue)
    }

    /// What the server calls a contact; nil for one that it does not know.
    static func remote(_ contact: ContactID, _ db: Database) throws -> RemoteID? {
        let statement = try db.cachedStatement(sql: "SELECT remote_id FROM contact WHERE id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [contact.rawValue]) else {
            // Somebody's relative is not stored, and is known by the server's number.
            return contact.rawValue < firstLocal ? RemoteID(String(contact.rawValue)) : nil
        }
        return try row.decode(String?.self, atIndex: 0).map { RemoteID($0) }
    }

    /// No server gives such numbers.
    static let firstLocal: Int64 = 1 << 40

    /// The names of stored contacts.
    struct Lookup: ContactNames {
        let db: Database

        // A row that cannot be read names no contact.
        func remote(of id: ContactID) -> RemoteID? { try? LocalNames.remote(id, db) }

        func local(of remote: RemoteID) -> ContactID? {
            let statement = try? db.cachedStatement(sql: "SELECT id FROM contact WHERE remote_id = ?")
            let id = try? statement.flatMap { try Int64.fetchOne($0, arguments: [remote.rawValue]) }
            return id.map { ContactID($0) }
        }
    }
}

extension Contact {
    /// Names others by their numbers here.
    mutating func nameLocally(_ db: Database) throws {
        for index in relationships.indices { try relationships[index].contact.nameLocally(db) }
        try howYouMet?.through?.nameLocally(db)
    }
}

extension ContactReference {
    fileprivate mutating func nameLocally(_ db: Database) throws {
        id = try LocalNames.local(RemoteID(String(id)), db) ?? id
    }
}

extension ContactSections {
    /// Names others by their numbers here.
    mutating func nameLocally(_ db: Database) throws {
        for activity in activities.indices {
            for attendee in activities[activity].attendees.indices {
                try activities[activity].attendees[attendee].nameLocally(db)
            }
        }
    }
}

extension ContactStore {
    /// The number here of a contact that the server calls so; the server's own for one that is not stored. Nil for no number.
    public func localNumber(of remote: RemoteID) async throws(ContactStoreError) -> Int? {
        try await read { db in try LocalNames.local(remote, db) }
    }

    /// What the server calls a contact, as a number; nil for one that it does not know, of which it is asked nothing.
    public func remoteNumber(of id: Int) async throws(ContactStoreError) -> Int? {
        try await read { db in
            try LocalNames.remote(ContactID(Int64(id)), db).flatMap { Int($0.rawValue) }
        }
    }
}

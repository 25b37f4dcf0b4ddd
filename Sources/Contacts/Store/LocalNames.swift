import Foundation
import GRDB
public import Model

/// The local and the remote IDs of contacts.
///
/// A contact from the server has the same number here as there. A contact that was made here has another one.
enum LocalNames {
    /// The local number of a server's contact; the server's own number for a contact that is not stored. Nil if the ID is no
    /// number.
    static func local(_ remote: RemoteID, _ db: Database) throws -> Int? {
        let statement = try db.cachedStatement(sql: "SELECT id FROM contact WHERE remote_id = ?")
        return try Int.fetchOne(statement, arguments: [remote.rawValue]) ?? Int(remote.rawValue)
    }

    /// The server's ID of a contact; nil for a contact that the server does not know.
    static func remote(_ contact: ContactID, _ db: Database) throws -> RemoteID? {
        let statement = try db.cachedStatement(sql: "SELECT remote_id FROM contact WHERE id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [contact.rawValue]) else {
            // A contact that is only a relation may not be stored. Its number is the server's.
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
    /// The local number of a server's contact; the server's own number for a contact that is not stored. Nil if the ID is no
    /// number.
    public func localNumber(of remote: RemoteID) async throws(ContactStoreError) -> Int? {
        try await read { db in try LocalNames.local(remote, db) }
    }

    /// The server's number of a contact; nil for a contact that the server does not know. No request is made for such a
    /// contact.
    public func remoteNumber(of id: Int) async throws(ContactStoreError) -> Int? {
        try await read { db in
            try LocalNames.remote(ContactID(Int64(id)), db).flatMap { Int($0.rawValue) }
        }
    }
}

public import Foundation
import GRDB

/// The properties of a stored contact that no edit changes. They identify the server under another address.
public struct KnownContact: Sendable, Equatable {
    /// The server's number.
    public let number: Int
    /// By the server's clock.
    public let createdAt: Date

    /// A contact that the server has.
    public init(number: Int, createdAt: Date) {
        self.number = number
        self.createdAt = createdAt
    }
}

extension ContactStore {
    /// Some of the contacts that the server is known to have, others each time; none that goes with a relationship.
    public func knownContacts(atMost count: Int) async throws(ContactStoreError) -> [KnownContact] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT remote_id, created_at FROM contact
                    WHERE remote_id IS NOT NULL AND created_at IS NOT NULL AND NOT is_partial
                    AND id NOT IN (SELECT id FROM outbox_contact WHERE is_gone)
                    ORDER BY random() LIMIT ?
                    """, arguments: [count])
            return try rows.compactMap { row in
                guard let number = Int(try row.decode(String.self, atIndex: 0)),
                    let createdAt = Date(stored: try row.decode(atIndex: 1))
                else { return nil }
                return KnownContact(number: number, createdAt: createdAt)
            }
        }
    }
}

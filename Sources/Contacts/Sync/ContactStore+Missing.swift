import Foundation
import GRDB

/// Contacts that the server's list does not have: who they are, and who was asked for lately.
extension ContactStore {
    /// Contacts that the full pass has not met although they are not archived.
    func missing(atMost limit: Int) async throws(ContactStoreError) -> [Int] {
        try await ids(
            """
            SELECT id FROM contact WHERE NOT is_archived AND remote_id IS NOT NULL
            AND id NOT IN (SELECT id FROM seen) AND id NOT IN (SELECT id FROM edit_contact WHERE is_gone)
            ORDER BY id LIMIT ?
            """, [limit])
    }

    /// Some of the contacts that are not archived, others each time.
    func sample(of count: Int) async throws(ContactStoreError) -> [Int] {
        try await ids(
            """
            SELECT id FROM contact WHERE NOT is_archived AND remote_id IS NOT NULL
            AND id NOT IN (SELECT id FROM edit_contact WHERE is_gone) ORDER BY random() LIMIT ?
            """, [count])
    }

    /// Archived contacts that were not asked for since a moment, those first that have waited longest.
    func archived(notAskedForSince moment: Date, atMost limit: Int) async throws(ContactStoreError) -> [Int] {
        try await ids(
            """
            SELECT contact.id FROM contact LEFT JOIN archived_question USING (id)
            WHERE is_archived AND remote_id IS NOT NULL AND coalesce(asked_at, 0) < ? ORDER BY coalesce(asked_at, 0), contact.id LIMIT ?
            """, [moment.stored, limit])
    }

    /// Notes that a contact was asked for by its id; that counts for archived ones alone.
    func noteAsked(id: Int, at now: Date) async throws(ContactStoreError) {
        try await write { db in
            try db.execute(
                sql: """
                    REPLACE INTO archived_question (id, asked_at)
                    SELECT id, ? FROM contact WHERE id = ? AND is_archived
                    """, arguments: [now.stored, id])
        }
    }

    /// Those of some contacts that are stored.
    public func stored(of ids: Set<Int>) async throws(ContactStoreError) -> Set<Int> {
        try await read { db in
            let statement = try db.cachedStatement(sql: "SELECT 1 FROM contact WHERE id = ?")
            return try ids.filter { try Bool.fetchOne(statement, arguments: [$0]) != nil }
        }
    }

    /// Forgets all contacts that are not archived and that the server knew.
    func removeListed(asked: TimeInterval) async throws(ContactStoreError) {
        try await takeIn(brings: false) { try $0.forgetListed(asked: asked) }
    }

    private func ids(_ sql: String, _ arguments: StatementArguments) async throws(ContactStoreError) -> [Int] {
        try await read { try Int.fetchAll($0, sql: sql, arguments: arguments) }
    }
}

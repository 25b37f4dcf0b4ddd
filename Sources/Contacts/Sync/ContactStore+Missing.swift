import Foundation
import GRDB
import Model

/// Contacts outside the server's list, and the times of the last requests for them.
extension ContactStore {
    /// The condition of contacts in the server's list: neither archived nor partial, and known to the server.
    static let isInServersList = "NOT is_archived AND NOT is_partial AND remote_id IS NOT NULL"

    /// The gone contacts that a pending change or a draft keeps.
    private static let kept = """
        SELECT id FROM outbox_contact WHERE is_gone
        AND (EXISTS (SELECT 1 FROM pending_change WHERE contact_id = outbox_contact.id)
        OR EXISTS (SELECT 1 FROM form_draft WHERE contact_id = outbox_contact.id))
        """

    /// Contacts that the full pass has not met although the server's list should have them.
    func missing(atMost limit: Int) async throws(ContactStoreError) -> [Int] {
        try await ids(
            """
            SELECT id FROM contact WHERE \(Self.isInServersList)
            AND id NOT IN (SELECT id FROM seen) AND id NOT IN (\(Self.kept))
            ORDER BY id LIMIT ?
            """, [limit])
    }

    /// Some of the contacts that the server's list should have, others each time.
    func sample(of count: Int) async throws(ContactStoreError) -> [Int] {
        try await ids(
            """
            SELECT id FROM contact WHERE \(Self.isInServersList)
            AND id NOT IN (SELECT id FROM outbox_contact WHERE is_gone) ORDER BY random() LIMIT ?
            """, [count])
    }

    /// Archived and partial contacts without a request since a moment, the longest waiting first.
    func unlisted(notAskedForSince moment: Date, atMost limit: Int) async throws(ContactStoreError) -> [Int] {
        try await ids(
            """
            SELECT contact.id FROM contact LEFT JOIN archived_question USING (id)
            WHERE (is_archived OR is_partial) AND remote_id IS NOT NULL AND coalesce(asked_at, 0) < ?
            ORDER BY coalesce(asked_at, 0), contact.id LIMIT ?
            """, [moment.stored, limit])
    }

    /// Notes the request for a contact by its ID. Only archived and partial contacts are noted: the server's list leaves them
    /// out.
    func noteAsked(id: Int, at now: Date) async throws(ContactStoreError) {
        try await write { db in
            try db.execute(
                sql: """
                    REPLACE INTO archived_question (id, asked_at)
                    SELECT id, ? FROM contact WHERE id = ? AND (is_archived OR is_partial)
                    """, arguments: [now.stored, id])
        }
    }

    /// The stored contacts among `ids`. A contact with a waiting deletion is none of them.
    public func stored(of ids: Set<Int>) async throws(ContactStoreError) -> Set<Int> {
        try await read { db in
            let statement = try db.cachedStatement(sql: "SELECT 1 FROM contact WHERE id = ? AND NOT is_hidden")
            return try ids.filter { try Bool.fetchOne(statement, arguments: [$0]) != nil }
        }
    }

    /// Whether a contact is stored, and its deletion waits to be sent.
    public func isBeingDeleted(id: Int) async throws(ContactStoreError) -> Bool {
        try await read { db in
            let statement = try db.cachedStatement(sql: "SELECT 1 FROM contact WHERE id = ? AND is_hidden")
            return try Bool.fetchOne(statement, arguments: [id]) ?? false
        }
    }

    /// Forgets all contacts that the server's list should have. Transactions are small, so that an edit waits only for a few
    /// contacts.
    func removeListed(asked: TimeInterval) async throws(ContactStoreError) {
        var last = 0
        while true {
            let some = try await ids(
                "SELECT id FROM contact WHERE \(Self.isInServersList) AND id > ? ORDER BY id LIMIT ?",
                [last, Self.maxContactsInTransaction])
            guard let end = some.last else { return }
            try await remove(ids: some, asked: asked)
            last = end
        }
    }

    private func ids(_ sql: String, _ arguments: StatementArguments) async throws(ContactStoreError) -> [Int] {
        try await read { try Int.fetchAll($0, sql: sql, arguments: arguments) }
    }
}

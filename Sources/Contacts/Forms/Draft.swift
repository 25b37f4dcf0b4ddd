public import Foundation
import GRDB
public import Model

/// A form or an entry that was not saved: the only copy of its typing.
public struct Draft: Identifiable, Hashable, Sendable {
    /// The draft's number in its table. No number is used again.
    public let id: Int64
    /// Nil for a new contact, and for a contact that no longer exists. Its typing can become a new contact.
    public let contact: ContactID?
    /// Whether its contact may come with the first synchronisation, after a damaged database was replaced.
    public let isAwaitingContact: Bool
    /// As the form wrote it.
    public let form: Data
    /// When it was last stored.
    public let savedAt: Date
}

extension ContactStore {
    /// Stores the typing of an open form as its draft, and returns the draft's number. The draft is on the disk then. A
    /// removed draft gets a new number.
    public func saveDraft(
        _ form: Data, of contact: ContactID?, inPlaceOf former: Int64? = nil, now: Date = .now
    ) async throws(ContactStoreError) -> Int64 {
        try await writeSynced { db in
            var id = Int64(0)
            try db.inTransaction {
                let arguments: StatementArguments = [
                    contact?.rawValue, String(decoding: form, as: UTF8.self), now.timeIntervalSince1970,
                ]
                if let former {
                    try db.execute(
                        sql: "UPDATE form_draft SET contact_id = ?, form = ?, saved_at = ? WHERE id = ?",
                        arguments: arguments + [former])
                    if db.changesCount > 0 {
                        id = former
                        return .commit
                    }
                }
                _ = try OutboxTables.lastNumber(of: "form_draft", db)
                try db.execute(
                    sql: "INSERT INTO form_draft (contact_id, form, saved_at) VALUES (?, ?, ?)", arguments: arguments)
                id = db.lastInsertedRowID
                return .commit
            }
            return id
        }
    }

    /// All drafts, the latest first.
    public func drafts() async throws(ContactStoreError) -> [Draft] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id, (SELECT contact.id FROM contact WHERE contact.id = contact_id) AS contact,
                        contact_id IS NOT NULL AND NOT EXISTS (
                            SELECT 1 FROM sync_state WHERE last_full_pass IS NOT NULL) AS is_awaiting, form, saved_at
                    FROM form_draft ORDER BY saved_at DESC, id DESC
                    """
            ).map { row in
                let contact = try row.decode(Int64?.self, forColumn: "contact").map { ContactID($0) }
                return Draft(
                    id: try row.decode(forColumn: "id"), contact: contact,
                    isAwaitingContact: contact == nil ? try row.decode(forColumn: "is_awaiting") : false,
                    form: Data(try row.decode(String.self, forColumn: "form").utf8),
                    savedAt: Date(stored: try row.decode(forColumn: "saved_at")) ?? Date(timeIntervalSince1970: 0))
            }
        }
    }

    /// The form was saved, or given up.
    public func removeDraft(_ id: Int64) async throws(ContactStoreError) {
        try await writeSynced { db in
            try db.execute(sql: "DELETE FROM form_draft WHERE id = ?", arguments: [id])
        }
    }
}

public import Foundation
import GRDB
public import Model

/// A form that was not saved: the only copy of what somebody typed.
public struct Draft: Identifiable, Hashable, Sendable {
    /// The draft's number in its table.
    public let id: Int64
    /// Nil for a new contact.
    public let contact: ContactID?
    /// As the form wrote it.
    public let form: Data
    /// When it was last stored.
    public let savedAt: Date
}

extension ContactStore {
    /// Keeps a form, in the place of an earlier draft or of the contact's own, and returns its number. It is on the disk
    /// when this returns.
    public func saveDraft(
        _ form: Data, of contact: ContactID?, inPlaceOf former: Int64? = nil, account: String, now: Date = .now
    ) async throws(ContactStoreError) -> Int64 {
        try await writeSynced { db in
            var id: Int64 = 0
            try db.inTransaction {
                // A contact with a draft stays; its name on the server tells it from others.
                let remote = try contact.flatMap { contact in
                    try String.fetchOne(
                        db, sql: "SELECT remote_id FROM edit_contact WHERE id = ?", arguments: [contact.rawValue])
                }
                if let former { try db.execute(sql: "DELETE FROM draft WHERE id = ?", arguments: [former]) }
                try db.execute(
                    sql: """
                        INSERT INTO draft (account, contact_id, form, names, saved_at) VALUES (?, ?, ?, ?, ?)
                        ON CONFLICT (contact_id) DO UPDATE SET form = excluded.form, saved_at = excluded.saved_at
                        """,
                    arguments: [
                        account, contact?.rawValue, form,
                        contact.map { "contact \($0.rawValue) \(remote ?? "")" } ?? "", now.timeIntervalSince1970,
                    ])
                let saved = try Int64.fetchOne(
                    db, sql: "SELECT id FROM draft WHERE contact_id = ?", arguments: [contact?.rawValue])
                id = saved ?? db.lastInsertedRowID
                return .commit
            }
            return id
        }
    }

    /// All drafts of an account, the latest first.
    public func drafts(account: String) async throws(ContactStoreError) -> [Draft] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT id, contact_id, form, saved_at FROM draft WHERE account = ? ORDER BY saved_at DESC, id",
                arguments: [account]
            ).map { row in
                Draft(
                    id: row[0], contact: (row[1] as Int64?).map { ContactID($0) }, form: row[2],
                    savedAt: Date(timeIntervalSince1970: row[3]))
            }
        }
    }

    /// The form was saved, or given up.
    public func removeDraft(_ id: Int64) async throws(ContactStoreError) {
        try await writeSynced { db in
            try db.inTransaction {
                try db.execute(sql: "DELETE FROM draft WHERE id = ?", arguments: [id])
                return .commit
            }
        }
    }
}

extension CopyLookup {
    /// Removes the draft of a form in the transaction that stores its edits: after a crash it is there as one of both.
    func removeDraft(_ id: Int64?) throws {
        if let id { try db.execute(sql: "DELETE FROM draft WHERE id = ?", arguments: [id]) }
    }

    /// The draft of a contact is one of another from now on; of two, that of the other stays as it is.
    func moveDraft(_ former: ContactID, to contact: ContactID, named remote: RemoteID?) {
        // What cannot be moved is still there under the former number.
        try? db.execute(
            sql: "UPDATE OR IGNORE draft SET contact_id = ?, names = ? WHERE contact_id = ?",
            arguments: [
                contact.rawValue, "contact \(contact.rawValue) \(remote?.rawValue ?? "")", former.rawValue,
            ])
    }

    /// Whether a form of the contact was not saved.
    func hasDraft(_ contact: ContactID) -> Bool {
        let found = try? Bool.fetchOne(
            db, sql: "SELECT 1 FROM draft WHERE contact_id = ?", arguments: [contact.rawValue])
        return found ?? false
    }
}

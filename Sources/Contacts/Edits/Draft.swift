public import Foundation
import GRDB
public import Model

/// A form that was not saved: the only copy of what somebody typed.
public struct Draft: Identifiable, Hashable, Sendable {
    /// The draft's number in its table.
    public let id: Int64
    /// Nil for a new contact, and for one that no longer exists: what was typed of it can become a new one.
    public let contact: ContactID?
    /// As the form wrote it.
    public let form: Data
    /// When it was last stored.
    public let savedAt: Date
    /// Whether its form is open in another process.
    public internal(set) var isOpenElsewhere = false
}

/// Whom and what a form names on this computer, besides its own contact.
public struct DraftNames: Hashable, Sendable {
    /// Those whom it names in a relationship, or as who introduced them.
    public var contacts: Set<ContactID>
    /// Those of its own contact.
    public var parts: Set<PartID>

    /// What a form names.
    public init(contacts: Set<ContactID> = [], parts: Set<PartID> = []) {
        self.contacts = contacts
        self.parts = parts
    }
}

extension ContactStore {
    /// Keeps a form that is open, in the place of its earlier draft, and returns its number. It is on the disk when this returns.
    /// To be followed by `closeDraft` or `removeDraft`.
    ///
    /// Where another form has gone on with the earlier draft, or nobody has it any more, this one gets a draft of its own.
    public func saveDraft(
        _ form: Data, of contact: ContactID?, naming others: DraftNames = DraftNames(),
        inPlaceOf former: Int64? = nil, account: String, now: Date = .now
    ) async throws(ContactStoreError) -> Int64 {
        try await writeSynced { [locks] db in
            var (id, isStored) = (Int64(0), false)
            // The number of a new one that was rolled back is given again.
            defer { if !isStored, id != former { locks.release(.draft(id)) } }
            try db.inTransaction {
                let known = try Row.fetchOne(db, sql: "SELECT contact_id FROM draft WHERE id = ?", arguments: [former])
                // Meanwhile its contact may have turned out to be one that was made here.
                let moved = try known.flatMap { try $0.decode(Int64?.self, atIndex: 0) }
                let stored = try moved.flatMap { try Draft.isKnown($0, db) ? ContactID($0) : nil }
                let contact = try stored ?? contact.map { try Draft.current($0, db) }
                let names = try others.stored(of: contact, db)
                if let former, known != nil {
                    id = former
                    try db.execute(
                        sql: "UPDATE draft SET contact_id = ?, form = ?, names = ?, saved_at = ? WHERE id = ?",
                        arguments: [contact?.rawValue, form, names, now.timeIntervalSince1970, former])
                } else {
                    try db.execute(
                        sql: "INSERT INTO draft (account, contact_id, form, names, saved_at) VALUES (?, ?, ?, ?, ?)",
                        arguments: [account, contact?.rawValue, form, names, now.timeIntervalSince1970])
                    id = db.lastInsertedRowID
                }
                // Before another process can read it.
                locks.take(.draft(id))
                return .commit
            }
            isStored = true
            return id
        }
    }

    /// A form goes on with a draft, which is only this form's from now on: under another number, so that a form that is open
    /// elsewhere keeps and ends its own. Nil if it is there no more. To be followed as `saveDraft`.
    public func takeDraft(_ id: Int64) async throws(ContactStoreError) -> Draft? {
        try await writeSynced { [locks] db in
            var (draft, isStored) = (nil as Draft?, false)
            defer { if !isStored, let draft { locks.release(.draft(draft.id)) } }
            try db.inTransaction {
                try db.execute(
                    sql: """
                        INSERT INTO draft (account, contact_id, form, names, saved_at)
                        SELECT account, contact_id, form, names, saved_at FROM draft WHERE id = ?
                        """, arguments: [id])
                guard db.changesCount > 0 else { return .rollback }
                draft = try Draft.fetchAll(db, where: "id = ?", [db.lastInsertedRowID]).first
                try db.execute(sql: "DELETE FROM draft WHERE id = ?", arguments: [id])
                if let draft { locks.take(.draft(draft.id)) }
                return .commit
            }
            isStored = true
            return draft
        }
    }

    /// All drafts of an account, the latest first.
    public func drafts(account: String) async throws(ContactStoreError) -> [Draft] {
        try await read { [locks] db in
            try Draft.fetchAll(db, where: "account = ?", [account]).map { draft in
                var draft = draft
                draft.isOpenElsewhere = locks.isTakenElsewhere(.draft(draft.id))
                return draft
            }
        }
    }

    /// The form is open no more, and its draft stays: whoever wants to may go on with it.
    @concurrent
    public func closeDraft(_ id: Int64) async {
        locks.release(.draft(id))
    }

    /// The form was saved, or given up.
    public func removeDraft(_ id: Int64) async throws(ContactStoreError) {
        defer { locks.release(.draft(id)) }
        try await writeSynced { db in
            try db.inTransaction {
                try db.execute(sql: "DELETE FROM draft WHERE id = ?", arguments: [id])
                return .commit
            }
        }
    }
}

extension Draft {
    /// A form that names another contact. It writes all whom it names in one way, which no text in it reads like: there the
    /// quotation marks would be escaped.
    fileprivate static func moved(_ form: Data, from former: ContactID, to contact: ContactID) -> Data {
        guard let text = String(data: form, encoding: .utf8),
            let (old, new) = try? (AnyContactID.local(former).storedText, AnyContactID.local(contact).storedText)
        else { return form }
        return Data(text.replacing(old, with: new).utf8)
    }

    /// The number that a contact has now: a form may not have heard yet that it turned out to be one that was made here.
    fileprivate static func current(_ contact: ContactID, _ db: Database) throws -> ContactID {
        if try isKnown(contact.rawValue, db) { return contact }
        return try LocalNames.local(RemoteID(String(contact.rawValue)), db).map { ContactID(Int64($0)) } ?? contact
    }

    fileprivate static func isKnown(_ contact: Int64, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM contact WHERE id = ?1 UNION ALL SELECT 1 FROM edit_contact WHERE id = ?1)
                """, arguments: [contact]) ?? false
    }

    fileprivate static func fetchAll(_ db: Database, where condition: String, _ arguments: StatementArguments) throws
        -> [Draft]
    {
        try Row.fetchAll(
            db,
            sql: "SELECT id, contact_id, form, saved_at FROM draft WHERE \(condition) ORDER BY saved_at DESC, id DESC",
            arguments: arguments
        ).map { row in
            let contact = try row.decode(Int64?.self, atIndex: 1).flatMap { try isKnown($0, db) ? ContactID($0) : nil }
            let savedAt = Date(stored: try row.decode(atIndex: 3)) ?? Date(timeIntervalSince1970: 0)
            return Draft(
                id: try row.decode(atIndex: 0), contact: contact, form: try row.decode(atIndex: 2), savedAt: savedAt)
        }
    }
}

extension DraftNames {
    /// With the server's names, a line each: by these they are known in another database.
    fileprivate func stored(of contact: ContactID?, _ db: Database) throws -> String {
        var lines: [String] = []
        for id in contacts.union([contact].compactMap(\.self)).sorted() {
            let row = try Row.fetchOne(
                db, sql: "SELECT remote_id FROM edit_contact WHERE id = ?", arguments: [id.rawValue])
            let remote = try row.map { try $0.decode(String?.self, atIndex: 0) } ?? LocalNames.remote(id, db)?.rawValue
            lines.append("contact \(id.rawValue) \(remote ?? "")")
        }
        for id in parts.map(\.rawValue).sorted() {
            let row = try Row.fetchOne(db, sql: "SELECT kind, remote_id FROM edit_part WHERE id = ?", arguments: [id])
            guard let row else { continue }
            let (kind, remote) = try (row.decode(String.self, atIndex: 0), row.decode(String?.self, atIndex: 1))
            lines.append("\(kind) \(id) \(remote ?? "")")
        }
        return lines.joined(separator: "\n")
    }
}

extension AnyContactID {
    /// As forms and edits write it.
    fileprivate var storedText: String {
        get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
    }
}

extension CopyLookup {
    /// Removes the draft of a form in the transaction that stores its edits: after a crash it is there as one of both.
    func removeDraft(_ id: Int64?) throws {
        if let id { try db.execute(sql: "DELETE FROM draft WHERE id = ?", arguments: [id]) }
    }

    /// The drafts of a contact are those of another from now on, and those that name it name that one.
    func moveDrafts(_ former: ContactID, to contact: ContactID, named remote: RemoteID?) {
        // What cannot be moved is still there under the former number.
        try? db.execute(
            sql: "UPDATE draft SET contact_id = ? WHERE contact_id = ?", arguments: [contact.rawValue, former.rawValue])
        let (old, new) = ("contact \(former.rawValue) ", "contact \(contact.rawValue) \(remote?.rawValue ?? "")")
        for row in (try? Row.fetchAll(db, sql: "SELECT id, names, form FROM draft")) ?? [] {
            guard let id = try? row.decode(Int64.self, atIndex: 0), let form = try? row.decode(Data.self, atIndex: 2),
                let lines = try? row.decode(String.self, atIndex: 1).split(separator: "\n").map(String.init)
            else { continue }
            guard lines.contains(where: { $0.hasPrefix(old) }) else { continue }
            let names = lines.map { $0.hasPrefix(old) ? new : $0 }
            try? db.execute(
                sql: "UPDATE draft SET names = ?, form = ? WHERE id = ?",
                arguments: [
                    names.joined(separator: "\n"), Draft.moved(form, from: former, to: contact), id,
                ])
        }
    }

    /// Whether a form of the contact was not saved.
    func hasDraft(_ contact: ContactID) -> Bool {
        let statement = try? db.cachedStatement(sql: "SELECT 1 FROM draft WHERE contact_id = ?")
        let found = try? statement.flatMap { try Bool.fetchOne($0, arguments: [contact.rawValue]) }
        return found ?? false
    }
}

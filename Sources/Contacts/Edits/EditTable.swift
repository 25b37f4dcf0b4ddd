import Foundation
import GRDB
import Model

/// The edits as they are stored.
enum EditTable {
    /// All edits of an account, and what they name.
    ///
    /// An edit that cannot be read stays where it is, and is not sent.
    static func load(_ db: Database, account: String) throws -> EditBook {
        var book = EditBook()
        for row in try Row.fetchAll(db.cachedStatement(sql: "SELECT id, remote_id, is_gone FROM edit_contact")) {
            let remote = try row.decode(String?.self, atIndex: 1).map { RemoteID($0) }
            book.contacts[ContactID(try row.number(atIndex: 0))] = NamedContact(
                remote: remote, isGone: try row.decode(atIndex: 2))
        }
        for row in try Row.fetchAll(db.cachedStatement(sql: "SELECT id, kind, contact_id, remote_id FROM edit_part")) {
            guard let kind = PartKind(rawValue: try row.decode(atIndex: 1)) else { continue }
            book.parts[PartID(try row.number(atIndex: 0))] = NamedPart(
                kind: kind, contact: ContactID(try row.decode(atIndex: 2)),
                remote: try row.decode(String?.self, atIndex: 3).map { RemoteID($0) })
        }
        let sql = """
            SELECT id, contact_id, change, state, attempts, issue, needs, not_before, progress, undo, made_at
            FROM edit WHERE account = ? ORDER BY id
            """
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [account])
        for row in rows {
            if let edit = try? Edit(row: row) {
                book.edits.append(edit)
            } else {
                book.unreadable[EditID(rawValue: try row.decode(atIndex: 0))] = ContactID(try row.decode(atIndex: 1))
            }
        }
        book.notices = try EditNotice.fetchAll(db, account: account)
        book.photos = try LeftPhotos.fetchAll(db, account: account)
        book.writeRefusal = try WriteRefusal.fetch(db, account: account)
        for row in try Row.fetchAll(db.cachedStatement(sql: "SELECT remote_id, ended_at FROM edit_end")) {
            book.ended[RemoteID(try row.decode(atIndex: 0))] = try row.decode(atIndex: 1)
        }
        let greatest = try Row.fetchAll(db.cachedStatement(sql: "SELECT name, seq FROM sqlite_sequence"))
        for row in greatest {
            switch try row.decode(String?.self, atIndex: 0) {
            case "edit": book.greatest.edit = try row.number(atIndex: 1)
            case "edit_contact": book.greatest.contact = try row.number(atIndex: 1)
            case "edit_part": book.greatest.part = try row.number(atIndex: 1)
            default: break
            }
        }
        return book
    }

    /// Stores what has changed from one book to the next.
    static func save(_ db: Database, _ new: EditBook, over old: EditBook, account: String) throws {
        if new.contacts != old.contacts {
            // A name on the server may move from one number to another.
            for (id, contact) in old.contacts where new.contacts[id]?.remote != contact.remote && contact.remote != nil
            {
                try run(db, "UPDATE edit_contact SET remote_id = NULL WHERE id = ?", [id.rawValue])
            }
            for (id, contact) in new.contacts where old.contacts[id] != contact {
                try run(
                    db,
                    """
                    INSERT INTO edit_contact (id, remote_id, is_gone) VALUES (?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET remote_id = excluded.remote_id, is_gone = excluded.is_gone
                    """, [id.rawValue, contact.remote?.rawValue, contact.isGone])
            }
        }
        if new.parts != old.parts {
            for id in old.parts.keys where new.parts[id] == nil {
                try run(db, "DELETE FROM edit_part WHERE id = ?", [id.rawValue])
            }
            // As that of a contact, a name on the server may move from one number to another.
            for (id, part) in new.parts where part.remote == nil && old.parts[id]?.remote != nil {
                try run(db, "UPDATE edit_part SET remote_id = NULL WHERE id = ?", [id.rawValue])
            }
            for (id, part) in new.parts where old.parts[id] != part {
                try run(
                    db,
                    """
                    INSERT INTO edit_part (id, kind, contact_id, remote_id) VALUES (?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET contact_id = excluded.contact_id, remote_id = excluded.remote_id
                    """, [id.rawValue, part.kind.rawValue, part.contact.rawValue, part.remote?.rawValue])
            }
        }
        try saveEdits(db, new, old, account)
        if new.notices != old.notices { try EditNotice.save(new.notices, over: old.notices, account: account, db) }
        if new.photos != old.photos { try LeftPhotos.save(new.photos, over: old.photos, account: account, db) }
        if new.writeRefusal != old.writeRefusal { try WriteRefusal.save(new.writeRefusal, account: account, db) }
        if new.ended != old.ended { try saveEnds(db, new.ended, old.ended) }
        for id in old.contacts.keys where new.contacts[id] == nil {
            try run(db, "DELETE FROM edit_contact WHERE id = ?", [id.rawValue])
        }
    }

    private static func saveEnds(
        _ db: Database, _ new: [RemoteID: TimeInterval], _ old: [RemoteID: TimeInterval]
    ) throws {
        for (remote, moment) in new where old[remote] != moment {
            try run(db, "REPLACE INTO edit_end (remote_id, ended_at) VALUES (?, ?)", [remote.rawValue, moment])
        }
        for remote in old.keys where new[remote] == nil {
            try run(db, "DELETE FROM edit_end WHERE remote_id = ?", [remote.rawValue])
        }
    }

    private static func saveEdits(_ db: Database, _ new: EditBook, _ old: EditBook, _ account: String) throws {
        let hasNewNames = new.contacts != old.contacts || new.parts != old.parts
        let former = Dictionary(uniqueKeysWithValues: old.edits.map { ($0.id, $0) })
        var left = Set(former.keys)
        for edit in new.edits {
            left.remove(edit.id)
            let before = former[edit.id]
            if before != edit { try save(db, edit, over: before, account) }
            if before != edit || hasNewNames {
                let names = new.names(of: edit)
                if before == nil || names != old.names(of: edit) {
                    try run(db, "UPDATE edit SET names = ? WHERE id = ?", [names, edit.id.rawValue])
                }
            }
        }
        for id in left { try run(db, "DELETE FROM edit WHERE id = ?", [id.rawValue]) }
    }

    private static func save(_ db: Database, _ edit: Edit, over old: Edit?, _ account: String) throws {
        let needs = edit.needs.map { String($0.rawValue) }.joined(separator: " ")
        if old == nil {
            try run(
                db,
                """
                INSERT INTO edit (id, account, contact_id, kind, change, state, needs, not_before, made_at, names)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '')
                """,
                [
                    edit.id.rawValue, account, edit.contact.rawValue, edit.change.kind, try edit.change.stored(),
                    edit.state.rawValue, needs, edit.notBefore, edit.madeAt?.timeIntervalSince1970,
                ])
        } else if old?.change != edit.change || old?.contact != edit.contact {
            try run(
                db, "UPDATE edit SET contact_id = ?, kind = ?, change = ? WHERE id = ?",
                [edit.contact.rawValue, edit.change.kind, try edit.change.stored(), edit.id.rawValue])
        }
        if old?.progress ?? EditProgress() != edit.progress || old?.undo != edit.undo {
            try run(
                db, "UPDATE edit SET progress = ?, undo = ? WHERE id = ?",
                [try JSONEncoder().encode(edit.progress), try edit.undo?.stored(), edit.id.rawValue])
        }
        if old == nil, edit.attempts == 0, edit.issue == nil { return }
        try run(
            db, "UPDATE edit SET state = ?, attempts = ?, issue = ?, needs = ?, not_before = ? WHERE id = ?",
            [
                edit.state.rawValue, edit.attempts, edit.issue?.stored, needs, edit.notBefore, edit.id.rawValue,
            ])
    }

    private static func run(_ db: Database, _ sql: String, _ arguments: [(any DatabaseValueConvertible)?]) throws {
        try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
    }
}

extension Edit {
    fileprivate init(row: Row) throws {
        self.init(
            id: EditID(rawValue: try row.decode(atIndex: 0)), contact: ContactID(try row.decode(atIndex: 1)),
            change: try ContactChange(stored: row.decode(atIndex: 2)))
        guard let state = EditState(rawValue: try row.decode(atIndex: 3)) else { throw StoredChangeError.unknown }
        self.state = state
        // No edit is tried as often, and one more is added to it.
        attempts = min(max(0, try row.decode(atIndex: 4)), Int(Int32.max))
        issue = try row.decode(String?.self, atIndex: 5).map(EditIssue.init(stored:))
        needs = try row.decode(String.self, atIndex: 6).split(separator: " ").compactMap { Int64($0) }
            .map(EditID.init(rawValue:))
        notBefore = try row.decode(atIndex: 7)
        if let progress = try row.decode(Data?.self, atIndex: 8) {
            self.progress = try JSONDecoder().decode(EditProgress.self, from: progress)
        }
        madeAt = Date(stored: try row.decode(atIndex: 10))
        if let undo = try row.decode(Data?.self, atIndex: 9) { self.undo = try ContactChange(stored: undo) }
    }
}

extension EditBook {
    /// What an edit names with the server's names of it, a line each: by these the edit is known in another database.
    fileprivate func names(of edit: Edit) -> String {
        let contacts = edit.change.named.union([edit.contact]).sorted().map { id in
            "contact \(id.rawValue) \(remote(id)?.rawValue ?? "")"
        }
        let part = edit.partChange.map {
            "\($0.kind.rawValue) \($0.part.rawValue) \(parts[$0.part]?.remote?.rawValue ?? "")"
        }
        return (contacts + [part].compactMap { $0 }).joined(separator: "\n")
    }
}

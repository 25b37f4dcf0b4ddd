import Foundation
import GRDB
import Model

/// What was taken over of the edits and drafts in a damaged database: they are the only copy of what somebody typed.
public struct EditRescue: Sendable, Hashable {
    /// How many edits were saved.
    public var edits = 0
    /// How many drafts were saved.
    public var drafts = 0
    /// Whether some could not be read, or nobody knows any more what they are about.
    public var isIncomplete = false

    /// Whether there was nothing to be taken over.
    public var isEmpty: Bool { edits == 0 && drafts == 0 && !isIncomplete }

    mutating func add(_ other: EditRescue) {
        edits += other.edits
        drafts += other.drafts
        isIncomplete = isIncomplete || other.isIncomplete
    }
}

extension EditRescue {
    /// Takes the edits and drafts of a database that was set aside into a new one, row by row, and shows the contacts there
    /// that no server has.
    static func run(
        from file: URL, into database: some DatabaseWriter, copies: any EditCopies
    ) throws -> EditRescue {
        var configuration = Configuration()
        configuration.readonly = true
        let rows: Rows
        do {
            let source = try DatabaseQueue(path: file.path, configuration: configuration)
            // Without a transaction: one in which something could not be read cannot be ended.
            rows = source.inDatabase { db in Rows(db) }
        } catch {
            // It is no database any more, and nobody can tell what was in it.
            return EditRescue(isIncomplete: true)
        }
        return try database.write { db in
            let rescue = try rows.write(db)
            try showMade(db, copies)
            return rescue
        }
    }

    /// The others are shown with their copies, when these come.
    private static func showMade(_ db: Database, _ copies: any EditCopies) throws {
        for account in try String.fetchAll(db, sql: "SELECT DISTINCT account FROM edit") {
            var book = try EditTable.load(db, account: account)
            book.lookup = CopyLookup(copies: copies, db: db)
            try copies.show(Set(book.edits.filter { $0.creation != nil }.map(\.contact)), book, db)
        }
    }

    /// Whether edits or drafts can still be read in a database that was set aside.
    static func hasAny(_ file: URL) -> Bool {
        var configuration = Configuration()
        configuration.readonly = true
        let rows = try? DatabaseQueue(path: file.path, configuration: configuration).inDatabase { db in Rows(db) }
        return rows.map { !$0.edits.rows.isEmpty || !$0.drafts.rows.isEmpty } ?? false
    }
}

/// The rows that can be read of the tables of edits.
private struct Rows {
    struct Table {
        let name: String
        var columns: [String]
        var rows: [Row] = []
        var isIncomplete = false
    }

    var contacts = Table(name: "edit_contact", columns: ["id", "remote_id", "is_gone"])
    var parts = Table(name: "edit_part", columns: ["id", "kind", "contact_id", "remote_id"])
    var edits = Table(
        name: "edit",
        columns: [
            "id", "account", "contact_id", "kind", "change", "state", "attempts", "issue", "needs", "not_before",
            "names", "progress", "undo", "made_at",
        ])
    var drafts = Table(name: "draft", columns: ["id", "account", "contact_id", "form", "names", "saved_at"])
    /// Of deleted contacts, whose photos are still to go.
    var photos = Table(name: "edit_photo", columns: ["id", "account", "remote_id"])
    /// What the server made of edits, and nobody has seen.
    var notices = Table(name: "edit_notice", columns: ["id", "account", "contact_id", "change", "found", "made_at"])
    private var greatest: [String: Int64] = [:]

    init(_ db: Database) {
        // A database of 0.1.0 has none of them.
        guard (try? db.tableExists("edit")) ?? true else {
            // Unless it is the table of tables that is broken.
            edits.isIncomplete = (try? String.fetchAll(db, sql: "PRAGMA quick_check")) != ["ok"]
            return
        }
        // One that an earlier version left.
        if let there = try? db.columns(in: "edit").map(\.name), !there.contains("made_at") {
            edits.columns.removeAll { $0 == "made_at" }
        }
        contacts.read(db)
        parts.read(db)
        edits.read(db)
        drafts.read(db)
        // Earlier versions did not have these.
        if (try? db.tableExists(photos.name)) == true { photos.read(db) }
        if (try? db.tableExists(notices.name)) == true { notices.read(db) }
        // Without them, numbers count on from the rows that were read.
        let sequences = (try? Row.fetchAll(db, sql: "SELECT name, seq FROM sqlite_sequence")) ?? []
        for row in sequences {
            guard let name = try? row.decode(String.self, atIndex: 0), let number = try? row.number(atIndex: 1)
            else { continue }
            greatest[name] = number
        }
    }

    func write(_ db: Database) throws -> EditRescue {
        var rescue = EditRescue()
        var taken: [String: Int] = [:]
        for table in [contacts, parts, edits, drafts, photos, notices] {
            let count = try table.rows.count { try table.insert($0, db) }
            taken[table.name] = count
            if count < table.rows.count { rescue.isIncomplete = true }
            try table.count(on: greatest[table.name] ?? 0, db)
            rescue.isIncomplete = rescue.isIncomplete || table.isIncomplete
        }
        try nameContacts(db)
        rescue.edits = taken[edits.name] ?? 0
        rescue.drafts = taken[drafts.name] ?? 0
        if try refuseUnresolved(db) > 0 { rescue.isIncomplete = true }
        if try !forgetUnresolvedOfDrafts(db) { rescue.isIncomplete = true }
        if edits.isIncomplete { try refuseWhatNeedsTheLost(db) }
        return rescue
    }

    /// Each edit and draft says itself what the server calls all that it names.
    private func nameContacts(_ db: Database) throws {
        for row in edits.rows + drafts.rows {
            let contact: Int64? = row.read("contact_id")
            guard let names: String = row.read("names") else { continue }
            for line in names.split(separator: "\n") {
                let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
                guard words.count == 3, let id = Int64(words[1]) else { continue }
                let remote = words[2].isEmpty ? nil : words[2]
                if words[0] == "contact" {
                    try db.execute(
                        sql: "INSERT OR IGNORE INTO edit_contact (id, remote_id) VALUES (?, ?)",
                        arguments: [id, remote])
                } else if PartKind(rawValue: words[0]) != nil, let contact {
                    try db.execute(
                        sql: "INSERT OR IGNORE INTO edit_part (id, kind, contact_id, remote_id) VALUES (?, ?, ?, ?)",
                        arguments: [id, words[0], contact, remote])
                }
            }
        }
    }

    /// What was to follow an edit that could not be read, such as a deletion of what that was to make anew.
    private func refuseWhatNeedsTheLost(_ db: Database) throws {
        let there = Set(edits.rows.compactMap { $0.read("id") as Int64? })
        for row in edits.rows {
            let needs = (row.read("needs") as String?)?.split(separator: " ").compactMap { Int64($0) } ?? []
            // One that was carried out is not there either: nobody can tell.
            guard let id: Int64 = row.read("id"), !there.isSuperset(of: needs) else { continue }
            try db.execute(
                sql: "UPDATE edit SET state = 'refused', issue = ? WHERE id = ? AND state = 'waiting'",
                arguments: [EditIssue.lostInDamage.stored, id])
        }
    }

    /// The contacts that the server knows or will know.
    private func resolved(_ db: Database) throws -> Set<Int64> {
        try Set(
            Int64.fetchAll(
                db,
                sql: """
                    SELECT id FROM edit_contact WHERE remote_id IS NOT NULL
                    UNION SELECT contact_id FROM edit WHERE kind = 'create'
                    """))
    }

    /// Whom a draft names and nobody can tell any more is nobody: an edit that is made of it says so, and does not wait for
    /// ever. False if there is somebody.
    private func forgetUnresolvedOfDrafts(_ db: Database) throws -> Bool {
        let lines = drafts.rows.flatMap { ($0.read("names") as String?)?.split(separator: "\n") ?? [] }
        let named = lines.compactMap { line in
            line.hasPrefix("contact ") ? line.split(separator: " ").dropFirst().first.flatMap { Int64($0) } : nil
        }
        let lost = try Set(named).subtracting(resolved(db))
        for id in lost {
            try db.execute(
                sql: "DELETE FROM edit_contact WHERE id = ? AND id NOT IN (SELECT contact_id FROM edit)",
                arguments: [id])
        }
        return lost.isEmpty
    }

    /// What nobody can tell any more to whom or to what it belongs is refused, never guessed.
    private func refuseUnresolved(_ db: Database) throws -> Int {
        let changes = edits.rows.map { row in (row.read("change") as Data?).flatMap { try? ContactChange(stored: $0) } }
        let contacts = try resolved(db)
        let made = changes.compactMap { change in change?.part.flatMap { $0.before == nil ? $0.part.rawValue : nil } }
        let parts = try Set(Int64.fetchAll(db, sql: "SELECT id FROM edit_part WHERE remote_id IS NOT NULL")).union(made)
        var count = 0
        for (row, change) in zip(edits.rows, changes) {
            let named = [row.read("contact_id") as Int64?].compactMap(\.self) + (change?.named.map(\.rawValue) ?? [])
            let isPartLost = change?.part.map { !parts.contains($0.part.rawValue) } ?? false
            guard !contacts.isSuperset(of: named) || isPartLost else { continue }
            try db.execute(
                sql: "UPDATE edit SET state = 'refused', issue = ? WHERE id = ? AND state != 'refused'",
                arguments: [EditIssue.lostInDamage.stored, row.read("id") as Int64?])
            count += db.changesCount
        }
        return count
    }
}

extension Row {
    /// Nil for a value that is missing, or of another type.
    fileprivate func read<Value: DatabaseValueConvertible>(_ column: String) -> Value? {
        try? decode(Value.self, forColumn: column)
    }
}

extension ContactChange {
    fileprivate var part: PartChange? { if case .part(let change) = self { change } else { nil } }
}

extension Rows.Table {
    /// Reads row by row, from the first to where it cannot go on, and then from the last.
    fileprivate mutating func read(_ db: Database) {
        let columns = columns.joined(separator: ", ")
        var (first, last) = (Int64(-1), Row.endOfNumbers)
        let beyond = "SELECT EXISTS (SELECT 1 FROM \(name) WHERE id >= ? OR id < 0)"
        if (try? Bool.fetchOne(db, sql: beyond, arguments: [last])) != false { isIncomplete = true }
        for isForward in [true, false] {
            while true {
                let sql =
                    isForward
                    ? "SELECT \(columns) FROM \(name) WHERE id > ? AND id < ? ORDER BY id LIMIT 1"
                    : "SELECT \(columns) FROM \(name) WHERE id > ? AND id < ? ORDER BY id DESC LIMIT 1"
                let row: Row?
                do {
                    row = try Row.fetchOne(db, sql: sql, arguments: [first, last])
                } catch {
                    isIncomplete = true
                    break
                }
                guard let row, let id = try? row.decode(Int64.self, atIndex: 0) else { return }
                rows.append(row)
                if isForward { first = id } else { last = id }
            }
        }
    }

    /// False for a row that the new tables do not take.
    fileprivate func insert(_ row: Row, _ db: Database) throws -> Bool {
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        let sql = "INSERT OR IGNORE INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(marks))"
        do {
            try db.execute(sql: sql, arguments: StatementArguments(Array(row.databaseValues)))
            return db.changesCount > 0
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            // A value of another type, which is no conflict to ignore.
            return false
        }
    }

    /// New rows get numbers that the old database never gave.
    fileprivate func count(on greatest: Int64, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", arguments: [greatest, name])
        if db.changesCount == 0, greatest > 0 {
            try db.execute(sql: "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", arguments: [name, greatest])
        }
    }
}

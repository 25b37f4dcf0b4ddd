import Foundation
import GRDB
import Model

/// The typing that was taken over from a damaged database: pending changes and drafts are its only copy.
public struct OutboxRescue: Sendable, Hashable {
    /// How many pending changes were saved.
    public var changes = 0
    /// How many drafts were saved.
    public var drafts = 0
    /// Whether some could not be read, or belong to a contact that nothing names any more.
    public var isIncomplete = false

    /// Whether there was nothing to be taken over.
    public var isEmpty: Bool { changes == 0 && drafts == 0 && !isIncomplete }

    mutating func add(_ other: OutboxRescue) {
        changes += other.changes
        drafts += other.drafts
        isIncomplete = isIncomplete || other.isIncomplete
    }
}

extension OutboxRescue {
    /// The tables in the order in which they are taken over.
    private static let tables = [
        Table(name: "outbox_contact", columns: "id, uuid, is_gone, known"),
        Table(name: "part", columns: "id, contact_id, kind, remote_id"),
        Table(name: "pending_change", columns: "contact_id, slot, change"),
        Table(name: "photo", columns: "id, contact_id, name, address, bytes, made_at"),
        Table(name: "attempt", columns: "contact_id, attempt"),
        Table(name: "form_draft", columns: "id, contact_id, form, saved_at"),
    ]

    /// Whether a database that was set aside has typing that can be read.
    static func hasAny(_ file: URL) -> Bool {
        guard let source = try? connection(file) else { return false }
        let typing = tables.filter { ["pending_change", "form_draft"].contains($0.name) }
        return typing.contains { !$0.read(source).rows.isEmpty }
    }

    /// Takes the typing of a database that was set aside into a new one, row by row.
    ///
    /// A change that cannot be read, and a change of a contact that only the lost copies named, stays behind.
    init(from file: URL, into database: some DatabaseWriter, decoder: any ContactDecoder) throws {
        guard let source = try? Self.connection(file) else {
            // It is no database any more, and nothing tells its content.
            isIncomplete = true
            return
        }
        guard Self.hasTables(source) else {
            isIncomplete = !Self.isSound(source)
            return
        }
        let found = Self.tables.map { (table: $0, read: $0.read(source)) }
        isIncomplete = found.contains { !$0.read.isWhole }
        let names = Self.names(source)
        let last = Self.lastNumbers(source)
        try database.write { db in
            for (table, (rows, _)) in found where try rows.count(where: { try table.insert($0, db) }) != rows.count {
                isIncomplete = true
            }
            isIncomplete = try Self.forgetUnnamed(names, db) || isIncomplete
            isIncomplete = try Self.forgetLostParts(db) || isIncomplete
            try Self.countOn(last, db)
            try Self.show(names, decoder, db)
            changes = try Int.fetchOne(db, sql: "SELECT count(*) FROM pending_change") ?? 0
            drafts = try Int.fetchOne(db, sql: "SELECT count(*) FROM form_draft") ?? 0
        }
    }

    private static func connection(_ file: URL) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: file.path, configuration: configuration)
    }

    /// False for a database of a version without the tables. A schema that cannot be read may have them.
    private static func hasTables(_ source: DatabaseQueue) -> Bool {
        (try? source.inDatabase { try $0.tableExists("pending_change") }) ?? true
    }

    private static func isSound(_ source: DatabaseQueue) -> Bool {
        (try? source.inDatabase { try String.fetchAll($0, sql: "PRAGMA quick_check") }) == ["ok"]
    }

    /// The greatest numbers that each table gave; none where they cannot be read.
    private static func lastNumbers(_ source: DatabaseQueue) -> [String: Int64] {
        pairs(source, "SELECT name, seq FROM sqlite_sequence") { row in
            (try row.decode(String.self, atIndex: 0), try row.number(atIndex: 1))
        }
    }

    /// The readable pairs of a query; of equal keys the last.
    private static func pairs<Key: Hashable, Value>(
        _ source: DatabaseQueue, _ sql: String, _ read: (Row) throws -> (Key, Value)
    ) -> [Key: Value] {
        let rows = (try? source.inDatabase { try Row.fetchAll($0, sql: sql) }) ?? []
        return Dictionary(rows.compactMap { try? read($0) }) { $1 }
    }

    /// Numbers continue after the numbers of the former database: no number is used again.
    private static func countOn(_ last: [String: Int64], _ db: Database) throws {
        // The contacts of parts and drafts had their numbers, also where the sequences are lost.
        let sql = "SELECT max(id) FROM (SELECT contact_id AS id FROM part UNION ALL SELECT contact_id FROM form_draft)"
        let contact = try Int64.fetchOne(db, sql: sql) ?? 0
        for table in ["outbox_contact", "part", "form_draft"] {
            let number = max(last[table] ?? 0, table == "outbox_contact" ? contact : 0)
            try db.execute(
                sql: "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", arguments: [number, table])
            guard db.changesCount == 0 else { continue }
            try db.execute(sql: "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", arguments: [table, number])
        }
    }

    /// Gives new parts their numbers again. Drops the changes of parts with lost names on the server. True if it
    /// dropped any change.
    private static func forgetLostParts(_ db: Database) throws -> Bool {
        var hasLost = false
        let known = Set(try Int64.fetchAll(db, sql: "SELECT id FROM part"))
        for row in try Row.fetchAll(db, sql: "SELECT contact_id, slot, change FROM pending_change") {
            let stored: String = try row.decode(forColumn: "slot")
            guard case .part(let kind, let part)? = Slot(stored: stored), !known.contains(part.rawValue) else {
                continue
            }
            let change: PendingChange = try StoredForm.value(of: try row.decode(forColumn: "change"))
            let contact = try row.decode(Int64.self, forColumn: "contact_id")
            if change.base == nil, (1..<Row.endOfNumbers).contains(part.rawValue) {
                try db.execute(
                    sql: "INSERT INTO part (id, contact_id, kind) VALUES (?, ?, ?)",
                    arguments: [part.rawValue, contact, kind.rawValue])
            } else {
                hasLost = true
                try db.execute(
                    sql: "DELETE FROM pending_change WHERE contact_id = ? AND slot = ?", arguments: [contact, stored])
            }
        }
        return hasLost
    }

    /// The server's names of the contacts with numbers that were given here.
    private static func names(_ source: DatabaseQueue) -> [Int64: String] {
        let sql = "SELECT id, remote_id FROM contact WHERE id >= \(LocalNames.firstLocal) AND remote_id IS NOT NULL"
        return pairs(source, sql) { row in
            (try row.decode(Int64.self, atIndex: 0), try row.decode(String.self, atIndex: 1))
        }
    }

    /// Drops the changes of contacts that nothing names; true if there were any.
    private static func forgetUnnamed(_ names: [Int64: String], _ db: Database) throws -> Bool {
        let known = Set(names.keys).union(
            try Int64.fetchAll(
                db,
                sql: """
                    SELECT contact_id FROM pending_change JOIN outbox_contact ON id = contact_id
                    WHERE slot = 'existence' AND uuid IS NOT NULL
                    """))
        let ids = try Int64.fetchAll(db, sql: "SELECT DISTINCT contact_id FROM pending_change")
        let lost = ids.filter { $0 >= LocalNames.firstLocal && !known.contains($0) }
        for id in lost {
            try db.execute(sql: "DELETE FROM pending_change WHERE contact_id = ?", arguments: [id])
            try db.execute(sql: "DELETE FROM attempt WHERE contact_id = ?", arguments: [id])
        }
        return !lost.isEmpty
    }

    /// Shows the contacts that were made here. The others come with the next synchronisation.
    private static func show(_ names: [Int64: String], _ decoder: any ContactDecoder, _ db: Database) throws {
        for (id, remote) in names {
            try Contact(id: Int(id)).updateRow(db, remote: RemoteID(remote))
        }
        let memory = try OutboxMemory(db, now: 0)
        for (id, _) in memory.made {
            let overlay = overlay(memory.pending[id]?.rows ?? [:])
            try OverlaidContact(db: db, decoder: decoder).show(
                id, remote: nil, with: overlay, isHidden: false, isMade: true)
        }
    }

    /// The wanted values of a contact without a copy.
    private static func overlay(_ rows: [Slot: PendingChange]) -> ContactOverlay {
        var overlay = ContactOverlay()
        for (slot, row) in rows {
            switch (slot, row.wanted) {
            case (.value(let key), .value(let value)?): overlay.values[key.rawValue] = .some(value)
            case (.tag(let name), .on?): overlay.tags[name] = true
            default: break
            }
        }
        return overlay
    }

    /// A table of the outbox, with row numbers.
    private struct Table {
        let name: String
        let columns: String

        /// The rows that can be read from both ends, and whether these are all.
        func read(_ source: DatabaseQueue) -> (rows: [Row], isWhole: Bool) {
            source.inDatabase { db in
                if let rows = try? Row.fetchAll(db, sql: "SELECT \(columns) FROM \(name) ORDER BY rowid") {
                    return (rows, true)
                }
                let (forwards, backwards) = (rows(db, "rowid"), rows(db, "rowid DESC"))
                let known = Set(forwards)
                return (forwards + backwards.filter { !known.contains($0) }, false)
            }
        }

        /// The rows before the first that cannot be read.
        private func rows(_ db: Database, _ order: String) -> [Row] {
            var rows: [Row] = []
            guard let cursor = try? Row.fetchCursor(db, sql: "SELECT \(columns) FROM \(name) ORDER BY \(order)") else {
                return []
            }
            while let row = try? cursor.next() { rows.append(row.copy()) }
            return rows
        }

        /// False for a row that the new table does not take.
        func insert(_ row: Row, _ db: Database) throws -> Bool {
            guard isReadable(row) else { return false }
            let marks = Array(repeating: "?", count: row.count).joined(separator: ", ")
            do {
                try db.execute(
                    sql: "INSERT OR IGNORE INTO \(name) (\(columns)) VALUES (\(marks))",
                    arguments: StatementArguments(Array(row.databaseValues)))
                return db.changesCount > 0
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                // A value of another type.
                return false
            }
        }

        /// Whether this version knows the values.
        private func isReadable(_ row: Row) -> Bool {
            func text(_ column: String) -> String? { try? row.decode(String.self, forColumn: column) }
            switch name {
            case "pending_change":
                let change: PendingChange? = text("change").flatMap { try? StoredForm.value(of: $0) }
                return change != nil && text("slot").flatMap(Slot.init(stored:)) != nil
            case "attempt":
                let attempt: Attempt? = text("attempt").flatMap { try? StoredForm.value(of: $0) }
                return attempt != nil
            // A number that nothing counts on from is none of ours.
            default: return (try? row.number(atIndex: 0)) != nil
            }
        }
    }
}

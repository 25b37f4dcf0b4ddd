import Foundation
import GRDB

/// Puts values that no program of ours stores into the tables of a database, as a broken disk or another program may.
struct WrongValues {
    struct Place: Hashable, CustomStringConvertible {
        let table: String
        let column: String
        var description: String { "\(table).\(column)" }
    }

    /// As SQL.
    static let all = [
        "'text'", "x'c328ff00'", "1.5", "9e999", "NULL", "9223372036854775807", "-9223372036854775808", "''", "x''",
    ]

    /// Each column of each table, as the schema has them. Every table has a row afterwards.
    static func places(_ db: Database) throws -> [Place] {
        try db.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
        let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name"
        return try String.fetchAll(db, sql: sql).flatMap { table in
            try fill(table, db)
            return try db.columns(in: table).map { Place(table: table, column: $0.name) }
        }
    }

    private static func fill(_ table: String, _ db: Database) throws {
        guard try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") == 0 else { return }
        let columns = try db.columns(in: table)
        let values = columns.map { ["TEXT": "'1'", "BLOB": "x'01'"][$0.type.uppercased(), default: "1"] }
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO \(table) (\(columns.map(\.name).joined(separator: ", ")))
                VALUES (\(values.joined(separator: ", ")))
                """)
    }

    /// Puts a value into the first row. Returns false where the file's format itself has no room for it.
    static func put(_ value: String, at place: Place, _ db: Database) throws -> Bool {
        try db.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
        let name = place.table
        let schema = try String.fetchOne(db, sql: "SELECT sql FROM sqlite_schema WHERE name = ?", arguments: [name])
        guard let schema else { return false }
        // Without types and rules SQLite stores any value, as a broken disk does.
        let loose = schema.replacing(/\b(INTEGER(?! PRIMARY KEY)|REAL|TEXT|BLOB|BOOLEAN|NOT NULL|STRICT)\b/, with: "")
        try write(loose, as: name, db)
        defer {
            // The rows stay as they are. Where it fails, the test that reads them does.
            try? write(schema, as: name, db)
        }
        do {
            try db.execute(
                sql: """
                    UPDATE \(name) SET "\(place.column)" = \(value)
                    WHERE rowid = (SELECT min(rowid) FROM \(name))
                    """)
            return true
        } catch let error as DatabaseError
            where [.SQLITE_MISMATCH, .SQLITE_CONSTRAINT, .SQLITE_ERROR].contains(error.resultCode)
        {
            return false
        }
    }

    private static func write(_ schema: String, as table: String, _ db: Database) throws {
        guard !table.hasPrefix("sqlite_") else { return }
        try db.execute(sql: "PRAGMA writable_schema = ON")
        try db.execute(sql: "UPDATE sqlite_schema SET sql = ? WHERE name = ?", arguments: [schema, table])
        try db.execute(sql: "PRAGMA writable_schema = RESET")
    }
}

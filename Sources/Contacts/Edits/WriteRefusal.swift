import GRDB

/// Why the server lets an account change nothing.
///
/// It is stored, since neither a new start nor the end of the edit that met it makes it untrue: otherwise each start would
/// offer to change things, and take that back. It ends when a person tries again, or brings another token.
enum WriteRefusal {
    static func fetch(_ db: Database, account: String) throws -> EditIssue? {
        let statement = try db.cachedStatement(sql: "SELECT issue FROM edit_refusal WHERE account = ?")
        return try String.fetchOne(statement, arguments: [account]).map(EditIssue.init(stored:))
    }

    static func save(_ issue: EditIssue?, account: String, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM edit_refusal WHERE account = ?").execute(arguments: [account])
        guard let issue else { return }
        try db.cachedStatement(sql: "INSERT INTO edit_refusal (account, issue) VALUES (?, ?)")
            .execute(arguments: [account, issue.stored])
    }
}

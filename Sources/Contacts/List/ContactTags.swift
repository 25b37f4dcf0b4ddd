import GRDB
public import Model

/// A tag with the number of its contacts.
public struct TagCount: Hashable, Sendable {
    /// The name of the tag.
    public let name: String
    /// How many contacts of the list have it, without the archived contacts.
    public let count: Int
}

/// The table of the tags of all contacts as they are shown, with pending changes.
enum ContactTags {
    /// The most tags of one contact that are stored.
    private static let maxTags = 100

    static func register(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("0.2.0 tags and pages of contacts") { db in
            try db.execute(
                sql: """
                    CREATE TABLE contact_tag (
                        -- The server takes names with the same key for one tag.
                        key TEXT NOT NULL,
                        contact_id INTEGER NOT NULL REFERENCES contact(id) ON DELETE CASCADE,
                        name TEXT NOT NULL,
                        PRIMARY KEY (key, contact_id)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX contact_tag_by_contact ON contact_tag (contact_id);
                    -- The name of a contact in the address of its web page.
                    CREATE TABLE contact_page (
                        contact_id INTEGER PRIMARY KEY REFERENCES contact(id) ON DELETE CASCADE,
                        name TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX contact_page_by_name ON contact_page (name);
                    """)
        }
    }

    /// The key of a tag.
    static func key(_ name: String) -> String { name.tagKey }

    /// Stores the tags of a contact and the name of its page.
    static func update(_ db: Database, _ contact: Contact) throws {
        try db.cachedStatement(sql: "DELETE FROM contact_tag WHERE contact_id = ?").execute(arguments: [contact.id])
        let insert = try db.cachedStatement(sql: "REPLACE INTO contact_tag (key, contact_id, name) VALUES (?, ?, ?)")
        for tag in contact.tags.prefix(maxTags) {
            try insert.execute(arguments: [key(tag.name), contact.id, tag.name])
        }
        // A server may give the relation of a contact the name of that contact.
        if let page = contact.hashID, !contact.isPartial {
            try db.cachedStatement(sql: "REPLACE INTO contact_page (contact_id, name) VALUES (?, ?)")
                .execute(arguments: [contact.id, page])
        } else {
            try db.cachedStatement(sql: "DELETE FROM contact_page WHERE contact_id = ?")
                .execute(arguments: [contact.id])
        }
    }

    /// The numbers of the contacts with a tag.
    static func contacts(with tag: String, _ db: Database) throws -> [ContactID] {
        let statement = try db.cachedStatement(sql: "SELECT contact_id FROM contact_tag WHERE key = ?")
        return try Int64.fetchAll(statement, arguments: [key(tag)]).map { ContactID($0) }
    }
}

extension ContactStore {
    /// The tags of the contacts in the list, the most frequent first; at most `limit`.
    public func tags(atMost limit: Int = 2_000) async throws(ContactStoreError) -> [TagCount] {
        try await read { db in
            let sql = """
                SELECT min(name), count(*) AS number FROM contact_tag JOIN contact ON contact.id = contact_id
                WHERE \(ContactSummary.isListed) AND NOT is_archived
                GROUP BY key ORDER BY number DESC, key LIMIT ?
                """
            return try Row.fetchAll(db, sql: sql, arguments: [limit]).map { row in
                TagCount(name: try row.decode(atIndex: 0), count: try row.decode(atIndex: 1))
            }
        }
    }

    /// Whether archived contacts have a tag. A person changes these only on the server.
    public func hasArchived(with tag: String) async throws(ContactStoreError) -> Bool {
        try await read { db in
            let sql = """
                SELECT EXISTS (
                    SELECT 1 FROM contact_tag JOIN contact ON contact.id = contact_id
                    WHERE key = ? AND \(ContactSummary.isListed) AND is_archived)
                """
            return try Bool.fetchOne(db, sql: sql, arguments: [ContactTags.key(tag)]) ?? false
        }
    }

    /// Whether archived contacts among `ids` have a tag, or (false) lack it.
    public func hasArchived(
        of ids: Set<Int>, with tag: String, hasTag: Bool
    ) async throws(ContactStoreError) -> Bool {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT 1 FROM contact WHERE id = ? AND \(ContactSummary.isListed) AND is_archived
                    AND EXISTS (SELECT 1 FROM contact_tag WHERE contact_id = contact.id AND key = ?) = ?
                    """)
            let key = ContactTags.key(tag)
            return try ids.contains { try Bool.fetchOne(statement, arguments: [$0, key, hasTag]) != nil }
        }
    }

    /// The tags of some contacts, each with the number of those, the most frequent first.
    public func tags(of ids: Set<Int>) async throws(ContactStoreError) -> [TagCount] {
        try await read { db in
            let statement = try db.cachedStatement(sql: "SELECT key, name FROM contact_tag WHERE contact_id = ?")
            var tags: [String: (name: String, count: Int)] = [:]
            for id in ids {
                let rows = try Row.fetchCursor(statement, arguments: [id])
                while let row = try rows.next() {
                    let (key, name): (String, String) = (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
                    tags[key, default: (name, 0)].count += 1
                }
            }
            let sorted = tags.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
            return sorted.map { TagCount(name: $0.value.name, count: $0.value.count) }
        }
    }

    /// The stored contact that the server calls so; nil for any other.
    public func storedNumber(of remote: RemoteID) async throws(ContactStoreError) -> Int? {
        try await read { db in
            try Int.fetchOne(
                db, sql: "SELECT id FROM contact WHERE remote_id = ? AND NOT is_hidden", arguments: [remote.rawValue])
        }
    }

    /// The stored contact with this name in the address of its web page; nil for any other, and where several have it.
    public func storedNumber(ofPage name: String) async throws(ContactStoreError) -> Int? {
        try await read { db in
            let sql = """
                SELECT contact.id FROM contact_page JOIN contact ON contact.id = contact_id
                WHERE contact_page.name = ? AND NOT is_hidden LIMIT 2
                """
            let found = try Int.fetchAll(db, sql: sql, arguments: [name])
            return found.count == 1 ? found.first : nil
        }
    }
}

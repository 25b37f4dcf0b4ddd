import Foundation
import GRDB
import Model

/// A section of a contact as it is stored.
struct StoredSection {
    /// How much of a section is stored, and since when.
    struct Extent: Sendable, Equatable {
        let count: Int
        let loadedAt: Date
        /// Whether a write from here has changed the section on the server since.
        var isOutdated: Bool { loadedAt.timeIntervalSince1970 <= 0 }
    }

    static let deleteSQL = "DELETE FROM contact_section WHERE contact_id = ? AND section = ?"
    private static let saveSQL = """
        INSERT INTO contact_section (contact_id, section, json, count, loaded_at) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (contact_id, section)
        DO UPDATE SET json = excluded.json, count = excluded.count, loaded_at = excluded.loaded_at
        """

    let entries: SectionEntries
    let loadedAt: Date

    init(_ entries: SectionEntries, loadedAt: Date) {
        self.entries = entries
        self.loadedAt = loadedAt
    }

    /// Returns false if the very same entries were stored already, and not outdated.
    func save(
        _ db: Database, _ section: ContactSection, contactID: Int, by decoder: any ContactDecoder
    ) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT json FROM contact_section WHERE contact_id = ? AND section = ? AND loaded_at > 0")
        let copy = decoder.withoutPictures(entries.serverCopy)
        let stored = try Data.fetchOne(statement, arguments: [contactID, section.rawValue])
        // A copy of version 1 still has the pictures.
        let isNew = stored.map { decoder.withoutPictures(StoredCopy.unpack($0)) } != copy
        try db.cachedStatement(sql: Self.saveSQL).execute(
            arguments: [contactID, section.rawValue, StoredCopy.pack(copy), entries.count, loadedAt.stored])
        return isNew
    }

    /// The section stays, and is requested again when the contact is opened.
    static func outdate(_ section: ContactSection, ofContact id: ContactID, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "UPDATE contact_section SET loaded_at = 0 WHERE contact_id = ? AND section = ?")
        try statement.execute(arguments: [id.rawValue, section.rawValue])
    }

    /// Stores a contact's sections of version 1 in the present form.
    static func convert(_ db: Database, contactID: Int, by decoder: any ContactDecoder) throws {
        let statement = try db.cachedStatement(sql: "SELECT section, json FROM contact_section WHERE contact_id = ?")
        for row in try Row.fetchAll(statement, arguments: [contactID]) {
            let stored = try row.decode(Data.self, atIndex: 1)
            if StoredCopy.isCompressed(stored) { continue }
            try db.cachedStatement(sql: "UPDATE contact_section SET json = ? WHERE contact_id = ? AND section = ?")
                .execute(
                    arguments: [
                        StoredCopy.pack(decoder.withoutPictures(stored)), contactID,
                        try row.decode(String.self, atIndex: 0),
                    ])
        }
    }

    static func extents(_ db: Database, contactID: Int) throws -> [ContactSection: Extent] {
        let sql = "SELECT section, count, loaded_at FROM contact_section WHERE contact_id = ?"
        var extents: [ContactSection: Extent] = [:]
        for row in try Row.fetchAll(db, sql: sql, arguments: [contactID]) {
            // A section that another version of the program knew is none of ours.
            guard let section = ContactSection(rawValue: try row.decode(atIndex: 0)) else { continue }
            // A section without a readable date counts as never loaded.
            guard let loadedAt = Date(stored: try row.decode(atIndex: 2)) else { continue }
            extents[section] = Extent(count: max(0, try row.decode(atIndex: 1)), loadedAt: loadedAt)
        }
        return extents
    }
}

extension ContactSection {
    /// The contacts with entries that were sent after the last reading of this section.
    func contactsWithSentEntries(_ db: Database) throws -> [Int] {
        let ids = try Int64.fetchAll(db, sql: "SELECT id FROM outbox_contact WHERE known IS NOT NULL ORDER BY id")
        return try ids.filter { id in
            try OutboxTables.known(of: ContactID(id), db).contains { $0.slot.isThing(in: self) }
        }.map { Int($0) }
    }
}

extension ContactSections {
    static func fetch(_ db: Database, contactID: Int, by decoder: any ContactDecoder) throws -> ContactSections {
        try fetchCopies(db, contactID: contactID, by: decoder).withChanges(db, contactID: contactID)
    }

    /// The sections as the server sent them.
    static func fetchCopies(_ db: Database, contactID: Int, by decoder: any ContactDecoder) throws -> ContactSections {
        var sections = decoder.sections(from: try copies(db, contactID: contactID))
        try sections.nameLocally(db)
        return sections
    }

    /// One section as the server sent it. The contacts in it have the server's numbers.
    static func fetchCopy(
        _ db: Database, _ section: ContactSection, contactID: Int, by decoder: any ContactDecoder
    ) throws -> ContactSections {
        let sql = "SELECT json FROM contact_section WHERE contact_id = ? AND section = ?"
        let json = try Data.fetchOne(
            db.cachedStatement(sql: sql), arguments: [contactID, section.rawValue])
        return json.map { decoder.sections(from: [section: StoredCopy.unpack($0)]) } ?? ContactSections()
    }

    /// With the pending changes on top.
    private func withChanges(_ db: Database, contactID: Int) throws -> ContactSections {
        guard let overlay = try ContactOverlay.fetch(db, contactID: contactID) else { return self }
        var sections = self
        try overlay.apply(to: &sections, db)
        return sections
    }

    /// The sections for the search. The contacts in them have the server's numbers.
    static func fetchSearched(
        _ db: Database, contactID: Int, by decoder: any ContactDecoder
    ) throws -> ContactSections {
        let json = try copies(db, contactID: contactID)
        let sections = json.isEmpty ? ContactSections() : decoder.sections(from: json)
        return try sections.withChanges(db, contactID: contactID)
    }

    private static func copies(_ db: Database, contactID: Int) throws -> [ContactSection: Data] {
        let statement = try db.cachedStatement(sql: "SELECT section, json FROM contact_section WHERE contact_id = ?")
        var json: [ContactSection: Data] = [:]
        for row in try Row.fetchAll(statement, arguments: [contactID]) {
            if let section = ContactSection(rawValue: try row.decode(atIndex: 0)) {
                json[section] = StoredCopy.unpack(try row.decode(atIndex: 1))
            }
        }
        return json
    }
}

import Foundation
import GRDB
import Model

/// The columns of lists, the search, the tags and the days, derived from the stored copy of a contact.
enum Projection {
    /// The version of this program's rules. Every change of the derived values raises it, so that the stored values of
    /// older programs follow.
    static let version = 12

    /// How many contacts one transaction derives: it is over before another write that waits is noticed.
    private static let contactsPerTransaction = 50

    /// Writes all of a contact that was derived from it.
    static func update(_ db: Database, _ contact: Contact, by decoder: any ContactDecoder) throws {
        try SearchIndex.update(db, contact, by: decoder)
        try ContactDays.update(db, contact)
        try ContactTags.update(db, contact)
        try note(db, contactID: contact.id)
    }

    /// The version of the rules that all contacts follow.
    static func storedVersion(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT version FROM projection_state") ?? 0
    }

    /// Derives some of the contacts anew that follow older rules, the first ones behind `last`, and returns their ids in
    /// order. When there are none left, the whole database follows these rules.
    static func advance(_ db: Database, behind last: Int, by decoder: any ContactDecoder) throws -> [Int] {
        let ids = try Int.fetchAll(
            db,
            sql: """
                SELECT contact.id FROM contact LEFT JOIN contact_projection AS projection USING (id)
                WHERE contact.id > ? AND coalesce(projection.version, 0) < ? ORDER BY contact.id LIMIT ?
                """,
            arguments: [last, version, contactsPerTransaction])
        let contacts = try ContactCopy.contacts(db, ids: ids, by: decoder)
        for id in ids {
            try derive(db, contactID: id, from: contacts[id], by: decoder)
            try ContactCopy.convert(db, contactID: id, from: contacts[id], by: decoder)
        }
        if ids.isEmpty {
            try db.execute(sql: "REPLACE INTO projection_state (id, version) VALUES (1, ?)", arguments: [version])
        }
        return ids
    }

    private static func derive(
        _ db: Database, contactID id: Int, from known: Contact?, by decoder: any ContactDecoder
    ) throws {
        // A copy that these rules cannot read keeps the columns of the former rules.
        guard let contact = try? Contact.fetch(db, id: id, from: known, by: decoder) else {
            return try note(db, contactID: id)
        }
        // Every change of this table is told to lists: there is none where the rules changed nothing.
        if try contact.differsFromRow(db) {
            try contact.updateRow(db, remote: try LocalNames.remote(ContactID(Int64(id)), db))
        }
        // Copies from before say it themselves.
        if contact.isMe, try UserContact.fetch(db) == nil { try UserContact.set(ContactID(Int64(id)), db) }
        try update(db, contact, by: decoder)
    }

    private static func note(_ db: Database, contactID id: Int) throws {
        try db.cachedStatement(sql: "REPLACE INTO contact_projection (id, version) VALUES (?, ?)")
            .execute(arguments: [id, version])
    }
}

extension ContactStore {
    /// Derives the columns of older rules anew from the stored contacts. Until then their values stay.
    ///
    /// Other changes come in between; an end in the middle does no harm, and the next call goes on from there. Does
    /// nothing when all contacts follow the rules of this version, or nothing can be stored. `report` is told how many
    /// contacts have been derived anew.
    @concurrent
    func bringUpToDate(
        _ report: @Sendable (_ done: Int) async -> Void = { _ in }
    ) async throws(ContactStoreError) {
        guard readOnlyReason == nil, try await read(Projection.storedVersion) < Projection.version else { return }
        var done = 0
        var last = Int.min
        while true {
            if Task.isCancelled { throw .cancelled }
            let ids = try await write { [last, decoder] db in
                try Projection.advance(db, behind: last, by: decoder)
            }
            guard let next = ids.last else {
                // Days have tables of their own.
                if done > 0 { changes.listsChanged() }
                return
            }
            last = next
            done += ids.count
            await report(done)
        }
    }
}

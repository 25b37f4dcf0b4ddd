import Foundation
import GRDB
import Model

/// The server's copies as the store keeps them.
struct StoreCopies: EditCopies {
    let decoder: any ContactDecoder
    let storage: BoundedStorage

    func copy(of contact: ContactID, _ db: Database) throws -> ServerContact? {
        let json = try db.cachedStatement(sql: "SELECT json FROM contact_json WHERE id = ?")
        return try Data.fetchOne(json, arguments: [contact.rawValue]).flatMap { decoder.serverContact(from: $0) }
    }

    func store(_ copy: ServerContact, as contact: ContactID, _ db: Database) throws {
        guard var read = decoder.contact(from: copy.copy) else { return }
        read.id = Int(contact.rawValue)
        try read.upsert(db, within: storage, by: decoder)
    }

    func remove(_ contact: ContactID, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM contact WHERE id = ?").execute(arguments: [contact.rawValue])
    }

    func adopt(_ remote: RemoteID, as contact: ContactID, _ db: Database) throws {
        guard let number = Int64(remote.rawValue), number != contact.rawValue else { return }
        try remove(ContactID(number), db)
    }
}

extension CopyLookup {
    /// The days of a contact of which the server reminds each year; nil where the reminders were never read.
    func reminders(of contact: ContactID, values: [ContactKey: ContactValue]) -> Set<ContactKey>? {
        let isLoaded = try? Bool.fetchOne(db, sql: "SELECT 1 FROM reminder_state")
        guard isLoaded ?? false else { return nil }
        let days = try? String.fetchSet(
            db,
            sql: """
                SELECT strftime('%m-%d', initial_date, 'unixepoch') FROM reminder
                WHERE contact_id = ? AND is_automatic
                """, arguments: [contact.rawValue])
        guard let days else { return nil }
        return Set(values.filter { $0.value.remindableDay?.monthDay.map(days.contains) ?? false }.keys)
    }
}

extension ContactDay {
    /// As SQLite writes it; nil without a day.
    fileprivate var monthDay: String? {
        switch self {
        case .date(_, let month, let day), .monthDay(let month, let day): String(format: "%02d-%02d", month, day)
        case .year: nil
        }
    }
}

extension ContactStore {
    /// The names of those of some contacts that are stored.
    func names(of contacts: Set<ContactID>) async throws(ContactStoreError) -> [ContactID: String] {
        try await read { db in
            let statement = try db.cachedStatement(sql: "SELECT display_name FROM contact WHERE id = ?")
            return try contacts.reduce(into: [:]) { names, contact in
                names[contact] = try String.fetchOne(statement, arguments: [contact.rawValue])
            }
        }
    }
}

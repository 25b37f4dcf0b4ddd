import Foundation
import GRDB
import Model

/// What a server sent of its contacts, on its way into the store: inside one transaction, and beside the edits that wait.
struct CopyIntake {
    let db: Database
    let storage: BoundedStorage
    let decoder: any ContactDecoder
    /// Nil where no edits are made.
    var book: EditBook?
    var now: TimeInterval = 0

    /// Stores a copy, which was asked for at a moment of the edits' clock, unless an edit of the contact stands against it.
    ///
    /// Returns the contact's number here, and whether anything changed.
    mutating func take(_ contact: Contact, asked: TimeInterval) throws -> (id: Int, isNew: Bool) {
        let remote = RemoteID(String(contact.id))
        var id = try number(of: remote)
        if let verdict = verdict(on: contact, remote, asked: asked) {
            guard case .store(let known) = verdict else {
                return (book?.contact(remote).map { Int($0.rawValue) } ?? id, false)
            }
            if let known { id = Int(known.rawValue) }
        }
        var named = contact
        named.id = id
        let isNew = try named.upsert(db, remote: remote, within: storage, by: decoder)
        // What is shown of it is made anew of the copy and the edits; also where these were of a former process.
        if let known = book?.contact(remote), try isNew || isOverlaid(id) { book?.reshown.insert(known) }
        return (id, isNew)
    }

    /// Forgets contacts that the server has no more, by their numbers here; what was typed for one keeps it.
    mutating func forget(_ ids: [Int], asked: TimeInterval) throws {
        for id in ids {
            let contact = ContactID(Int64(id))
            if book?.lookup?.hasDraft(contact) == true { book?.nameIfStored(contact) }
            if book?.contacts[contact] != nil {
                _ = book?.acceptGone(contact, asked: asked, now: now)
            } else if try LocalNames.remote(contact, db) != nil {
                try db.cachedStatement(sql: "DELETE FROM contact WHERE id = ?").execute(arguments: [id])
            }
        }
    }

    /// The number here of a contact of the server's.
    private mutating func number(of remote: RemoteID) throws -> Int {
        if let known = book?.contact(remote) { return Int(known.rawValue) }
        guard let number = try LocalNames.local(remote, db) else { return 0 }
        // One that was made again has another name on the server, and keeps its number.
        let other = try LocalNames.remote(ContactID(Int64(number)), db)
        guard other != remote, try isStored(number), let new = book?.newContact() else { return number }
        book?.contacts[new]?.remote = remote
        return Int(new.rawValue)
    }

    private func isOverlaid(_ id: Int) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM contact_overlay WHERE id = ?")
        return try Bool.fetchOne(statement, arguments: [id]) ?? false
    }

    private func isStored(_ id: Int) throws -> Bool {
        try Bool.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM contact WHERE id = ?"), arguments: [id]) ?? false
    }

    /// Nil where no edit can have anything to do with the contact.
    private mutating func verdict(on contact: Contact, _ remote: RemoteID, asked: TimeInterval) -> EditBook.Verdict? {
        guard let book else { return nil }
        let isKnown = book.contact(remote) != nil || book.ended[remote] != nil
        guard isKnown || book.edits.contains(where: book.isBeingMade) else { return nil }
        let copy = decoder.serverContact(from: contact.serverCopy) ?? ServerContact(id: remote)
        return self.book?.accept(copy, asked: asked, now: now)
    }
}

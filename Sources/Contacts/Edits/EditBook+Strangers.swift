import Foundation
import GRDB
import Model

// Those whom no pass has met: what the server calls them is known from a relationship of another contact alone, and may stand
// for somebody else by now.
extension EditBook {
    /// The server's name of whom a change relates its contact to, or did, if they are a stranger.
    func stranger(in change: ContactChange) -> RemoteID? {
        guard case .remote(let remote)? = change.relatives.first else { return nil }
        guard let number = contact(remote) ?? Int64(remote.rawValue).map({ ContactID($0) }) else { return remote }
        // One that was made here is no stranger before a copy comes.
        let isKnown = number.rawValue >= LocalNames.firstLocal || storedCopy(number) != nil
        return isKnown ? nil : remote
    }

    /// What a contact calls a stranger to whom a change relates it.
    func nameOfStranger(in change: ContactChange, of contact: ContactID) -> String? {
        stranger(in: change).flatMap { nameOfRelative($0, of: contact) }
    }

    private func nameOfRelative(_ other: RemoteID, of contact: ContactID) -> String? {
        lookup.flatMap { try? $0.copies.name(of: other, relatedTo: contact, $0.db) }
    }

    /// Whom the server is asked for before an edit is sent; nil where they are known.
    func strangerToMeet(_ id: EditID) -> RemoteID? {
        guard let edit = edit(id), edit.partChange?.before == nil,
            case .remote(let remote)? = edit.change.relatives.first
        else { return nil }
        // Whoever was met since under that name may be another one.
        return edit.progress.otherName == nil ? stranger(in: edit.change) : remote
    }

    /// Whether the server's contact is the one whom an edit names, as far as anybody can tell.
    fileprivate func isMeant(_ other: ServerContact, by id: EditID) -> Bool {
        guard let name = edit(id)?.progress.otherName else { return true }
        return other.plainName == name
    }

    /// Tried again, an edit means whom its contact's newest copy names.
    mutating func nameStrangerAnew(_ id: EditID) {
        guard let edit = edit(id), edit.progress.otherName != nil,
            case .remote(let remote)? = edit.change.relatives.first,
            let name = nameOfRelative(remote, of: edit.contact)
        else { return }
        update(id) { $0.progress.otherName = name }
    }
}

extension EditEngine {
    /// Whom the server has under the name of a stranger; nil for nobody. `copy` is that of the edit's contact.
    mutating func meet(
        _ db: Database, _ id: EditID, _ copy: ServerContact, _ other: ServerContact?, asked: TimeInterval,
        now: TimeInterval
    ) throws {
        if let other, book.isMeant(other, by: id) {
            return try write(db, id, copy, reminders: [], asked: asked, now: now)
        }
        try change(db) { book in
            guard let edit = book.edit(id), edit.state == .waiting else { return }
            book.store(copy, as: edit.contact, asked: asked)
            book.refuse(id, .personGone)
        }
    }
}

extension ServerContact {
    /// First and last name, by which somebody is known whom only another contact names.
    fileprivate var plainName: String? {
        func text(_ key: ContactKey) -> String? { if case .text(let text)? = values[key] { text } else { nil } }
        return CompleteName.plain(first: text(.firstName), last: text(.lastName))
    }
}

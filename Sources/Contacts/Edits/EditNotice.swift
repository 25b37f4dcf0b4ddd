import Foundation
import GRDB
import Model

/// What the server made of an edit that it carried out, where that differs from what was meant: kept until somebody has
/// seen it.
struct EditNotice: Identifiable, Hashable {
    /// The edit's.
    let id: EditID
    var contact: ContactID
    let change: ContactChange
    /// What the server has, of each value that differs, or of the part.
    var found: EditConflict
    let madeAt: Date?

    /// As one of the changes that are told to people.
    var edit: Edit {
        var edit = Edit(id: id, contact: contact, change: change)
        edit.state = .sent
        edit.madeAt = madeAt
        return edit
    }
}

extension EditNotice {
    static func fetchAll(_ db: Database, account: String) throws -> [EditNotice] {
        let sql = "SELECT id, contact_id, change, found, made_at FROM edit_notice WHERE account = ? ORDER BY id"
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [account]).compactMap { row in
            // One that a newer version of the program wrote is told by that.
            guard let change = try? ContactChange(stored: row.decode(atIndex: 2)),
                let found = try? JSONDecoder().decode(EditConflict.self, from: row.decode(atIndex: 3))
            else { return nil }
            return EditNotice(
                id: EditID(rawValue: try row.decode(atIndex: 0)), contact: ContactID(try row.decode(atIndex: 1)),
                change: change, found: found, madeAt: Date(stored: try row.decode(atIndex: 4)))
        }
    }

    static func save(_ new: [EditNotice], over old: [EditNotice], account: String, _ db: Database) throws {
        for notice in old where !new.contains(where: { $0.id == notice.id }) {
            try db.cachedStatement(sql: "DELETE FROM edit_notice WHERE id = ?").execute(arguments: [notice.id.rawValue])
        }
        for notice in new where !old.contains(notice) {
            try db.cachedStatement(
                sql: """
                    REPLACE INTO edit_notice (id, account, contact_id, change, found, made_at)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                notice.id.rawValue, account, notice.contact.rawValue, try notice.change.stored(),
                try JSONEncoder().encode(notice.found), notice.madeAt?.timeIntervalSince1970,
            ])
        }
    }
}

extension EditBook {
    /// No more are kept.
    private static let maxNotices = 200
    /// Copies further apart are not compared; in seconds.
    fileprivate static let maxTimeBetween: TimeInterval = 60

    /// Notes what a copy has otherwise than an edit meant that was carried out before it was asked for. `before`: the copy
    /// that was read just before the write, where this is the answer to it.
    mutating func tell(_ edit: Edit, _ copy: ServerContact, before: ServerContact? = nil) {
        var found = EditConflict()
        var isDifferent = false
        switch edit.change {
        case .create(let creation):
            for (key, value) in creation.values where key.isReadable && copy.values[key] != value {
                found.values[key] = .some(copy.values[key])
            }
        case .values:
            // Of several edits of one value the last one counts.
            for (key, delta) in edit.deltas where key.isReadable && copy.values[key] != resolved(delta.after) {
                let isLast = !edits(after: edit, of: key).contains { $0.state == .sent }
                if isLast { found.values[key] = .some(copy.values[key]) }
            }
        case .part(let change):
            let later = edits(after: edit, of: change.part).contains { $0.state == .sent }
            guard !later, let after = resolved(change.after) else { break }
            let there = remotePart(change.part).flatMap { copy.parts[$0]?.value }
            isDifferent = !(there?.isLike(after) ?? false)
            if isDifferent { found.part = there }
        case .addTags(let names):
            found.tags = names.filter { !copy.has(tag: $0) }.map { Delta(before: $0, after: nil) }
        case .removeTags(let names):
            found.tags = names.filter { copy.has(tag: $0) }.map { Delta(before: nil, after: $0) }
        case .me, .delete: break
        }
        if let before { found.note(unasked(by: [edit], of: edit.contact, before, copy)) }
        if isDifferent { add(edit, found) } else { tell(edit, found) }
    }

    /// Notes what was found beside what an edit meant, if anything.
    mutating func tell(_ edit: Edit, _ found: EditConflict) {
        if !found.isEmpty { add(edit, found) }
    }

    private mutating func add(_ edit: Edit, _ found: EditConflict) {
        if let index = notices.firstIndex(where: { $0.id == edit.id }) { return notices[index].found.note(found) }
        notices.append(
            EditNotice(id: edit.id, contact: edit.contact, change: edit.change, found: found, madeAt: edit.madeAt))
        notices.removeFirst(max(0, notices.count - Self.maxNotices))
    }
}

/// A copy that was read before writes of a contact whose answers were no copies.
struct ReadBefore {
    let copy: ServerContact
    /// When the first of them was answered.
    let at: TimeInterval
    /// All that were carried out since, and the parts that they are about.
    var edits: [Edit] = []
    var parts: Set<RemotePart> = []
}

// What an edit was not about.
extension EditBook {
    /// An edit was carried out; `before`: the copy that was read before it, where no whole answer shows what came of it.
    mutating func compareLater(_ edit: Edit, _ before: ServerContact?, now: TimeInterval) {
        let contact = edit.contact
        if let before, readBefore[contact] == nil { readBefore[contact] = ReadBefore(copy: before, at: now) }
        readBefore[contact]?.edits.append(edit)
        if let part = (edit.partChange?.part).flatMap({ remotePart($0) }) { readBefore[contact]?.parts.insert(part) }
    }

    /// What a copy has otherwise than the one that was read before the last edits, less what these are about; with the last
    /// of these.
    mutating func unasked(
        in contact: ContactID, _ copy: ServerContact, asked: TimeInterval
    ) -> (Edit, EditConflict)? {
        guard let former = readBefore[contact], former.at < asked, let last = former.edits.last else { return nil }
        readBefore[contact] = nil
        // Later most of it is what others have changed since.
        if asked - former.at > Self.maxTimeBetween { return nil }
        // What is still to be decided, or sent once more, is asked about, and not told.
        let left = edits(of: contact)
        let parts = former.parts.union(left.compactMap { $0.partChange.flatMap { remotePart($0.part) } })
        return (last, unasked(by: former.edits + left, of: contact, former.copy, copy, besides: parts))
    }

    /// What a copy has otherwise than one that was read before it, less what the edits between them are about.
    private func unasked(
        by edits: [Edit], of contact: ContactID, _ before: ServerContact, _ copy: ServerContact,
        besides ownParts: Set<RemotePart> = []
    ) -> EditConflict {
        var found = EditConflict()
        for key in ContactKey.allCases where before.values[key] != copy.values[key] {
            // That a day moves was said before.
            let isOwn = edits.contains { $0.deltas[key] != nil || $0.progress.daysMayMove.contains(key) }
            if !isOwn { found.values[key] = .some(copy.values[key]) }
        }
        let parts = Set(before.parts.keys).union(copy.parts.keys).subtracting(ownParts)
        for part in parts.sorted(by: { ($0.kind.rawValue, $0.id) < ($1.kind.rawValue, $1.id) }) {
            let (former, there) = (before.parts[part]?.value, copy.parts[part]?.value)
            guard former != there, !isExplained(former ?? there, of: contact) else { continue }
            found.otherParts.append(Delta(before: former, after: there))
        }
        var meant: [String] = []
        for edit in edits {
            if case .addTags(let names) = edit.change { meant += names }
            if case .removeTags(let names) = edit.change { meant += names }
        }
        func isMeant(_ tag: String) -> Bool { meant.contains { $0.isSameTag(as: tag) } }
        let gone = before.tags.keys.filter { !copy.has(tag: $0) && !isMeant($0) }.sorted()
        let new = copy.tags.keys.filter { !before.has(tag: $0) && !isMeant($0) }.sorted()
        found.tags = gone.map { Delta(before: $0, after: nil) } + new.map { Delta(before: nil, after: $0) }
        return found
    }

    /// Whether edits of others may have made a relationship come or go.
    private func isExplained(_ part: PartValue?, of contact: ContactID) -> Bool {
        guard let other = part?.relative else { return false }
        return relatives(of: contact).contains { $0.contact == other }
            || waitingDeletions.contains { names(other, $0.contact) }
    }
}

extension EditConflict {
    fileprivate mutating func note(_ unasked: EditConflict) {
        values.merge(unasked.values) { asked, _ in asked }
        otherParts += unasked.otherParts.filter { !otherParts.contains($0) }
        tags += unasked.tags.filter { !tags.contains($0) }
    }
}

extension EditQueue {
    /// Somebody has seen what the server made of an edit.
    public func acknowledge(_ edit: EditID) async throws(ContactStoreError) {
        try await change { book in book.notices.removeAll { $0.id == edit } }
    }
}

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
    let found: EditConflict
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
            guard let change = try? ContactChange(stored: row[2]),
                let found = try? JSONDecoder().decode(EditConflict.self, from: row[3])
            else { return nil }
            return EditNotice(
                id: EditID(rawValue: row[0]), contact: ContactID(row[1]), change: change, found: found,
                madeAt: (row[4] as Double?).map(Date.init(timeIntervalSince1970:)))
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
        if let before { found.note(unasked(by: edit, before, copy)) }
        guard isDifferent || !found.isEmpty else { return }
        notices.append(
            EditNotice(id: edit.id, contact: edit.contact, change: edit.change, found: found, madeAt: edit.madeAt))
        notices.removeFirst(max(0, notices.count - Self.maxNotices))
    }
}

// What an edit was not about.
extension EditBook {
    /// What a copy has otherwise than one that was read before it, less what the edit between them is about.
    private func unasked(by edit: Edit, _ before: ServerContact, _ copy: ServerContact) -> EditConflict {
        var found = EditConflict()
        for key in ContactKey.allCases where edit.deltas[key] == nil && before.values[key] != copy.values[key] {
            // That a day moves was said before.
            if !edit.progress.daysMayMove.contains(key) { found.values[key] = .some(copy.values[key]) }
        }
        let parts = Set(before.parts.keys).union(copy.parts.keys)
        for part in parts.sorted(by: { ($0.kind.rawValue, $0.id) < ($1.kind.rawValue, $1.id) }) {
            let (former, there) = (before.parts[part]?.value, copy.parts[part]?.value)
            guard former != there, !isExplained(former ?? there, of: edit.contact) else { continue }
            found.otherParts.append(Delta(before: former, after: there))
        }
        var meant: [String] = []
        if case .addTags(let names) = edit.change { meant = names }
        if case .removeTags(let names) = edit.change { meant = names }
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
        otherParts += unasked.otherParts
        tags += unasked.tags
    }
}

extension EditQueue {
    /// Somebody has seen what the server made of an edit.
    public func acknowledge(_ edit: EditID) async throws(ContactStoreError) {
        try await change { book in book.notices.removeAll { $0.id == edit } }
    }
}

import Foundation
import GRDB
import Model

/// The rows of a contact that lists, search and pages read, with the pending changes on top.
struct OverlaidContact {
    let db: Database
    let decoder: any ContactDecoder

    /// Writes the rows of a contact. `isMade`: whether a pending change makes it, so that it may have no copy.
    func show(
        _ contact: ContactID, remote: RemoteID?, with overlay: ContactOverlay?, isHidden: Bool, isMade: Bool
    ) throws {
        let id = Int(contact.rawValue)
        try ContactCopy.convert(db, contactID: id, by: decoder)
        let copy = try ContactCopy.fetch(db, contactID: id)
        guard try copy != nil || isMade || isStored(contact) else { return }
        // An unreadable copy keeps its rows.
        guard var read = copy.map(decoder.contact) ?? Contact(id: id) else { return }
        read.id = id
        // The relation of another contact that is made anew is a contact of its own.
        if isMade { read.isPartial = false }
        let shown = try read.with(overlay, db)
        // An unchanged row is written too: this tells observers of the contact, which show more of it than the row.
        try shown.updateRow(db, remote: remote)
        try db.cachedStatement(sql: "UPDATE contact SET is_hidden = ? WHERE id = ?").execute(arguments: [isHidden, id])
        if let overlay {
            try db.cachedStatement(sql: "REPLACE INTO contact_overlay (id, overlay) VALUES (?, ?)")
                .execute(arguments: [id, try JSONEncoder().encode(overlay)])
        } else {
            try db.cachedStatement(sql: "DELETE FROM contact_overlay WHERE id = ?").execute(arguments: [id])
        }
        try Projection.update(db, shown, by: decoder)
    }

    func isStored(_ contact: ContactID) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM contact WHERE id = ?")
        return try Bool.fetchOne(statement, arguments: [contact.rawValue]) ?? false
    }

    /// Removes a contact, and returns its picture if no other contact has it.
    func remove(_ contact: ContactID) throws -> PictureReference? {
        let picture = try ContactSummary.unusedPicture(without: contact, db)
        try db.cachedStatement(sql: "DELETE FROM contact WHERE id = ?").execute(arguments: [contact.rawValue])
        return picture
    }
}

extension ContactSummary {
    /// The picture of a contact that no other contact has; nil where there is none.
    fileprivate static func unusedPicture(without contact: ContactID, _ db: Database) throws -> PictureReference? {
        let sql = "SELECT \(columns) FROM contact WHERE id = ?"
        let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [contact.rawValue])
        guard let summary = try row.map(ContactSummary.init(row:)), let url = summary.avatar.url else { return nil }
        let others = try db.cachedStatement(sql: "SELECT 1 FROM contact WHERE avatar_url = ? AND id != ? LIMIT 1")
        // The files of a picture inside a copy are of one contact.
        let isShared =
            try !PictureURL.isInline(url) && Bool.fetchOne(others, arguments: [url, contact.rawValue]) ?? false
        return isShared ? nil : PictureReference(summary.avatar, contactID: summary.id)
    }
}

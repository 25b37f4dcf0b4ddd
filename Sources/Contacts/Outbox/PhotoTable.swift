import Foundation
import GRDB
import Model

/// The photos that pending changes name: bytes of a photo that waits to be sent, and addresses of the server's photos.
struct PhotoTable {
    /// A photo that nothing names is kept as long for Undo, in seconds.
    private static let undoTime: TimeInterval = 600
    /// More photos do not wait to be sent.
    static let maxPhotos = 50

    let db: Database

    /// The photo with the number of a part; nil for an unknown one.
    func photo(_ part: PartID) throws -> ContactPhoto? {
        let statement = try db.cachedStatement(sql: "SELECT name, address, bytes FROM photo WHERE id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [part.rawValue]) else { return nil }
        return ContactPhoto(
            id: .pending(part), fileName: try row.decode(atIndex: 0), address: try row.decode(atIndex: 1),
            bytes: try row.decode(atIndex: 2))
    }

    func keep(_ photo: ContactPhoto, _ part: PartID, of contact: ContactID, at now: TimeInterval) throws {
        try db.execute(
            sql: "REPLACE INTO photo (id, contact_id, name, address, bytes, made_at) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [part.rawValue, contact.rawValue, photo.fileName, photo.address, photo.bytes, now])
    }

    /// The server has given the photo an address.
    func note(address: String?, of part: PartID) throws {
        try db.execute(sql: "UPDATE photo SET address = ? WHERE id = ?", arguments: [address, part.rawValue])
    }

    /// Removes the photos that nothing names any more. Returns how many wait still.
    @discardableResult
    func tidy(_ memory: OutboxMemory, at now: TimeInterval) throws -> Int {
        let rows = try Row.fetchAll(db, sql: "SELECT id, contact_id, name, made_at, bytes IS NULL FROM photo")
        var waiting = 0
        for row in rows {
            let part = PartID(try row.decode(atIndex: 0))
            let contact = ContactID(try row.decode(Int64.self, atIndex: 1))
            let (name, madeAt): (String, TimeInterval) = (try row.decode(atIndex: 2), try row.decode(atIndex: 3))
            let isNamed = memory.pending[contact]?.names(part) ?? false
            let isShown = try Bool.fetchOne(
                db, sql: "SELECT 1 FROM contact WHERE id = ? AND avatar_url = ?", arguments: [contact.rawValue, name])
            if isNamed || isShown == true {
                if try !row.decode(Bool.self, atIndex: 4) { waiting += 1 }
            } else if madeAt < now - Self.undoTime {
                try db.execute(sql: "DELETE FROM photo WHERE id = ?", arguments: [part.rawValue])
            }
        }
        return waiting
    }
}

extension OutboxMemory.Pending {
    /// Whether a change or the attempt names the photo.
    fileprivate func names(_ part: PartID) -> Bool {
        let slot = Slot.part(.photo, part)
        if rows[slot] != nil || attempt?.covers(slot) ?? false { return true }
        return [rows[.avatar]?.wanted, rows[.avatar]?.base].contains(.avatar(.photo(part)))
    }
}

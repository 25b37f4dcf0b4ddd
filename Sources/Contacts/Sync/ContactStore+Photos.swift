public import Foundation
import GRDB
public import Model

extension ContactStore {
    /// The bytes of a photo that waits to be sent, by the name of its file; nil for an unknown one.
    public func pendingPhoto(named name: String) async throws(ContactStoreError) -> Data? {
        try await read { db in
            let statement = try db.cachedStatement(sql: "SELECT bytes FROM photo WHERE name = ?")
            return try Row.fetchOne(statement, arguments: [name])?.decode(Data?.self, atIndex: 0)
        }
    }

    /// The server's photos of a contact with a pending deletion, and its avatar; nil without a pending change of the avatar.
    func pendingPhotoChanges(
        of contact: ContactID
    ) async throws(ContactStoreError) -> (removed: Set<RemoteID>, avatar: AvatarInfo?) {
        try await read { db in
            let removed = """
                SELECT remote_id FROM pending_change JOIN part USING (contact_id)
                WHERE contact_id = ? AND slot = 'photo:' || part.id AND remote_id IS NOT NULL
                AND json_extract(change, '$.value.wanted') IS NULL
                """
            let avatar = """
                SELECT avatar_url, avatar_source FROM contact JOIN pending_change ON contact_id = contact.id
                WHERE contact_id = ? AND slot = 'avatar'
                """
            let names = try Row.fetchAll(db, sql: removed, arguments: [contact.rawValue])
            return (
                Set(try names.map { RemoteID(try $0.decode(String.self, atIndex: 0)) }),
                try Row.fetchOne(db, sql: avatar, arguments: [contact.rawValue]).map { row in
                    let source = try row.decode(String?.self, atIndex: 1).map(AvatarSource.init)
                    return AvatarInfo(url: try row.decode(atIndex: 0), source: source ?? .default)
                }
            )
        }
    }

    /// The photos of a contact that wait to be sent, the newest first.
    public func pendingPhotos(of contact: ContactID) async throws(ContactStoreError) -> [ContactPhoto] {
        try await read { db in
            let sql = """
                SELECT photo.id, name, bytes, avatar_url = name FROM photo JOIN pending_change USING (contact_id)
                LEFT JOIN contact ON contact.id = photo.contact_id
                WHERE contact_id = ? AND bytes IS NOT NULL AND slot = 'photo:' || photo.id
                AND json_extract(change, '$.value.wanted') IS NOT NULL ORDER BY photo.id DESC
                """
            return try Row.fetchAll(db, sql: sql, arguments: [contact.rawValue]).map { row in
                ContactPhoto(
                    id: .pending(PartID(try row.decode(atIndex: 0))), fileName: try row.decode(atIndex: 1),
                    isAvatar: try row.decode(Bool?.self, atIndex: 3) ?? false, bytes: try row.decode(atIndex: 2))
            }
        }
    }
}

public import Foundation
import GRDB
public import Model
public import Network

/// The photos of contacts: the server's photos, with the photos that wait to be sent before them.
@MainActor
public final class PhotoAlbum {
    /// More photos of one contact are not read.
    nonisolated public static let maxPhotos = 60

    private let server: any ContactServer
    private let store: ContactStore

    /// The photos on a server, and in the store of its account.
    public init(server: any ContactServer, store: ContactStore) {
        self.server = server
        self.store = store
    }

    /// The photos of a contact that wait to be sent. They are there without a server.
    public func pending(of contact: ContactID) async throws(ContactStoreError) -> [ContactPhoto] {
        try await store.pendingPhotos(of: contact)
    }

    /// The server's photos of a contact, the newest first, without photos with a pending deletion; none for a contact that it
    /// does not have.
    public func photos(of contact: ContactID) async throws(ServerError) -> [ContactPhoto] {
        let number: Int?
        // A store that cannot be read knows no numbers but the server's own.
        do { number = try await store.remoteNumber(of: Int(contact.rawValue)) } catch { number = nil }
        guard let number else { return [] }
        let photos = try await server.photos(ofContact: number)
        guard let changes = try? await store.pendingPhotoChanges(of: contact) else { return photos }
        return photos.filter { photo in !changes.removed.contains { photo.id == .remote($0) } }.map { photo in
            guard let avatar = changes.avatar else { return photo }
            var photo = photo
            photo.isAvatar = photo.avatar == avatar
            return photo
        }
    }

    /// All photos of a contact, and the reason why the server's are missing; nil where they are not.
    public func all(of contact: ContactID) async -> (photos: [ContactPhoto], problem: ServerError?) {
        let pending = (try? await pending(of: contact)) ?? []
        do throws(ServerError) {
            return (pending + (try await photos(of: contact)), nil)
        } catch {
            return (pending, error)
        }
    }

    /// The encoded picture of a photo.
    public func bytes(of photo: ContactPhoto) async throws(ServerError) -> Data {
        if let bytes = photo.bytes { return bytes }
        if case .pending = photo.id {
            // A photo that went meanwhile is on the server by now.
            guard let bytes = try? await store.pendingPhoto(named: photo.fileName) else { throw .unreadable }
            return bytes
        }
        return try await server.bytes(of: photo)
    }
}

// The photos that wait to be sent.
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

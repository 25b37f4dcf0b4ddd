public import Foundation
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

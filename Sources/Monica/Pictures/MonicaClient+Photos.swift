import Contacts
public import Foundation
public import Model
public import Network

// The photos of a contact.
extension MonicaClient {
    /// After so many unreadable photos in a row the others are not read.
    nonisolated static let maxUnreadablePhotos = 3

    public func photos(ofContact id: Int) async throws(ServerError) -> [ContactPhoto] {
        // Where the contact cannot be read, no photo is marked.
        async let contact = try? self.contact(id: id)
        var (photos, unreadable) = ([ContactPhoto](), 0)
        for number in 1...PhotoAlbum.maxPhotos {
            let page: ListPage<Photo>
            do throws(ServerError) {
                // One photo that the server cannot read makes a longer answer an error.
                // Later ones wait for the server's limit.
                let urgency = number == 1 ? HTTPUrgency.person : .visible
                page = try await self.photos(ofContact: id, page: number, perPage: 1, urgency: urgency)
                unreadable = 0
            } catch {
                unreadable += 1
                guard case .server(status: 500) = error else { throw error }
                if unreadable < Self.maxUnreadablePhotos { continue }
                if photos.isEmpty { throw error }
                break
            }
            for photo in page.entries {
                photoNumbers.remember(photo)
                if let photo = await ContactPhoto(photo) { photos.append(photo) }
            }
            if number >= page.lastPage { break }
        }
        let shown = await contact?.avatar.photoName.map { PhotoID.remote($0) }
        for index in photos.indices where photos[index].id == shown { photos[index].isAvatar = true }
        return photos
    }

    public func bytes(of photo: ContactPhoto) async throws(ServerError) -> Data {
        guard case .remote(let name) = photo.id, let number = photoNumbers[name] else { throw .notFound }
        var request = photoRequest(number, urgency: .person)
        request.purpose = .photo
        let url = await Self.decode(try await send(request).body) { JSONObject(dataIn: $0)?.string("dataUrl") }
        guard let url, let bytes = await DataURL.picture(in: url) else { throw .unreadable }
        return bytes
    }
}

extension ContactPhoto {
    /// Nil for a photo without a name.
    fileprivate init?(_ photo: Photo) async {
        guard let name = photo.fileName else { return nil }
        self.init(
            id: .remote(RemoteID(name)), fileName: photo.originalName ?? name, addedAt: photo.createdAt,
            address: photo.link)
        if let url = photo.dataURL { bytes = await DataURL.picture(in: url) }
    }
}

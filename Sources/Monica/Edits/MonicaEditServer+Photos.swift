import Contacts
import Foundation
import Model
import Network

// The photos of contacts that are deleted, which the server would keep.
extension MonicaEditServer {
    /// More are not looked for: each comes with its picture, and the server's limit of requests is for all that is done.
    private static let maxPhotos = 30
    /// Where so many in a row cannot be read, the others are not either.
    private static let maxUnreadable = 3

    /// One at a time, since a single one that the server cannot read makes any longer answer an error.
    func photos(_ id: RemoteID) async -> EditAnswer {
        guard let path = id.path("contacts") else { return .gone }
        var photos: [ServerPhoto] = []
        var unreadable = 0
        for number in 1...Self.maxPhotos {
            let request = client.request(
                path + "/photos", page: number, perPage: 1, sort: .createdDescending, urgency: .edit)
            switch await send(request) {
            case .success(let body):
                guard let page = await Self.readPhotos(body) else { return .photos(photos) }
                unreadable = 0
                // One that another contact has lent is that one's.
                photos += page.photos.filter { $0.owner == nil || $0.owner == id }.map(\.photo)
                if number >= page.lastPage { return .photos(photos) }
            case .failure(let failure):
                guard case .failed = failure.answer else { return failure.answer }
                unreadable += 1
                if unreadable >= Self.maxUnreadable { return .photos(photos) }
            }
        }
        return .photos(photos)
    }

    func removePhoto(_ id: RemoteID) async -> EditAnswer {
        guard let path = id.path("photos") else { return .gone }
        var request = client.request(path, urgency: .edit)
        request.method = .delete
        switch await send(request) {
        case .success: return .done(nil, made: nil)
        case .failure(let failure): return failure.answer
        }
    }

    private struct OwnedPhoto: Sendable {
        let photo: ServerPhoto
        /// Nil where the server does not say it.
        let owner: RemoteID?
    }

    @concurrent
    private nonisolated static func readPhotos(_ body: Data) async -> (photos: [OwnedPhoto], lastPage: Int)? {
        guard let page = try? PhotoPage(parsing: body, atMost: 1) else { return nil }
        let photos = page.photos.compactMap { photo in
            photo.fileName.map { name in
                OwnedPhoto(
                    photo: ServerPhoto(id: RemoteID("\(photo.id)"), fileName: name),
                    owner: photo.contactID.map { RemoteID("\($0)") })
            }
        }
        return (photos, page.lastPage)
    }
}

import Contacts
import Foundation
import Model
import Network

// The photos of a contact that is deleted: the server would keep them.
extension MonicaWriteServer {
    /// Each photo comes with its picture, and the server's limit of requests is for all that is done.
    private static let maxPhotos = 30
    /// After so many unreadable photos in a row the others are not read.
    private static let maxUnreadable = 3

    /// The contact's own photos. A failure ends the list: a photo that is left behind holds up nothing.
    func photos(of contact: RemoteID) async -> [Int] {
        guard let path = contact.path("contacts") else { return [] }
        var (photos, unreadable) = ([Int](), 0)
        for number in 1...Self.maxPhotos {
            // One photo that the server cannot read makes a longer answer an error.
            let request = await client.request(
                path + "/photos", page: number, perPage: 1, sort: .createdDescending, urgency: .edit)
            do throws(RequestFailure) {
                guard let page = await Self.page(try await exchange(request)) else { return photos }
                unreadable = 0
                photos += page.photos.filter { $0.contactID.map { RemoteID(String($0)) } == contact }.map(\.id)
                if number >= page.lastPage { return photos }
            } catch {
                guard case .failed(.failed) = error, unreadable < Self.maxUnreadable - 1 else { return photos }
                unreadable += 1
            }
        }
        return photos
    }

    /// Deletes a photo that no contact has. A photo that another contact shows too is that contact's by now.
    func removeUnused(_ photo: Int) async {
        var request = await client.request("photos/\(photo)", urgency: .edit)
        request.bodyLimit = await client.contactRequest("", urgency: .edit).bodyLimit
        do throws(RequestFailure) {
            let body = try await exchange(request)
            guard await Self.isUnused(body) else { return }
            request.method = .delete
            _ = try await exchange(request)
        } catch {
            // It stays behind.
        }
    }

    @concurrent
    private static func page(_ body: Data) async -> PhotoPage? { try? PhotoPage(parsing: body, atMost: 1) }

    @concurrent
    private static func isUnused(_ body: Data) async -> Bool {
        guard let photo = JSONText.members(of: body)?["data"].flatMap({ try? JSONObject(parsing: $0) }) else {
            return false
        }
        return photo.fields["contact"] is NSNull
    }
}

import Contacts
import Foundation
import Model
import Network

// Photos. An unreadable photo makes a longer answer an error, so each page has one photo.
extension MonicaWriteServer {
    /// Each photo comes with its picture, and the server's limit of requests is for all that is done.
    private static let maxPhotos = 100
    /// The photos of a contact that is deleted: others stay behind.
    private static let maxRemoved = 30

    /// The photos of a contact that are asked for, past unreadable ones.
    func photos(of question: PhotoQuestion) async throws(RequestFailure) -> PhotoList {
        var list = PhotoList()
        try await photos(of: question.contact) { photo, isLast in
            if let photo { list.photos.append(photo) }
            list.isWhole = isLast
            return list.has(question.named) && list.has(sent: question.sent, since: question.since)
        }
        return list
    }

    /// The contact's own photos. A failure ends the list: a photo that is left behind holds up nothing.
    func ownPhotos(of contact: RemoteID) async -> [Int] {
        var photos: [Int] = []
        // The photos until then are removed.
        try? await self.photos(of: contact) { photo, _ in
            if let photo, photo.contactID.map({ RemoteID(String($0)) }) == contact { photos.append(photo.id) }
            return photos.count >= Self.maxRemoved
        }
        return photos
    }

    /// Reads photo after photo until `take` returns true. The photo is nil for an unreadable one, and past the end.
    private func photos(
        of contact: RemoteID, _ take: (_ photo: Photo?, _ isLast: Bool) -> Bool
    ) async throws(RequestFailure) {
        guard let path = contact.path("contacts") else { return }
        var unreadable = 0
        for number in 1...Self.maxPhotos {
            let request = await client.request(
                path + "/photos", page: number, perPage: 1, sort: .createdDescending, urgency: .edit)
            var page: PhotoPage?
            do throws(RequestFailure) {
                page = await Self.page(try await exchange(request))
                guard page != nil else { throw .failed(.page) }
                unreadable = 0
            } catch {
                unreadable += 1
                guard case .failed(.failed) = error, unreadable < MonicaClient.maxUnreadablePhotos else { throw error }
            }
            let photo = page?.photos.first
            if let photo { client.photoNumbers.remember(photo) }
            let isLast = page.map { number >= $0.lastPage } ?? false || number == Self.maxPhotos
            if take(photo, isLast) || isLast { return }
        }
    }

    /// The server's number of a photo. Nothing was sent where it has none any more.
    func number(ofPhoto name: RemoteID, of contact: RemoteID) async throws(RequestFailure) -> Int {
        if client.photoNumbers[name] == nil {
            _ = try await photos(of: PhotoQuestion(contact: contact, named: [name]))
        }
        guard let number = client.photoNumbers[name] else { throw .refused([]) }
        return number
    }

    /// The body of an upload. Nothing was sent where its bytes are lost.
    func body(of upload: PhotoUpload) async throws(RequestFailure) -> HTTPRequest.Body {
        guard let bytes = await photo(upload.fileName), bytes.count <= PhotoFile.maxBytes else { throw .refused([]) }
        return upload.body(bytes)
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

/// A question for photos of a contact, the newest first.
public struct PhotoQuestion: Hashable, Sendable {
    let contact: RemoteID
    /// The photos that are to be found.
    var named: Set<RemoteID> = []
    /// The photos that may have come, by the names under which they were sent.
    var sent: Set<String> = []
    /// None of those is older; nil where that is unknown.
    var since: Date?
}

/// A photo that is sent as a form with a file. The server keeps its bytes as they are.
struct PhotoUpload: Hashable, Sendable {
    let contact: RemoteID
    let fileName: String

    func body(_ bytes: Data) -> HTTPRequest.Body {
        let boundary = "cameo-\(UUID().uuidString)"
        let type = fileName.hasSuffix(".png") ? PhotoFile.Format.png : .jpeg
        var body = Data()
        func add(_ text: String) { body.append(Data(text.utf8)) }
        add("--\(boundary)\r\nContent-Disposition: form-data; name=\"contact_id\"\r\n\r\n\(contact.rawValue)\r\n")
        add("--\(boundary)\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"\(fileName)\"\r\n")
        add("Content-Type: \(type.mediaType)\r\n\r\n")
        body.append(bytes)
        add("\r\n--\(boundary)--\r\n")
        return HTTPRequest.Body(body, type: "multipart/form-data; boundary=\(boundary)")
    }
}

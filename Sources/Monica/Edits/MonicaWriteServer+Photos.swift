import Contacts
import Foundation
import Model
import Network

// Photos. An unreadable photo makes a longer answer an error, so each page has one photo.
extension MonicaWriteServer {
    /// Each photo comes with its picture, and the server's limit of requests is for all that is done.
    private static let maxPhotos = 100
    /// Later photos wait for the next window of the limit. Before, an edit is refused rather than held up.
    private static let maxUrgentPhotos = 20
    /// The photos of a contact that is deleted: others stay behind.
    private static let maxRemoved = 30

    /// The photos of a contact that are asked for, past unreadable ones.
    func photos(of question: PhotoQuestion) async throws(RequestFailure) -> ThingList {
        var (list, alone, named, sent) = (ThingList(), [MonicaPart](), question.named, question.sent)
        for name in question.named {
            // A photo of a known number is asked for alone: many others may be newer, each with its picture.
            guard let number = client.photoNumbers[name], let photo = try await photo(number),
                photo.isOf(question.contact), let part = MonicaPart(photo), part.id == name
            else { continue }
            alone.append(part)
            named.remove(name)
        }
        if !named.isEmpty || !question.sent.isEmpty || alone.isEmpty {
            try await photos(of: question.contact) { photo, isLast in
                if let photo, let part = MonicaPart(photo) { list.things.append(part) }
                if let name = photo?.originalName { sent.remove(name) }
                list.isWhole = isLast
                let isOlder = photo?.createdAt.map { $0 < question.since ?? .distantPast } ?? false
                return list.has(named) && (sent.isEmpty || isOlder)
            }
        }
        list.things += alone
        return list
    }

    /// The photo of a number; nil for a photo that is gone or unreadable.
    private func photo(_ number: Int) async throws(RequestFailure) -> Photo? {
        do throws(RequestFailure) {
            let body = try await exchange(await client.photoRequest(number, urgency: .edit))
            return await MonicaClient.decode(body) { JSONObject(dataIn: $0).flatMap(Photo.init) }
        } catch .gone, .refused, .failed(.failed) {
            return nil
        }
    }

    /// The contact's own photos. A failure ends the list: a photo that is left behind holds up nothing.
    func ownPhotos(of contact: RemoteID) async -> [Int] {
        var photos: [Int] = []
        // The photos until then are removed.
        try? await self.photos(of: contact, urgency: .edit) { photo, _ in
            if let photo, photo.isOf(contact) { photos.append(photo.id) }
            return photos.count >= Self.maxRemoved
        }
        return photos
    }

    /// Reads photo after photo until `take` returns true. The photo is nil for an unreadable one, and past the end.
    private func photos(
        of contact: RemoteID, urgency: HTTPUrgency = .background, _ take: (_ photo: Photo?, _ isLast: Bool) -> Bool
    ) async throws(RequestFailure) {
        guard let path = contact.path("contacts") else { return }
        try await pages(
            path + "/photos", perPage: 1, atMost: Self.maxPhotos,
            urgency: { $0 > Self.maxUrgentPhotos ? urgency : .edit }, Photo.init
        ) { page, isLast in
            let photo = page?.entries.first
            if let photo { client.photoNumbers.remember(photo) }
            return take(photo, isLast)
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

    /// Deletes photos that no contact has. Photos beyond the server's limit follow in the background.
    func removeUnused(_ photos: [Int], urgency: HTTPUrgency = .edit) async {
        for (index, photo) in photos.enumerated() {
            var request = await client.photoRequest(photo, urgency: urgency)
            do throws(RequestFailure) {
                // A photo that another contact shows too is that contact's by now.
                let isUnused: Bool = try await exchange(request) {
                    JSONObject(dataIn: $0)?.fields["contact"] is NSNull
                }
                guard isUnused else { continue }
                request.method = .delete
                _ = try await exchange(request)
            } catch {
                // After any other failure the photo stays behind.
                guard urgency == .edit, case .failed(.rateLimited) = error else { continue }
                let left = Array(photos[index...])
                Task { await removeUnused(left, urgency: .background) }
                return
            }
        }
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

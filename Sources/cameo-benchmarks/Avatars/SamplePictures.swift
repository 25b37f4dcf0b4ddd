import Avatars
import Foundation
import Gtk
import Model
import Network

/// A server in this process, so quick that only the program's own work is left to measure.
@MainActor
final class SamplePictures: HTTPTransport {
    static let server = "http://127.0.0.1:9"

    /// Makes the body of the photo with a number.
    private let body: (Int) throws -> Data

    init(_ body: @escaping (Int) throws -> Data) {
        self.body = body
    }

    /// A contact with an uploaded photo.
    static func subject(_ number: Int) -> AvatarSubject {
        AvatarSubject(
            contactID: number, firstName: "Person", lastName: "\(number)", nickname: nil,
            completeName: "Person \(number)",
            info: AvatarInfo(url: "\(server)/store/photos/\(number).jpg", source: .photo))
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard let number = Int(request.url.deletingPathExtension().lastPathComponent),
            let body = try? body(number)
        else { throw .malformed }
        return HTTPResponse(
            status: 200, url: request.url,
            headers: ["content-type": "image/jpeg", "content-length": "\(body.count)"], body: body)
    }
}

extension AvatarStore<Picture> {
    /// Wants the picture of each subject, all at once, and returns the states when all are there.
    func loadAll(_ subjects: some Sequence<AvatarSubject>) async throws -> [AvatarState<Picture>] {
        let states = subjects.map { state(for: $0.picture, size: 50, scale: 1) }
        for state in states { state.want() }
        try await wait("pictures", atMost: .seconds(300)) { states.allSatisfy { !$0.current.isLoading } }
        if let error = states.lazy.compactMap(\.current.error).first { throw error }
        return states
    }
}

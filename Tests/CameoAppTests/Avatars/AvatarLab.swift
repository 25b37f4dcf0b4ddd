import Avatars
import Contacts
import Foundation
import Gtk
import Model
import Monica
import Network
import Synchronization
import TestSupport

@testable import CameoApp

/// Avatars over a network that answers when the test says so. The picture of contact 17 is one pixel with the colour
/// 17. A picture therefore tells its contact.
@MainActor
final class AvatarLab: HTTPTransport {
    let pictures = AvatarPictures()
    private(set) var requests: [URL] = []
    /// How urgent each of the requests was.
    private(set) var urgencies: [HTTPUrgency] = []
    /// While it is true no request is answered.
    var isHeld = false
    /// The network's status instead of a picture; nil for a picture.
    var status: ((_ contact: Int) -> Int)?

    /// `decodeDelay` gives how long decoding takes, in milliseconds.
    init(decodeDelay: @escaping @Sendable () -> Int = { 0 }) throws {
        let server = try ServerAddress("http://monica.example")
        pictures.store = AvatarStore(
            environment: .init(
                request: { MonicaKind().pictureRequest(for: $0, on: server) },
                fetch: MonicaClient(server: server, transport: self).pictureServer { $0 }.picture,
                inlineURL: { _ in nil },
                decode: { data, _ throws(ImageLoadError) in
                    let delay = decodeDelay()
                    // The caller throws a cancelled decode away.
                    if delay > 0 { try? await Task.sleep(for: .milliseconds(delay)) }
                    guard let contact = UInt32(String(decoding: data, as: UTF8.self)) else { throw .invalidData }
                    return Picture(width: 1, height: 1, pixels: [0xFF00_0000 | contact])
                },
                resample: { picture, _, _ in picture },
                cost: { $0.byteCount }))
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        requests.append(request.url)
        urgencies.append(request.urgency)
        let contact = Int(request.url.lastPathComponent) ?? 0
        repeat {
            if Task.isCancelled { throw .cancelled }
            // The task's own cancellation is looked at in the next turn.
            if isHeld { try? await Task.sleep(for: .milliseconds(1)) }
        } while isHeld
        return HTTPResponse(
            status: status?(contact) ?? 200, url: request.url, headers: ["content-type": "image/png"],
            body: Data("\(contact)".utf8))
    }

    /// A contact with a picture.
    func subject(_ id: Int, first: String = "Ada", last: String = "Lovelace", picture: Int? = nil) -> AvatarSubject {
        AvatarSubject(
            contactID: id, firstName: first, lastName: last, completeName: "\(first) \(last)",
            info: AvatarInfo(url: "https://pictures.example/\(picture ?? id)", source: .gravatar))
    }

    /// A view on the screen, in a window that closes with the test's end.
    func view(size: Int = 50) -> (AvatarView, TestWindow) {
        let view = AvatarView(size: size, pictures: pictures)
        return (view, TestWindow(view.root, width: 200, height: 200))
    }
}

@MainActor
extension AvatarView {
    /// The contact of the shown picture from the lab's network. Nil for initials and for an empty view.
    var shownContact: Int? {
        guard let picture = root.picture, picture.width == 1 else { return nil }
        return picture.withPixels { Int($0[0] & 0xFF_FFFF) }
    }
}

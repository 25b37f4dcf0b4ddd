import Contacts
import Foundation
import Model
import Network
import Platform
import Synchronization
import Testing

@testable import Avatars
@testable import Monica

/// A picture's stand-in in tests: the text of its bytes, and its size.
struct Face: Hashable, Sendable {
    let name: String
    let pixels: Int
    /// Edge of the decode that it was made from.
    let decoded: Int

    init(_ name: String, pixels: Int, decoded: Int) {
        self.name = name
        self.pixels = pixels
        self.decoded = decoded
    }
}

private final class DecodeLog: Sendable {
    let sizes = Mutex<[Int]>([])
    let views = Mutex<[String]>([])
}

/// Holds decodes back until it opens.
final class Gate: Sendable {
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]?>(nil)

    func close() { waiting.withLock { $0 = $0 ?? [] } }

    func open() {
        let released = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting ?? []
        }
        for continuation in released { continuation.resume() }
    }

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = waiting.withLock { waiting in
                waiting?.append(continuation)
                return waiting == nil
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// An avatar store over a fake network, with counted decodes.
@MainActor
final class Fixture {
    let transport = FakeTransport()
    /// Where decodes wait.
    let gate = Gate()
    private let log = DecodeLog()
    var inlineURLs: [Int: String] = [:]
    var now = Date(timeIntervalSince1970: 1_800_000_000)
    /// Waits that the loader asked for.
    var sleeps: [Duration] = []
    let store: AvatarStore<Face>
    let pictures: MonicaPictures
    let server: ServerAddress

    init(
        _ address: String = "https://monica.example", folder: URL? = nil, showsExternalPictures: Bool = true,
        configuration: AvatarCacheConfiguration = .default, decodesForViews: Bool = false
    ) throws {
        server = try ServerAddress(address)
        let (log, gate, server) = (log, gate, server)
        weak var fixture: Fixture?
        let pictures = MonicaPictures(
            client: MonicaClient(server: server, transport: transport), number: { $0 },
            now: { fixture?.now ?? .distantPast },
            sleep: { duration in
                // The fixture skips only sleeps that would delay a test.
                guard duration >= .seconds(1) else { return try await Task.sleep(for: duration) }
                fixture?.sleeps.append(duration)
            })
        self.pictures = pictures
        var environment = AvatarStore<Face>.Environment(
            request: { MonicaKind().pictureRequest(for: $0, on: server) }, fetch: pictures.picture,
            inlineURL: { _ in nil },
            decode: { data, pixels throws(ImageLoadError) in
                log.sizes.withLock { $0.append(pixels) }
                await gate.pass()
                let name = String(decoding: data, as: UTF8.self)
                // As in the program, an abandoned decode looks the same as a failed decode.
                guard !name.hasPrefix("broken"), !Task.isCancelled else { throw .invalidData }
                return Face(name, pixels: pixels, decoded: pixels)
            },
            resample: { face, size, scale in
                log.views.withLock { $0.append("\(size) × \(scale)") }
                return Face(face.name, pixels: size * scale, decoded: face.decoded)
            },
            cost: { $0.pixels * $0.pixels * 4 })
        if let folder {
            environment.disk = .init(folder: FolderPath(folder), account: "account") { face, _ in
                Data(face.name.utf8)
            }
            environment.disk?.disc = { square, size, scale in
                let name = String(decoding: square, as: UTF8.self)
                return name == "broken" ? nil : Face(name, pixels: size * scale, decoded: 0)
            }
        }
        if decodesForViews {
            environment.decodeForView = { data, pixels, size, scale in
                log.sizes.withLock { $0.append(pixels) }
                log.views.withLock { $0.append("\(size) × \(scale) at once") }
                let name = String(decoding: data, as: UTF8.self)
                return (
                    decode: Face(name, pixels: pixels, decoded: pixels),
                    exact: Face(name, pixels: size * scale, decoded: pixels), square: data
                )
            }
        }
        environment.inlineURL = { fixture?.inlineURLs[$0] }
        environment.now = { fixture?.now ?? .distantPast }
        environment.forgetFailures = pictures.forget
        store = AvatarStore(
            environment: environment, configuration: configuration, showsExternalPictures: showsExternalPictures)
        if decodesForViews { store.squareSize = 50 }
        pictures.onUnasked = { [weak store] in store?.keep($0, dataURL: $1) }
        fixture = self
    }

    /// The sizes of all decodes so far.
    var decodes: [Int] { log.sizes.withLock { $0 } }

    /// Results of resampling for views, such as "50 × 2".
    var resamples: [String] { log.views.withLock { $0 } }

    func state(
        _ id: Int, _ url: String?, _ source: AvatarSource = .gravatar, size: Int = 50, scale: Int = 1
    ) -> AvatarState<Face> {
        let subject = AvatarSubject(contactID: id, info: AvatarInfo(url: url, source: source))
        return store.state(for: subject.picture, inlineURL: subject.inlineURL, size: size, scale: scale)
    }

    /// A state that a view shows, loaded with a face of this name.
    func loaded(
        _ id: Int, _ url: String, _ name: String, size: Int = 50, scale: Int = 1
    ) async -> AvatarState<Face> {
        let state = state(id, url, size: size, scale: scale)
        state.want()
        await eventually { self.transport.open.contains { $0.absoluteString.hasPrefix(url) } }
        transport.answer(url, .face(name))
        await eventually { state.current.image != nil }
        return state
    }
}

extension AvatarState<Face> {
    /// The name of the face that is shown.
    var face: String? { current.image?.name }
}

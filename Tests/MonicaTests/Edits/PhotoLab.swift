import DemoServer
import DemoServerFaults
import Foundation
import Model
import Network
import Synchronization
import XCTest

@testable import Contacts
@testable import Monica

/// An outbox over a store in memory and a demo server, with a contact.
@MainActor
final class PhotoLab {
    private static let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    static var file: PhotoFile {
        guard let bytes = Data(base64Encoded: png), let file = PhotoFile(bytes: bytes, format: .png) else {
            preconditionFailure("no picture")
        }
        return file
    }

    let edits: EditLab
    let store: ContactStore
    let album: PhotoAlbum
    /// The photos that the cache got.
    let sent = Mutex<[Data]>([])
    private(set) var outbox: Outbox
    private let clock: Outbox.Clock
    /// The time that was waited for, in seconds.
    private let ahead = Ahead()
    let id: ContactID

    init() async throws {
        let store = try ContactStore.inMemory(decoder: MonicaKind())
        self.store = store
        clock = Outbox.Clock(
            now: { [ahead] in Date.now.timeIntervalSince1970 + ahead.seconds.withLock { $0 } },
            sleep: { _ in try await Task.sleep(for: .seconds(60)) })
        edits = try await EditLab(store: store)
        outbox = Outbox(store: store, server: edits.server, clock: clock)
        album = PhotoAlbum(server: edits.client, store: store)
        id = ContactID(Int64(try await edits.makeContact().number))
        try await store.upsert([try await edits.client.contact(id: Int(id.rawValue))])
        restart()
    }

    /// As after a start of the program.
    func restart() {
        outbox = Outbox(
            store: store, server: edits.server, clock: clock,
            onPhotoSent: { [weak self] _, bytes in self?.sent.withLock { $0.append(bytes) } })
    }

    func wait(_ seconds: Double) {
        ahead.seconds.withLock { $0 += seconds }
    }

    /// The person chooses a picture.
    @discardableResult
    func choose(_ choice: AvatarChoice) async throws -> Receipt? { try await outbox.setAvatar(choice, of: id) }

    /// Chooses a picture, ends the toast of a removal, sends all that can go, and returns the requests.
    @discardableResult
    func save(_ choice: AvatarChoice) async throws -> [String] {
        if let receipt = try await choose(choice), receipt.isHeld { try await outbox.finish(receipt) }
        return try await send()
    }

    /// Sends all that can go, and returns the requests.
    @discardableResult
    func send() async throws -> [String] {
        edits.forgetRequests()
        for _ in 1...5 {
            try await sendNow()
            guard try await outbox.waiting().contains(where: { !$0.needsPerson }) else { break }
            wait(130)
        }
        return edits.calls
    }

    /// Sends all that can go before the end of a hold.
    func sendNow() async throws {
        let work = Task { [outbox] in await outbox.run() }
        _ = try await outbox.sendAll(within: 20)
        // The last answer is read, too.
        let limit = ContinuousClock.now + .seconds(20)
        while try await outbox.look({ $0.memory.next(at: $0.now).contact }) != nil, ContinuousClock.now < limit {
            try await Task.sleep(for: .milliseconds(5))
        }
        work.cancel()
        await work.value
    }

    /// Another client sends a photo.
    func upload(_ name: String, _ bytes: Data = PhotoLab.file.bytes) async throws {
        let upload = PhotoUpload(contact: RemoteID("\(id.rawValue)"), fileName: name)
        try await edits.plain(.post, "photos", form: upload.body(bytes))
    }

    /// Another client sends a photo that the server cannot read.
    func uploadUnreadable() async throws {
        try await upload("a.svg", Data("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8))
    }

    /// The next request fails that sends a photo (`photos`) or shows it (`avatar`).
    func inject(_ failure: Failure, at end: String) {
        let isAvatar = end == "avatar"
        let path = isAvatar ? "/api/contacts/\(id.rawValue)/avatar" : "/api/photos"
        edits.demo.inject(failure, at: path, method: isAvatar ? "PUT" : "POST", times: 1)
    }

    var wire: Data { edits.transport.requests.compactMap(\.body?.bytes).reduce(Data(), +) }

    /// The picture that is shown.
    var shown: AvatarInfo {
        get async throws {
            var avatar = try await store.contact(id: Int(id.rawValue))?.avatar ?? AvatarInfo()
            avatar.defaultAvatarColor = nil
            return avatar
        }
    }

    var photos: [EditLab.Object] { get async throws { try await edits.list("contacts/\(id.rawValue)/photos") } }

    /// The newest photo of the album.
    var newest: ContactPhoto {
        get async throws {
            let photos = try await album.photos(of: id)
            return try XCTUnwrap(photos.first)
        }
    }

    /// The server's source and address.
    var avatar: String {
        get async throws {
            let contact = try await edits.data("contacts/\(id.rawValue)")
            let avatar = (contact["information"] as? EditLab.Object)?["avatar"] as? EditLab.Object
            return "\(avatar?["source"] ?? "") \(avatar?["url"] ?? "")"
        }
    }

    /// The number of the server's photos, the source of its avatar, and the pending changes: "0, default, avatar waits".
    var outcome: String {
        get async throws {
            let (count, source) = (try await photos.count, try await avatar.prefix { $0 != " " })
            let changes = try await outbox.waiting().map {
                "\($0.slot.stored) \($0.needsPerson ? "needs a person" : "waits")"
            }
            return (["\(count)", "\(source)"] + changes).joined(separator: ", ")
        }
    }
}

private final class Ahead: Sendable {
    let seconds = Mutex(0.0)
}

extension AvatarChoice {
    @MainActor static var newFile: AvatarChoice { .file(PhotoLab.file) }
}

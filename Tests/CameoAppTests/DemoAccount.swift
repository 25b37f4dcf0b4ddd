import DemoServer
import Foundation
import GLib
import Gtk
import Model
import Network
import Soup
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

extension Demo {
    /// As the program hands it in.
    static func inventing(contacts: Int) -> Demo {
        Demo {
            let server = try DemoServer(DemoServerConfiguration(contacts: contacts, rateLimit: nil))
            return Server(
                address: try ServerAddress(server.address.absoluteString), token: try Token(server.token),
                stop: { server.stop() })
        }
    }
}

/// A person who is signed in to a demo server.
@MainActor
final class DemoAccount {
    let server: DemoServer
    let session: Session
    /// Nil keeps everything in memory.
    let directories: AppDirectories?

    /// `folder` is where files go. With `hasLists` the lists of the account were read once, long ago.
    init(
        _ configuration: DemoServerConfiguration = .init(contacts: 40, rateLimit: nil),
        in folder: TemporaryFolder? = nil, notes: CrashNotes? = nil, hasLists: Bool = true
    )
        async throws
    {
        server = try DemoServer(configuration)
        let account = Account(server: try ServerAddress(server.address.absoluteString), userID: 1)
        directories = folder.map { AppDirectories(environment: ["HOME": $0.url.path]) }
        let store =
            if let directories {
                try await ContactStore.open(at: directories.contacts(of: account.id))
            } else {
                try ContactStore.inMemory()
            }
        for section in ContactSection.ofAccount where hasLists {
            try await store.replace(section, with: [:], isWhole: false, loadedAt: .distantPast)
        }
        session = Session(
            account: account, token: try Token(server.token), store: store,
            pictures: directories?.pictures(of: account.id), notes: notes, foreignHosts: .onThisMachine)
    }

    /// Stores all contacts of the server.
    func synchronise() async throws {
        await session.synchroniser.run()
        let count = try await session.store.count()
        XCTAssertEqual(count, server.contactCount)
    }

    /// Ends the session. Returns that of the next start, which has no token yet.
    func restarted() async throws -> Session {
        await session.end()
        let (account, directories) = (session.account, try XCTUnwrap(self.directories))
        let store = try await ContactStore.open(at: directories.contacts(of: account.id))
        return Session(
            account: account, token: nil, store: store, pictures: directories.pictures(of: account.id),
            foreignHosts: .onThisMachine)
    }

    /// Gives a contact a photo, which waits to be sent.
    func setPhoto(ofContact id: Int64) async throws {
        let square = Picture(width: 64, height: 64, pixels: [UInt32](repeating: 0xFF33_6699, count: 64 * 64))
        let file = try XCTUnwrap(square.pngData().flatMap { PhotoFile(bytes: $0, format: .png) })
        _ = try await XCTUnwrap(session.outbox).setAvatar(.file(file), of: ContactID(id))
    }

    /// Pictures for the avatars of this account.
    func pictures() -> AvatarPictures {
        let pictures = AvatarPictures()
        pictures.store = session.avatars
        return pictures
    }

    /// The entries of the contacts list.
    func entries() async throws -> [ContactEntry] {
        try await session.store.summaries().map { ContactEntry($0) }
    }

    /// Ends the session and the server.
    func end() async {
        await session.end()
        server.stop()
    }
}

extension ForeignHosts {
    /// Allows servers of tests, against the program's own rule for addresses.
    static let onThisMachine = ForeignHosts(
        allowsOrigin: { ["127.0.0.1", "localhost"].contains($0.host) },
        allowsAddress: { [IPAddress("127.0.0.1"), IPAddress("::1")].contains($0) })
}

/// A folder that goes with its test.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(
        path: "cameo-tests-\(UUID())", directoryHint: .isDirectory)

    deinit {
        // Leftover files lie in the system's folder for temporary files.
        try? FileManager.default.removeItem(at: url)
    }

    /// All files below it, by their paths from it.
    var files: [String] {
        let found = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
        return found.filter {
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: url.appending(path: $0).path, isDirectory: &isFolder)
            return exists && !isFolder.boolValue
        }.sorted()
    }
}

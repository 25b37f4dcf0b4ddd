import Avatars
import CameoApp
import Contacts
import Foundation
import Gtk
import Monica
import Network
import Soup

/// The program's own way to a server, with all that goes over it counted.
@MainActor
final class ServerConnection {
    let server: ServerAddress
    let transport: CountingTransport
    let client: MonicaClient

    init(address: URL, token: String, keepsBodies: Bool = false) throws {
        server = try ServerAddress(address.absoluteString)
        transport = CountingTransport(
            SoupTransport(origin: server.origin, token: { token }, userAgent: "cameo-benchmarks"),
            keepsBodies: keepsBodies)
        client = MonicaClient(server: server, transport: transport)
    }

    convenience init(to server: Server, keepsBodies: Bool = false) throws {
        try self.init(address: server.address, token: server.token, keepsBodies: keepsBodies)
    }

    /// Pictures as in the program.
    func avatars(folder: URL?) throws -> AvatarStore<Picture> {
        ProgramParts.avatars(
            kind: MonicaKind(), server: server, transport: transport, contacts: try .inMemory(decoder: MonicaKind()),
            folder: folder)
    }

    /// Synchronises a store once.
    func synchronise(_ store: ContactStore) async throws {
        let synchroniser = Synchroniser(server: client, store: store)
        await synchroniser.run()
        guard case .finished = synchroniser.progress else {
            throw Unmeasurable("the synchronisation ended as \(synchroniser.progress)")
        }
    }

    /// Synchronises a store and returns its contacts.
    func fill(_ store: ContactStore) async throws -> ContactList {
        try await synchronise(store)
        return try await store.list()
    }
}

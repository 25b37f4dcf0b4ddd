import CameoApp
import Contacts
import Foundation
import Monica

/// A home folder in which the program has synchronised all contacts of a server, which still runs.
@MainActor
final class StoredAccount {
    let home: Home
    let contacts: Int
    /// The database.
    let file: URL
    private let server: Server

    init(contacts: Int) async throws {
        self.contacts = contacts
        server = try Server(contacts: contacts)
        home = try Home()
        home.enter()
        let connection = try ServerConnection(to: server)
        file = try await ProgramParts.signIn(to: connection.server, token: server.token)
        let store = try await ContactStore.open(at: file, decoder: MonicaKind())
        try await connection.synchronise(store)
        guard try await store.count() == contacts else { throw Unmeasurable("not all contacts were stored") }
        try await store.close()
    }

    /// Another way to its server.
    func connect() throws -> ServerConnection { try ServerConnection(to: server) }

    /// From now on nothing is answered, nor is any connection refused.
    func pauseServer() { server.pause() }

    func resumeServer() { server.resume() }

    /// From now on each connection is refused.
    func endServer() { server.end() }

    /// The size of the database on the disk, with its write-ahead log.
    var bytes: Int {
        get throws {
            try ["", "-wal"].reduce(0) { sum, suffix in
                let path = file.path + suffix
                guard FileManager.default.fileExists(atPath: path) else { return sum }
                return sum + (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0)
            }
        }
    }
}

import Foundation
import GRDB
import Model
import Testing

@testable import Contacts

/// Several processes over one database and one server.
class ProcessesLab {
    let folder = FileManager.default.temporaryDirectory.appending(component: "cameo-\(UUID().uuidString)")
    var file: URL { folder.appending(component: "contacts.sqlite") }
    let server = QueueServer()
    let clock = ManualClock(1_000)
    /// As of two processes that read one database.
    let copies = MemoryCopies()
    static let ann = ContactID(1)

    deinit {
        // What is left in the temporary folder hurts nobody.
        try? FileManager.default.removeItem(at: folder)
    }

    /// As another process would have it.
    func makeQueue() async throws -> EditQueue {
        EditQueue(
            store: try await ContactStore.open(at: file), account: "a", server: server,
            lock: FileSendingLock(database: file),
            surroundings: EditQueue.Surroundings(
                copies: { [copies] in copies }, clock: { [clock] in clock.now },
                sleep: { [clock] in try await clock.sleep(until: $0) }))
    }

    /// Lets the time pass until something holds.
    func wait(until condition: () async throws -> Bool) async throws {
        try await clock.advance(until: condition)
    }

    func name(_ remote: RemoteID) -> ContactValue? { server.person(remote)?.values[.firstName] }

    static func name(_ before: String, _ after: String) -> ContactChange {
        .values(ValueChange(group: .person, deltas: [.firstName: Delta(before: .text(before), after: .text(after))]))
    }
}

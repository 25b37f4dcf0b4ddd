import Contacts
import DemoServer
import Foundation
import Model
import Monica

/// How contacts come from the server.
@MainActor
enum Filling {
    private static let contacts = 10_000
    private static let changes = 10
    private static let opened = 1_000

    /// Measures the first fill and the shares of waiting, parsing and storing. A page is stored while the next one comes, so
    /// the shares add up to more than 1.
    static func measure() async throws {
        let server = try Server(contacts: contacts)
        let connection = try ServerConnection(to: server, keepsBodies: true)
        let home = try Home()
        let store = try await ContactStore.open(
            at: home.folder.appending(component: "contacts.sqlite"), decoder: MonicaKind())
        let start = ContinuousClock.now
        try await connection.synchronise(store)
        let whole = (ContinuousClock.now - start).seconds
        let waiting = connection.transport.waited
        let parsingStart = ContinuousClock.now
        let pages = try connection.transport.bodies.map { try ContactPage(parsing: $0) }
        let parsing = (ContinuousClock.now - parsingStart).seconds
        let storing = try await seconds(storing: pages, in: home)
        report("contacts.fill", Double(contacts) / whole, "contacts/s")
        report("contacts.fill.waiting", waiting / whole, "share")
        report("contacts.fill.parsing", parsing / whole, "share")
        report("contacts.fill.storing", storing / whole, "share")
        try await measureOpening(store)
        try await store.close()
    }

    /// How long it takes to store pages alone.
    private static func seconds(storing pages: [ContactPage], in home: Home) async throws -> Double {
        let store = try await ContactStore.open(
            at: home.folder.appending(component: "stored.sqlite"), decoder: MonicaKind())
        let start = ContinuousClock.now
        for page in pages { try await store.upsert(page.contacts) }
        let storing = (ContinuousClock.now - start).seconds
        try await store.close()
        return storing
    }

    /// Measures how long it takes to read a contact with all shown values.
    private static func measureOpening(_ store: ContactStore) async throws {
        var times: [Double] = []
        for contact in try await store.summaries().shuffled().prefix(opened) {
            let start = ContinuousClock.now
            guard try await store.storedContact(id: contact.id) != nil else { throw Unmeasurable("a contact is gone") }
            times.append((ContinuousClock.now - start).seconds * 1_000)
        }
        report("contacts.opening.p50", times.percentile(0.5), "ms")
        report("contacts.opening.p99", times.percentile(0.99), "ms")
    }

    /// Counts the requests of a synchronisation after changes of a few contacts. Times do not matter here, so the server may
    /// run in this process, which can change its contacts.
    static func measureUpdate() async throws {
        let server = try DemoServer(DemoServerConfiguration(contacts: 2_000, rateLimit: nil))
        defer { server.stop() }
        let connection = try ServerConnection(address: server.address, token: server.token)
        let store = try ContactStore.inMemory(decoder: MonicaKind())
        let stored = try await connection.fill(store).contacts
        let changed = stored.shuffled().prefix(changes)
        for contact in changed { server.renameContact(contact.id, first: "Changed", last: contact.lastName) }
        connection.transport.forget()
        try await connection.synchronise(store)
        let summaries = try await store.summaries()
        guard summaries.count(where: { $0.firstName == "Changed" }) == changes else {
            throw Unmeasurable("the changes did not arrive")
        }
        report("contacts.second_sync.requests", Double(connection.transport.count), "requests")
    }
}

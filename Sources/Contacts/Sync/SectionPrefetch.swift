import Foundation
import Model
import Network

/// Fetches, in the background and slowly, sections that a person will likely want to read: of contacts that they opened
/// and left too soon, opened formerly, or that come up in the next days.
///
/// Only sections: asking for a contact itself makes it the last consulted one on the server.
@MainActor
public final class SectionPrefetch {
    /// Between two requests: 12 of the 60 that a server allows in a minute.
    static let interval = Duration.seconds(5)
    /// In one run, which a synchronisation begins.
    private static let maxContacts = 300
    private static let maxOpened = 50

    private let server: any ContactServer
    private let store: ContactStore
    private let pause: @Sendable (Duration) async throws -> Void
    /// Contacts that a person left before all of them was there, the latest last.
    private var opened: [Int] = []
    private var task: Task<Void, Never>?

    /// A prefetch into a store, from its server.
    public convenience init(server: any ContactServer, store: ContactStore) {
        self.init(server: server, store: store) { try await Task.sleep(for: $0) }
    }

    init(server: any ContactServer, store: ContactStore, pause: @escaping @Sendable (Duration) async throws -> Void) {
        self.server = server
        self.store = store
        self.pause = pause
    }

    isolated deinit {
        task?.cancel()
    }

    /// A person left a contact before all of it was there.
    public func add(_ id: Int) {
        opened.removeAll { $0 == id }
        opened = opened.suffix(Self.maxOpened - 1) + [id]
        begin { _ in [] }
    }

    /// Call it when the contacts are up to date: their statistics tell the missing sections.
    public func start() {
        begin { store in await store.contactsLikelyRead(atMost: Self.maxContacts) }
    }

    /// Cancels the prefetch and waits for its end.
    public func stop() async {
        task?.cancel()
        await task?.value
    }

    private func begin(_ others: @escaping (ContactStore) async -> [Int]) {
        guard task == nil else { return }
        task = Task { [weak self] in
            let store = self?.store
            var rest = if let store { await others(store)[...] } else { [Int]()[...] }
            while !Task.isCancelled, let self, let id = self.opened.popLast() ?? rest.popFirst() {
                if await !self.fetch(id) { break }
            }
            if !Task.isCancelled { self?.task = nil }
        }
    }

    /// Returns false when it is no use to go on.
    private func fetch(_ id: Int) async -> Bool {
        let refresh = ContactRefresh(server: server, store: store)
        do {
            guard let contact = try await store.contact(id: id) else { return true }
            for section in try await refresh.missingSections(of: contact) {
                try await pause(Self.interval)
                try Task.checkCancellation()
                guard let error = await refresh.load(section, ofContact: id, urgency: .background) else { continue }
                guard let error = error as? ServerError, error.concernsOneAnswer else { throw error }
            }
            return true
        } catch {
            // The prefetch after the next synchronisation requests it again.
            opened.insert(id, at: 0)
            return false
        }
    }
}

extension ContactStore {
    /// The contacts with a day to come, a due date to keep in touch, or stored sections, in this order.
    fileprivate func contactsLikelyRead(atMost limit: Int) async -> [Int] {
        // Days and contacts that cannot be read now are tried again the next time.
        let coming = ((try? await upcoming()) ?? []).map(\.id)
        let week = Date.now.addingTimeInterval(7 * 86_400)
        let due = ((try? await keepInTouch()) ?? []).prefix { $0.due < week }.map(\.id)
        let read = (try? await contactsWithSections(atMost: limit)) ?? []
        var seen: Set<Int> = []
        return Array(
            (coming.prefix(limit / 3) + due.prefix(limit / 3) + read).filter { seen.insert($0).inserted }.prefix(limit))
    }
}

public import Foundation
import Model

/// Brings up to date what forms choose from, once a week: it seldom changes.
@MainActor
public struct FormChoicesRefresh {
    private static let maxAge: TimeInterval = 7 * 86_400

    private let source: ContactSource
    private let store: ContactStore

    /// A refresh of what a store keeps, from its server.
    public init(server: any ContactServer, store: ContactStore) {
        self.init(server: server, store: store) { try await Task.sleep(for: $0) }
    }

    init(server: any ContactServer, store: ContactStore, pause: @escaping @Sendable (Duration) async throws -> Void) {
        source = ContactSource(server: server, pause: pause)
        self.store = store
    }

    /// Reads the choices if those that are stored are a week old at `now`. What was stored stays when some do not come.
    public func run(now: Date = .now) async throws {
        // A clock that was set back makes nothing fresh for ever.
        if let loaded = try await store.formChoicesLoadedAt(),
            (now.addingTimeInterval(-Self.maxAge)...now).contains(loaded)
        {
            return
        }
        try await store.replaceFormChoices(with: try await source.formChoices(), loadedAt: now)
    }
}

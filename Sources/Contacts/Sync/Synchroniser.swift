public import Foundation
import Logging
public import Network

/// The error that ended a synchronisation early. The contacts stored until then stay, and the next synchronisation continues
/// there.
public enum SynchronisationError: Error, Hashable, Sendable {
    /// A request failed.
    case server(ServerError)
    /// An answer could not be stored, or the store could not be read.
    case store(ContactStoreError)

    init(_ error: any Error) {
        if let error = error as? ServerError {
            self = .server(error)
        } else {
            self = .store(ContactStoreError(error))
        }
    }
}

/// Brings the stored contacts up to date with the server's.
@MainActor
public final class Synchroniser {
    /// How far a synchronisation is.
    public enum Progress: Sendable, Equatable {
        /// None is under way, and none was.
        case idle
        /// How many contacts have been met, and of how many, once the server has said it.
        case running(done: Int, total: Int?)
        /// The last one ended early.
        case failed(SynchronisationError)
        /// The last one ended at this time of day.
        case finished(Date)
    }

    /// Changes that the server's dates do not tell, such as new tags and notes, wait at most this long.
    private static let maxTimeBetweenFullPasses: TimeInterval = 7 * 86_400

    /// How far the synchronisation is.
    public private(set) var progress = Progress.idle {
        didSet { onProgress?(progress) }
    }
    /// Called with each change of `progress`.
    public var onProgress: ((Progress) -> Void)?

    /// Called with true when contacts are about to come for the first time, and with false at the end of that.
    public var onFirstFill: ((Bool) -> Void)?

    private let source: ContactSource
    private let store: ContactStore
    private let log = Logger(label: "cameo.passes")

    /// A synchroniser of a store with its server.
    public convenience init(server: any ContactServer, store: ContactStore) {
        self.init(server: server, store: store) { try await Task.sleep(for: $0) }
    }

    init(server: any ContactServer, store: ContactStore, pause: @escaping @Sendable (Duration) async throws -> Void) {
        source = ContactSource(server: server, pause: pause)
        self.store = store
    }

    /// Fills the store page by page, from the end of the last run; later requests only changed contacts. Does nothing while it
    /// runs already, and ends early when its task is cancelled.
    public func run() async {
        if case .running = progress { return }
        progress = .running(done: 0, total: nil)
        defer { onFirstFill?(false) }
        do {
            try await synchronise()
            let now = Date.now
            try await store.noteSynchronised(at: now)
            progress = .finished(now)
            log.debug("pass ended")
        } catch {
            log.debug("pass ended early")
            progress = Task.isCancelled ? .idle : .failed(SynchronisationError(error))
        }
    }

    private func synchronise() async throws {
        let full = FullPass(source: source, store: store) { [weak self] done, total in
            self?.progress = .running(done: done, total: total)
        }
        guard let newestUpdate = try await updatesSince() else {
            log.debug("full pass")
            return try await full.run()
        }
        var hasFailed = false
        do {
            log.debug("pass over updates")
            if try await UpdatePass(source: source, store: store).run(since: newestUpdate) { return }
        } catch let error as ServerError where error.mayBeTooMuch {
            // A page that the server cannot send: the full pass knows how to go round it.
            hasFailed = true
        }
        log.debug("full pass")
        try await full.run(isRetry: hasFailed)
    }

    /// Nil if all pages must be read.
    private func updatesSince() async throws -> Date? {
        let state = try await store.syncState()
        if state.lastFullPass == nil { onFirstFill?(true) }
        // A pass that lies in the future was made with a wrong clock.
        guard let age = state.lastFullPass.map({ Date.now.timeIntervalSince($0) }), state.nextPage == nil,
            (0...Self.maxTimeBetweenFullPasses).contains(age)
        else { return nil }
        return state.newestUpdate
    }
}

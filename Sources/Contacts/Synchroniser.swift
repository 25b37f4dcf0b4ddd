public import Foundation
public import MonicaAPI

/// Why a synchronisation ended early. What was stored until then stays, and the next one goes on from there.
public enum SynchronisationError: Error, Hashable, Sendable {
    case server(MonicaError)
    case store(ContactStoreError)

    init(_ error: any Error) {
        if let error = error as? MonicaError {
            self = .server(error)
        } else {
            self = .store(ContactStoreError(error))
        }
    }
}

/// Brings the stored contacts up to date with the server's.
@MainActor
public final class Synchroniser {
    public enum Progress: Sendable, Equatable {
        case idle
        /// How many contacts have been met, and of how many, once the server has said it.
        case running(done: Int, total: Int?)
        case failed(SynchronisationError)
        case finished(Date)
    }

    public private(set) var progress = Progress.idle {
        didSet { onProgress?(progress) }
    }
    public var onProgress: ((Progress) -> Void)?

    private let source: ContactSource
    private let store: ContactStore

    public convenience init(client: MonicaClient, store: ContactStore) {
        self.init(client: client, store: store) { try await Task.sleep(for: $0) }
    }

    /// `pause` waits as long as a server asks for.
    init(client: MonicaClient, store: ContactStore, pause: @escaping @Sendable (Duration) async throws -> Void) {
        source = ContactSource(client: client, pause: pause)
        self.store = store
    }

    /// Fills the store page by page, from where the last time ended. Does nothing while it runs already; ends early
    /// when its task is cancelled.
    public func run() async {
        if case .running = progress { return }
        progress = .running(done: 0, total: nil)
        do {
            try await FullPass(source: source, store: store) { [weak self] done, total in
                self?.progress = .running(done: done, total: total)
            }.run()
            progress = .finished(.now)
        } catch {
            progress = Task.isCancelled ? .idle : .failed(SynchronisationError(error))
        }
    }
}

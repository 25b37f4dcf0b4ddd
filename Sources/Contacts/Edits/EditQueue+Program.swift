import Foundation
import Glibc
public import Model

extension EditQueue {
    /// The queue of an account over its store; nothing is sent before `run`.
    ///
    /// `onPictureUnused` is told of the picture of a contact that was deleted, if no other stored contact has it.
    public convenience init(
        store: ContactStore, account: String, server: any EditServer,
        onPictureUnused: @escaping @Sendable (PictureReference) -> Void = { _ in }
    ) {
        self.init(
            store: store, account: account, server: server, lock: store.sendingLock,
            surroundings: Surroundings(
                copies: { [decoder = store.decoder, storage = store.storage] in
                    StoreCopies(decoder: decoder, storage: storage, onPictureUnused: onPictureUnused)
                },
                clock: Self.clock, sleep: Self.sleep))
    }

    /// Some moment, by the clock of tasks and by that of edits. Both go on while the computer sleeps.
    private static let start = (instant: ContinuousClock.now, moment: clock())

    private static func sleep(until moment: TimeInterval) async throws {
        // No longer than a day, after which who waits looks again: a stored moment may be beyond all clocks.
        let moment = min(moment, clock() + 86_400)
        try await Task.sleep(until: start.instant + .seconds(moment - start.moment), clock: .continuous)
    }

    /// In seconds since the computer was started, also while it sleeps. Processes have it in common.
    private static func clock() -> TimeInterval {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return TimeInterval(time.tv_sec) + TimeInterval(time.tv_nsec) / 1e9
    }
}

/// A server that takes no edits: they wait.
public struct NoEditServer: EditServer {
    /// There is nothing to connect to.
    public init() {}

    public func answer(_ request: EditRequest) async -> EditResponse { EditResponse(.offline) }
}

/// Of a store that no other process can open.
private struct OwnLock: SendingLock {
    func take() -> SendingTurn { .ours }
    func release() {}
}

extension ContactStore {
    fileprivate var sendingLock: any SendingLock {
        files.map { FileSendingLock(database: $0.database) } ?? OwnLock()
    }
}

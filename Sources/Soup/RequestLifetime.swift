import GLib
import Network

/// A request from its first byte to its end, redirects included. It can end early, and keeps the reason.
final class RequestLifetime {
    let cancellable = Cancellable()

    /// The reason of an early end; nil before it.
    private(set) var reason: TransportError?

    /// The time at which the request ends with `timedOut`.
    var deadline: ContinuousClock.Instant {
        didSet {
            // The watch sleeps until the old deadline, and finds a later one by itself.
            if deadline < oldValue { startWatch() }
        }
    }

    private var watch: Task<Void, Never>?

    init(deadline: ContinuousClock.Instant) {
        self.deadline = deadline
        startWatch()
    }

    /// Cancels the request at once; only the first reason counts.
    func end(_ reason: TransportError) {
        guard self.reason == nil else { return }
        self.reason = reason
        cancellable.cancel()
    }

    /// Called at the end of the request, so that no timer outlives it.
    func finish() {
        watch?.cancel()
    }

    private func startWatch() {
        watch?.cancel()
        watch = Task { [weak self] in
            while let deadline = self?.deadline, !Task.isCancelled {
                guard ContinuousClock.now < deadline else {
                    self?.end(.timedOut)
                    return
                }
                try? await Task.sleep(until: deadline, clock: .continuous)
            }
        }
    }
}

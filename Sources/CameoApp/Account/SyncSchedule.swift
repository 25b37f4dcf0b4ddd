/// Decides when to synchronise without a person's request.
///
/// After a temporary failure it asks the server again, soon at first and then every quarter of an hour. While the window is in
/// use it asks once a quarter of an hour. It checks this at an event: the window gets the focus or a key, or the day's clock
/// ticks. So no timer wakes an idle program.
final class SyncSchedule {
    typealias Instant = ContinuousClock.Instant

    /// The result of the last synchronisation.
    enum Outcome {
        case finished
        /// The server did not answer.
        case outOfReach
        /// The server may succeed the next time.
        case failedForNow
        /// A person has to act first.
        case failed
    }

    /// The greatest age of stored contacts while a person uses the window.
    static let interval = Duration.seconds(15 * 60)
    /// The pauses between the tries after a failure; the last one repeats.
    static let pauses: [Duration] = [.seconds(60), .seconds(120), .seconds(300), interval]

    private let synchronise: () -> Void
    private let now: () -> Instant
    private let sleep: @Sendable (Duration) async throws -> Void
    private var failures = 0
    private var lastEnd: Instant?
    private var lastOutcome: Outcome?
    /// The time of the last refusal of the token by another request.
    private var lastRefusal: Instant?
    /// Waits for the next try; nil when none is scheduled.
    private var retry: Task<Void, Never>?

    init(
        now: @escaping () -> Instant = { .now },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        synchronise: @escaping () -> Void
    ) {
        self.now = now
        self.sleep = sleep
        self.synchronise = synchronise
    }

    isolated deinit {
        retry?.cancel()
    }

    /// Whether a retry is scheduled after a failure.
    var isWaiting: Bool { retry != nil }

    func ended(_ outcome: Outcome) {
        stop()
        lastEnd = now()
        lastOutcome = outcome
        guard outcome == .outOfReach || outcome == .failedForNow else {
            failures = 0
            return
        }
        let pause = Self.pauses[min(failures, Self.pauses.count - 1)]
        failures += 1
        retry = Task { [weak self, sleep] in
            // Cancelled while asleep: another request runs, or the session has ended.
            guard (try? await sleep(pause)) != nil, !Task.isCancelled else { return }
            self?.askNow()
        }
    }

    /// The window got the focus: a person may have solved the problem.
    func focused() {
        if isWaiting { askNow() } else { used() }
    }

    /// A person uses the window.
    func used() {
        guard !isWaiting, let lastEnd, now() - lastEnd >= Self.interval else { return }
        // Until this synchronisation has ended, none is due.
        self.lastEnd = nil
        synchronise()
    }

    /// The route to the server has changed.
    func networkChanged() {
        failures = 0
        if isWaiting { askNow() }
    }

    /// The server answered another request: it is reachable again.
    func serverAnswered() {
        if isWaiting, lastOutcome == .outOfReach { askNow() }
    }

    /// The server refused the token of another request, such as an edit. The synchronisation shows its result to the person. If
    /// it succeeds, the refusal has another cause than the token, and the server is not asked again at once.
    func tokenRefused() {
        guard !isWaiting, lastOutcome == .finished, lastRefusal.map({ now() - $0 >= Self.pauses[0] }) ?? true else {
            return
        }
        lastRefusal = now()
        synchronise()
    }

    /// Stops retrying until the next failure.
    func stop() {
        retry?.cancel()
        retry = nil
    }

    private func askNow() {
        stop()
        synchronise()
    }
}

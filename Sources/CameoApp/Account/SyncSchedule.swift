/// Decides when the server is asked for news although nobody asks for them.
///
/// After a failure that may pass it is asked again, soon at first and then every quarter of an hour. While the window is in use
/// it is asked once a quarter of an hour. Whether that is due is looked at when something happens: the window gets the focus
/// or a key, or the day's clock looks around. So nothing wakes an idle program.
final class SyncSchedule {
    typealias Instant = ContinuousClock.Instant

    /// How the last question ended.
    enum Outcome {
        case finished
        /// Nobody answered.
        case outOfReach
        /// The server may be better the next time.
        case failedForNow
        /// Somebody has to do something first.
        case failed
    }

    /// How old what is stored may be while somebody uses the window.
    static let interval = Duration.seconds(15 * 60)
    /// Between the tries after a failure; the last of them stays.
    static let pauses: [Duration] = [.seconds(60), .seconds(120), .seconds(300), interval]

    private let synchronise: () -> Void
    private let now: () -> Instant
    private let sleep: @Sendable (Duration) async throws -> Void
    private var failures = 0
    private var lastEnd: Instant?
    private var lastOutcome: Outcome?
    /// When the token was last refused of something else.
    private var lastRefusal: Instant?
    /// Waits for the next try; nil when none is to come by itself.
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

    /// Whether the server was out of reach and is asked again by itself.
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
            // Cancelled while asleep: somebody else asks, or nobody wants to know.
            guard (try? await sleep(pause)) != nil, !Task.isCancelled else { return }
            self?.askNow()
        }
    }

    /// The window got the focus: somebody may have mended something.
    func focused() {
        if isWaiting { askNow() } else { used() }
    }

    /// Somebody uses the window.
    func used() {
        guard !isWaiting, let lastEnd, now() - lastEnd >= Self.interval else { return }
        // Until this one has ended, nothing is due.
        self.lastEnd = nil
        synchronise()
    }

    /// There is another way to the server than before, or none.
    func networkChanged() {
        failures = 0
        if isWaiting { askNow() }
    }

    /// The server answered something else: it is there again.
    func serverAnswered() {
        if isWaiting, lastOutcome == .outOfReach { askNow() }
    }

    /// The server did not accept the token of something else, such as an edit: what the synchronisation then says is shown to
    /// the person. Where it ends well, the token is not what that was about, and it is not asked again at once.
    func tokenRefused() {
        guard !isWaiting, lastOutcome == .finished, lastRefusal.map({ now() - $0 >= Self.pauses[0] }) ?? true else {
            return
        }
        lastRefusal = now()
        synchronise()
    }

    /// Nothing is asked any more until the next end.
    func stop() {
        retry?.cancel()
        retry = nil
    }

    private func askNow() {
        stop()
        synchronise()
    }
}

import Contacts

/// Remembers how the server gives its photos, so that only the first has to find out.
@MainActor
final class PhotoRouteFinder {
    /// The result of a first try.
    enum Finding {
        case direct, api
        /// It failed for a reason of its own.
        case nothing
        case cancelled
    }

    private let counters: PictureCounters
    private var route = PictureStatistics.PhotoRoute.unknown { didSet { counters.values.photoRoute = route } }
    private var isProbing = false
    private var waiters: [CheckedContinuation<Finding, Never>] = []

    init(counters: PictureCounters) { self.counters = counters }

    /// Whether to request a photo's own URL; waits while another request finds out.
    ///
    /// True for `isProbe` obliges to call `end(_:)`.
    func decide() async -> (isDirect: Bool, isProbe: Bool) {
        while true {
            switch route {
            case .direct: return (true, false)
            case .api: return (false, false)
            case .unknown: break
            }
            guard isProbing else {
                isProbing = true
                return (true, true)
            }
            let finding = await withCheckedContinuation { waiters.append($0) }
            // A server that does not answer is not worth a queue.
            if case .nothing = finding { return (true, false) }
        }
    }

    /// Ends the try that `decide()` asked for.
    func endProbe(_ finding: Finding) {
        learn(finding)
        isProbing = false
        let waiters = waiters
        self.waiters = []
        for waiter in waiters { waiter.resume(returning: finding) }
    }

    /// Takes the finding of an answer.
    func learn(_ finding: Finding) {
        switch finding {
        case .direct: route = .direct
        case .api: route = .api
        case .nothing, .cancelled: break
        }
    }

    /// Finds out anew: the server may have been set up differently.
    func forget() { route = .unknown }
}

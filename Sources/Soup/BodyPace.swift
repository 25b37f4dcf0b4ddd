/// The deadline of a body. The body must bring a minimum of bytes in any span of a length, or the request ends.
///
/// A limit of the total time would end large answers over slow links. A limit of the wait for the next byte would allow one
/// byte a second for ever.
nonisolated struct BodyPace {
    typealias Instant = ContinuousClock.Instant

    /// The least number of bytes in any span of this length.
    struct Minimum {
        var bytes = 32 << 10
        var span = Duration.seconds(10)
    }

    /// Bytes that arrive within this time count as one arrival. This bounds the number of arrivals.
    private static let resolution = Duration.milliseconds(100)

    private let start: Instant
    private let minimum: Minimum
    private var arrivals: [(time: Instant, bytes: Int)] = []
    private var sum = 0

    init(start: Instant, minimum: Minimum = Minimum()) {
        self.start = start
        self.minimum = minimum
    }

    /// The time at which the last span will have too few bytes, unless more arrive.
    var deadline: Instant {
        // Without the oldest arrival the sum falls below the minimum.
        guard sum >= minimum.bytes, let oldest = arrivals.first else { return start + minimum.span }
        return oldest.time + minimum.span
    }

    mutating func received(_ bytes: Int, at time: Instant) {
        sum += bytes
        if let last = arrivals.last, time - last.time < Self.resolution {
            arrivals[arrivals.count - 1].bytes += bytes
        } else {
            arrivals.append((time, bytes))
        }
        while let oldest = arrivals.first, sum - oldest.bytes >= minimum.bytes {
            sum -= oldest.bytes
            arrivals.removeFirst()
        }
    }
}

/// A limit of simultaneous requests.
public struct RequestSlots: RequestPolicy {
    /// The usual number of simultaneous requests to one server. Requests for which a person waits are extra.
    public static let usual = 6

    public var nextChange: ContinuousClock.Instant? { nil }

    private let limit: Int
    private var taken = 0

    /// Allows at most `limit` simultaneous requests.
    public init(_ limit: Int = usual) {
        self.limit = limit
    }

    public mutating func admit(_ demand: Void, at now: ContinuousClock.Instant) -> RequestAdmission<Void> {
        guard taken < limit else { return .wait }
        taken += 1
        return .begin(())
    }

    public mutating func end(_ ticket: Void, with outcome: Void, at now: ContinuousClock.Instant) {
        taken -= 1
    }
}

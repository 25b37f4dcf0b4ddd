import Network

/// Counters of requests and their results, for finding the cause of a problem. No names, no URLs.
public nonisolated struct TransportStatistics: Sendable, Hashable {
    /// Requests over the network; each hop of a redirect counts.
    public internal(set) var requests = 0
    /// Answers by status.
    public internal(set) var statuses: [Int: Int] = [:]
    /// Requests without a whole answer, by kind.
    public internal(set) var failures: [Failure: Int] = [:]

    /// The cases of TransportError without their values.
    public enum Failure: String, Sendable, CaseIterable {
        case cancelled, unreachable, timedOut, tooLarge, truncated, malformed, handshakeFailed, untrustedCertificate
        case certificateRequired, refusedRedirect, refusedHost, rateLimited
    }
}

nonisolated extension TransportStatistics.Failure {
    init(_ error: TransportError) {
        self =
            switch error {
            case .cancelled: .cancelled
            case .unreachable: .unreachable
            case .timedOut: .timedOut
            case .tooLarge: .tooLarge
            case .truncated: .truncated
            case .malformed: .malformed
            case .handshakeFailed: .handshakeFailed
            case .untrustedCertificate: .untrustedCertificate
            case .certificateRequired: .certificateRequired
            case .refusedRedirect: .refusedRedirect
            case .refusedHost: .refusedHost
            case .rateLimited: .rateLimited
            }
    }
}

public import Foundation
import Synchronization

/// A server that could not be started.
public enum DemoServerError: Error, Equatable, Sendable {
    /// The port is taken, or may not be used; with the system's words.
    case cannotListen(String)
}

/// A Monica server with invented contacts, to try the program with and to test it against. It listens on 127.0.0.1 and
/// works on a thread and a main context of its own, so that it may live in the same process as its client.
public final class DemoServer: Sendable {
    /// The kind and version of server that it imitates.
    public enum Mode: Sendable {
        /// 4.1.2, the last with contacts in its API.
        case monica4
        /// Users and vaults, no contacts.
        case monica5
        /// A web page at every address.
        case notMonica
        /// 503 at every address.
        case maintenance
    }

    /// The base address, without a slash at the end.
    public let address: URL
    /// The token that the API takes.
    public let token: String

    let monica: Monica
    private let listener: SoupListener
    private let backend: Backend

    /// Returns when the server listens.
    public init(_ configuration: DemoServerConfiguration = DemoServerConfiguration()) throws(DemoServerError) {
        let now = Int(Date().timeIntervalSince1970)
        monica = Monica(configuration, today: Timestamp(seconds: configuration.today ?? now))
        let backend = Backend(monica: monica, latency: configuration.latency)
        listener = try SoupListener(
            port: configuration.port, identity: configuration.identity, kilobits: configuration.bandwidth,
            respond: { backend.handle($0) },
            finished: { backend.finished() })
        self.backend = backend
        token = monica.token.text
        guard let address = URL(string: "\(configuration.scheme)://127.0.0.1:\(listener.port)\(configuration.basePath)")
        else {
            throw .cannotListen("not a path: \(configuration.basePath)")
        }
        self.address = address
    }

    deinit {
        stop()
    }

    /// Closes all connections; a stopped server does not start again.
    public func stop() {
        listener.stop()
    }
}

// Properties and methods for tests.
extension DemoServer {
    /// The requests since the start, or since `forgetRequests()`, in the order of arrival.
    public var requests: [RequestRecord] { backend.log.withLock { $0.records } }

    /// How many requests there were for a path, or for all that begin so if it ends in `*`.
    public func requestCount(_ path: String) -> Int {
        requests.count { $0.matches(path) }
    }

    /// The greatest number of requests that were in work at one time.
    public var peakConcurrency: Int { backend.log.withLock { $0.peak } }

    /// Empties the log.
    public func forgetRequests() {
        backend.log.withLock { $0.clear() }
    }

    /// Replaces the interceptor between the wire and the server by the result of `make`, which gets the present one.
    package func intercept<Own: Interceptor>(_ make: (_ present: (any Interceptor)?) -> Own) -> Own {
        backend.interceptor.withLock { present in
            let own = make(present)
            present = own
            return own
        }
    }

    /// Turns the server into something else while it runs.
    public func setMode(_ mode: Mode) {
        monica.change { $0.mode = mode }
    }

    /// From now on the token is as good as none.
    public func revokeToken() {
        monica.change { $0.isTokenRevoked = true }
    }

    /// How many contacts the server lists now.
    public var contactCount: Int {
        var count = 0
        monica.change { count = $0.account.listed(by: ServerAccount.Sort()).count }
        return count
    }
}

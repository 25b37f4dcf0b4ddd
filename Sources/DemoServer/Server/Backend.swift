import Foundation
import Synchronization

/// Can answer requests instead of the server.
package protocol Interceptor: Sendable {
    /// Nil to let the server answer. `real` carries the request out and returns the server's answer.
    func response(
        to request: Request, _ record: RequestRecord, real: @escaping @Sendable () -> Response
    ) -> Response?
}

/// The layer between the wire and Monica: the log, the interceptor of requests, the latency.
final class Backend: Sendable {
    let log = Mutex(RequestLog())
    let interceptor = Mutex<(any Interceptor)?>(nil)

    private let monica: Monica
    private let latency: Duration

    init(monica: Monica, latency: Duration) {
        self.monica = monica
        self.latency = latency
    }

    func handle(_ request: Request) -> Response {
        let record = RequestRecord(request, token: monica.token)
        log.withLock { $0.begin(record) }
        let real: @Sendable () -> Response = { [monica] in
            monica.respond(to: request, at: Date().timeIntervalSince1970)
        }
        let interceptor = interceptor.withLock { $0 }
        var response = interceptor?.response(to: request, record, real: real) ?? real()
        response.delay += latency
        return response
    }

    /// A response has gone out, or its client has left.
    func finished() {
        log.withLock { $0.end() }
    }
}

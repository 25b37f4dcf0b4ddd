import Foundation
import Synchronization

/// What stands between the wire and Monica: the log, the failures that tests inject, the latency.
final class Backend: Sendable {
    let log = Mutex(RequestLog())
    let failures = Mutex<[InjectedFailure]>([])

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
        var response = failure(for: record)?.spoil(real, request) ?? real()
        response.delay += latency
        return response
    }

    /// A response has gone out, or its client has left.
    func finished() {
        log.withLock { $0.end() }
    }

    private func failure(for record: RequestRecord) -> Failure? {
        failures.withLock { failures in
            var due: Int?
            for index in failures.indices where failures[index].matches(record) {
                failures[index].matched += 1
                if due == nil, failures[index].matched.isMultiple(of: failures[index].every) { due = index }
            }
            guard let index = due else { return nil }
            let failure = failures[index].failure
            if let left = failures[index].left {
                failures[index].left = left - 1
                if left <= 1 { failures.remove(at: index) }
            }
            return failure
        }
    }
}

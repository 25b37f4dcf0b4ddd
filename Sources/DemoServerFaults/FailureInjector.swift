public import DemoServer
import Synchronization

extension DemoServer {
    /// Makes requests fail that match a path, `times` times or until `clearFailures()`, or only each `every`-th of them;
    /// a path that ends in `*` matches all that begin so. With a method, only requests of that one. Of several that
    /// match, the one injected first is taken.
    public func inject(
        _ failure: Failure, at path: String, method: String? = nil, times: Int? = nil, every: Int = 1
    ) {
        injector.add(InjectedFailure(failure: failure, path: path, method: method, left: times, every: max(every, 1)))
    }

    /// Lets everything work again.
    public func clearFailures() {
        injector.clear()
    }

    private var injector: FailureInjector {
        intercept { $0 as? FailureInjector ?? FailureInjector() }
    }
}

/// Answers the requests that are to fail in the server's place.
private final class FailureInjector: Interceptor {
    private let failures = Mutex<[InjectedFailure]>([])

    func add(_ failure: InjectedFailure) {
        failures.withLock { $0.append(failure) }
    }

    func clear() {
        failures.withLock { $0.removeAll() }
    }

    func response(
        to request: Request, _ record: RequestRecord, real: @escaping @Sendable () -> Response
    ) -> Response? {
        failure(for: record)?.spoil(real, request)
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

private struct InjectedFailure: Sendable {
    var failure: Failure
    var path: String
    /// nil for any.
    var method: String?
    /// nil for ever.
    var left: Int?
    /// Fails each so-many'th request that matches.
    var every = 1
    /// How many requests have matched.
    var matched = 0
}

extension InjectedFailure {
    fileprivate func matches(_ record: RequestRecord) -> Bool {
        record.matches(path) && (method == nil || method == record.method)
    }
}

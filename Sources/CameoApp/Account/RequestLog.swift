import Foundation
import Logging
import Network

/// Logs each request to the account's server at the debug level: method, path, status and duration. It logs no number of a
/// contact, no name, no query and no token.
final class RequestLog: HTTPTransport {
    private let origin: Origin
    private let next: any HTTPTransport
    /// Takes each line; nil above the debug level.
    private let write: ((String) -> Void)?

    init(origin: Origin, next: any HTTPTransport, write: ((String) -> Void)? = RequestLog.debugLog()) {
        self.origin = origin
        self.next = next
        self.write = write
    }

    static func debugLog() -> ((String) -> Void)? {
        let log = Logger(label: "cameo.requests")
        guard log.logLevel <= .debug else { return nil }
        return { line in log.debug("\(line)") }
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard let write, Origin(request.url) == origin else { return try await next.send(request) }
        let start = ContinuousClock.now
        let words = "\(request.method.rawValue) \(Self.path(of: request.url))"
        do throws(TransportError) {
            let response = try await next.send(request)
            write("\(words): \(response.status) in \(Self.milliseconds(since: start)) ms")
            return response
        } catch {
            write("\(words): no answer in \(Self.milliseconds(since: start)) ms")
            throw error
        }
    }

    /// The path with a placeholder for each component that is no plain word.
    private static func path(of url: URL) -> String {
        let components = url.path(percentEncoded: false).split(separator: "/").map { component in
            component.count <= 24 && component.allSatisfy { $0.isASCII && $0.isLetter || $0 == "_" } ? component : "#"
        }
        return "/" + components.joined(separator: "/")
    }

    private static func milliseconds(since start: ContinuousClock.Instant) -> Int {
        Int((ContinuousClock.now - start) / .milliseconds(1))
    }
}

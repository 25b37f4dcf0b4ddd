package import Foundation

/// An HTTP response, and how it goes over the wire.
package struct Response: Sendable {
    var status: Int
    package var headers: [(name: String, value: String)]
    package var body: Data
    package var framing: Framing = .chunked
    /// As some errors of Laravel are sent: HTTP/1.0, and the connection closed.
    var isHTTP10 = false
    /// Waited before the first byte.
    package var delay: Duration = .zero
    package var bytesPerSecond: Int?
    package var ending: Ending = .complete

    package enum Framing: Equatable, Sendable {
        /// As PHP's answers come.
        case chunked
        /// With the length of the body.
        case length
        /// With a length that may be wrong.
        case declared(Int)
    }

    package enum Ending: Equatable, Sendable {
        case complete
        /// The connection is closed after so many bytes of the body.
        case cut(after: Int)
        /// The body is repeated until the client has had enough.
        case endless
        /// The connection is closed without a single byte.
        case hangUp
    }

    package init(status: Int, headers: [(name: String, value: String)] = [], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    subscript(name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    package func with(_ name: String, _ value: String) -> Response {
        var copy = self
        copy.headers.append((name, value))
        return copy
    }
}

import Foundation
import Glibc

/// A client that hides nothing. The client sends text to a port of 127.0.0.1. The answer ends when the connection
/// closes or enough has come.
enum RawClient {
    struct Answer {
        var head: String
        var body: Data
        /// From the connection to the first byte.
        var firstByte: Duration
        var total: Duration

        var status: Int? { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } }

        func header(_ name: String) -> String? {
            let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
            return line.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
    }

    static func get(
        _ url: URL, token: String? = nil, headers: [String] = ["Accept: application/json"], limit: Int = 20_000_000
    ) -> Answer {
        var path = url.path(percentEncoded: true)
        if let query = url.query(percentEncoded: true) { path += "?" + query }
        var lines = ["GET \(path) HTTP/1.1", "Host: 127.0.0.1:\(url.port ?? 80)", "Connection: close"] + headers
        if let token { lines.append("Authorization: Bearer \(token)") }
        return send(lines.joined(separator: "\r\n") + "\r\n\r\n", port: url.port ?? 80, limit: limit)
    }

    static func post(
        _ url: URL, token: String, _ body: String, headers: [String] = ["Content-Type: application/json"]
    ) -> Answer {
        let lines =
            [
                "POST \(url.path(percentEncoded: true)) HTTP/1.1", "Host: 127.0.0.1:\(url.port ?? 80)",
                "Connection: close", "Accept: application/json", "Authorization: Bearer \(token)",
                "Content-Length: \(body.utf8.count)",
            ] + headers
        return send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body, port: url.port ?? 80, limit: 20_000_000)
    }

    static func send(_ text: String, port: Int, limit: Int) -> Answer {
        let clock = ContinuousClock()
        let start = clock.now
        var first: Duration?
        var received = Data()
        let socket = connected(to: port)
        defer { close(socket) }
        _ = text.withCString { write(socket, $0, strlen($0)) }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while received.count < limit {
            let count = read(socket, &buffer, buffer.count)
            guard count > 0 else { break }
            first = first ?? clock.now - start
            received.append(contentsOf: buffer[..<count])
        }
        let border = received.range(of: Data("\r\n\r\n".utf8))
        let head = String(decoding: received[..<(border?.lowerBound ?? received.endIndex)], as: UTF8.self)
        let total = clock.now - start
        return Answer(
            head: head, body: border.map { Data(received[$0.upperBound...]) } ?? Data(), firstByte: first ?? total,
            total: total)
    }

    /// Closes as soon as all is sent, without waiting for an answer.
    static func sendAndLeave(_ text: String, port: Int) {
        let socket = connected(to: port)
        _ = text.withCString { write(socket, $0, strlen($0)) }
        close(socket)
    }

    private static func connected(to port: Int) -> Int32 {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return socket
    }
}

extension RawClient.Answer {
    /// The body without the marks of chunked encoding.
    var content: Data {
        guard header("Transfer-Encoding") == "chunked" else { return body }
        var rest = body[...]
        var result = Data()
        while let end = rest.range(of: Data("\r\n".utf8)),
            let size = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16), size > 0
        {
            result += rest[end.upperBound...].prefix(size)
            rest = rest[end.upperBound...].dropFirst(size + 2)
        }
        return result
    }

    /// Whether chunked encoding came to its end.
    var isWhole: Bool { body.suffix(5) == Data("0\r\n\r\n".utf8) }
}

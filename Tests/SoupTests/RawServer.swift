import Foundation
import Glibc
import Synchronization

/// A server on raw sockets and threads of its own, so that it can break every rule of HTTP.
final class RawServer: Sendable {
    /// A client's request.
    struct Request: Sendable {
        var method = "GET"
        let target: String
        /// By lower-case name.
        let headers: [String: String]
        var body: [UInt8] = []
    }

    typealias Answer = @Sendable (Request, Connection) -> Void

    let port: Int
    private let listener: Int32
    private let answer: Answer
    private let readsRequests: Bool
    private let log = Mutex<[Request]>([])

    var requests: [Request] { log.withLock { $0 } }

    /// Listens on a free port of 127.0.0.1 and hands each request to the closure, on a thread for each connection; without
    /// reading requests, each connection as it comes.
    init(readsRequests: Bool = true, _ answer: @escaping Answer) throws {
        self.answer = answer
        self.readsRequests = readsRequests
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let outcome = withUnsafeMutableBytes(of: &address) { bytes -> Int32 in
            guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return -1 }
            guard bind(listener, pointer, length) == 0, listen(listener, 64) == 0 else { return -1 }
            return getsockname(listener, pointer, &length)
        }
        guard outcome == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { self.accept() }
    }

    func url(_ path: String, host: String = "127.0.0.1") -> URL {
        guard let url = URL(string: "http://\(host):\(port)\(path)") else { preconditionFailure("a bad path: \(path)") }
        return url
    }

    /// Ends listening. Connections end when their answers do.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func accept() {
        while true {
            let descriptor = Glibc.accept(listener, nil, nil)
            guard descriptor >= 0 else { break }
            Thread.detachNewThread { self.serve(Connection(descriptor: descriptor)) }
        }
        close(listener)
    }

    private func serve(_ connection: Connection) {
        if !readsRequests {
            answer(Request(target: "", headers: [:]), connection)
        } else if let request = connection.readRequest() {
            log.withLock { $0.append(request) }
            answer(request, connection)
        }
        close(connection.descriptor)
    }
}

/// One connection of a client, for answers of any bytes.
struct Connection: Sendable {
    let descriptor: Int32

    /// False when the client has gone.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// A well-formed answer.
    @discardableResult
    func answer(_ status: Int, headers: [String: String] = [:], body: [UInt8] = []) -> Bool {
        let fields = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        return send(
            "HTTP/1.1 \(status) Status\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\(fields)\r\n")
            && send(body)
    }

    /// Waits until the client closes the connection; false when it does not within the time.
    func waitForClose(atMost seconds: Int) -> Bool {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var byte: UInt8 = 0
        while true {
            let count = recv(descriptor, &byte, 1, 0)
            if count == 0 || (count < 0 && errno == ECONNRESET) { return true }
            if count < 0 { return false }
        }
    }

    func readRequest() -> RawServer.Request? {
        var head: [UInt8] = []
        var byte: UInt8 = 0
        while !head.ends(with: Array("\r\n\r\n".utf8)) {
            guard recv(descriptor, &byte, 1, 0) == 1 else { return nil }
            head.append(byte)
        }
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        let parts = lines[0].split(separator: " ")
        guard parts.count == 3, ["GET", "POST", "PUT", "DELETE", "CONNECT"].contains(parts[0]) else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
                in: .whitespaces)
        }
        var body: [UInt8] = []
        for _ in 0..<(headers["content-length"].flatMap { Int($0) } ?? 0) {
            guard recv(descriptor, &byte, 1, 0) == 1 else { return nil }
            body.append(byte)
        }
        return RawServer.Request(method: String(parts[0]), target: String(parts[1]), headers: headers, body: body)
    }
}

extension [UInt8] {
    fileprivate func ends(with suffix: [UInt8]) -> Bool {
        self.suffix(suffix.count).elementsEqual(suffix)
    }
}

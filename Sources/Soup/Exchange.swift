import CSoup
import Foundation
import GLib
import Network

/// One request and its answer over libsoup: a single hop, without redirects.
final class Exchange {
    let message: Object
    let url: URL
    let lifetime: RequestLifetime
    /// Whether the program may connect to an address of the host; nil allows every address.
    let allowsAddress: (@Sendable (IPAddress) -> Bool)?

    /// The untrusted certificate, once the server has sent one.
    var refused: ServerCertificate?
    /// Whether a connection to an address was refused.
    var hasRefusedAddress = false
    /// Whether the first byte of the request may have been sent.
    var hasDeparted = false
    /// Whether the request may change data on the server, and so must not be sent twice.
    let writes: Bool
    /// The number of interim answers so far.
    var informationalAnswers = 0

    /// The limit's timer, from the start of the TLS handshake to its end.
    var handshake: Task<Void, Never>?
    let handshakeLimit: Duration

    /// Below GTK's redraw, so that downloads never cost a frame.
    private static let priority = Int32(G_PRIORITY_HIGH_IDLE) + 30
    /// Above the priority of the queue of libsoup's session. Version 3.2 has a defect when a connection breaks at its first
    /// use. The queue ends the request first, and ends it again with freed memory. Before the answer's headers this source has
    /// little work.
    private static let sendPriority = Int32(G_PRIORITY_DEFAULT) - 1

    private static let chunk = 64 << 10

    /// The largest number of tiny pieces of a body, and the length of a tiny piece in bytes. Each piece costs work, at
    /// any length.
    private static let (maxTinyPieces, tinyPiece) = (4096, 64)

    /// Throws `malformed` for a URL that Foundation and GLib parse differently. Otherwise a URL of the account's server could
    /// lead to another server.
    ///
    /// The handshake of an encrypted connection has a limit of its own. Many servers that speak http only never answer a
    /// handshake.
    init(
        _ url: URL, method: HTTPRequest.Method = .get, body: HTTPRequest.Body? = nil, lifetime: RequestLifetime,
        handshakeLimit: Duration = .seconds(8),
        allowsAddress: (@Sendable (IPAddress) -> Bool)? = nil
    ) throws(TransportError) {
        let url = url.withoutCredentials
        guard let origin = Origin(url), let pointer = soup_message_new(method.rawValue, url.absoluteString) else {
            throw .malformed
        }
        message = Object(adopting: UnsafeMutableRawPointer(pointer))
        self.url = url
        self.lifetime = lifetime
        writes = method != .get
        self.handshakeLimit = handshakeLimit
        self.allowsAddress = allowsAddress
        guard let uri = soup_message_get_uri(pointer), origin.isOrigin(of: uri) else { throw .malformed }
        soup_message_add_flags(pointer, SOUP_MESSAGE_NO_REDIRECT)
        // libsoup repeats PUT and DELETE by itself when a reused connection ends without an answer.
        if writes { soup_message_add_flags(pointer, SOUP_MESSAGE_NEW_CONNECTION) }
        if let body, let bytes = body.bytes.makeGBytes() {
            soup_message_set_request_body_from_bytes(pointer, body.type, bytes)
            g_bytes_unref(bytes)
        }
        // The only encoding that `Decompression` supports.
        setHeader("Accept-Encoding", to: "gzip")
        watch()
    }

    /// Sets a header field. A value that is not visible ASCII is left out: it could begin another field.
    func setHeader(_ name: String, to value: String?) {
        guard let value, value.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else { return }
        soup_message_headers_replace(soup_message_get_request_headers(message.opaque), name, value)
    }

    /// Sends the request through a session and reads the whole answer, at most `bodyLimit` bytes of body.
    func run(
        in session: Object, bodyLimit: Int, slowest: BodyPace.Minimum
    ) async throws(TransportError) -> HTTPResponse {
        let stream = try await begin(in: session)
        // From here on the pace is limited, and no longer the wait for the answer.
        var pace = BodyPace(start: .now, minimum: slowest)
        lifetime.deadline = pace.deadline
        do throws(TransportError) {
            let body = try await readBody(from: stream, limit: bodyLimit, pace: &pace)
            await close(stream, wasRead: true)
            let headers = headers
            let plain = try await Decompression.plain(
                body, encoding: headers["content-encoding"], limit: bodyLimit)
            return HTTPResponse(status: status, url: url, headers: headers, body: plain)
        } catch {
            await close(stream, wasRead: false)
            throw error
        }
    }
}

extension Exchange {
    private var status: Int { Int(soup_message_get_status(message.opaque).rawValue) }

    private var headers: [String: String] {
        var fields: [String: String] = [:]
        var iterator = SoupMessageHeadersIter()
        soup_message_headers_iter_init(&iterator, soup_message_get_response_headers(message.opaque))
        var name: UnsafePointer<CChar>?
        var value: UnsafePointer<CChar>?
        while soup_message_headers_iter_next(&iterator, &name, &value) != 0 {
            guard let name, let value else { continue }
            let (key, text) = (String(cString: name).lowercased(), String(cString: value))
            // In place: otherwise twenty thousand fields of one name would be copied again and again.
            if fields[key]?.append(", " + text) == nil { fields[key] = text }
        }
        return fields
    }

    /// The length of the encoded body according to the server.
    private var declaredLength: Int? {
        guard let fields = soup_message_get_response_headers(message.opaque),
            soup_message_headers_get_encoding(fields) == SOUP_ENCODING_CONTENT_LENGTH,
            // Answers of these statuses have no body, even with a Content-Length (RFC 9110, 6.4.1).
            status != 204, status != 304
        else { return nil }
        return Int(soup_message_headers_get_content_length(fields))
    }

    /// Waits until the answer's body begins.
    private func begin(in session: Object) async throws(TransportError) -> Object {
        let stream: Object?
        defer { handshakeEnded() }
        do {
            stream = try await gioOperation(cancellable: lifetime.cancellable) { cancellable, callback, data in
                soup_session_send_async(session.cast(), message.opaque, Self.sendPriority, cancellable, callback, data)
            } finish: { result, error in
                soup_session_send_finish(session.cast(), result, error).map { Object(adopting: $0) }
            }
        } catch {
            throw transportError(for: error, inBody: false)
        }
        guard let stream else { throw .malformed }
        return stream
    }

    private func readBody(
        from stream: Object, limit: Int, pace: inout BodyPace
    ) async throws(TransportError) -> Data {
        let declared = declaredLength
        if let declared, declared > limit { throw .tooLarge }
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: Self.chunk, alignment: 16)
        defer { buffer.deallocate() }
        var body = Data()
        var tinyPieces = 0
        while true {
            let count = try await read(from: stream, into: buffer)
            if count == 0 { break }
            if count < Self.tinyPiece { tinyPieces += 1 }
            guard tinyPieces <= Self.maxTinyPieces else { throw .tooLarge }
            guard body.count + count <= limit else { throw .tooLarge }
            body.append(buffer.assumingMemoryBound(to: UInt8.self), count: count)
            pace.received(count, at: .now)
            lifetime.deadline = pace.deadline
        }
        if let declared, body.count < declared { throw .truncated }
        return body
    }

    /// The number of bytes read; 0 at the end.
    private func read(from stream: Object, into buffer: UnsafeMutableRawPointer) async throws(TransportError) -> Int {
        do {
            return try await gioOperation(cancellable: lifetime.cancellable) { cancellable, callback, data in
                g_input_stream_read_async(
                    stream.cast(), buffer, gsize(Self.chunk), Self.priority, cancellable, callback, data)
            } finish: { result, error in
                g_input_stream_read_finish(stream.cast(), result, error)
            }
        } catch {
            throw transportError(for: error, inBody: true)
        }
    }

    private func close(_ stream: Object, wasRead: Bool) async {
        let cancellable = wasRead ? lifetime.cancellable : Cancellable()
        // Closing the stream reads the rest, so that the connection can be used again. A cancelled request drops the connection
        // instead.
        if !wasRead { cancellable.cancel() }
        // The answer is complete or abandoned, so an error here changes nothing.
        _ = try? await gioOperation(cancellable: cancellable) { cancellable, callback, data in
            g_input_stream_close_async(stream.cast(), Self.priority, cancellable, callback, data)
        } finish: { result, error in
            g_input_stream_close_finish(stream.cast(), result, error)
        }
    }

    private func transportError(for error: GLibError, inBody: Bool) -> TransportError {
        if let refused { return .untrustedCertificate(refused) }
        if error.isCertificateRequest { return .certificateRequired }
        if writes, !hasDeparted, !hasRefusedAddress, handshake == nil { return .unreachable(error.message) }
        // Without any connection a shorter answer would not come either.
        let isSwallowed = lifetime.reason == .timedOut && !hasDeparted && !hasRefusedAddress && handshake == nil
        if isSwallowed { return .unreachable(error.message) }
        if error.isCancellation { return lifetime.reason ?? .cancelled }
        if hasRefusedAddress, !inBody { return .refusedHost }
        if handshake != nil { return .handshakeFailed }
        if error.isIO(G_IO_ERROR_TIMED_OUT) { return .timedOut }
        if error.isIO(G_IO_ERROR_INVALID_DATA) || error.domain == Self.soupErrors { return .malformed }
        // The connection broke before the end of the body.
        return inBody || writes ? .truncated : .unreachable(error.message)
    }

    private static let soupErrors = String(cString: g_quark_to_string(soup_session_error_quark()))
}

extension GLibError {
    /// Whether the server ended the connection because it requires a client certificate.
    fileprivate var isCertificateRequest: Bool {
        domain == String(cString: g_quark_to_string(g_tls_error_quark()))
            && code == Int(G_TLS_ERROR_CERTIFICATE_REQUIRED.rawValue)
    }
}

extension URL {
    /// The URL without user and password. libsoup would use these to answer a server's 401.
    fileprivate var withoutCredentials: URL {
        guard user() != nil || password() != nil,
            var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
        else { return self }
        components.percentEncodedUser = nil
        components.percentEncodedPassword = nil
        return components.url ?? self
    }
}

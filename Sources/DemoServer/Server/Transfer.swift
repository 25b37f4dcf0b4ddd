import CSoup
import Foundation

/// One response on its way out, on the server's thread.
final class Transfer {
    /// The most bytes that libsoup holds before the client takes some, so that an endless body needs little memory.
    private static let window = 512 * 1024

    let message: OpaquePointer
    private(set) var bytesPerSecond: Int?
    private var response = Response(status: 500)
    private var appended = 0
    private var written = 0
    private(set) var isDone = false
    /// Bytes that time has earned and that were not sent yet.
    private var credit = 0.0

    init(_ message: OpaquePointer) {
        self.message = message
        g_object_ref(UnsafeMutableRawPointer(message))
    }

    func release() {
        g_object_unref(UnsafeMutableRawPointer(message))
    }

    /// Status and headers; they go out with the first bytes of the body.
    func begin(_ response: Response) {
        self.response = response
        bytesPerSecond = response.bytesPerSecond
        if response.isHTTP10 { soup_server_message_set_http_version(message, SOUP_HTTP_1_0) }
        soup_server_message_set_status(message, guint(response.status), nil)
        let headers = soup_server_message_get_response_headers(message)
        for (name, value) in response.headers { soup_message_headers_append(headers, name, value) }
        switch response.framing {
        case .chunked:
            soup_message_headers_set_encoding(headers, response.isHTTP10 ? SOUP_ENCODING_EOF : SOUP_ENCODING_CHUNKED)
        case .length: soup_message_headers_set_content_length(headers, goffset(response.body.count))
        case .declared(let length): soup_message_headers_set_content_length(headers, goffset(length))
        }
        if response.isHTTP10 || response.ending != .complete {
            soup_message_headers_replace(headers, "Connection", "close")
        }
        soup_message_body_set_accumulate(soup_server_message_get_response_body(message), 0)
    }

    func sendEverything() {
        if response.ending == .hangUp { return hangUp() }
        append(sendable.count)
        finishIfComplete()
        soup_server_message_unpause(message)
    }

    /// Sends the bytes that are due after so many seconds. `share` is the connection's share of the bandwidth, in bytes a
    /// second.
    func send(after seconds: Double, share: Double?) {
        if response.ending == .hangUp { return hangUp() }
        let rates = [bytesPerSecond.map(Double.init), share].compactMap { $0 }
        let room = Self.window - (appended - written)
        credit = min(credit + (rates.min() ?? 1e12) * seconds, Double(max(room, 0)))
        let count = Int(credit)
        guard count > 0 || (appended == 0 && sendable.isEmpty) else { return }
        credit -= Double(count)
        append(count)
        finishIfComplete()
        soup_server_message_unpause(message)
    }

    /// libsoup has put bytes of the body on the wire.
    func wrote(_ count: Int) {
        written += count
        if case .cut(let end) = response.ending, written >= end { hangUp() }
    }
}

extension Transfer {
    private var sendable: Data {
        if case .cut(let end) = response.ending { return response.body.prefix(end) }
        return response.body
    }

    private func append(_ count: Int) {
        let body = soup_server_message_get_response_body(message)
        var left = count
        repeat {
            let source = sendable
            guard !source.isEmpty else { break }
            let offset = appended % source.count
            if appended > 0, offset == 0, response.ending != .endless { break }
            let piece = source.dropFirst(offset).prefix(left)
            piece.withUnsafeBytes { bytes in
                soup_message_body_append(body, SOUP_MEMORY_COPY, bytes.baseAddress, gsize(bytes.count))
            }
            appended += piece.count
            left -= piece.count
        } while left > 0 && response.ending == .endless
    }

    private func finishIfComplete() {
        guard response.ending != .endless, appended >= sendable.count else { return }
        isDone = true
        // A body that is cut off is never complete for libsoup: the connection ends it.
        if case .cut(let end) = response.ending, end > 0 { return }
        soup_message_body_complete(soup_server_message_get_response_body(message))
    }

    private func hangUp() {
        isDone = true
        g_socket_shutdown(soup_server_message_get_socket(message), 1, 1, nil)
        soup_server_message_unpause(message)
    }
}

/// Shares the bandwidth among responses, tick by tick.
struct Pacer {
    static let interval = Duration.milliseconds(20)
    private static let seconds = 0.02

    private let bytesPerSecond: Double?
    private var transfers: [Transfer] = []

    init(kilobits: Int?) {
        bytesPerSecond = kilobits.map { Double(max(1, $0)) * 1000 / 8 }
    }

    var isEmpty: Bool { transfers.isEmpty }

    func mustPace(_ response: Response) -> Bool {
        bytesPerSecond != nil || response.bytesPerSecond != nil || response.ending == .endless
    }

    mutating func add(_ transfer: Transfer) {
        transfers.append(transfer)
    }

    mutating func remove(_ transfer: Transfer) {
        transfers.removeAll { $0 === transfer }
    }

    mutating func tick() {
        let share = bytesPerSecond.map { $0 / Double(max(transfers.count, 1)) }
        for transfer in transfers { transfer.send(after: Self.seconds, share: share) }
        transfers.removeAll(where: \.isDone)
    }
}

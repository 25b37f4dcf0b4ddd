import CSoup
import Foundation
import GLib
import Network

/// Handlers for libsoup's signals from the connection to the head of an answer.
extension Exchange {
    /// Interim answers (1xx) before the final one. libsoup reads any number of them in one turn of the main loop. A timeout
    /// cannot end such a turn.
    private static let maxInformationalAnswers = 8

    func watch() {
        message.on("network-event") { [weak self] arguments in
            switch arguments.enumeration(0) {
            case Int32(G_SOCKET_CLIENT_CONNECTING.rawValue):
                arguments.object(1).map { self?.judgeAddress(of: $0) }
            case Int32(G_SOCKET_CLIENT_TLS_HANDSHAKING.rawValue):
                arguments.object(1).map(Self.refuseHTTP2)
                self?.handshakeBegan()
            case Int32(G_SOCKET_CLIENT_TLS_HANDSHAKED.rawValue): self?.handshakeEnded()
            default: break
            }
        }
        // libsoup repeats a request when a reused connection ends without an answer. The second try must not reuse another
        // connection. If that connection ends at once too, libsoup 3.2 confuses the ends of both tries, and reports both for
        // one request. The signal comes before a connection is chosen.
        message.on("restarted") { [weak self] _ in
            guard let self else { return }
            soup_message_add_flags(message.opaque, SOUP_MESSAGE_NEW_CONNECTION)
        }
        // The signal comes when there is a connection, before anything is written to it.
        message.on("starting") { [weak self] _ in self?.hasDeparted = true }
        message.on("got-informational") { [weak self] _ in self?.gotInformational() }
        // The signal comes when the head is read, and before libsoup reads the fields.
        message.onChange(of: "status-code") { [weak self] in self?.checkLength() }
    }

    /// Accepts one certificate that no trusted authority confirms.
    func trust(fingerprint trusted: String?) {
        message.answer("accept-certificate") { [weak self] arguments in
            guard let self, let pointer = arguments.object(0),
                let shown = Certificate.details(
                    of: pointer, host: Origin(self.url)?.host ?? "", replacesTrusted: trusted != nil)
            else { return false }
            if shown.fingerprint == trusted?.lowercased() { return true }
            self.refused = shown
            return false
        }
    }

    func handshakeEnded() {
        handshake?.cancel()
        handshake = nil
    }
}

private extension Exchange {
    /// Prevents a connection to an address that is not allowed: it closes the socket before the first packet. GIO then tries
    /// the host's next address. The check uses the socket's own address, so a host name with changing addresses gains
    /// nothing.
    func judgeAddress(of connection: UnsafeMutableRawPointer) {
        guard let allowsAddress else { return }
        let connection = connection.assumingMemoryBound(to: GSocketConnection.self)
        guard let address = g_socket_connection_get_remote_address(connection, nil) else {
            return refuse(connection)
        }
        defer { g_object_unref(address) }
        let isAllowed =
            if Self.isProxy(address) {
                // The person chose the proxy, and the proxy resolves the name.
                Origin(url).map { HostName.isPublic($0.host) } ?? false
            } else {
                IPAddress(address).map(allowsAddress) ?? false
            }
        if !isAllowed { refuse(connection) }
    }

    func refuse(_ connection: UnsafeMutablePointer<GSocketConnection>) {
        hasRefusedAddress = true
        // A socket that fails to close is closed already.
        g_socket_close(g_socket_connection_get_socket(connection), nil)
    }

    static func isProxy(_ address: UnsafeMutablePointer<GSocketAddress>) -> Bool {
        let instance = UnsafeMutableRawPointer(address).assumingMemoryBound(to: GTypeInstance.self)
        return g_type_check_instance_is_a(instance, g_proxy_address_get_type()) != 0
    }

    func gotInformational() {
        informationalAnswers += 1
        if informationalAnswers > Self.maxInformationalAnswers { lifetime.end(.malformed) }
    }

    /// Refuses invalid lengths: libsoup reads them as negative ones, and GLib warns.
    func checkLength() {
        guard let fields = soup_message_get_response_headers(message.opaque),
            let text = soup_message_headers_get_one(fields, "Content-Length").map({ String(cString: $0) }),
            !text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) || Int64(text) == nil
        else { return }
        soup_message_headers_remove(fields, "Content-Length")
        lifetime.end(.malformed)
    }

    /// Keeps servers from choosing HTTP/2. libsoup 3.2 does not end its requests when they are cancelled, and does not notice
    /// when the server ends them.
    static func refuseHTTP2(on stream: UnsafeMutableRawPointer) {
        guard
            g_type_check_instance_is_a(stream.assumingMemoryBound(to: GTypeInstance.self), g_tls_connection_get_type())
                != 0
        else { return }
        "http/1.1".withCString {
            g_tls_connection_set_advertised_protocols(stream.assumingMemoryBound(to: GTlsConnection.self), [$0, nil])
        }
    }

    func handshakeBegan() {
        handshake?.cancel()
        handshake = Task { [lifetime, handshakeLimit] in
            // A cancelled sleep ends early: the next line checks for it.
            try? await Task.sleep(for: handshakeLimit)
            if !Task.isCancelled { lifetime.end(.handshakeFailed) }
        }
    }
}

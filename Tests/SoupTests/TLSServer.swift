import CSoup
import Foundation
import GLib
import Network
import XCTest

/// libsoup's own server with a certificate, on 127.0.0.1; answers every request with "hello".
@MainActor
final class TLSServer {
    private let server: Object
    let url: URL

    /// The `Authorization` headers that arrived.
    private(set) var tokens: [String] = []

    /// Waited before each answer.
    var pause = Duration.zero

    /// With `asksForCertificate`, clients without one are refused.
    init(certificate: String, key: String, asksForCertificate: Bool = false) throws {
        let server = Object(type: soup_server_get_type(), [:])
        let identity = try throwingGError { g_tls_certificate_new_from_files(certificate, key, $0) }
        soup_server_set_tls_certificate(server.cast(), identity)
        g_object_unref(identity)
        if asksForCertificate { soup_server_set_tls_auth_mode(server.cast(), G_TLS_AUTHENTICATION_REQUIRED) }
        let options = SoupServerListenOptions(
            rawValue: SOUP_SERVER_LISTEN_HTTPS.rawValue | SOUP_SERVER_LISTEN_IPV4_ONLY.rawValue)
        _ = try throwingGError { soup_server_listen_local(server.cast(), 0, options, $0) }
        let uris = soup_server_get_uris(server.cast())
        defer { g_slist_free_full(uris) { g_uri_unref(OpaquePointer($0)) } }
        let uri = try XCTUnwrap(uris?.pointee.data)
        url = try XCTUnwrap(URL(string: "https://127.0.0.1:\(g_uri_get_port(OpaquePointer(uri)))/"))
        self.server = server
        server.on("request-started") { [weak self] arguments in
            guard let message = arguments.object(0) else { return }
            let request = Object(borrowing: message)
            request.on("got-headers") { _ in self?.answer(OpaquePointer(message)) }
        }
    }

    var origin: Origin {
        guard let origin = Origin(url) else { preconditionFailure("a server without an origin") }
        return origin
    }

    private func answer(_ message: OpaquePointer) {
        if let token = soup_message_headers_get_one(soup_server_message_get_request_headers(message), "Authorization") {
            tokens.append(String(cString: token))
        }
        if pause > .zero { wait(pause, message) }
        soup_server_message_set_status(message, SOUP_STATUS_OK.rawValue, nil)
        soup_server_message_set_response(message, "text/plain", SOUP_MEMORY_COPY, "hello", 5)
    }

    private func wait(_ pause: Duration, _ message: OpaquePointer) {
        let object = Object(borrowing: UnsafeMutableRawPointer(message))
        soup_server_message_pause(message)
        Task {
            try? await Task.sleep(for: pause)
            soup_server_message_unpause(object.opaque)
        }
    }
}

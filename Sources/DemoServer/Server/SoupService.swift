import CSoup
import Foundation

/// libsoup's server and its transfers. It is made, run and ended on one thread.
final class SoupService {
    private let mailbox: Mailbox
    private let respond: @Sendable (Request) -> Response
    private let finished: @Sendable () -> Void
    private let context: OpaquePointer?
    private let loop: OpaquePointer?
    private let queue = DispatchQueue(label: "demo server", attributes: .concurrent)
    private var server: UnsafeMutablePointer<SoupServer>?
    private var transfers: [Int: Transfer] = [:]
    private var numbers: [OpaquePointer: Int] = [:]
    private var lastNumber = 0
    private var pacer: Pacer

    init(
        mailbox: Mailbox, kilobits: Int?, respond: @escaping @Sendable (Request) -> Response,
        finished: @escaping @Sendable () -> Void
    ) {
        self.mailbox = mailbox
        self.respond = respond
        self.finished = finished
        pacer = Pacer(kilobits: kilobits)
        context = g_main_context_new()
        loop = g_main_loop_new(context, 0)
        g_main_context_push_thread_default(context)
    }

    deinit {
        server.map { g_object_unref($0) }
        g_main_context_pop_thread_default(context)
        g_main_loop_unref(loop)
        g_main_context_unref(context)
    }

    /// The port, or why there is none.
    func listen(port: Int, identity: DemoServerConfiguration.Identity?) -> Result<Int, DemoServerError> {
        guard (0...65_535).contains(port) else { return .failure(.cannotListen("no such port: \(port)")) }
        let server = csoup_server_new()
        self.server = server
        var error: UnsafeMutablePointer<GError>?
        defer { g_clear_error(&error) }
        var options = SOUP_SERVER_LISTEN_IPV4_ONLY.rawValue
        var isReady = true
        if let identity {
            options |= SOUP_SERVER_LISTEN_HTTPS.rawValue
            let certificate = g_tls_certificate_new_from_files(identity.certificate, identity.key, &error)
            isReady = certificate != nil
            if let certificate {
                soup_server_set_tls_certificate(server, certificate)
                g_object_unref(certificate)
            }
        }
        guard isReady, soup_server_listen_local(server, guint(port), SoupServerListenOptions(options), &error) != 0
        else {
            return .failure(.cannotListen(error.map { String(cString: csoup_error_message($0)) } ?? "unknown error"))
        }
        soup_server_add_handler(
            server, nil,
            { _, message, _, _, service in
                guard let message, let service else { return }
                Unmanaged<SoupService>.fromOpaque(service).takeUnretainedValue().begin(message)
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
        return .success(Int(csoup_server_port(server)))
    }

    /// Works until `quit` is posted.
    func run() {
        guard let server else { return }
        watchMailbox()
        g_main_loop_run(loop)
        soup_server_disconnect(server)
        for transfer in transfers.values { transfer.release() }
    }
}

extension SoupService {
    private func readMail() {
        for mail in mailbox.empty() {
            switch mail {
            case .quit: g_main_loop_quit(loop)
            case .response(let response, let number): answer(number, response)
            }
        }
    }

    /// A request is in: let another thread make the response.
    private func begin(_ message: OpaquePointer) {
        lastNumber += 1
        let number = lastNumber
        numbers[message] = number
        transfers[number] = Transfer(message)
        soup_server_message_pause(message)
        watch(message)
        let request = Request(message)
        queue.async { [mailbox, respond] in mailbox.post(.response(respond(request), to: number)) }
    }

    private func answer(_ number: Int, _ response: Response) {
        // The client may have gone meanwhile.
        guard let transfer = transfers[number] else { return }
        guard response.delay > .zero else { return send(transfer, response) }
        after(response.delay) { $0.transfers[number].map { transfer in self.send(transfer, response) } }
    }

    private func send(_ transfer: Transfer, _ response: Response) {
        transfer.begin(response)
        if pacer.mustPace(response) {
            let isIdle = pacer.isEmpty
            pacer.add(transfer)
            guard isIdle else { return }
            repeatedly(Pacer.interval) { service in
                service.pacer.tick()
                return !service.pacer.isEmpty
            }
        } else {
            transfer.sendEverything()
        }
    }

    private func end(_ message: OpaquePointer) {
        guard let number = numbers.removeValue(forKey: message), let transfer = transfers.removeValue(forKey: number)
        else { return }
        pacer.remove(transfer)
        transfer.release()
        finished()
    }

    private func watch(_ message: OpaquePointer) {
        let data = Unmanaged.passUnretained(self).toOpaque()
        let onFinished: @convention(c) (OpaquePointer, gpointer) -> Void = { message, data in
            Unmanaged<SoupService>.fromOpaque(data).takeUnretainedValue().end(message)
        }
        let onWrote: @convention(c) (OpaquePointer, guint, gpointer) -> Void = { message, count, data in
            let service = Unmanaged<SoupService>.fromOpaque(data).takeUnretainedValue()
            guard let number = service.numbers[message] else { return }
            service.transfers[number]?.wrote(Int(count))
        }
        let flags = GConnectFlags(rawValue: 0)
        g_signal_connect_data(
            UnsafeMutableRawPointer(message), "finished", unsafeBitCast(onFinished, to: GCallback.self), data, nil,
            flags)
        g_signal_connect_data(
            UnsafeMutableRawPointer(message), "wrote-body-data", unsafeBitCast(onWrote, to: GCallback.self), data, nil,
            flags)
    }
}

// Sources of the service's own main context.
extension SoupService {
    private final class Action {
        unowned let service: SoupService
        let body: (SoupService) -> Bool

        init(_ service: SoupService, _ body: @escaping (SoupService) -> Bool) {
            self.service = service
            self.body = body
        }
    }

    private func after(_ delay: Duration, _ body: @escaping (SoupService) -> Void) {
        repeatedly(delay) { service in
            body(service)
            return false
        }
    }

    /// Until the body says false.
    private func repeatedly(_ interval: Duration, _ body: @escaping (SoupService) -> Bool) {
        let (seconds, attoseconds) = interval.components
        let milliseconds = Int(clamping: seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
        add(g_timeout_source_new(guint(clamping: milliseconds)), body)
    }

    private func add(_ source: UnsafeMutablePointer<GSource>?, _ body: @escaping (SoupService) -> Bool) {
        let action = Unmanaged.passRetained(Action(self, body)).toOpaque()
        g_source_set_callback(
            source, { data in SoupService.run(data) }, action,
            { data in data.map { Unmanaged<Action>.fromOpaque($0).release() } })
        g_source_attach(source, context)
        g_source_unref(source)
    }

    private func watchMailbox() {
        let source = g_unix_fd_source_new(mailbox.descriptor, G_IO_IN)
        // Such a source calls with two arguments before the data.
        let callback: @convention(c) (gint, GIOCondition, gpointer?) -> gboolean = { _, _, data in
            data.map { Unmanaged<SoupService>.fromOpaque($0).takeUnretainedValue().readMail() }
            return 1
        }
        g_source_set_callback(
            source, unsafeBitCast(callback, to: GSourceFunc.self), Unmanaged.passUnretained(self).toOpaque(), nil)
        g_source_attach(source, context)
        g_source_unref(source)
    }

    private static func run(_ data: gpointer?) -> gboolean {
        guard let data else { return 0 }
        let action = Unmanaged<Action>.fromOpaque(data).takeUnretainedValue()
        return action.body(action.service) ? 1 : 0
    }
}

extension Request {
    fileprivate init(_ message: OpaquePointer) {
        let uri = soup_server_message_get_uri(message)
        var headers: [(String, String)] = []
        var iterator = SoupMessageHeadersIter()
        soup_message_headers_iter_init(&iterator, soup_server_message_get_request_headers(message))
        var name: UnsafePointer<CChar>?
        var value: UnsafePointer<CChar>?
        while soup_message_headers_iter_next(&iterator, &name, &value) != 0 {
            guard let name, let value else { continue }
            headers.append((String(cString: name), String(cString: value)))
        }
        self.init(
            method: String(cString: soup_server_message_get_method(message)),
            path: String(cString: g_uri_get_path(uri)), query: g_uri_get_query(uri).map { String(cString: $0) },
            headers: headers, body: Request.body(of: message))
    }

    /// All of it has come when a message is handed on.
    private static func body(of message: OpaquePointer) -> Data {
        guard let body = soup_server_message_get_request_body(message), let bytes = soup_message_body_flatten(body)
        else { return Data() }
        defer { g_bytes_unref(bytes) }
        var size: gsize = 0
        guard let start = g_bytes_get_data(bytes, &size) else { return Data() }
        return Data(bytes: start, count: Int(size))
    }
}

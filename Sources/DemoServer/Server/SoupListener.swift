import Foundation
import Synchronization

/// A web server on 127.0.0.1, on a thread and a main context of its own. Responses are made on other threads, so that a picture
/// that takes long to draw delays no other request.
final class SoupListener: Sendable {
    let port: Int
    private let mailbox: Mailbox

    /// `kilobits`: bandwidth a second for all connections together. `respond` is called on any thread, several at a
    /// time, and `finished` once for each request when its response is out or its client is gone.
    init(
        port: Int, identity: DemoServerConfiguration.Identity?, kilobits: Int?,
        respond: @escaping @Sendable (Request) -> Response,
        finished: @escaping @Sendable () -> Void
    ) throws(DemoServerError) {
        let mailbox = try Mailbox()
        let start = ListenerStart()
        let thread = Thread {
            let service = SoupService(mailbox: mailbox, kilobits: kilobits, respond: respond, finished: finished)
            let result = service.listen(port: port, identity: identity)
            start.end(with: result)
            if case .success = result { service.run() }
        }
        thread.name = "demo server"
        thread.start()
        self.port = try start.wait().get()
        self.mailbox = mailbox
    }

    /// Ends the thread and cuts off responses under way.
    func stop() {
        mailbox.post(.quit)
    }
}

/// Waits for the thread to listen.
private final class ListenerStart: Sendable {
    private let result = Mutex<Result<Int, DemoServerError>?>(nil)
    private let semaphore = DispatchSemaphore(value: 0)

    func end(with result: Result<Int, DemoServerError>) {
        self.result.withLock { $0 = result }
        semaphore.signal()
    }

    func wait() -> Result<Int, DemoServerError> {
        semaphore.wait()
        return result.withLock { $0 } ?? .failure(.cannotListen("the server's thread ended"))
    }
}

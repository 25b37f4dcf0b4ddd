import Glibc
import Synchronization

/// Messages of other threads to the server's thread, which watches the descriptor.
final class Mailbox: Sendable {
    enum Mail: Sendable {
        case response(Response, to: Int)
        case quit
    }

    let descriptor: Int32
    private let writingEnd: Int32
    private let mail = Mutex<[Mail]>([])

    init() throws(DemoServerError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .cannotListen(String(cString: strerror(errno))) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (descriptor, writingEnd) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(writingEnd)
    }

    func post(_ item: Mail) {
        mail.withLock { $0.append(item) }
        var signal: UInt8 = 1
        // It can only fail when the pipe is full, and then the thread is woken anyway.
        _ = write(writingEnd, &signal, 1)
    }

    func empty() -> [Mail] {
        var signals = [UInt8](repeating: 0, count: 4096)
        // Before the list is taken: mail that comes in between must wake the thread again.
        _ = read(descriptor, &signals, signals.count)
        return mail.withLock { mail in
            defer { mail = [] }
            return mail
        }
    }
}

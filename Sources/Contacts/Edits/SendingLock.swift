public import Foundation
import Glibc
import Platform
import Synchronization

/// Whether this process may send.
public enum SendingTurn: Sendable {
    /// It holds the lock.
    case ours
    /// Another process holds the lock.
    case elsewhere
    /// The lock cannot be set, such as on a disk that knows no locks: nobody knows whether another process sends.
    case unlockable
}

/// Who holds it sends edits; of several processes at most one does.
public protocol SendingLock: Sendable {
    /// Takes the lock if nobody has it; asked again and again.
    func take() -> SendingTurn
    /// Lets another process have it.
    func release()
}

/// A lock on a file beside the database. It ends with the process, however that ends.
public final class FileSendingLock: SendingLock {
    private let file: URL
    private let descriptor = Mutex<Int32?>(nil)

    /// For a database, whose folder must be there.
    public init(database: URL) {
        // Goes with the database's other files when these are removed.
        file = database.deletingLastPathComponent().appending(component: database.lastPathComponent + "-sending")
    }

    deinit { release() }

    public func take() -> SendingTurn {
        descriptor.withLockHeld { held in
            if held != nil { return .ours }
            let opened = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard opened >= 0 else { return .unlockable }
            if flock(opened, LOCK_EX | LOCK_NB) == 0 {
                held = opened
                return .ours
            }
            let isTaken = errno == EWOULDBLOCK || errno == EINTR
            close(opened)
            return isTaken ? .elsewhere : .unlockable
        }
    }

    public func release() {
        descriptor.withLockHeld { held in
            if let held { close(held) }
            held = nil
        }
    }
}

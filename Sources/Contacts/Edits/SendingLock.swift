public import Foundation
import Glibc
import Platform
import Synchronization

/// Who holds it sends edits; of several processes at most one does.
public protocol SendingLock: Sendable {
    /// Whether it is held now; asked again and again.
    func isHeld() -> Bool
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

    public func isHeld() -> Bool {
        descriptor.withLockHeld { held in
            if held != nil { return true }
            let opened = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard opened >= 0 else { return false }
            if flock(opened, LOCK_EX | LOCK_NB) == 0 {
                held = opened
                return true
            }
            close(opened)
            return false
        }
    }

    public func release() {
        descriptor.withLockHeld { held in
            if let held { close(held) }
            held = nil
        }
    }
}

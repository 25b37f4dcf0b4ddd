import Foundation
import Glibc
import Platform
import Synchronization

/// The lock of the process that edits, on a file beside the database. It ends with the process, however that ends.
final class EditingLock: Sendable {
    private let file: URL
    private let descriptor = Mutex<Int32?>(nil)

    /// For a database in a folder that exists.
    init(database: URL) {
        // Goes with the database's other files when these are removed.
        file = database.deletingLastPathComponent().appending(component: database.lastPathComponent + "-editing")
    }

    deinit { release() }

    /// Takes the lock if no process has it; false while another process has it, and on a disk without locks.
    func take() -> Bool {
        descriptor.withLockHeld { held in
            if held != nil { return true }
            let opened = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard opened >= 0 else { return false }
            guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
                close(opened)
                return false
            }
            held = opened
            return true
        }
    }

    /// Another process may take it.
    func release() {
        descriptor.withLockHeld { held in
            if let held { close(held) }
            held = nil
        }
    }
}

extension ContactStore {
    /// Takes the editing of this store for this process, until the store is closed; false while another process has it.
    public func takeEditing() -> Bool { editing?.take() ?? true }

    /// Another process may edit.
    public func leaveEditing() { editing?.release() }
}

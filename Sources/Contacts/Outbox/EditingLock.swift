import Foundation
import Glibc
import Platform
import Synchronization

/// The lock of the process that edits, on a file beside the database. It ends with the process, however that ends.
final class EditingLock: Sendable {
    /// Who edits.
    enum Holder {
        case thisProcess
        /// Another process, or an unknown one: the disk has no locks.
        case elsewhere
    }

    private let file: URL
    private let descriptor = Mutex<Int32?>(nil)

    /// For a database in a folder that exists.
    init(database: URL) {
        // Goes with the database's other files when these are removed.
        file = database.deletingLastPathComponent().appending(component: database.lastPathComponent + "-editing")
    }

    deinit { release() }

    /// Takes the lock if no process has it.
    func take() -> Holder {
        descriptor.withLockHeld { held in
            if held != nil { return .thisProcess }
            let opened = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard opened >= 0 else { return .elsewhere }
            if flock(opened, LOCK_EX | LOCK_NB) == 0 {
                held = opened
                return .thisProcess
            }
            close(opened)
            return .elsewhere
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
    public func takeEditing() -> Bool { editing.map { $0.take() == .thisProcess } ?? true }
}

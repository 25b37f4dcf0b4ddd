import Foundation
import Glibc
import Platform
import Synchronization

/// The locks of a process on what a person has open in it: other processes over the database leave that alone.
///
/// Each lock is on a byte of a file beside the database, in which nothing is written. It ends with the process, however that
/// ends. On a disk that knows no locks none is known to be taken elsewhere.
final class ProcessLocks: Sendable {
    enum Item: Hashable {
        /// The draft of a form.
        case draft(Int64)
        /// An edit that waits for the end of its toast.
        case edit(EditID)

        /// Of either no number is used again, unless what gave it was rolled back. Nil for one that no file is long enough for,
        /// such as of a damaged database.
        fileprivate var byte: Int64? {
            let (id, place): (Int64, Int64) =
                switch self {
                case .draft(let id): (id, 0)
                case .edit(let id): (id.rawValue, 1)
                }
            let (first, isTooGreat) = id.multipliedReportingOverflow(by: 2)
            return isTooGreat ? nil : first + place
        }
    }

    private struct State {
        var descriptor: Int32?
        var edits: Set<EditID> = []
        var isClosed = false
    }

    /// Nil for a store that no other process can open.
    private let file: URL?
    private let state = Mutex(State())

    /// For a database, whose folder must be there.
    init(database: URL?) {
        // Goes with the database's other files when these are removed.
        file = database.map { $0.deletingLastPathComponent().appending(component: $0.lastPathComponent + "-open") }
    }

    deinit { close() }

    /// Locks it for this process: it is open here from now on.
    func take(_ item: Item) {
        state.withLockHeld { _ = lock(item, F_WRLCK, Command.set, &$0) }
    }

    /// Unlocks it: it is open here no more.
    func release(_ item: Item) {
        state.withLockHeld { _ = lock(item, F_UNLCK, Command.set, &$0) }
    }

    /// The edits whose toasts show in this process.
    var edits: Set<EditID> { state.withLockHeld { $0.edits } }

    /// These and no other edits are open in this process from now on.
    func setEdits(_ edits: Set<EditID>) {
        state.withLockHeld { state in
            for edit in edits.subtracting(state.edits) { _ = lock(.edit(edit), F_WRLCK, Command.set, &state) }
            for edit in state.edits.subtracting(edits) { _ = lock(.edit(edit), F_UNLCK, Command.set, &state) }
            state.edits = edits
        }
    }

    /// Whether it is open in another process.
    func isTakenElsewhere(_ item: Item) -> Bool {
        state.withLockHeld { lock(item, F_WRLCK, Command.get, &$0).map { $0.l_type != F_UNLCK } ?? false }
    }

    /// Nothing is open in this process any more.
    func close() {
        state.withLockHeld { state in
            if let descriptor = state.descriptor { Glibc.close(descriptor) }
            state = State(isClosed: true)
        }
    }

    /// Locks of an open file, which other files of this process and SQLite's own locks do not end: `F_OFD_GETLK` and
    /// `F_OFD_SETLK`, which Swift does not see.
    private enum Command {
        static let get: Int32 = 36
        static let set: Int32 = 37
    }

    /// What the system says; nil where it cannot.
    private func lock(_ item: Item, _ type: Int32, _ command: Int32, _ state: inout State) -> Glibc.flock? {
        guard let file, !state.isClosed, let byte = item.byte else { return nil }
        if state.descriptor == nil {
            let opened = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            if opened >= 0 { state.descriptor = opened }
        }
        guard let descriptor = state.descriptor else { return nil }
        var lock = Glibc.flock()
        lock.l_type = Int16(type)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = off_t(byte)
        lock.l_len = 1
        return fcntl(descriptor, command, &lock) == 0 ? lock : nil
    }
}

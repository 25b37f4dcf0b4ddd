import CGLib
import Glibc
import Synchronization

/// A core dump is a file with the whole memory of a crashed program, the token and the contacts included.
public enum CoreDumps {
    private static let former = Mutex<rlimit?>(nil)

    /// Prevents core dumps of this process. Called once, before the process holds any secret.
    ///
    /// The limit is one byte. A collector behind a pipe (core(5)) ignores a limit of zero. At a limit of one, the kernel writes
    /// neither to pipes nor to files. Where a limit of one is refused, zero is set. Other ways of preventing dumps also keep
    /// the desktop's portals from answering the process.
    public static func prevent() {
        var limit = rlimit()
        guard cglib_core_limit(0, nil, &limit) == 0 else { return }
        former.withLock { $0 = limit }
        limit.rlim_cur = 1
        if cglib_core_limit(0, &limit, nil) == 0 { return }
        limit.rlim_cur = 0
        _ = cglib_core_limit(0, &limit, nil)
    }

    /// Restores the former limit for a program that this one started: its core dumps are its own matter.
    public static func allow(in process: Int32) {
        guard var limit = former.withLock({ $0 }) else { return }
        // The process may have ended already.
        _ = cglib_core_limit(process, &limit, nil)
    }
}

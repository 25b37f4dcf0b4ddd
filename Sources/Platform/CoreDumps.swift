import CGLib
import Glibc
import Synchronization

/// A core dump is a file with all that was in the memory of a program that crashed: the token and the contacts with it.
public enum CoreDumps {
    private static let former = Mutex<rlimit?>(nil)

    /// Has this process leave none. Called once, before there is anything to keep secret.
    ///
    /// The limit is one byte: a collector behind a pipe (core(5)) is not bound by zero, and the kernel gives up at one for
    /// pipes and files alike. Where one is refused, zero has to do. Other ways to keep a process from being dumped also keep
    /// the desktop's portals from answering it.
    public static func prevent() {
        var limit = rlimit()
        guard cglib_core_limit(0, nil, &limit) == 0 else { return }
        former.withLock { $0 = limit }
        limit.rlim_cur = 1
        if cglib_core_limit(0, &limit, nil) == 0 { return }
        limit.rlim_cur = 0
        _ = cglib_core_limit(0, &limit, nil)
    }

    /// Gives a program that this one started the limit that this one had: its core dumps are not ours to forbid.
    public static func allow(in process: Int32) {
        guard var limit = former.withLock({ $0 }) else { return }
        // It may have ended already.
        _ = cglib_core_limit(process, &limit, nil)
    }
}

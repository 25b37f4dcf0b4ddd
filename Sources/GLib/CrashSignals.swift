import Glibc

/// Counts the signals of programming errors in a `CrashPage`. The signals then end the program as usual.
nonisolated enum CrashSignals {
    private static let signals = [SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGABRT]

    /// The identity of this thread, without a system call.
    static var thread: UInt64 { UInt64(pthread_self()) }

    /// Counts in this page from now on, and in no other.
    static func watch(_ page: CrashPage) {
        watched = page.words
        prepareThread()
        // The first run of code may allocate memory, which a signal handler must not do.
        CrashPage.count(in: page.words, thread: 0)
        _ = isInstalled
    }

    static func forget(_ page: CrashPage) {
        if watched == page.words { watched = nil }
    }

    /// Gives the thread a second stack for signal handlers, once: the first stack may be full.
    static func prepareThread() {
        guard pthread_getspecific(secondStack) == nil else { return }
        var present = stack_t()
        // Other code, such as a sanitizer, may have set one.
        guard sigaltstack(nil, &present) == 0, present.ss_flags & Int32(SS_DISABLE) != 0,
            let memory = malloc(stackSize)
        else { return }
        var stack = stack_t(ss_sp: memory, ss_flags: 0, ss_size: stackSize)
        guard sigaltstack(&stack, nil) == 0 else { return free(memory) }
        pthread_setspecific(secondStack, memory)
    }

    private static let stackSize = 64 << 10

    private static let secondStack: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { memory in
            var none = stack_t(ss_sp: nil, ss_flags: Int32(SS_DISABLE), ss_size: 0)
            sigaltstack(&none, nil)
            free(memory)
        }
        return key
    }()

    private static let isInstalled: Bool = {
        for signal in signals {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = countAndEnd
            action.sa_flags = SA_ONSTACK
            sigaction(signal, &action, &former[Int(signal)])
        }
        return true
    }()
}

/// Set once there are notes; read by the handler.
private nonisolated(unsafe) var watched: CrashPage.Words?

/// The former action of each signal, by its number. Written before the handler can be called.
private nonisolated(unsafe) let former: UnsafeMutablePointer<sigaction> = {
    let former = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)
    former.initialize(repeating: sigaction(), count: 64)
    return former
}()

/// The former action still runs: by default it ends the process.
private nonisolated let countAndEnd: @convention(c) (Int32) -> Void = { signal in
    if let watched { CrashPage.count(in: watched, thread: CrashSignals.thread) }
    sigaction(signal, &former[Int(signal)], nil)
    // The signal arrives when this handler returns.
    raise(signal)
}

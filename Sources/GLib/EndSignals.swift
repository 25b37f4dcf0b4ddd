import CGtk
import Glibc

/// The signals that end the process for a session, a terminal or a person: SIGTERM, SIGHUP and SIGINT. The main loop handles
/// them.
@MainActor
public enum EndSignals {
    private static let numbers = [SIGTERM, SIGHUP, SIGINT]
    private static var farewell: (@MainActor (_ number: Int32) async -> Void)?
    private static var isEnding = false

    /// Lets `farewell` finish before such a signal ends the process. The process ends in any case after `time`, or by a second
    /// signal. A later call replaces the farewell. A signal that the process ignores, as under `nohup`, stays ignored.
    public static func precede(by farewell: @escaping @MainActor () async -> Void, atMost time: Duration) {
        let isFirst = self.farewell == nil
        self.farewell = { number in
            Task {
                // The process ends in any case.
                try? await Task.sleep(for: time)
                endNow(by: number)
            }
            await farewell()
        }
        guard isFirst else { return }
        for number in numbers where !isIgnored(number) {
            g_unix_signal_add_full(
                G_PRIORITY_HIGH, number,
                { data in
                    EndSignals.received(Int32(truncatingIfNeeded: Int(bitPattern: data)))
                    return 1
                }, UnsafeMutableRawPointer(bitPattern: Int(number)), nil)
        }
    }

    private static func received(_ number: Int32) {
        guard !isEnding, let farewell else { return endNow(by: number) }
        isEnding = true
        // The next signal ends the process without the main loop.
        for number in numbers where !isIgnored(number) { signal(number, SIG_DFL) }
        Task {
            await farewell(number)
            endNow(by: number)
        }
    }

    private static func endNow(by number: Int32) {
        signal(number, SIG_DFL)
        kill(getpid(), number)
    }

    /// `nohup` sets it so, and a shell for its background processes.
    private static func isIgnored(_ number: Int32) -> Bool {
        var known = sigaction()
        sigaction(number, nil, &known)
        guard let handler = known.__sigaction_handler.sa_handler else { return false }
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

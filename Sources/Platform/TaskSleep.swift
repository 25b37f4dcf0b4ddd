extension Task where Success == Never, Failure == Never {
    /// Sleeps for a while. False for a cancelled task, also for one that was cancelled between the end of its sleep and its
    /// next turn.
    public static func hasSlept(for duration: Duration) async -> Bool {
        // A cancelled sleep ends early.
        try? await sleep(for: duration)
        return !isCancelled
    }
}

extension Task where Success == Never, Failure == Never {
    /// Sleeps for a while. The result is false for a cancelled task. A cancel also counts between the end of the sleep and
    /// the next turn of the task.
    public static func hasSlept(for duration: Duration) async -> Bool {
        // A cancelled sleep ends early.
        try? await sleep(for: duration)
        return !isCancelled
    }
}

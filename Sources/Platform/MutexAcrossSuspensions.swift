public import Synchronization

extension Mutex where Value: ~Copyable {
    /// The same as `withLock`, but never inlined into an asynchronous function. A mutex identifies its owner by a thread-local
    /// variable. In an asynchronous function the optimiser keeps this variable's address across a suspension, although the
    /// thread may change. The program then ends with "unlock Mutex on a thread which hasn't acquired it". This happens in
    /// release builds only.
    @inline(never)
    public borrowing func withLockHeld<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try withLock(body)
    }
}

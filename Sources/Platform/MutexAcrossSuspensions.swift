public import Synchronization

extension Mutex where Value: ~Copyable {
    /// As `withLock`, which must not become a part of an asynchronous function: a mutex knows its owner by a variable of the
    /// thread, and in such a function the optimiser keeps that variable's address from before a suspension, though the
    /// function may go on in another thread. The program then ends with "unlock Mutex on a thread which hasn't acquired it",
    /// in a build for release only.
    @inline(never)
    public borrowing func withLockHeld<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try withLock(body)
    }
}

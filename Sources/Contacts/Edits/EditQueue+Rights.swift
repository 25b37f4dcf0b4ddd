extension EditQueue {
    /// Why the server lets the account change nothing; nil as long as it has not said so.
    public func writeRefusal() async throws(ContactStoreError) -> EditIssue? {
        try await onBook { $0.writeRefusal }
    }

    /// Calls back with why the server lets the account change nothing, and again after each change.
    public func observeWriteRefusal(onChange: @escaping @Sendable (EditIssue?) -> Void) -> ContactObservation {
        observe({ queue throws(ContactStoreError) in try await queue.writeRefusal() }, onChange)
    }

    /// There is another token: it is found out anew what it may change.
    public func tokenChanged() async throws(ContactStoreError) {
        try await change { $0.tokenChanged() }
        try await resume()
    }

    /// A person wants all to be sent now that waits: also what was to be tried later, and what the server would not let go.
    public func sendNow() async throws(ContactStoreError) {
        try await change { $0.forgetRefusal() }
        try await resume()
        try await hurry()
    }
}

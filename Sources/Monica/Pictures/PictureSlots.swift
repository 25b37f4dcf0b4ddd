import Network

/// Bounds how many requests for pictures run at once, the most urgent and then the newest first.
typealias PictureSlots = RequestScheduler<RequestSlots>

extension RequestScheduler where Policy == RequestSlots {
    /// Runs a request once a slot is free.
    func run<Value>(
        priority: @escaping () -> RequestPriority, _ request: () async throws(ServerError) -> Value
    ) async throws(ServerError) -> Value {
        do throws(TransportError) {
            try await begin((), priority: priority)
        } catch {
            throw .transport(.cancelled)
        }
        defer { end((), with: ()) }
        guard !Task.isCancelled else { throw .transport(.cancelled) }
        return try await request()
    }
}

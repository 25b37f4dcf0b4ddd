import MonicaAPI

/// Lets at most six pictures load at once, so that they leave room on the line for what a person waits for.
final class PictureSlots {
    static let count = 6

    private var taken = 0
    private let waiting = WaitingList<Void, Void>()

    /// Waits for a slot, to be given back with `release`.
    func take(urgency: HTTPUrgency) async throws(TransportError) {
        if taken < Self.count {
            taken += 1
        } else {
            // Whoever releases a slot takes it again for the next in the list.
            try await waiting.wait((), urgency: urgency)
        }
    }

    func release() {
        taken -= 1
        waiting.decide {
            guard taken < Self.count else { return .stay }
            taken += 1
            return .pass(())
        }
    }

    /// Ends all waiting.
    func abort() {
        waiting.decide { .fail(.cancelled) }
    }
}

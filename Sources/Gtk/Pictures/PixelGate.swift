import Dispatch
import Synchronization

/// Limits the number of pixels in memory at one time, for any number of decoding threads.
nonisolated final class PixelGate: Sendable {
    private struct State {
        var held = 0
        var waiting: [(pixels: Int, turn: DispatchSemaphore)] = []
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// Runs `body`, which holds so many pixels, as soon as the limit leaves room for them. The order is first come, first
    /// served, so that small pictures never starve large ones. A picture beyond the limit runs alone.
    func hold<Value, Failure: Error>(_ pixels: Int, _ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        enter(pixels)
        defer { leave(pixels) }
        return try body()
    }

    private func enter(_ pixels: Int) {
        let turn = state.withLock { state -> DispatchSemaphore? in
            if state.waiting.isEmpty, fits(pixels, state) {
                state.held += pixels
                return nil
            }
            let turn = DispatchSemaphore(value: 0)
            state.waiting.append((pixels, turn))
            return turn
        }
        turn?.wait()
    }

    private func leave(_ pixels: Int) {
        state.withLock { state in
            state.held -= pixels
            while let first = state.waiting.first, fits(first.pixels, state) {
                state.held += first.pixels
                state.waiting.removeFirst()
                first.turn.signal()
            }
        }
    }

    private func fits(_ pixels: Int, _ state: borrowing State) -> Bool {
        state.held == 0 || pixels <= limit && state.held <= limit - pixels
    }
}

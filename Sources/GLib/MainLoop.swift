import CGtk
import Glibc
import Synchronization

/// Runs the main actor on GLib's main loop.
///
/// Swift runs main-actor tasks on libdispatch's main queue. While GLib's loop has the thread, nothing drains this queue:
/// without this type, no task would ever run.
@MainActor
public enum MainLoop {
    /// Below GTK's redraw, so that a busy main actor never costs a frame; above idle work.
    private static let priority = Int32(G_PRIORITY_HIGH_IDLE) + 30

    private static var isAttached = false
    private static var awaitingTurn: [@MainActor () -> Void] = []

    /// Lets main-actor tasks run on the default main context. Must be called first, on the process's main thread.
    public static func attachMainActor() {
        guard !isAttached else { return }
        isAttached = true
        // Never released: while no thread owns the context, as between two iterations, GIO runs TLS callbacks on a thread of
        // its own.
        g_main_context_acquire(nil)
        g_unix_fd_add_full(
            priority, _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
            { descriptor, _, _ in
                // libdispatch leaves the counter set. The counter is read first: a wake-up during the drain must survive.
                var count: UInt64 = 0
                _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
                _dispatch_main_queue_callback_4CF(nil)
                return 1
            }, nil, nil)
    }

    /// Returns when the loop is idle. Long work in small steps then delays neither clicks nor frames.
    public static func idle() async {
        await withCheckedContinuation { continuation in
            whenIdle { continuation.resume() }
        }
    }

    /// Calls back in a turn of its own, once the loop is idle.
    public static func whenIdle(_ handler: @escaping @MainActor () -> Void) {
        call(at: G_PRIORITY_DEFAULT_IDLE, handler)
    }

    /// Calls back in a turn of its own, after the waiting input events and before the next frame.
    public static func beforeNextFrame(_ handler: @escaping @MainActor () -> Void) {
        awaitingTurn.append(handler)
        if awaitingTurn.count == 1 { awaitTurn() }
    }

    /// Runs long work in a turn of its own before the next frame, and returns when it is done. Otherwise one turn may run all
    /// waiting tasks of the main actor. Does nothing if the task is cancelled first.
    public static func inTurnOfItsOwn(_ work: @escaping @MainActor () -> Void) async {
        let isCancelled = Atomic(false)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                beforeNextFrame {
                    if !isCancelled.load(ordering: .relaxed) { work() }
                    continuation.resume()
                }
            }
        } onCancel: {
            isCancelled.store(true, ordering: .relaxed)
        }
    }

    /// GLib calls all due sources of one priority in one turn, so only the first of these is due.
    private static func awaitTurn() {
        call(at: G_PRIORITY_HIGH_IDLE) {
            let handler = awaitingTurn.removeFirst()
            if !awaitingTurn.isEmpty { awaitTurn() }
            handler()
        }
    }

    private static func call(at priority: Int32, _ handler: @escaping @MainActor () -> Void) {
        g_idle_add_full(
            priority,
            { data in
                guard let data else { return 0 }
                let call = Unmanaged<Call>.fromOpaque(data).takeRetainedValue()
                MainActor.assumeIsolated { call.handler() }
                return 0
            }, Unmanaged.passRetained(Call(handler)).toOpaque(), nil)
    }

    /// Handles pending events; with `mayBlock`, waits for one first. Not for use inside main-actor tasks: while the main queue
    /// drains, it cannot drain again.
    public static func iterate(mayBlock: Bool = false) {
        g_main_context_iteration(nil, mayBlock ? 1 : 0)
    }

    /// Handles events until the condition holds; false when the time is over before. For tests and measurements.
    public static func run(atMost limit: Duration, until condition: () -> Bool) -> Bool {
        let end = ContinuousClock.now + limit
        // The timer wakes the blocking iteration to check the condition and the clock. It has the lowest priority: otherwise a
        // slow condition would leave no turn for frames.
        let timer = g_timeout_add_full(G_PRIORITY_LOW, 5, { _ in 1 }, nil, nil)
        defer { g_source_remove(timer) }
        while !condition() {
            guard ContinuousClock.now < end else { return false }
            iterate(mayBlock: true)
        }
        return true
    }
}

private nonisolated final class Call: Sendable {
    let handler: @MainActor () -> Void

    init(_ handler: @escaping @MainActor () -> Void) {
        self.handler = handler
    }
}

import CGtk

/// Watches for low memory of the system (GMemoryMonitor).
@MainActor
public final class MemoryMonitor {
    private let monitor: Object
    private let handler: SignalHandler

    /// Calls back whenever memory is low, until it is released.
    public init(onLowMemory: @escaping @MainActor () -> Void) {
        // The default monitor is "transfer full".
        guard let monitor = g_memory_monitor_dup_default() else { preconditionFailure("GIO has no memory monitor") }
        self.monitor = Object(adopting: UnsafeMutableRawPointer(monitor))
        handler = self.monitor.on("low-memory-warning") { _ in onLowMemory() }
    }

    isolated deinit {
        monitor.disconnect(handler)
    }
}

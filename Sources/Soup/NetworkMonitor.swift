import CSoup
import GLib

/// Whether the machine has a network, by the desktop's own knowledge. It may be wrong: a request is the only proof.
@MainActor
public final class NetworkMonitor {
    /// Called when the network appears or goes.
    public var onChange: ((_ isAvailable: Bool) -> Void)?

    /// Called at each change of a route, the network's coming and going included.
    public var onRouteChange: (() -> Void)?

    /// GIO's monitor lives as long as the process.
    private let monitor = Object(borrowing: UnsafeMutableRawPointer(g_network_monitor_get_default()))
    private var handler: SignalHandler?
    private var lastKnown: Bool

    /// Listens until it is freed.
    public init() {
        lastKnown = monitor.boolProperty("network-available")
        // Emitted for every change of a route, so most of them change nothing here.
        handler = monitor.on("network-changed") { [weak self] arguments in self?.update(arguments.bool(0)) }
    }

    isolated deinit {
        if let handler { monitor.disconnect(handler) }
    }

    /// Whether there is any way to anywhere.
    public var isAvailable: Bool { monitor.boolProperty("network-available") }

    private func update(_ isAvailable: Bool) {
        defer { onRouteChange?() }
        guard isAvailable != lastKnown else { return }
        lastKnown = isAvailable
        onChange?(isAvailable)
    }
}

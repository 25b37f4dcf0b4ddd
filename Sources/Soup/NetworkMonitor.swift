import CSoup
import GLib

/// Whether the machine has a network, according to the desktop. It may be wrong: only a request is a proof.
@MainActor
public final class NetworkMonitor {
    /// Called when the network appears or goes.
    public var onChange: ((_ isAvailable: Bool) -> Void)?

    /// Called at each change of a route, including gain and loss of the network.
    public var onRouteChange: (() -> Void)?

    /// GIO's monitor, which lives as long as the process.
    private let monitor = Object(borrowing: UnsafeMutableRawPointer(g_network_monitor_get_default()))
    private var handler: SignalHandler?
    private var lastKnown: Bool

    /// Listens until it is released.
    public init() {
        lastKnown = monitor.boolProperty("network-available")
        // GIO emits it at every change of a route, so most emissions change nothing here.
        handler = monitor.on("network-changed") { [weak self] arguments in self?.update(arguments.bool(0)) }
    }

    isolated deinit {
        if let handler { monitor.disconnect(handler) }
    }

    /// Whether there is a route to any network.
    public var isAvailable: Bool { monitor.boolProperty("network-available") }

    private func update(_ isAvailable: Bool) {
        defer { onRouteChange?() }
        guard isAvailable != lastKnown else { return }
        lastKnown = isAvailable
        onChange?(isAvailable)
    }
}

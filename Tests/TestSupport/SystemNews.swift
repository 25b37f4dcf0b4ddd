import CGtk
import GLib
import XCTest

/// Lets GIO's monitor of the network say that routes have changed.
@MainActor
public func announceNetwork(isAvailable: Bool) {
    guard let monitor = g_network_monitor_get_default() else { return XCTFail("GIO has no monitor of the network") }
    var argument = GValue()
    g_value_init(&argument, g_type_from_name("gboolean"))
    g_value_set_boolean(&argument, isAvailable ? 1 : 0)
    Object(borrowing: UnsafeMutableRawPointer(monitor)).emit("network-changed", with: argument)
}

/// Lets GIO's monitor of the memory say that it is nearly used up.
@MainActor
public func announceLowMemory() {
    guard let monitor = g_memory_monitor_dup_default() else { return XCTFail("GIO has no monitor of the memory") }
    var argument = GValue()
    g_value_init(&argument, g_memory_monitor_warning_level_get_type())
    g_value_set_enum(&argument, gint(G_MEMORY_MONITOR_WARNING_LEVEL_CRITICAL.rawValue))
    Object(adopting: UnsafeMutableRawPointer(monitor)).emit("low-memory-warning", with: argument)
}

extension Object {
    /// Emits a signal with one argument.
    @MainActor
    fileprivate func emit(_ signal: String, with argument: GValue) {
        var values = [GValue(), argument]
        g_value_init(&values[0], type)
        g_value_set_object(&values[0], pointer)
        g_signal_emitv(values, g_signal_lookup(signal, type), 0, nil)
        g_value_unset(&values[0])
        g_value_unset(&values[1])
    }
}

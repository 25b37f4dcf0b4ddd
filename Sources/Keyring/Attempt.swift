import CSecret
import GLib

/// How long a call to the keyring may take.
public nonisolated enum Patience: Sendable {
    /// Five seconds. No person waits for the call.
    case brief
    /// As long as the keyring answers pings: it may wait for a person's password. After `silences` times five seconds without
    /// an answer it counts as hung.
    case person(silences: Int)
    /// Until the task is cancelled.
    case endless
}

/// One keyring operation within its patience: a hung service must not block the program.
final class Attempt {
    let cancellable = Cancellable()
    private var end: KeyringError?
    private var timer: Task<Void, Never>?

    /// Checks after each `limit` whether to continue waiting.
    init(limit: Duration, patience: Patience) {
        timer = Task { [weak self] in
            var silences = 0
            while let end = await Self.end(after: limit, patience, &silences) {
                guard case .some(let error) = end else { continue }
                self?.end = error
                self?.cancellable.cancel()
                return
            }
        }
    }

    deinit {
        timer?.cancel()
    }

    func error(for error: GLibError) -> KeyringError {
        if let end, error.isCancellation { return end }
        return KeyringError(error)
    }
}

private extension Attempt {
    /// Waits for `limit`. The inner value is the reason to stop, if there is one. Nil after the task was cancelled.
    static func end(
        after limit: Duration, _ patience: Patience, _ silences: inout Int
    ) async -> KeyringError?? {
        // A cancelled sleep ends early: the next line checks for it.
        try? await Task.sleep(for: limit)
        guard !Task.isCancelled else { return nil }
        let isThere = await KeyringService.isThere()
        silences = isThere ? 0 : silences + 1
        let isOver =
            switch patience {
            case .brief: true
            case .person(let most): silences >= most
            case .endless: false
            }
        return .some(isOver ? (isThere ? .noAnswer : .unavailable) : nil)
    }
}

/// The Secret Service as a service on the session bus.
enum KeyringService {
    private static let (name, path) = ("org.freedesktop.secrets", "/org/freedesktop/secrets")
    /// The limit in milliseconds.
    private static let limit: Int32 = 1_000

    /// Whether the service answers a ping. A service that waits for a person does, a hung service does not.
    static func isThere() async -> Bool {
        do {
            let bus = try await gioOperation { cancellable, callback, data in
                g_bus_get(G_BUS_TYPE_SESSION, cancellable, callback, data)
            } finish: { result, error in
                g_bus_get_finish(result, error).map { Object(adopting: UnsafeMutableRawPointer($0)) }
            }
            guard let bus else { return false }
            _ = try await gioOperation { cancellable, callback, data in
                g_dbus_connection_call(
                    bus.opaque, name, path, "org.freedesktop.DBus.Peer", "Ping", nil, nil,
                    G_DBUS_CALL_FLAGS_NO_AUTO_START, limit, cancellable, callback, data)
            } finish: { result, error in
                g_dbus_connection_call_finish(bus.opaque, result, error).map(g_variant_unref)
            }
            return true
        } catch {
            return false
        }
    }
}

import CSecret
import GLib

/// How long a call to the keyring may take.
public nonisolated enum Patience: Sendable {
    /// Five seconds. No person waits for the call.
    case brief
    /// As long as the keyring answers at all: it may wait for a person who types its password. After so many times five
    /// seconds without a sign of it, it hangs.
    case person(silences: Int)
    /// Until the task is cancelled.
    case endless
}

/// One task for the keyring within its patience: a service that hangs must not hold the program up.
final class Attempt {
    let cancellable = Cancellable()
    private var end: KeyringError?
    private var timer: Task<Void, Never>?

    /// Looks after each `limit` whether it is worth waiting on.
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
    /// Waits for `limit`. The inner value is the reason to give up, if there is one. Nil after the task was cancelled.
    static func end(
        after limit: Duration, _ patience: Patience, _ silences: inout Int
    ) async -> KeyringError?? {
        // Cancelled while asleep: the next line notices.
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

/// The Secret Service as a program on the bus.
enum KeyringService {
    private static let (name, path) = ("org.freedesktop.secrets", "/org/freedesktop/secrets")
    /// In milliseconds.
    private static let limit: Int32 = 1_000

    /// Whether it answers a ping. A service that waits for a person does, a service that hangs does not.
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

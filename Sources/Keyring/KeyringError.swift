import CSecret
import GLib

/// The reason why a keyring request failed. A missing token is no error.
public nonisolated enum KeyringError: Error, Hashable, Sendable {
    /// The keyring is there, but only a person can open it: see `TokenKeyring.unlock`.
    case locked
    /// There is no Secret Service, or it does not answer: a token can only stay in memory.
    case unavailable
    /// The service was there, but did not complete its answer. It may still carry out the request.
    case noAnswer
    /// The caller's task was cancelled.
    case cancelled
    /// Any other error, with the system's own message.
    case failed(String)

    /// Whether it is certain that no keyring has the token that was to be stored.
    public var storedNothing: Bool { self == .unavailable || self == .locked }

    init(_ error: GLibError) {
        self =
            switch error.domain {
            case Self.secretDomain where error.code == Int(SECRET_ERROR_IS_LOCKED.rawValue): .locked
            case _ where error.isCancellation: .cancelled
            // D-Bus's own timeout is over.
            case _ where error.isIO(G_IO_ERROR_TIMED_OUT): .noAnswer
            // The service refused with an error that is unknown to GIO.
            case _ where error.isIO(G_IO_ERROR_DBUS_ERROR): .failed(error.message)
            // GIO's own errors mean that the service cannot be reached: no bus, no permission, a broken connection.
            case "g-io-error-quark": .unavailable
            case "g-dbus-error-quark" where Self.wayIsBroken.contains(error.code): .unavailable
            default: .failed(error.message)
            }
    }

    private static let secretDomain = String(cString: g_quark_to_string(secret_error_get_quark()))

    private static let wayIsBroken = Set(
        [
            G_DBUS_ERROR_SERVICE_UNKNOWN, G_DBUS_ERROR_NAME_HAS_NO_OWNER, G_DBUS_ERROR_NO_REPLY, G_DBUS_ERROR_NO_SERVER,
            G_DBUS_ERROR_NO_NETWORK, G_DBUS_ERROR_TIMEOUT, G_DBUS_ERROR_TIMED_OUT, G_DBUS_ERROR_DISCONNECTED,
            G_DBUS_ERROR_ACCESS_DENIED, G_DBUS_ERROR_IO_ERROR, G_DBUS_ERROR_SPAWN_EXEC_FAILED,
            G_DBUS_ERROR_SPAWN_FORK_FAILED, G_DBUS_ERROR_SPAWN_CHILD_EXITED, G_DBUS_ERROR_SPAWN_CHILD_SIGNALED,
            G_DBUS_ERROR_SPAWN_FAILED, G_DBUS_ERROR_SPAWN_SETUP_FAILED, G_DBUS_ERROR_SPAWN_SERVICE_NOT_FOUND,
        ].map { Int($0.rawValue) })
}

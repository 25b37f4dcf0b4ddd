import Contacts
import Foundation

/// Pending changes on their way to the server.
extension Session {
    /// Whether answers of the server are stored.
    var mayLoad: Bool { token != nil && !isEditedElsewhere }

    /// Whether anything may be sent now.
    var canSend: Bool { token != nil && mayWrite }

    /// Whether a person may change anything, as far as pages say so.
    var access: WriteAccess {
        if isEditedElsewhere { return .elsewhere }
        return mayWrite || outbox == nil ? .allowed : .readOnly
    }

    /// Sends pending changes from now on. Pauses for want of a network or a token end.
    func send() {
        guard let outbox, canSend, !isEnding else { return }
        if sending == nil {
            sending = Task { [stopped = stopping] in
                // Only one may send.
                await stopped?.value
                await outbox.run()
            }
        } else {
            // A change that cannot be stored is not sent, and shows an error itself.
            Task { try? await outbox.resume() }
        }
    }

    /// A person uses the window.
    func used() {
        schedule.used()
        outbox?.serverMayAnswer()
    }

    /// There is another way to the server than before, or none.
    func routeChanged() {
        schedule.networkChanged()
        if sending != nil { send() }
    }

    /// Sends nothing until that is allowed again. A request that is under way is looked for then.
    func stopSending() {
        sending?.cancel()
        stopping = sending ?? stopping
        sending = nil
    }

    /// Sends all that can be sent within some seconds, and returns the rest; nil where that is unknown.
    func sendAll(within seconds: TimeInterval) async -> UnsentWork? {
        guard sending != nil else { return await unsent() }
        return try? await outbox?.sendAll(within: seconds)
    }

    /// The typing that the server does not have; nil where that is unknown.
    func unsent() async -> UnsentWork? {
        try? await outbox?.unsent()
    }
}

import Contacts
import Foundation

/// Pending changes on their way to the server.
extension Session {
    /// Whether the server's answers are stored.
    var mayLoad: Bool { token != nil && !isEditedElsewhere }

    /// Whether changes may be sent now.
    var canSend: Bool { token != nil && mayWrite }

    /// Whether a person may change contacts, for the pages.
    var access: WriteAccess {
        if isEditedElsewhere { return .elsewhere }
        return mayWrite || outbox == nil ? .allowed : .readOnly
    }

    /// Starts sending pending changes. Ends pauses for a missing network or token.
    func send() {
        guard let outbox, canSend, !isEnding else { return }
        if sending == nil {
            sending = Task { [stopped = stopping] in
                // Only one task may send.
                await stopped?.value
                await outbox.run()
            }
        } else {
            // A change that cannot be stored is not sent, and shows an error itself.
            Task { try? await outbox.resume() }
        }
    }

    /// Looks whether the session that edits the account has ended. Its lock is free then.
    func lookForEditing() {
        guard isEditedElsewhere, !isEnding else { return }
        Task { [weak self, store] in
            if await Task.detached(operation: { store.takeEditing() }).value { self?.onEditingFree?() }
        }
    }

    /// A window got the focus: a person may have solved the problem of the last failure.
    func focused() {
        lookForEditing()
        send()
        schedule.focused()
    }

    /// A person uses a window.
    func used() {
        schedule.used()
        outbox?.serverMayAnswer()
    }

    /// The route to the server has changed.
    func routeChanged() {
        schedule.networkChanged()
        if sending != nil { send() }
    }

    /// Stops sending until it is allowed again. The next start then checks the result of an interrupted request.
    func stopSending() {
        sending?.cancel()
        stopping = sending ?? stopping
        sending = nil
    }

    /// Sends changes for some seconds, and returns the remaining ones; nil where they are unknown.
    func sendAll(within seconds: TimeInterval) async -> UnsentWork? {
        guard sending != nil else { return await unsent() }
        return try? await outbox?.sendAll(within: seconds)
    }

    /// The changes that are not on the server; nil where they are unknown.
    func unsent() async -> UnsentWork? {
        try? await outbox?.unsent()
    }
}

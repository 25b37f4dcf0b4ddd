import Contacts
import Foundation

/// What somebody typed, on its way to the server.
extension Session {
    /// Whether anything may be sent now.
    var canSend: Bool { token != nil && mayWrite }

    /// Whether the person chose that nothing on the server is changed, where it could be.
    var isKeptReadOnly: Bool { edits != nil && access == .readOnly }

    /// Whether anything may be changed on the server.
    var access: WriteAccess { mayWrite ? writeRefusal.map { .refused($0) } ?? .allowed : .readOnly }

    func rightsChanged(_ refusal: EditIssue?) {
        guard refusal != writeRefusal, !isEnding else { return }
        writeRefusal = refusal
        onRights?()
    }

    /// Sends what waits, from now on; what waited for a network or a token goes on.
    func send() {
        guard let edits, canSend, !isEnding else { return }
        if sending == nil {
            sending = Task { [stopped = stopping] in
                // Only one may send.
                await stopped?.value
                await edits.run()
            }
        } else {
            // What cannot be stored is not sent, and says so itself.
            Task { try? await edits.resume() }
        }
    }

    /// Somebody uses the window.
    func used() {
        schedule.used()
        edits?.serverMayAnswer()
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

    /// Sends all that can be sent within some seconds, and returns what is left; nil where that cannot be said.
    func sendAll(within seconds: TimeInterval) async -> UnsentWork? {
        guard sending != nil else { return await unsent() }
        return try? await edits?.sendAll(within: seconds)
    }

    /// What somebody typed and the server has not; nil where that cannot be said.
    func unsent() async -> UnsentWork? {
        try? await edits?.unsent()
    }
}

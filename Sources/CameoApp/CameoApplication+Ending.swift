import Contacts
import Foundation
import GLib
import Gtk

/// The way to the end: the windows go first, then what waits is sent.
extension CameoApplication {
    /// How long the program stays to write down what was typed and where the person was: a folder on a network may never
    /// answer.
    private static let maxFarewell = Duration.seconds(2)
    private static let notificationID = "unsent-changes"

    /// Whether a person can change anything.
    private var hasWindow: Bool { window != nil || !contactWindows.all.isEmpty }

    /// Ends the program; a log-out that is under way comes to its end first.
    func quit() {
        guard !isLoggingOut else {
            quitsAfterLogOut = true
            return
        }
        Task {
            guard await mayLeaveForms() else { return }
            let wasSeen = hasWindow
            // Nothing is typed while the rest is sent. Where that was done since, the window asks once more, and stays.
            for window in contactWindows.all { window.window.close() }
            window?.window.close()
            quitsUnseen = !hasWindow
            guard !wasSeen else { return }
            application.hold()
            endUnlessSeen()
        }
    }

    /// A window is closed, for which the program was held: after the last one what can be sent is sent before the hold ends.
    func endUnlessSeen() {
        guard !hasWindow else { return application.release() }
        ending?.cancel()
        ending = Task {
            await sendBeforeEnd()
            if quitsUnseen, !Task.isCancelled { application.quit() } else { application.release() }
        }
    }

    /// Keeps a window's size and where in the list the person was, then goes on, in any case soon.
    func sayFarewell(to window: MainWindow?, then end: @escaping () -> Void) {
        guard let window, case .normal = mode else { return end() }
        window.rememberSize()
        guard let session else { return end() }
        let (place, file) = (window.place, directories.listPlace(of: session.account.id))
        var hasEnded = false
        func endOnce() {
            if !hasEnded { end() }
            hasEnded = true
        }
        Task { [saving] in
            await saving?.value
            await place.save(to: file)
            endOnce()
        }
        Task {
            try? await Task.sleep(for: Self.maxFarewell)
            endOnce()
        }
    }

    /// Keeps what is typed in open forms when a signal ends the program, as at the end of the session.
    func keepTypingAtEnd() {
        EndSignals.precede(
            by: { [weak self] in
                let main = (self?.window?.detail).map { [$0] } ?? []
                let pages = main + (self?.contactWindows.all ?? []).map(\.page)
                // None waits for another one.
                for page in pages { page.keepTyping() }
                for page in pages { await page.keepForGood() }
            }, atMost: Self.maxFarewell)
    }

    /// Sends what can be sent, for a minute at most, and tells what is left.
    private func sendBeforeEnd() async {
        guard case .normal = mode, !isLoggingOut, let session, session.mayWrite else { return }
        guard let unsent = await session.unsent(), !unsent.changes.isEmpty, !Task.isCancelled else { return }
        let left = await session.sendAll(within: Self.patience)
        // Somebody may have opened a window again.
        guard let sentence = left?.farewell, !Task.isCancelled else { return }
        application.show(Notification(title: tr("Cameo"), body: sentence), id: Self.notificationID)
    }
}

extension UnsentWork {
    /// The changes that are left for the next start, in a sentence; nil for none.
    var farewell: String? {
        guard sendable > 0 else { return nil }
        return trn("%d change is sent when Cameo runs again", "%d changes are sent when Cameo runs again", sendable)
    }
}

import Contacts
import Foundation
import GLib
import Gtk

/// The end of the program: it closes the windows first, then sends waiting changes.
extension CameoApplication {
    /// The longest time for storing typed text and the place in the list. A folder on a network may never answer.
    private static let maxFarewell = Duration.seconds(2)
    private static let notificationID = "unsent-changes"

    /// Whether any window is open.
    private var hasWindow: Bool { window != nil || !contactWindows.all.isEmpty }

    /// Ends the program; a running log-out is completed first.
    func quit() {
        guard !isLoggingOut else {
            quitsAfterLogOut = true
            return
        }
        Task {
            guard await mayLeaveForms() else { return }
            let wasSeen = hasWindow
            // Closed windows allow no typing while changes are sent. A window with newly typed text asks once more, and stays.
            for window in contactWindows.all { window.window.close() }
            window?.window.close()
            quitsUnseen = !hasWindow
            guard !wasSeen else { return }
            application.hold()
            endUnlessSeen()
        }
    }

    /// Called when a window that held the program has closed. After the last window it sends waiting changes, then releases the
    /// hold.
    func endUnlessSeen() {
        guard !hasWindow else { return application.release() }
        ending?.cancel()
        ending = Task {
            await sendBeforeEnd()
            if quitsUnseen, !Task.isCancelled { application.quit() } else { application.release() }
        }
    }

    /// Stores a window's size and the place in the list, then calls `end`, in any case soon.
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

    /// Stores the typed text of open forms when a signal ends the program, as at the end of the session.
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

    /// Sends waiting changes, for a minute at most, and notifies the person of changes that remain.
    private func sendBeforeEnd() async {
        guard case .normal = mode, !isLoggingOut, let session, session.mayWrite else { return }
        guard let unsent = await session.unsent(), !unsent.changes.isEmpty, !Task.isCancelled else { return }
        let left = await session.sendAll(within: Self.patience)
        // The person may have opened a window again.
        guard let sentence = left?.farewell, !Task.isCancelled else { return }
        application.show(Notification(title: tr("Cameo"), body: sentence), id: Self.notificationID)
    }
}

extension UnsentWork {
    /// A sentence about the changes that remain for the next start; nil for none.
    var farewell: String? {
        guard sendable > 0 else { return nil }
        return trn("%d change is sent when Cameo runs again", "%d changes are sent when Cameo runs again", sendable)
    }
}

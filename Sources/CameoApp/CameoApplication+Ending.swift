import Contacts
import Foundation
import GLib
import Gtk
import Keyring

/// The end of the program: it closes the windows first, then sends waiting changes.
extension CameoApplication {
    /// The longest time for storing typed text and the place in the list. A folder on a network may never answer.
    private static let maxFarewell = Duration.seconds(2)
    static let notificationID = "unsent-changes"

    /// Whether any window is open.
    private var hasWindow: Bool { window != nil || !contactWindows.all.isEmpty }

    /// Whether a person uses one of the windows.
    var hasActiveWindow: Bool {
        window?.window.isActive == true || contactWindows.all.contains { $0.window.isActive }
    }

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
        dayClock = nil
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

// The log-out.
extension CameoApplication {
    /// The longest time for sending all changes before the account or the program ends, in seconds.
    static let patience: TimeInterval = 60

    /// Asks the person about typed and unsaved text. Returns true when nothing can be lost any more.
    func mayLeaveForms() async -> Bool {
        for window in contactWindows.all where await !window.mayLeave() { return false }
        return await window?.mayLeave() ?? true
    }

    func askToLogOut() {
        guard !isDemo else { return leaveDemo() }
        guard !isLoggingOut, session != nil || account != nil else { return }
        Task {
            // The number of changes that the person has agreed to lose. More may be typed during the question or the sending.
            var agreed: Int?
            while await mayLeaveForms() {
                // Nil when the changes cannot be read: then the number of lost changes is unknown.
                let unsent = await session?.unsent()
                guard let window, !isLoggingOut else { return }
                if let agreed, (unsent?.count ?? .max) <= agreed {
                    return await logOut()
                }
                switch await LogOutDialog.ask(
                    losing: unsent, over: window.window, canSend: session?.canSend == true,
                    isOpenElsewhere: session?.isEditedElsewhere == true)
                {
                case "log-out": agreed = unsent?.count ?? .max
                case "send":
                    // Deletions are sent too, so undo is no longer offered.
                    window.detail.changes.undo.finish()
                    for window in contactWindows.all { window.endToast() }
                    window.toast(tr("Sending changes…"))
                    // A change that cannot be stored is not sent, and the question returns.
                    try? await session?.outbox?.sendNow()
                    _ = await session?.sendAll(within: Self.patience)
                    agreed = 0
                default: return
                }
            }
        }
    }

    /// Ends the demo, which stores nothing.
    func leaveDemo() {
        quitsAfterLogOut = true
        Task { await logOut() }
    }

    func logOut() async {
        guard !isLoggingOut else { return }
        isLoggingOut = true
        stopAskingKeyring()
        // Closing the window must not end the process before the log-out is complete.
        application.hold()
        _ = await opening?.value
        let session = session
        self.session = nil
        // Changes that the person gave up are not sent. The windows end their toasts, which makes deletions final.
        session?.stopSending()
        await session?.stopping?.value
        contactWindows.closeAll()
        for id in [DailyNotification.id, Self.notificationID] { application.withdrawNotification(id: id) }
        window?.leave()
        window?.page = .loading
        let report = await removeAccount(ending: session)
        await Allocator.giveBack()
        isLoggingOut = false
        application.release()
        guard !quitsAfterLogOut else { return application.quit() }
        await showSignIn()
        await show(report)
    }

    /// Shows the report of a log-out. Remaining data shows at once, removed data only on request.
    func show(_ report: LogOutReport?) async {
        guard let report else { return }
        guard report.left.isEmpty else {
            return await LogOutDialog.show(report, titled: tr("Not Everything Was Removed"), over: window?.window)
        }
        window?.toast(tr("Logged out. Everything was removed from this computer."), button: tr("_Details")) {
            [weak self] in
            Task { await LogOutDialog.show(report, titled: tr("Logged Out"), over: self?.window?.window) }
        }
    }

    /// Completes interrupted sign-ins and log-outs, before any other file is read.
    func finishCutOffWork() async {
        let mayAsk = window != nil
        guard case .normal = mode, triedCutOffWork.insert(mayAsk).inserted else { return }
        let report = await CutOffWork(directories: directories) { [keyring] account throws(KeyringError) in
            try await keyring.remove(account, mayAsk: mayAsk)
        }.finish()
        if let report { lateReport = report }
    }

    func sayLateReport() async {
        let report = lateReport
        lateReport = nil
        await show(report)
    }

    /// Nil in the demo, which stores nothing on this machine.
    private func removeAccount(ending session: Session?) async -> LogOutReport? {
        if let demo {
            await session?.end()
            demo.stop()
            self.demo = nil
            // Without its server the demo has no contacts to show.
            quitsAfterLogOut = true
            return nil
        }
        guard let account else { return nil }
        self.account = nil
        // A running write would restore the file.
        await saving?.value
        await telling?.value
        return await LogOut(account: account, directories: directories) { [keyring] account throws(KeyringError) in
            try await keyring.remove(account)
        }.run(ending: session)
    }
}

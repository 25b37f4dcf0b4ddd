import Contacts
import Foundation
import Gtk

/// What waits to be sent, where the program ends or the account goes.
extension CameoApplication {
    /// How long somebody waits who wants all to be sent, in seconds.
    private static let patience: TimeInterval = 60
    private static let notificationID = "unsent-changes"

    /// Asks what becomes of what is typed and not saved; true where nothing is lost any more.
    func mayLeaveForms() async -> Bool {
        for window in contactWindows.all where await !window.mayLeave() { return false }
        return await window?.mayLeave() ?? true
    }

    /// The person wants to change something on the server, or nothing.
    func setMayWrite(_ mayWrite: Bool) {
        contactWindows.mayWrite = mayWrite
        session?.mayWrite = mayWrite
    }

    func askToLogOut() {
        guard !isLoggingOut, session != nil || account != nil else { return }
        Task {
            guard await mayLeaveForms() else { return }
            while true {
                // Nil where it cannot be read: then nobody knows what is lost.
                let unsent = await session?.unsent()
                guard let window, !isLoggingOut else { return }
                switch await Self.askToLogOut(losing: unsent, over: window.window, canSend: session?.canSend == true) {
                case "log-out": return await logOut()
                case "send":
                    window.toast(tr("Sending changes…"))
                    if await session?.sendAll(within: Self.patience)?.count == 0 { return await logOut() }
                default: return
                }
            }
        }
    }

    /// Says that contacts are downloaded anew, and what became of the changes that no server has.
    func sayWhatWasDamaged(_ store: ContactStore) {
        guard store.setAside != nil || !store.rescued.isEmpty else { return }
        var sentences = [tr("The saved contacts were damaged. They are downloaded again.")]
        if store.rescued.isIncomplete {
            sentences.append(tr("Some of your changes may be lost."))
        } else if !store.rescued.isEmpty {
            sentences.append(tr("Your changes were kept."))
        }
        window?.toast(sentences.joined(separator: " "))
    }

    /// Sends what can be sent when the last window is closed, for a minute at most, and tells what is left.
    func sendBeforeEnd(then end: @escaping () -> Void) {
        Task {
            await sendBeforeEnd()
            end()
        }
    }

    private func sendBeforeEnd() async {
        guard case .normal = mode, !isLoggingOut, let session, session.mayWrite else { return }
        guard let edits = session.edits else { return }
        guard let unsent = await session.unsent(), !unsent.changes.isEmpty else { return }
        // Where it fails the deletion waits for the next start.
        try? await edits.finishDeletions()
        let work = await session.sendAll(within: Self.patience)
        let left = work?.changes.count ?? 0
        // Somebody may have opened a window again; what cannot be locked then cannot be locked later either.
        guard left > 0, window == nil, work?.pauseReason != .unlockable else { return }
        application.show(
            Notification(
                title: tr("Cameo"),
                body: trn("%d change is sent when Cameo runs again", "%d changes are sent when Cameo runs again", left)),
            id: Self.notificationID)
    }
}

private extension CameoApplication {
    static func askToLogOut(losing known: UnsentWork?, over window: ApplicationWindow, canSend: Bool) async -> String {
        let dialog: MessageDialog
        let unsent = known ?? UnsentWork()
        if known == nil {
            dialog = MessageDialog(
                over: window, heading: tr("Log Out?"), body: unsent.sentences.joined(separator: "\n\n"))
        } else if unsent.count == 0 {
            dialog = MessageDialog(
                over: window, heading: tr("Log Out?"),
                body: tr(
                    "The contacts, pictures and token on this computer are removed. Nothing changes on the server."))
        } else {
            dialog = MessageDialog(
                over: window,
                heading: trn("Log Out and Lose %d Change?", "Log Out and Lose %d Changes?", unsent.count),
                body: unsent.sentences.joined(separator: "\n\n"))
        }
        dialog.addResponse("cancel", tr("_Cancel"))
        // A form that was not saved is in no request.
        if canSend, unsent.changes.count > unsent.undecided { dialog.addResponse("send", tr("_Send First")) }
        dialog.addResponse(
            "log-out", known?.count == 0 ? tr("_Log Out") : tr("_Log Out Anyway"), .destructive)
        dialog.setResponses(default: "cancel", close: "cancel")
        return await dialog.ask()
    }
}

extension UnsentWork {
    /// What is lost by a log-out, and why it is not sent.
    fileprivate var sentences: [String] {
        var sentences = [
            tr("What is not on the server yet is lost. The contacts, pictures and token on this computer are removed.")
        ]
        switch pauseReason {
        case .offline, .lost:
            sentences.append(
                tr("The server can’t be reached now. If it has moved, change its address in Preferences instead."))
        case .elsewhere: sentences.append(tr("Another running Cameo sends your changes."))
        case .unauthorized, .unlockable: sentences += [pauseReason?.sentence].compactMap(\.self)
        default: break
        }
        if undecided > 0 {
            sentences.append(trn("%d change needs your decision.", "%d changes need your decision.", undecided))
        }
        if drafts > 0 {
            sentences.append(trn("%d form was not saved.", "%d forms were not saved.", drafts))
        }
        return sentences
    }
}

import Contacts
import Foundation
import Gtk

/// Waiting changes when the account is about to be removed.
extension CameoApplication {
    /// The longest time for sending all changes before the account or the program ends, in seconds.
    static let patience: TimeInterval = 60

    /// Asks the person about typed and unsaved text. Returns true when nothing can be lost any more.
    func mayLeaveForms() async -> Bool {
        for window in contactWindows.all where await !window.mayLeave() { return false }
        return await window?.mayLeave() ?? true
    }

    /// The person turned Read-Only on or off.
    func rightsChanged() {
        session?.mayWrite = !preferences.isReadOnly
        contactWindows.access = session?.access ?? .allowed
        window?.rightsChanged()
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
                switch await Self.askToLogOut(losing: unsent, over: window.window, canSend: session?.canSend == true) {
                case "log-out": agreed = unsent?.count ?? .max
                case "send":
                    // Deletions are sent too, so undo is no longer offered.
                    window.detail.undo.finish()
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

    /// Tells the person that contacts are downloaded again, and the result for changes that are not on the server.
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
                body: [
                    tr(
                        "Contacts, pictures and the token will be removed from this computer. Your server is not affected."
                    ),
                    tr("Photos that you saved or copied stay."),
                ].joined(separator: " "))
        } else {
            dialog = MessageDialog(
                over: window,
                heading: trn("Log Out and Lose %d Change?", "Log Out and Lose %d Changes?", unsent.count),
                body: unsent.sentences.joined(separator: "\n\n"))
        }
        dialog.addResponse("cancel", tr("_Cancel"))
        if canSend, unsent.mayArrive { dialog.addResponse("send", tr("_Send First")) }
        dialog.addResponse(
            "log-out", known?.count == 0 ? tr("_Log Out") : tr("_Log Out Anyway"), .destructive)
        dialog.setResponses(default: "cancel", close: "cancel")
        return await dialog.ask()
    }
}

extension UnsentWork {
    /// Whether sending now could deliver any change. Unsaved forms, and changes that need a decision, are in no request.
    var mayArrive: Bool {
        switch pause {
        case .offline, .unauthorized: false
        case .rateLimited, .page, nil: sendable > 0
        }
    }

    /// The losses of a log-out, and the reason why they are not sent.
    var sentences: [String] {
        let removed = tr("Contacts, pictures and the token will be removed from this computer.")
        var sentences = [removed]
        if !changes.isEmpty {
            let lost = trn(
                "%d change has not been sent and will be lost.", "%d changes have not been sent and will be lost.",
                changes.count)
            sentences = [tr("%1$s %2$s", lost, removed)]
        }
        switch pause {
        case .offline:
            sentences.append(
                tr("Can’t reach the server. If it has moved, change its address in Preferences instead."))
        case .unauthorized?: sentences += [pause?.sentence].compactMap(\.self)
        case .rateLimited, .page, nil: break
        }
        if undecided > 0 {
            sentences.append(trn("%d change needs a decision.", "%d changes need a decision.", undecided))
        }
        if drafts > 0 {
            sentences.append(trn("%d form was not saved.", "%d forms were not saved.", drafts))
        }
        return sentences
    }
}

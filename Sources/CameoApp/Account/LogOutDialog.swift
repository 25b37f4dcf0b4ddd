import Contacts
import Gtk
import Network

/// The question before a log-out, and its report.
enum LogOutDialog {
    /// The most remaining files that show without scrolling.
    private static let maxLines = 4

    /// Asks whether to log out, and tells the losses. `known` is nil when the changes cannot be read. Returns "cancel", "send"
    /// or "log-out".
    static func ask(
        losing known: UnsentWork?, over window: ApplicationWindow, canSend: Bool, isOpenElsewhere: Bool
    ) async -> String {
        let dialog: MessageDialog
        let unsent = known ?? UnsentWork()
        if known == nil {
            let lost =
                isOpenElsewhere
                ? tr("Cameo is open in another session. Its unsent changes will be lost.")
                : tr("Unsent changes will be lost.")
            let sentences = [lost] + unsent.sentences
            dialog = MessageDialog(over: window, heading: tr("Log Out?"), body: sentences.joined(separator: "\n\n"))
        } else if unsent.count == 0 {
            dialog = MessageDialog(
                over: window, heading: tr("Log Out?"),
                body: [
                    tr(
                        "Contacts, pictures and the token will be removed from this computer. Your server is not affected."
                    ),
                    UnsentWork.staying,
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

    /// Shows the report: the removed and the remaining data.
    static func show(_ report: LogOutReport, titled title: String, over window: ApplicationWindow?) async {
        let dialog = MessageDialog(over: window, heading: title, body: "")
        let text = Label(report.text)
        text.wraps()
        text.lineAlignment = 0
        text.setSelectable(true)
        if report.left.count > maxLines {
            let scroll = ScrolledWindow(text)
            scroll.scrollsVerticallyOnly()
            scroll.setMinimumSize(height: 300)
            dialog.setExtraChild(scroll)
        } else {
            dialog.setExtraChild(text)
        }
        dialog.addResponse("close", tr("_Close"))
        _ = await dialog.ask()
    }
}

extension UnsentWork {
    /// Whether sending now could deliver any change. Unsaved forms, and changes that need a decision, are in no request.
    var mayArrive: Bool {
        switch pause {
        case .offline, .unauthorized, .page(.certificate?): false
        case .rateLimited, .page, .unavailable, nil: sendable > 0
        }
    }

    /// The files that a log-out leaves alone.
    fileprivate static var staying: String { tr("Photos that you saved or copied stay.") }

    /// The losses of a log-out, and the reason why they are not sent.
    var sentences: [String] {
        let removed = [tr("Contacts, pictures and the token will be removed from this computer."), Self.staying]
            .joined(separator: " ")
        var sentences = [removed]
        if !changes.isEmpty {
            let lost = trn(
                "%d change has not been sent and will be lost.", "%d changes have not been sent and will be lost.",
                changes.told)
            sentences = [tr("%1$s %2$s", lost, removed)]
        }
        switch pause {
        case .offline:
            sentences.append(
                tr("Can’t reach the server. If it has moved, change its address in Preferences instead."))
        case .unauthorized?, .unavailable?, .page(_?)?: sentences += [pause?.sentence].compactMap(\.self)
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

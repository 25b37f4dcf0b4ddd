import Contacts
import Foundation
import Gtk
import Model

/// Tells a change for as long as it can be undone.
extension DetailPage {
    func saySaved(_ receipts: [EditQueue.Receipt]) {
        guard let queue = session?.edits else { return }
        let held = receipts.filter(\.isHeld)
        var shown = 0
        undo.show(
            tr("Saved"), of: Set(receipts.map(\.edit)),
            seconds: held.isEmpty ? UndoToast.changeTime : UndoToast.deletionTime,
            onUndo: { [weak self] in
                if self?.undo.hadFocus == true { self?.focusName() }
                Task { await self?.carryOut { () throws(ContactStoreError) in try await queue.undo(receipts) } }
            },
            onTick: {
                shown += 1
                guard !held.isEmpty, shown.isMultiple(of: UndoToast.deletionTime / 2) else { return }
                // Where it fails nothing is sent either.
                Task { try? await queue.hold(held, for: TimeInterval(UndoToast.deletionTime)) }
            },
            onEnd: {
                // Where it fails it goes at the moment that is stored.
                if !held.isEmpty { Task { try? await queue.finish(held) } }
            })
        sayRefusal()
    }

    /// Replaces the toast "Saved" once the server refuses the change, or the change needs a decision.
    func sayRefusal() {
        guard let refused = marks.changes.first(where: { $0.needsPerson && undo.edits.contains($0.id) }) else { return }
        undo.finish()
        say(refused.sentence)
    }

    func deletionStored(of contact: ContactID, _ name: String) {
        onDeleted?(Int(contact.rawValue))
        if let queue = session?.edits { sayDeleted([(contact, name)], queue) }
    }

    /// Whatever can be taken back is not sent: deletions wait for as long as their toast shows, which is one for all, since
    /// the next one would make them final.
    func sayDeleted(_ deleted: [(contact: ContactID, name: String)], _ queue: EditQueue) {
        guard !deleted.isEmpty else { return }
        let names = deleted.map { PlainText.line($0.name, atMost: UndoToast.maxNameLength) }
            .formatted(.list(type: .and).locale(Locale(category: "LC_MESSAGES")))
        var shown = 0
        undo.show(
            tr("%1$s deleted", names), seconds: UndoToast.deletionTime,
            onUndo: { [weak self] in
                Task { for (contact, name) in deleted { await self?.undoDeletion(of: contact, name, queue) } }
            },
            onTick: {
                shown += 1
                guard shown.isMultiple(of: UndoToast.deletionTime / 2) else { return }
                // Where it fails nothing is sent either.
                Task {
                    for (contact, _) in deleted {
                        try? await queue.holdDeletion(of: contact, for: TimeInterval(UndoToast.deletionTime))
                    }
                }
            },
            onEnd: { [weak self] in
                // Where it fails it goes at the moment that is stored.
                Task { for (contact, _) in deleted { try? await queue.finishDeletion(of: contact) } }
                self?.onDeletionFinal?()
            })
    }

    private func undoDeletion(of contact: ContactID, _ name: String, _ queue: EditQueue) async {
        let name = PlainText.line(name, atMost: UndoToast.maxNameLength)
        await carryOut { () throws(ContactStoreError) in
            switch try await queue.undoDeletion(of: contact) {
            case .takenBack:
                onShow?(Int(contact.rawValue))
                if undo.hadFocus { focusName() }
            case .tooLate: say(tr("Can’t undo: %1$s is being deleted on the server.", name))
            case .done: say(tr("Can’t undo: %1$s was deleted on the server.", name))
            }
        }
    }

    /// Undo brings a discarded change back, with all that went with it.
    func sayDropped(_ dropped: RemovedEdits) {
        guard let queue = session?.edits else { return }
        let sentence =
            dropped.mayLeaveWhereMet
            ? tr("Change discarded. The server may have where you met already.") : tr("Change discarded")
        say(sentence) { () throws(ContactStoreError) in try await queue.restore(dropped) }
    }

    /// Undo opens the choice of a conflict again.
    func sayDecided(_ decided: DecidedConflict, _ change: WaitingChange) {
        guard let queue = session?.edits else { return }
        guard !decided.deletes else {
            let name = change.name.isEmpty ? tr("No name") : change.name
            return sayDeleted([(change.contact, name)], queue)
        }
        say(tr("Saved")) { () throws(ContactStoreError) in try await queue.undo(decided) }
    }

    /// Where taking it back cannot be stored it can be tried again.
    private func say(
        _ sentence: String, undo takeBack: @escaping () async throws(ContactStoreError) -> DropUndo
    ) {
        undo.show(sentence, seconds: UndoToast.changeTime) { [weak self] in
            if self?.undo.hadFocus == true { self?.focusWaiting() }
            Task {
                do throws(ContactStoreError) {
                    switch try await takeBack() {
                    case .takenBack: break
                    case .overtaken: self?.say(tr("Can’t undo: a later change has taken the place of this one."))
                    case .contactChanged:
                        self?.say(tr("Can’t undo: the contact was deleted or created again in the meantime."))
                    }
                } catch {
                    self?.say(error.sentence, undo: takeBack)
                }
            }
        }
    }

    /// The changes of the toast that goes.
    private func focusWaiting() {
        if showsWaiting { waiting?.focusShown() } else { focusName() }
    }
}

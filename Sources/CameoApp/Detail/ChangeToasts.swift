import Contacts
import Foundation
import Gtk
import Model

/// Tells the changes that were made on a page, for as long as they can be undone.
final class ChangeToasts {
    let undo: UndoToast
    /// A contact was deleted.
    var onDeleted: ((Int) -> Void)?
    /// A deletion can no longer be undone.
    var onDeletionFinal: (() -> Void)?
    /// Shows a contact after the undo of its deletion.
    var onShow: ((Int) -> Void)?
    /// The toast had the focus, and goes.
    var onFocusLost: (() -> Void)?
    /// The same for a toast about the page of unsent changes.
    var onChangesFocusLost: (() -> Void)?

    private let toasts: () -> ToastOverlay?
    private let outbox: () -> Outbox?
    private let marks: EditMarks

    /// `toasts` is the place of the next toast, `outbox` that of the account on the page.
    init(in toasts: @escaping () -> ToastOverlay?, outbox: @escaping () -> Outbox?, marks: EditMarks) {
        self.toasts = toasts
        self.outbox = outbox
        self.marks = marks
        undo = UndoToast(in: toasts)
    }

    /// Shows a sentence for a while.
    func say(_ sentence: String) {
        toasts()?.show(sentence)
    }

    /// A failure to store is told where the person looks.
    func carryOut(_ change: () async throws(ContactStoreError) -> Void) async {
        do throws(ContactStoreError) {
            try await change()
        } catch {
            say(error.sentence)
        }
    }

    /// `onEnd` is told when the changes are final, or undone (true).
    func saySaved(
        _ receipt: Receipt, _ sentence: String = tr("Saved"), onEnd: @escaping @MainActor (Bool) -> Void = { _ in },
        onUndone: @escaping @MainActor () -> Void = {}
    ) {
        // Without entries there is nothing to undo.
        guard !receipt.entries.isEmpty else { return }
        say(sentence, receipt, of: receipt.changes, onEnd: { onEnd(false) }) { [weak self] in
            onEnd(true)
            onUndone()
            if self?.undo.hadFocus == true { self?.onFocusLost?() }
        }
        sayRefusal()
    }

    /// Replaces the toast "Saved" once the server refuses the change, or the change needs a decision.
    func sayRefusal() {
        guard let refused = marks.changes.first(where: { $0.needsPerson && undo.changes.contains($0.id) }) else {
            return
        }
        undo.finish()
        say(refused.sentence(countries: .ofPerson))
    }

    /// Tells a deletion that was stored. Undo shows the contact of a page again, and leaves the page where a list deleted it.
    func deletionStored(_ receipt: Receipt, _ name: String, fromList: Bool = false) {
        onDeleted?(Int(receipt.contact.rawValue))
        sayDeleted(receipt, name, fromList: fromList)
    }

    /// The deletion waits for as long as its toast shows.
    private func sayDeleted(_ receipt: Receipt, _ name: String, fromList: Bool = false) {
        let name = PlainText.line(name, atMost: UndoToast.maxNameLength)
        say(tr("%1$s deleted", name), receipt, onEnd: { [weak self] in self?.onDeletionFinal?() }) { [weak self] in
            if !fromList { self?.onShow?(Int(receipt.contact.rawValue)) }
            if self?.undo.hadFocus == true { self?.onFocusLost?() }
        }
    }

    /// Undo brings a discarded change back.
    func sayDropped(_ dropped: Receipt) {
        say(tr("Change discarded"), dropped) { [weak self] in self?.focusChanges() }
    }

    /// Undo is the other choice.
    func sayDecided(_ decided: Receipt, deletes name: String?) {
        if let name { return sayDeleted(decided, name) }
        say(tr("Saved"), decided) { [weak self] in self?.focusChanges() }
    }

    /// Held changes wait for as long as the toast shows. An undo that cannot be stored can be tried again.
    private func say(
        _ sentence: String, _ receipt: Receipt, of changes: Set<WaitingChange.ID> = [],
        onEnd: @escaping @MainActor () -> Void = {}, onUndone: @escaping @MainActor () -> Void
    ) {
        guard let outbox = outbox() else { return }
        var shown = 0
        undo.show(
            sentence, of: changes, seconds: receipt.isHeld ? UndoToast.deletionTime : UndoToast.changeTime,
            onUndo: { [weak self] in
                Task {
                    do throws(ContactStoreError) {
                        let result = try await outbox.undo(receipt)
                        if result != .undone { onEnd() }
                        self?.sayResult(of: result, onUndone)
                    } catch {
                        self?.say(error.sentence, receipt, onEnd: onEnd, onUndone: onUndone)
                    }
                }
            },
            onTick: {
                shown += 1
                guard receipt.isHeld, shown.isMultiple(of: UndoToast.deletionTime / 2) else { return }
                // Where it fails nothing is sent either.
                Task { try? await outbox.hold(receipt, for: TimeInterval(UndoToast.deletionTime)) }
            },
            onEnd: {
                // Where it fails it goes at the moment that is stored.
                if receipt.isHeld { Task { try? await outbox.finish(receipt) } }
                onEnd()
            })
    }

    private func sayResult(of result: UndoResult, _ onUndone: () -> Void) {
        switch result {
        case .undone: onUndone()
        case .overtaken: say(tr("Can’t undo: a later change has taken the place of this one."))
        case .gone: say(tr("Can’t undo: the contact is gone."))
        }
    }

    /// The changes of the toast that goes.
    private func focusChanges() {
        guard undo.hadFocus else { return }
        onChangesFocusLost?()
    }
}

import Contacts
import Foundation
import Gtk
import Model

/// The log and the entries of the contact on a page.
extension DetailPage {
    /// The contact that shows; nil while another one comes.
    var shownContact: ContactID? {
        guard let id = contactID, shown?.contact.id == id, detail.contactID == id else { return nil }
        return ContactID(Int64(id))
    }

    private var mayWriteEntries: Bool { mayWrite && session?.outbox != nil && shownContact != nil }

    /// The kinds that the log of the contact offers.
    var logKinds: [PartKind] { mayWriteEntries ? shown?.contact.logKinds ?? [] : [] }

    /// The kinds of entries of the contact that can be added and changed.
    var entryKinds: [PartKind] { mayWriteEntries ? shown?.contact.entryKinds ?? [] : [] }

    /// Whether a form is open, or typing in an entry would be lost.
    var isWriting: Bool { editor.isOpen || entries.isTouched }

    /// Whether anything was typed that would be lost.
    var isTouched: Bool { editor.isTouched || entries.isTouched }

    /// Stores the draft of the open editor now, as when the window loses the focus.
    func keepTyping() {
        editor.keepDraft()
        entries.keepDraft()
    }

    /// Returns when the draft is on the disk: the session ends.
    func keepForGood() async {
        await editor.keepForGood()
        await entries.draftsSettled()
    }

    /// Asks about typing that is not saved; true where nothing is lost any more.
    func askToLeave() async -> Bool {
        guard await entries.askToLeave() else { return false }
        return await editor.askToLeave()
    }

    func connectEntries() {
        entries.page = self
        detail.onLog = { [weak self] in self?.entries.beginLog() }
        detail.onAdd = { [weak self] in self?.entries.beginNew($0) }
        detail.onEdit = { [weak self] in self?.entries.begin($0) }
        detail.onTick = { [weak self] in self?.entries.tick($0, isDone: $1) }
        editor.onSaveElsewhere = { [weak self] in self?.entries.saveSuggested() ?? false }
    }

    /// Logs a call or a meeting of today at once, with any contact. `onEnd` is told when the toast goes.
    func log(
        _ kind: PartKind, with contact: ContactID, in session: Session, onEnd: @escaping @MainActor () -> Void = {}
    ) {
        guard let value = kind.loggedToday() else { return onEnd() }
        change(in: session, onEnd: onEnd) { outbox throws(ContactStoreError) in
            let receipts = try await outbox.log(value, with: [contact])
            let name = try await session.store.summary(id: Int(contact.rawValue))?.displayName ?? ""
            return (receipts, kind.loggedSentence([name]))
        }
    }

    /// Ticks a task of any contact. `onEnd` is told when the toast goes.
    func tick(
        _ task: FieldID, of contact: ContactID, in session: Session, onEnd: @escaping @MainActor () -> Void
    ) {
        change(in: session, onEnd: onEnd) { outbox throws(ContactStoreError) in
            ([try await outbox.tick(task, of: contact, isDone: true)].compactMap(\.self), tr("Saved"))
        }
    }

    /// Stores a change, and says its sentence for as long as it can be undone.
    private func change(
        in session: Session, onEnd: @escaping @MainActor () -> Void,
        _ store: @escaping @MainActor (Outbox) async throws(ContactStoreError) -> ([Receipt], String)
    ) {
        guard mayWrite, let outbox = session.outbox else { return onEnd() }
        if self.session == nil { self.session = session }
        Task { [weak self] in
            var isTold = false
            await self?.carryOut { () throws(ContactStoreError) in
                let (receipts, sentence) = try await store(outbox)
                self?.saySaved(receipts, sentence, onEnd: onEnd)
                isTold = receipts.contains { !$0.entries.isEmpty }
            }
            if !isTold { onEnd() }
        }
    }
}

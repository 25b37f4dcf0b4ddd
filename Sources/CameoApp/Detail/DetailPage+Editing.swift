import Contacts
import Foundation
import Gtk
import Model

/// Writing on the page of a contact: the form in its place, and changes without a form.
extension DetailPage {
    /// An action that waits until the contact shows.
    enum Intention {
        /// The form, at the field of a row, or the editor of an entry.
        case edit(at: FieldID?, adding: TypedContact?)
        /// The form, with the draft.
        case goOn
        case delete, markAsMe(Bool)
        case log

        var opensForm: Bool {
            switch self {
            case .edit, .goOn, .log: true
            case .delete, .markAsMe: false
            }
        }
    }

    var mayWrite: Bool { access == .allowed }

    func accessChanged() {
        showButtons()
        contactBanner.show()
        unsent.access = access
        editor.mayDelete = mayWrite
    }

    /// Whether the contact on the page can be changed.
    var canEdit: Bool {
        mayWrite && session?.outbox != nil && showsChosen && shown?.contact.isActive == true
    }

    /// Whether all of the page is about the contact that was chosen, and nothing about the one before.
    private var showsChosen: Bool {
        contactID != nil && shown?.contact.id == contactID && detail.contactID == contactID
    }

    /// Whether it can be deleted, or be the user: a partial contact goes with the relationships that name it.
    var isOneOfItsOwn: Bool { canEdit && shown?.contact.isPartial == false }

    func connectEditing() {
        edit.isVisible = false
        edit.onClicked { [weak self] in self?.beginEditing() }
        editor.onShow = { [weak self] in self?.showForm($0) }
        editor.onStored = { [weak self] in await self?.showStored($0) }
        editor.onEnd = { [weak self] in self?.formEnded($0, hadFocus: $1) }
        editor.onFailure = { [weak self] sentence in
            self?.say(sentence)
            // A draft that could not be opened is offered again.
            self?.contactBanner.lookForDraft()
            self?.onForm?(false)
        }
        editor.onGivenUp = { [weak self] in
            self?.giveUpIntention()
            self?.contactBanner.lookForDraft()
            self?.onForm?(false)
        }
        editor.onDelete = { [weak self] in self?.delete($0) }
        editor.onAdd = { [weak self] in
            self?.onShow?($0)
            self?.beginEditing(adding: $1)
        }
        connectEntries()
        connectChanges()
        photos.connect(to: self)
        (unsent.detail, contactBanner.page) = (self, self)
        connectKeys()
    }

    /// Opens the form of the chosen contact as soon as it shows, with the focus in the field of a row of its page. The row of
    /// an entry opens the editor of the entry. False where the contact cannot be changed.
    @discardableResult
    func beginEditing(at row: FieldID? = nil, adding added: TypedContact? = nil) -> Bool {
        guard mayWrite, !editor.isOpen else { return false }
        if let row, entries.begin(row) { return true }
        guard !entries.isTouched else {
            entries.leave { [weak self] in self?.beginEditing(at: row, adding: added) }
            return true
        }
        if waits(for: .edit(at: row, adding: added)) { return true }
        guard canEdit, let session, let id = contactID else { return false }
        unsent.hide()
        changes.undo.finish()
        isFormOfList = !root.containsFocus
        rowOfForm = row ?? detail.fieldWithFocus
        entries.drop()
        editor.nameOrder = nameOrder
        editor.begin(ContactID(Int64(id)), name: detail.shownName, in: session, at: row, adding: added)
        return true
    }

    /// Opens the form with a draft.
    func beginEditing(_ contact: ContactID, in session: Session, from draft: Draft) {
        changes.undo.finish()
        (isFormOfList, rowOfForm) = (false, nil)
        editor.nameOrder = nameOrder
        editor.begin(contact, name: detail.shownName, in: session, from: draft)
    }

    /// Opens the form of a new contact.
    func beginNew(in session: Session, from draft: Draft? = nil) {
        guard mayWrite, session.outbox != nil, !editor.isOpen else { return }
        giveUpIntention()
        unsent.hide()
        self.session = session
        changes.undo.finish()
        isFormOfList = !root.containsFocus
        rowOfForm = detail.fieldWithFocus
        editor.nameOrder = nameOrder
        editor.beginNew(in: session, from: draft)
    }

    /// Whether an intention waits until the chosen contact shows. Its possible actions and its name are unknown before.
    func waits(for intention: Intention) -> Bool {
        guard isComing, !showsChosen, session?.outbox != nil else { return false }
        giveUpIntention()
        self.intention = intention
        // Text that is typed meanwhile is for its form.
        if intention.opensForm { editor.keys?.begin() }
        return true
    }

    func carryOutIntention() {
        guard let intention else { return }
        self.intention = nil
        switch intention {
        case .edit(let row, let added):
            if !beginEditing(at: row, adding: added) { editor.keys?.drop() }
        case .goOn:
            contactBanner.continueDraft()
            if editor.beginning == nil { editor.keys?.drop() }
        case .delete: deleteContact()
        case .log:
            if entries.beginLog() { editor.keys?.passOn() } else { editor.keys?.drop() }
        case .markAsMe(let isMe): markAsMe(isMe)
        }
    }

    /// Drops the waiting action, and with it the form that would take the typed text.
    func giveUpIntention() {
        guard let intention else { return }
        self.intention = nil
        if intention.opensForm { editor.keys?.drop() }
    }

    /// Where the window's buttons are, at the start of whichever header bar shows.
    var showsStartButtons: Bool {
        get { header.showsStartButtons }
        set {
            header.showsStartButtons = newValue
            // A form that fills a narrow window has its own two ways out, and with large text no room for more.
            editor.page.header.showsStartButtons = false
            editor.page.header.showsEndButtons = !newValue
            photos.pages.fillsWindow = newValue
            unsent.fillsWindow = newValue
        }
    }

    /// Deletes the contact that was chosen, as soon as it shows, and for as long as the toast shows only here; false where
    /// it cannot be deleted.
    @discardableResult
    func deleteContact() -> Bool {
        guard mayWrite, !editor.isOpen else { return false }
        guard !entries.isTouched else {
            entries.leave { [weak self] in self?.deleteContact() }
            return true
        }
        if waits(for: .delete) { return true }
        guard isOneOfItsOwn, let id = contactID else { return false }
        delete(ContactID(Int64(id)))
        return true
    }

    /// Goes on once no form is open: at once, or after the person has decided.
    func leaveForm(then go: @escaping @MainActor () -> Void) {
        photos.pages.close()
        entries.leave { [weak self] in self?.editor.leave(then: go) }
    }

    /// Leaves the form without a question, as when the program ends. A draft keeps the typed text.
    func abandonForm() {
        giveUpIntention()
        photos.pages.close()
        entries.drop()
        editor.abandon()
    }

    private func showForm(_ isOpen: Bool) {
        // A contact that comes behind the form leaves the focus to the form.
        if isOpen { wantsFocus = false }
        photos.pages.close()
        pages.visiblePage = isOpen ? "editing" : "reading"
        onForm?(isOpen)
    }

    private func formEnded(_ end: ContactEditor.End, hadFocus: Bool) {
        switch end {
        case .closed:
            if contactID == nil { showNothing() }
            if hadFocus { focusAfterForm(ofNew: false) }
        case .saved(let receipt):
            let contact = Int(receipt.contact.rawValue)
            let isNew = contactID != contact
            (isNew ? onMade ?? onShow : onShow)?(contact)
            if hadFocus { focusAfterForm(ofNew: isNew) }
            changes.saySaved(receipt)
        case .deleted(let receipt, let name):
            if hadFocus { focusAfterForm(ofNew: false) }
            changes.deletionStored(receipt, name)
        }
        contactBanner.lookForDraft()
    }

    /// Who was made is looked at; else the focus goes back to where the form was opened.
    private func focusAfterForm(ofNew isNew: Bool) {
        if !isNew, contactID == nil || isFormOfList, onFocusList?() == true { return }
        if !isNew, let rowOfForm, detail.focus(rowOfForm) { return }
        if contactID != nil { focusName() }
    }

    private func delete(_ contact: ContactID) {
        guard let outbox = session?.outbox else { return }
        let (name, changes) = (detail.shownName, changes)
        Task {
            await changes.carryOut { () throws(ContactStoreError) in
                let receipt = try await outbox.delete(contact, after: TimeInterval(UndoToast.deletionTime))
                if let receipt { changes.deletionStored(receipt, name) }
            }
        }
    }

    /// Marks the contact on the page as the user (true), or removes that mark (false).
    func markAsMe(_ isMe: Bool) {
        guard mayWrite, !waits(for: .markAsMe(isMe)) else { return }
        guard isOneOfItsOwn, let outbox = session?.outbox, let id = contactID else { return }
        let changes = changes
        Task {
            await changes.carryOut { () throws(ContactStoreError) in
                changes.saySaved(try await outbox.save(FormSave(isMe: isMe), of: ContactID(Int64(id))))
            }
        }
    }

    /// Logs a call or a meeting of today at once, with any contact. `onEnd` is told when the toast goes, true for an undo.
    func log(
        _ kind: PartKind, with contact: ContactID, in session: Session, onEnd: @escaping @MainActor (Bool) -> Void
    ) {
        guard let value = kind.loggedToday() else { return onEnd(false) }
        change(in: session, onEnd: onEnd) { [nameOrder] outbox throws(ContactStoreError) in
            let receipt = try await outbox.log(value, with: [contact])
            let name = try await session.store.summary(id: Int(contact.rawValue))?.name(nameOrder) ?? ""
            return (receipt, kind.loggedSentence([name]))
        }
    }

    /// Ticks a task of any contact. `onEnd` is told when the toast goes, true for an undo.
    func tick(
        _ task: FieldID, of contact: ContactID, in session: Session, onEnd: @escaping @MainActor (Bool) -> Void
    ) {
        change(in: session, onEnd: onEnd) { outbox throws(ContactStoreError) in
            (try await outbox.tick(task, of: contact, isDone: true), tr("Saved"))
        }
    }

    /// Stores a change, and says its sentence for as long as it can be undone.
    private func change(
        in session: Session, onEnd: @escaping @MainActor (Bool) -> Void,
        _ store: @escaping @MainActor (Outbox) async throws(ContactStoreError) -> (Receipt?, String)
    ) {
        guard mayWrite, let outbox = session.outbox else { return onEnd(false) }
        self.session = session
        Task { [weak self] in
            var isTold = false
            await self?.changes.carryOut { () throws(ContactStoreError) in
                let (receipt, sentence) = try await store(outbox)
                guard let receipt, !receipt.entries.isEmpty else { return }
                self?.changes.saySaved(receipt, sentence, onEnd: onEnd)
                isTold = true
            }
            if !isTold { onEnd(false) }
        }
    }
}

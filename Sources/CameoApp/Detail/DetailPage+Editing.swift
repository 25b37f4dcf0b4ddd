import Contacts
import Foundation
import Gtk
import Model

/// Writing on the page of a contact: the form in its place, and changes without a form.
extension DetailPage {
    /// An action that waits until the contact shows.
    enum Intention {
        /// The form, at the field of a row or with a refused change.
        case edit(mending: EditID?, at: FieldID?, adding: TypedContact?)
        /// The form, with the draft.
        case goOn
        case delete, markAsMe(Bool)

        var opensForm: Bool {
            switch self {
            case .edit, .goOn: true
            case .delete, .markAsMe: false
            }
        }
    }

    var mayWrite: Bool { access == .allowed }

    func accessChanged() {
        showButtons()
        showBanner()
        waiting?.access = access
        editor.mayDelete = mayWrite
    }

    /// Whether the contact on the page can be changed.
    var canEdit: Bool { mayWrite && isEditable }

    /// Whether a refused change of the contact can be put right. It waits until the server takes it.
    private var canMend: Bool { access != .readOnly && isEditable }

    private var isEditable: Bool { session?.edits != nil && showsChosen && shown?.contact.isActive == true }

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
            self?.lookForDraft()
            self?.onForm?(false)
        }
        editor.onGivenUp = { [weak self] in
            self?.giveUpIntention()
            self?.lookForDraft()
            self?.onForm?(false)
        }
        editor.onDelete = { [weak self] in self?.delete($0) }
        editor.onAdd = { [weak self] in
            self?.onShow?($0)
            self?.beginEditing(adding: $1)
        }
        connectWaiting()
        connectBanner()
        connectKeys()
    }

    /// Opens the form of the contact that was chosen, as soon as it shows, with what was refused of it, or with the focus
    /// where one types what a row of it shows; false where it cannot be changed.
    @discardableResult
    func beginEditing(
        mending edit: EditID? = nil, at row: FieldID? = nil, adding added: TypedContact? = nil
    ) -> Bool {
        let edit = edit ?? (added == nil ? refusedEdit(at: row) : nil)
        guard edit == nil ? mayWrite : access != .readOnly, !editor.isOpen else { return false }
        if waits(for: .edit(mending: edit, at: row, adding: added)) { return true }
        guard edit == nil ? canEdit : canMend, let session, let id = contactID else { return false }
        hideWaiting()
        undo.finish()
        isFormOfList = !root.containsFocus
        rowOfForm = detail.fieldWithFocus
        editor.nameOrder = nameOrder
        editor.begin(ContactID(Int64(id)), name: detail.shownName, in: session, mending: edit, at: row, adding: added)
        return true
    }

    /// The refused change of the contact that its form begins with. With a row, only a change of that row.
    private func refusedEdit(at row: FieldID?) -> EditID? {
        guard let id = contactID else { return nil }
        return marks.undecided(of: id).first { change in
            change.state == .refused && change.isMendable && row.map(change.fields.contains) != false
        }?.id
    }

    /// Opens the form of a new contact.
    func beginNew(in session: Session, from draft: Draft? = nil) {
        guard draft == nil ? mayWrite : access != .readOnly, session.edits != nil, !editor.isOpen else { return }
        giveUpIntention()
        hideWaiting()
        self.session = session
        undo.finish()
        isFormOfList = !root.containsFocus
        rowOfForm = detail.fieldWithFocus
        editor.nameOrder = nameOrder
        editor.beginNew(in: session, from: draft)
    }

    /// Whether something is done only once the contact shows that was chosen: what may be done with it, and how it is
    /// called, is not known before.
    func waits(for intention: Intention) -> Bool {
        guard isComing, !showsChosen, session?.edits != nil else { return false }
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
        case .edit(let edit, let row, let added):
            if !beginEditing(mending: edit, at: row, adding: added) { editor.keys?.drop() }
        case .goOn:
            continueDraft()
            if editor.beginning == nil { editor.keys?.drop() }
        case .delete: deleteContact()
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
            waiting?.fillsWindow = newValue
        }
    }

    /// Deletes the contact that was chosen, as soon as it shows, and for as long as the toast shows only here; false where
    /// it cannot be deleted.
    @discardableResult
    func deleteContact() -> Bool {
        guard mayWrite, !editor.isOpen else { return false }
        if waits(for: .delete) { return true }
        guard isOneOfItsOwn, let id = contactID else { return false }
        delete(ContactID(Int64(id)))
        return true
    }

    /// Goes on once no form is open: at once, or after the person has decided.
    func leaveForm(then go: @escaping @MainActor () -> Void) {
        editor.leave(then: go)
    }

    /// Leaves the form without a question, as when the program ends. A draft keeps the typed text.
    func abandonForm() {
        giveUpIntention()
        editor.abandon()
    }

    private func showForm(_ isOpen: Bool) {
        // Whoever comes behind the form leaves it the focus.
        if isOpen { wantsFocus = false }
        pages.visiblePage = isOpen ? "editing" : "reading"
        onForm?(isOpen)
    }

    private func formEnded(_ end: ContactEditor.End, hadFocus: Bool) {
        switch end {
        case .closed:
            if contactID == nil { showNothing() }
            if hadFocus { focusAfterForm(ofNew: false) }
        case .saved(let receipts, let contact):
            let isNew = contactID != Int(contact.rawValue)
            (isNew ? onMade ?? onShow : onShow)?(Int(contact.rawValue))
            if hadFocus { focusAfterForm(ofNew: isNew) }
            if !receipts.isEmpty { saySaved(receipts) }
        case .deleted(let contact, let name):
            if hadFocus { focusAfterForm(ofNew: false) }
            deletionStored(of: contact, name)
        }
        lookForDraft()
    }

    /// Who was made is looked at; else the focus goes back to where the form was opened.
    private func focusAfterForm(ofNew isNew: Bool) {
        if !isNew, contactID == nil || isFormOfList, onFocusList?() == true { return }
        if !isNew, let rowOfForm, detail.focus(rowOfForm) { return }
        if contactID != nil { focusName() }
    }

    /// A failure to store is told where the person looks.
    func carryOut(_ change: () async throws(ContactStoreError) -> Void) async {
        do throws(ContactStoreError) {
            try await change()
        } catch {
            say(error.sentence)
        }
    }

    private func delete(_ contact: ContactID) {
        guard let queue = session?.edits else { return }
        let name = detail.shownName
        Task { [weak self] in
            await self?.carryOut { () throws(ContactStoreError) in
                try await queue.delete(contact, remote: nil, after: TimeInterval(UndoToast.deletionTime))
                self?.deletionStored(of: contact, name)
            }
        }
    }

    /// Marks the contact on the page as the user (true), or removes that mark (false).
    func markAsMe(_ isMe: Bool) {
        guard mayWrite, !waits(for: .markAsMe(isMe)) else { return }
        guard isOneOfItsOwn, let queue = session?.edits, let id = contactID else { return }
        Task { [weak self] in
            await self?.carryOut { () throws(ContactStoreError) in
                let receipts = try await queue.store([PlannedChange(.me(isMe))], of: ContactID(Int64(id)))
                self?.saySaved(receipts)
            }
        }
    }
}

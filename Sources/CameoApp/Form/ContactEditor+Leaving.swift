import Contacts
import Foundation
import Gtk
import Model

// The ways out.
extension ContactEditor {
    /// Begins a save and does not wait for its end. The first mistake gets the focus before the next key press.
    func beginSaving() {
        // A photo page covers the form. Text that an input method composes is in no field yet.
        guard page.root.isMapped, page.view?.root.isComposing != true else { return }
        Task.immediate { await save() }
    }

    /// Stores the typing; false if it has a mistake, or cannot be stored. Then the form stays.
    @discardableResult
    func save() async -> Bool {
        guard let open, let view = page.view, !saving else { return false }
        saving = true
        defer { endSaving() }
        let waits = view.isFilling || !view.lookups.isEmpty
        if waits {
            await view.filled()
            while let lookup = view.lookups.first { await lookup.value }
            // Closed meanwhile, as by a deletion, it is not stored any more.
            guard self.open?.model === open.model else { return false }
        }
        view.readNews()
        guard view.check() else {
            // News that came in the meantime was not taken.
            if waits { Task { await takeNews() } }
            return false
        }
        let save = open.model.form.save
        guard open.contact == nil || open.isGone || !save.isEmpty else {
            close(.closed)
            return true
        }
        page.isBusy = true
        defer { page.isBusy = false }
        do throws(ContactStoreError) {
            let draft = await open.draft.pause()
            guard let receipt = try await store(save, of: open, inPlaceOf: draft) else {
                guard goOn(with: open) else { return false }
                // The server may have it again: the person sees the server's values.
                Task { await self.takeNews() }
                return false
            }
            if let contact = open.contact { await onStored?(contact) }
            if self.open?.model === open.model {
                close(.saved(receipt))
            } else {
                open.draft.end()
            }
            return true
        } catch {
            guard goOn(with: open) else { return false }
            page.banner.show(error.sentenceOfForm)
            return false
        }
    }

    /// Continues after a failed save: the typing is still in the form. Returns false if the form was left meanwhile; its draft
    /// stays and can be opened again.
    private func goOn(with open: OpenForm) -> Bool {
        open.draft.goOn(with: open.model.form)
        if self.open?.model === open.model { return true }
        open.draft.leave()
        return false
    }

    /// Nil where a contact is not to be made again since the server has it.
    private func store(
        _ save: FormSave, of open: OpenForm, inPlaceOf draft: Int64?
    ) async throws(ContactStoreError) -> Receipt? {
        let outbox = open.outbox
        guard let contact = open.contact else {
            return try await outbox.create(save, closing: open.id, inPlaceOf: draft)
        }
        guard open.isGone else {
            return try await outbox.save(save, of: contact, closing: open.id, inPlaceOf: draft)
        }
        if let receipt = try await outbox.createAgain(contact, with: save, closing: open.id, inPlaceOf: draft) {
            return receipt
        }
        if try await outbox.editable(contact, for: open.id) != nil { return nil }
        return try await outbox.create(open.model.form.anew.save, closing: open.id, inPlaceOf: draft)
    }

    /// Closes the form, after a question if something would be lost.
    func cancel() {
        leave {}
    }

    /// Goes where the person wanted to meanwhile, unless the form stays.
    func endSaving() {
        saving = false
        for waiting in waitingForEnd { waiting.resume() }
        waitingForEnd = []
        guard let go = wayOut else { return }
        wayOut = nil
        // The form stays: keys that were held for the next view are dropped.
        guard !isOpen else { return keys?.drop() ?? () }
        // The keys come in the next turn: a form that begins now holds them.
        keys?.passOn()
        go()
    }

    /// Opens no form that is still being read: the person goes elsewhere.
    func giveUp() {
        // During a save, keys are held for the next view.
        guard !isOpen, wayOut == nil, beginning != nil || keys?.isHolding == true else { return }
        beginning?.cancel()
        beginning = nil
        keys?.drop()
        onGivenUp?()
    }

    /// Cancels the opening of a contact's form, since another contact shows. The form of a new contact may open over a contact
    /// that the list has just selected.
    func giveUpUnlessNew() {
        if beginning == nil || !beginsNew { giveUp() }
    }

    /// Goes on once no form is open any more: at once, or after the person has decided.
    func leave(then go: @escaping @MainActor () -> Void) {
        leavings += 1
        giveUp()
        guard isOpen else { return go() }
        // The save under way closes the form soon.
        guard !saving else {
            wayOut = go
            keys?.begin()
            return
        }
        guard isTouched else {
            close(.closed)
            return go()
        }
        let leaving = leavings
        Task { [weak self] in
            // During the save, the person may leave for another place.
            if await self?.askToLeave() == true, self?.leavings == leaving { go() }
        }
    }

    /// Asks whether to keep, discard or save the typing; true once the form is closed.
    func askToLeave() async -> Bool {
        giveUp()
        guard let open else { return true }
        guard !saving else {
            await withCheckedContinuation { waitingForEnd.append($0) }
            return !isOpen
        }
        guard isTouched else {
            close(.closed)
            return true
        }
        let view = page.view
        // The row that was clicked to go elsewhere has the focus by now.
        let typedIn = view?.focusedField ?? view?.leftField
        switch await askAboutTyping(in: open) {
        case .discard:
            close(.closed)
            // The next count of drafts must not find this draft.
            await draftsSettled()
            return true
        case .save: return await save()
        case .keep:
            if let typedIn, page.view === view { view?.focus(typedIn) }
            return false
        }
    }

    /// The person's decision about the typing.
    enum TypingAnswer: String {
        case keep, discard, save
    }

    /// Asks whether to keep, discard or save the typing of a form.
    func askAboutTyping(in open: OpenForm) async -> TypingAnswer {
        let heading = open.model.form.isNew ? tr("Save New Contact?") : tr("Save Changes to %1$s?", open.name)
        let issues = open.model.form.issues()
        // A save waits for the lookups under way.
        return await Self.ask(heading, canSave: page.view?.areBeingLookedUp(issues) ?? issues.isEmpty, over: window)
    }

    /// Asks about typing that is not saved.
    static func ask(_ heading: String, canSave: Bool, over window: ApplicationWindow?) async -> TypingAnswer {
        let dialog = MessageDialog(over: window, heading: heading, body: "")
        func add(_ answer: TypingAnswer, _ label: String, _ look: MessageDialog.Appearance = .normal) {
            dialog.addResponse(answer.rawValue, label, look)
        }
        add(.keep, tr("_Keep Editing"))
        add(.discard, tr("_Discard"), .destructive)
        if canSave { add(.save, tr("_Save"), .suggested) }
        let byDefault = canSave ? TypingAnswer.save : .keep
        dialog.setResponses(default: byDefault.rawValue, close: TypingAnswer.keep.rawValue)
        return TypingAnswer(rawValue: await dialog.ask()) ?? .keep
    }

    /// Closes the form without a question after a log-out or at the end of the program. The typing stays as a draft.
    func abandon() {
        wayOut = nil
        close(.closed, keepingDraft: true)
    }

    /// Closes the form without a question.
    func close(_ end: End, keepingDraft: Bool = false) {
        beginning?.cancel()
        beginning = nil
        searching?.cancel()
        if wayOut == nil { keys?.drop() }
        guard let open else { return }
        if keepingDraft, let typing = open.model.typing {
            open.draft.keep(typing)
            open.draft.leave()
        } else {
            open.draft.end()
        }
        open.session.drafts.remove(open.draft)
        endedDraft = open.draft
        let hadFocus = page.hasFocus
        self.open = nil
        page.clear()
        Self.closed(open.id, open.outbox)
        onShow?(false)
        onEnd?(end, hadFocus)
    }

    /// Continues the form of a new contact in the form of an existing contact.
    func add(to contact: Int) {
        guard let open, open.contact == nil, !saving else { return }
        let typed = TypedContact(form: open.model.form, draft: open.draft)
        close(.closed, keepingDraft: true)
        onAdd?(contact, typed)
    }

    /// The draft of the form before goes once the open form has one.
    func replaceDraft(of typed: TypedContact) {
        guard let open else { return }
        open.draft.keep(open.model.form)
        Task {
            await open.draft.settled()
            if open.draft.number != nil { typed.draft.end() }
        }
    }

    static func closed(_ form: FormID, _ outbox: Outbox) {
        Task { await outbox.formClosed(form) }
    }
}

extension ContactStoreError {
    /// Why a form was not stored.
    fileprivate var sentenceOfForm: String {
        switch self {
        case .full, .noRoom:
            tr("The disk is full. What you typed is still here: save it again once there is room.")
        default: sentence
        }
    }
}

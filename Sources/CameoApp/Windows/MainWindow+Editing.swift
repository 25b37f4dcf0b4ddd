import Contacts
import Gtk
import Model

/// The window's part in editing.
extension MainWindow {
    /// Whether a person can change anything.
    var mayWrite: Bool { session?.outbox != nil && session?.access == .allowed }

    func connectEditing() {
        window.addAction("new-contact") { [weak self] in self?.beginNew() }
        window.addAction("edit-contact") { [weak self] in self?.editFocused() }
        window.addAction("log") { [weak self] in
            guard let self else { return }
            self.beginLog(self.sidebar.focusedContact ?? self.detail.contactID)
        }
        let showsWaiting = window.addAction("waiting-changes") { [weak self] in
            self?.showWaiting(from: self?.sidebar.menuButton)
        }
        showsWaiting.isEnabled = false
        sidebar.waiting.onOpen = { [weak self] in self?.showWaiting(from: self?.sidebar.waiting.root) }
        sidebar.waiting.onContinue = { [weak self] in self?.beginNew(from: $0) }
        marksObservation = pictures.marks.observe { [weak self] in
            guard let self else { return }
            self.sidebar.waiting.show(self.pictures.marks.lines)
            showsWaiting.isEnabled = !self.pictures.marks.changes.isEmpty
        }
        sidebar.onNew = { [weak self] in self?.beginNew() }
        sidebar.rowMenu.onEdit = { [weak self] in self?.edit($0) }
        sidebar.rowMenu.onLog = { [weak self] id in Task { self?.beginLog(id) } }
        sidebar.rowMenu.onLogged = { [weak self] in self?.log($0, with: $1) }
        sidebar.days.actions.onTick = { [weak self] in self?.tick($0, of: $1) }
        detail.entries.preferences = preferences
        sidebar.rowMenu.onDelete = { [weak self] in self?.delete($0) }
        detail.connect(to: window)
        detail.windowToasts = toasts
        split.onSwitch { [weak self] in self?.placeToasts() }
        detail.onForm = { [weak self] in self?.formChanged(isOpen: $0) }
        sidebar.search.onStart = { [weak self] in self?.split.showsContent = false }
        captureKeys(unless: false)
        detail.photos.pages.onOpen = { [weak self] isOpen in
            guard let self else { return }
            self.captureKeys(unless: isOpen || self.detail.editor.isOpen)
        }
        detail.onFocusList = { [weak self] in self?.focusListBesidePage() ?? false }
        detail.onStored = { [weak self] in self?.sidebar.contacts.showAhead($0) }
        detail.changes.onDeleted = { [weak self] in self?.deleted($0) }
        window.onFocusLost { [weak self] in self?.detail.keepTyping() }
        window.onMayClose { [weak self] in self?.mayClose() ?? true }
        sidebar.root.onUnusedKey { [weak self] key in
            guard let self, key.isControlDelete else { return false }
            return self.deleteFocused()
        }
    }

    /// Goes on when nothing typed can be lost. The question to the person shows over the typing.
    func leaveForm(then go: @escaping @MainActor () -> Void) {
        let showsContent = split.showsContent
        if detail.isTouched { split.showsContent = true }
        detail.leaveForm { [weak self] in
            self?.split.showsContent = showsContent
            go()
        }
    }

    /// Opens the form of the contact in the focused row. Without a focused row, the contact on the page counts.
    private func editFocused() {
        guard page == .contacts else { return }
        if let id = sidebar.focusedContact, id != detail.contactID { edit(id) } else { detail.beginEditing() }
    }

    /// Deletes the picked contacts, or else the contact in the focused row. Without a focused row, the contact on the page counts.
    /// False without a deletion.
    private func deleteFocused() -> Bool {
        if !sidebar.picks.isEmpty, sidebar.days.focusedContact == nil { return sidebar.picked.delete() }
        guard let id = sidebar.focusedContact, id != detail.contactID else { return detail.deleteContact() }
        delete(id)
        return mayWrite
    }

    /// Another session, or the person, changes whether edits are allowed.
    func rightsChanged() {
        lookForNewDraft()
        pictures.marks.follow(session?.outbox, nameOrder: preferences.nameOrder)
        pictures.marks.followUser(in: session?.store)
        detail.access = session?.access ?? .allowed
        sidebar.mayWrite = mayWrite
        if let session { banner.showRights(of: session) }
    }

    /// Shows changes that are not on the server yet. Closing them returns the focus to `opener`.
    func showWaiting(from opener: Widget? = nil) {
        guard page == .contacts, let session, !pictures.marks.lines.isEmpty else { return }
        leaveForm { [weak self] in
            guard let self else { return }
            let cameFromList = !self.split.showsContent
            self.split.showsContent = true
            self.detail.unsent.show(of: session) { [weak self] hadFocus in
                self?.waitingClosed(backTo: opener, inList: cameFromList, hadFocus: hadFocus)
            }
        }
    }

    private func waitingClosed(backTo opener: Widget?, inList: Bool, hadFocus: Bool) {
        if split.isFolded, inList || detail.contactID == nil { split.showsContent = false }
        guard hadFocus else { return }
        // Without waiting changes, their button disappears in a moment.
        if !pictures.marks.changes.isEmpty, let opener, opener.isMapped, opener.focusFirst() { return }
        sidebar.focusList()
    }

    /// Offers the draft of a new contact.
    func lookForNewDraft() {
        guard let session else { return sidebar.waiting.offer(nil) }
        Task { [weak self] in
            await self?.detail.editor.draftsSettled()
            // A draft that cannot be read now is offered later.
            let draft = (try? await session.drafts.offered(nil))?.first
            let name = if let draft { await FormStart.typedName(in: draft) } else { "" }
            guard let self, self.session === session, !self.detail.editor.isOpen else { return }
            let isOffered = session.outbox != nil && session.access == .allowed
            self.sidebar.waiting.offer(isOffered ? draft : nil, name: name)
        }
    }

    /// Opens the form of a new contact, perhaps with a draft.
    func beginNew(from draft: Draft? = nil) {
        guard page == .contacts, let session, mayWrite else { return }
        leaveForm { [weak self] in
            guard let self else { return }
            self.detail.beginNew(in: session, from: draft)
            self.split.showsContent = true
        }
    }

    /// Asks the person about typed and unsaved text. Returns true when nothing can be lost any more.
    func mayLeave() async -> Bool {
        await detail.askToLeave()
    }

    private func edit(_ id: Int) {
        guard page == .contacts, mayWrite else { return }
        leaveForm { [weak self] in
            self?.show(contactID: id)
            self?.detail.beginEditing()
        }
    }

    /// Opens the log of a contact.
    private func beginLog(_ id: Int?) {
        guard page == .contacts, mayWrite, let id else { return }
        guard id != detail.contactID || !split.showsContent else {
            detail.entries.beginLog()
            return
        }
        leaveForm { [weak self] in
            self?.show(contactID: id)
            self?.detail.entries.beginLog()
        }
    }

    /// Logs a call or a meeting of today. The lists stay as they are until the toast goes.
    private func log(_ kind: PartKind, with id: Int) {
        guard let session else { return }
        let hold = sidebar.days.hold(.touch(contact: id))
        detail.log(kind, with: ContactID(Int64(id)), in: session) { [weak self] in
            self?.sidebar.days.release(hold, isUndone: $0)
        }
    }

    /// Ticks a task of the list Today, which stays as it is until the toast goes.
    private func tick(_ task: Int, of id: Int) {
        guard let session else { return }
        let hold = sidebar.days.hold(.task(task, contact: id))
        detail.tick(.entry(.tasks, task), of: ContactID(Int64(id)), in: session) { [weak self] in
            self?.sidebar.days.release(hold, isUndone: $0)
        }
    }

    /// Deletes a contact of a list. The contact on the page stays.
    private func delete(_ id: Int) {
        guard mayWrite else { return }
        leaveForm { [weak self] in
            guard let self else { return }
            if id == self.detail.contactID { self.detail.deleteContact() } else { self.deleteOther(id) }
        }
    }

    private func deleteOther(_ id: Int) {
        guard let session, let outbox = session.outbox else { return }
        detail.session = session
        Task { [weak self, detail, nameOrder = preferences.nameOrder] in
            await detail.changes.carryOut { () throws(ContactStoreError) in
                let name = try await session.store.summary(id: id)?.name(nameOrder) ?? ""
                let receipt = try await outbox.delete([ContactID(Int64(id))], after: Double(UndoToast.deletionTime))
                if let receipt { return detail.changes.deletionStored(receipt, name, fromList: true) }
                // The contact's page says why.
                self?.show(contactID: id)
            }
        }
    }

    private func formChanged(isOpen: Bool) {
        left = nil
        captureKeys(unless: isOpen || detail.photos.pages.isOpen)
        if isOpen {
            sidebar.waiting.offer(nil)
            split.showsContent = true
        } else {
            lookForNewDraft()
        }
        // A new contact that the person gave up leaves an empty page.
        if !isOpen, split.isFolded, detail.contactID == nil { split.showsContent = false }
    }

    /// Typing starts no search in a form, in the cropper and beside a large photo.
    private func captureKeys(unless isInner: Bool) {
        if isInner { sidebar.search.releaseKeys() } else { sidebar.search.captureKeys(of: split) }
    }

    private func focusListBesidePage() -> Bool {
        guard !split.isFolded || !split.showsContent else { return false }
        return sidebar.focusList(scrolling: false)
    }

    /// Moves the focus to the list after the shown contact was deleted.
    private func deleted(_ id: Int) {
        guard detail.contactID == id else { return }
        detail.showNothing()
        if split.isFolded { split.showsContent = false }
        sidebar.focusList(scrolling: false)
    }

    private func mayClose() -> Bool {
        guard detail.isTouched else {
            detail.abandonForm()
            detail.changes.undo.finish()
            return true
        }
        Task { [weak self] in
            guard let self, await self.mayLeave() else { return }
            self.window.close()
        }
        return false
    }
}

import Contacts
import Foundation
import GLib
import Gtk
import Model

/// The parts of the page besides the contact, and the ways to others.
extension DetailPage {
    var onShow: ((Int) -> Void)? {
        get { detail.onShow }
        set { detail.onShow = newValue }
    }
    var onOpen: ((String) -> Void)? {
        get { detail.onOpen }
        set { detail.onOpen = newValue }
    }

    /// The person wants the contact in a window of its own; without it the page offers none.
    var onOpenWindow: (() -> Void)? {
        get { menu.onOpenWindow }
        set {
            menu.onOpenWindow = newValue
            showButtons()
        }
    }

    /// Where sentences show: over the page, or over the window where the page may be out of sight.
    var toasts: ToastOverlay { leadsToList ? windowToasts ?? ownToasts : ownToasts }

    /// Shows a sentence over the page for a while.
    func say(_ sentence: String) { changes.say(sentence) }

    func copy(_ text: String) {
        Desktop.copy(text)
        toasts.show(tr("Copied to clipboard"))
    }

    func connectMenu() {
        root.insert(menu.actions, as: DetailMenu.prefix)
        back.onClicked { [weak self] in self?.onBack?() }
        forward.onClicked { [weak self] in self?.goForward() }
        detail.onCopy = { [weak self] in self?.copy($0) }
        detail.onNameVisible = { [weak self] in self?.showTitle(unless: $0) }
        menu.onMe = { [weak self] in self?.markAsMe($0) }
        menu.onDelete = { [weak self] in self?.deleteContact() }
        menu.onReloadPhoto = { [weak self] in self?.detail.reloadPhoto() }
        menu.onOpen = { [weak self] in self?.onOpen?($0) }
    }

    /// The contact's name stands in the header bar once the heading is out of sight.
    func showTitle(unless isNameVisible: Bool) {
        title.title = isNameVisible ? "" : detail.shownName
    }

    func showButtons() {
        edit.isVisible = canEdit
        photos.offer()
        detail.offer(entryKinds, log: !logKinds.isEmpty)
        menu.show(
            isStored: shown != nil, hasPhoto: shown?.contact.avatar.shouldLoadAvatar == true,
            page: shown.flatMap { server?.page(of: $0.contact)?.absoluteString }, isOneOfItsOwn: isOneOfItsOwn,
            isMe: shown?.contact.isMe == true)
    }

    /// Adds the contact and the pages that stand in its place.
    static func addPages(to stack: Stack, detail: Widget, unreadable: Widget) {
        stack.add(
            StatusPage(
                icon: "avatar-default-symbolic", title: tr("No Contact Selected"),
                description: tr("Select a contact to see it here.")), named: "none")
        stack.add(Box(.vertical), named: "blank")
        stack.add(detail, named: "contact")
        stack.add(
            StatusPage(
                icon: "dialog-warning-symbolic", title: tr("Contact Not Available"),
                description: tr("This contact is not on this computer, and the server can’t be reached.")),
            named: "missing")
        stack.add(
            StatusPage(
                icon: "dialog-warning-symbolic", title: tr("Contact Not Available"),
                description: tr("This contact was deleted.")), named: "deleted")
        stack.add(unreadable, named: "unreadable")
        stack.add(Spinner.page(), named: "waiting")
    }
}

// The ways between the contacts of the page's history, and to the name of the present one.
extension DetailPage {
    /// Whether a form or the page of unsent changes covers the contact.
    var isCovered: Bool { pages.visiblePage != "reading" }

    /// Shows a contact that a person chose, perhaps by a line of a former one: they have seen both.
    func choose(contactID id: Int, after former: Int? = nil, of session: Session) {
        guard !isWriting else { return }
        travel.choose(id, from: former, in: session.store)
        show(contactID: id, of: session)
    }

    /// Goes back to the contact that was seen before, once no editor is open; false if there is none.
    @discardableResult
    func goBack() -> Bool {
        guard travel.canGoBack else { return false }
        leaveForm { [weak self] in
            if let id = self?.travel.goBack() { self?.onShow?(id) }
        }
        return true
    }

    /// Goes to the contact from which the person went back, once no form is open.
    func goForward() {
        guard !leadsToList, travel.canGoForward else { return }
        leaveForm { [weak self] in
            if let id = self?.travel.goForward() { self?.onShow?(id) }
        }
    }

    /// Closes the photos, the form or the page of unsent changes. A form asks before typing is lost. False where the contact
    /// is not covered.
    func uncover() -> Bool {
        if photos.pages.close() { return true }
        if editor.isOpen {
            editor.cancel()
            return true
        }
        editor.giveUp()
        guard unsent.isShown else { return false }
        unsent.page?.goBack()
        return true
    }

    /// Forgets which contacts were seen.
    func forgetTravel() {
        travel.forget()
    }

    /// Gives the focus to the page that covers the contact, and there to `left`, the widget that had it before. Without such a
    /// page the name of the contact gets it. False where no widget takes it.
    func focus(goingBackTo left: Widget? = nil) -> Bool {
        if isCovered, let left, left.isMapped {
            left.takeFocus()
        } else if photos.pages.isOpen {
            photos.pages.focus()
        } else if let form = editor.page.view, editor.isOpen {
            form.focusFirst()
        } else if let page = unsent.page, unsent.isShown {
            page.focusShown()
        } else if stack.visiblePage == "contact" {
            detail.focusName()
        } else {
            return root.focusFirst()
        }
        return true
    }

    /// Gives the focus to the name of the contact, now or when it comes.
    func focusName() {
        wantsFocus = stack.visiblePage != "contact"
        if !wantsFocus { detail.focusName() }
    }

    /// Offers the ways that there are.
    func showWays() {
        let (leadsBack, leadsForward) = (leadsToList || travel.canGoBack, travel.canGoForward)
        forward.isVisible = !leadsToList
        // One of the two leads somewhere when the other has just led to an end.
        if leadsForward { forward.isSensitive = true }
        back.setSensitive(leadsBack, focusTo: forward)
        forward.setSensitive(leadsForward, focusTo: back)
    }
}

// The keys of the page that the focused widget does not use.
extension DetailPage {
    /// Takes the keys of the window that it is in.
    func connect(to window: ApplicationWindow) {
        editor.connect(to: window)
        window.addAction("undo") { [weak self] in self?.takeBack() }
        // Wherever the focus is, in the toast itself too.
        window.addShortcut("<Control>z", for: "win.undo")
    }

    /// Brings back the form's removed row, or undoes the toast's change; false without either, or with the focus in an entry.
    @discardableResult
    func takeBack() -> Bool {
        if photos.pages.cropping.isOpen { return photos.pages.cropping.page.undo() }
        if editor.isOpen { return editor.page.view?.bringBackRow() ?? false }
        return !entries.hasFocus && changes.undo.takeBack()
    }

    func connectKeys() {
        root.activatesRowsByReturn()
        root.onUnusedKey { [weak self] key in
            guard let self, !self.isCovered else { return false }
            return key.isControlDelete && self.deleteContact()
        }
        // A text in the row would open a menu of its own.
        detail.root.onKeyPressed { [weak self] key in key.opensMenu && self?.detail.openRowMenu() == true }
        detail.root.onUnusedKey { [weak self] key in
            guard let self else { return false }
            let field = self.detail.fieldWithFocus
            if key.isDelete, let field { return self.entries.delete(field) }
            return key.isF2 && self.beginEditing(at: field)
        }
    }
}

// Changes, entries, and values that were just stored.
extension DetailPage {
    var marks: EditMarks { pictures.marks }

    func connectChanges() {
        changes.onShow = { [weak self] in self?.onShow?($0) }
        changes.onFocusLost = { [weak self] in
            guard let self, !self.focusListInFront() else { return }
            self.focusName()
        }
        changes.onChangesFocusLost = { [weak self] in
            guard let self, !self.focusListInFront() else { return }
            if let page = self.unsent.page, self.unsent.isShown { page.focusShown() } else { self.focusName() }
        }
    }

    /// Gives the focus to the list where it hides the page; false where it does not.
    private func focusListInFront() -> Bool { !root.isMapped && onFocusList?() == true }

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
        detail.onEdit = { [weak self] in self?.beginEditing(at: $0) }
        detail.onTick = { [weak self] in self?.entries.tick($0, isDone: $1) }
        detail.onFavor = { [weak self] in self?.entries.favor($0, isFavorite: $1) }
        detail.onDelete = { [weak self] in self?.entries.delete($0) }
        detail.rowMenu.canEdit = { [weak self] in self?.canEdit($0) ?? false }
        editor.onSaveElsewhere = { [weak self] in self?.entries.saveSuggested() ?? false }
    }

    /// Shows the stored values of the contact on the page and in its row, before the form that covers them goes. The former
    /// values do not flash.
    func showStored(_ contact: ContactID) async {
        guard let session, let id = contactID, ContactID(Int64(id)) == contact else { return }
        let before = arrivals
        guard let (stored, subject, summary) = await Self.stored(id, in: session.store, notes: session.notes) else {
            return
        }
        // A value that the observation brought meanwhile may be newer.
        if arrivals == before { changed(to: stored, id: id, server: session.server, subject: subject) }
        await preparation.settled()
        if let summary { onStored?(summary) }
    }

    /// Nil also for a contact that cannot be read: the observation tells that.
    @concurrent
    private nonisolated static func stored(
        _ id: Int, in store: ContactStore, notes: CrashNotes?
    ) async -> (StoredContact, CrashNotes.Subject?, ContactSummary?)? {
        guard let stored = try? await store.storedContact(id: id) else { return nil }
        // A contact that no list has, or that cannot be read, has no row.
        let summary = (try? await store.summary(id: id)) ?? nil
        return (stored, notes?.subject(stored.describe(to:)), summary)
    }
}

import Gtk

/// A window with only the page of one contact at a time.
final class ContactWindow {
    private static let size = (width: 560, height: 680)

    let window: ApplicationWindow
    let page: DetailPage

    /// The shown contact.
    var contactID: Int? { page.contactID }

    init(application: Application, contactID: Int, session: Session, pictures: AvatarPictures) {
        window = ApplicationWindow(application)
        page = DetailPage(pictures: pictures)
        window.setContent(page.root)
        window.title = tr("Cameo")
        window.setDefaultSize(width: Self.size.width, height: Self.size.height)
        window.setMinimumSize(width: 360, height: 294)
        page.onOpen = { [weak self] in self?.open($0) }
        page.onName = { [weak self] in self?.window.title = $0 ?? tr("Cameo") }
        page.onShow = { [weak page, weak session] id in
            page?.leaveForm { if let session { page?.choose(contactID: id, after: page?.contactID, of: session) } }
        }
        ContactOpener.offerLink(on: page)
        page.onBack = { [weak self] in self?.goBack() }
        window.addAction("back") { [weak self] in self?.goBack() }
        window.addAction("forward") { [weak page] in page?.goForward() }
        page.connect(to: window)
        window.addAction("edit-contact") { [weak page] in page?.beginEditing() }
        window.addAction("log") { [weak page] in page?.entries.beginLog() }
        window.onFocusLost { [weak page] in page?.keepTyping() }
        window.onMayClose { [weak self] in self?.mayClose() ?? true }
        // Until then the window shows the undo button. It may be closing just now.
        page.changes.onDeletionFinal = { [weak self] in Task { self?.closeIfEmpty() } }
        page.root.onMouseButton(MouseButton.back) { [weak self] in self?.goBack() }
        page.root.onMouseButton(MouseButton.forward) { [weak page] in page?.goForward() }
        page.choose(contactID: contactID, of: session)
    }

    /// Whether changes on the server are allowed.
    var access: WriteAccess {
        get { page.access }
        set { page.access = newValue }
    }

    /// Asks the person about typed and unsaved text. Returns true when nothing can be lost any more.
    func mayLeave() async -> Bool {
        await page.askToLeave()
    }

    /// Keeps typed text as a draft and ends the toast.
    func abandon() {
        page.abandonForm()
        endToast()
    }

    /// Makes actions that can still be undone final.
    func endToast() {
        page.changes.undo.finish()
    }

    private func goBack() {
        if !page.uncover() { page.goBack() }
    }

    private func mayClose() -> Bool {
        guard page.isTouched else {
            abandon()
            return true
        }
        Task { [weak self] in
            guard let self, await self.mayLeave() else { return }
            self.window.close()
        }
        return false
    }

    /// Closes a window without a contact, unless the person has opened another contact.
    private func closeIfEmpty() {
        if !page.isWriting, page.shown == nil { window.close() }
    }

    private func open(_ uri: String) {
        ContactOpener.open(uri, from: page, in: page.session, over: window) { [weak page] in page?.onShow?($0) }
    }

    /// Asks the server again for news of the contact.
    func refresh(of session: Session) {
        page.refresh(of: session)
    }
}

import Contacts
import Foundation
import Gtk
import MonicaAPI

/// The right side of the window: a contact with a header bar, or a hint when none is chosen.
final class DetailPage {
    private static let minimumWidth = 280

    let root: Widget
    let header = HeaderBar()
    /// Back to the list, where only one of the two is shown.
    var onBack: (() -> Void)?
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
    /// Told the name of the contact on the page, or nil when there is none.
    var onName: ((String?) -> Void)?

    let detail: DetailView
    private let title = WindowTitle("")
    private let back = Button(icon: "go-previous-symbolic", tooltip: tr("Back"))
    let menu = DetailMenu()
    private let stack = Stack()
    private let toasts: ToastOverlay
    private let unreadable = StatusPage(icon: "dialog-error-symbolic", title: tr("Contact Cannot Be Read"))
    private let preparation = DetailPreparation()
    private var loading: Task<Void, Never>?
    private var observation: ContactObservation?
    /// In which order the parts of names stand.
    var nameOrder = NameOrder.asOnServer {
        didSet { if nameOrder != oldValue { showDetail() } }
    }
    /// Whose detail is shown, or about to be.
    private(set) var contactID: Int?
    /// What is on the page now.
    private var shown: StoredContact?
    private var server: ServerAddress?
    private var dayClock: DayClock?

    init(pictures: AvatarPictures) {
        detail = DetailView(pictures: pictures)
        stack.add(
            StatusPage(
                icon: "avatar-default-symbolic", title: tr("No Contact Selected"),
                description: tr("Select a contact to see it here.")), named: "none")
        stack.add(Box(.vertical), named: "blank")
        stack.add(detail.root, named: "contact")
        stack.add(
            StatusPage(
                icon: "dialog-warning-symbolic", title: tr("Contact Not Available"),
                description: tr("This contact is not on this computer, and the server can’t be reached.")),
            named: "missing")
        stack.add(unreadable, named: "unreadable")
        stack.add(Spinner.page(), named: "waiting")
        stack.expandsVertically = true
        header.setTitle(title)
        header.addClass("flat")
        header.packStart(back)
        header.packEnd(menu.button)
        let box = Box(.vertical)
        box.setMinimumSize(width: Self.minimumWidth)
        box.expandsHorizontally = true
        box.append(header)
        box.append(stack)
        toasts = ToastOverlay(box)
        toasts.expandsHorizontally = true
        root = toasts
        root.insert(menu.actions, as: DetailMenu.prefix)
        back.onClicked { [weak self] in self?.onBack?() }
        menu.onReloadPhoto = { [weak self] in self?.detail.reloadPhoto() }
        menu.onOpen = { [weak self] in self?.onOpen?($0) }
        preparation.onReady = { [weak self] in self?.ready($0) }
        detail.onCopy = { [weak self] in self?.copy($0) }
        detail.onNameVisible = { [weak self] in self?.showTitle(unless: $0) }
        // How long ago something was, and how old somebody is, changes with the day.
        dayClock = DayClock { [weak self] in self?.showDetail() }
        showNothing()
    }

    /// Whether there are contacts to choose from: else the list says so, and the page nothing.
    var hasChoice = false {
        didSet { if contactID == nil { showNothing() } }
    }

    /// Shows the back button where there is a list to go back to.
    var hasBackButton: Bool {
        get { back.isVisible }
        set { back.isVisible = newValue }
    }

    /// Shows what is stored of a contact, follows its changes, and asks the server for news of it.
    func show(contactID id: Int, of session: Session) {
        guard id != contactID else { return }
        stop()
        contactID = id
        let server = session.account.server
        // Both come from the store's queue.
        observation = session.store.observeContact(
            id: id,
            onFailure: { [weak self] error in Task { @MainActor in self?.failed(error, id: id) } },
            onChange: { [weak self] contact in
                Task { @MainActor in self?.changed(to: contact, id: id, server: server) }
            })
        // An arrow key held down passes over contacts that nobody wants to read.
        load(id, of: session, after: .milliseconds(400))
    }

    /// Asks the server again for news of the contact that is shown.
    func refresh(of session: Session) {
        guard let contactID else { return }
        load(contactID, of: session, after: .zero)
    }

    func showNothing() {
        stop()
        empty(showing: hasChoice ? "none" : "blank")
    }

    /// Shows a sentence over the page for a while.
    func say(_ sentence: String) {
        toasts.show(sentence)
    }
}

private extension DetailPage {
    func stop() {
        loading?.cancel()
        loading = nil
        observation = nil
        preparation.cancel()
        contactID = nil
    }

    func load(_ id: Int, of session: Session, after pause: Duration) {
        let server = session.account.server
        loading?.cancel()
        loading = Task { [weak self] in
            // Cancelled while asleep: the next line notices.
            try? await Task.sleep(for: pause)
            guard !Task.isCancelled, self?.contactID == id else { return }
            let fresh = await session.refreshContact(id: id)
            self?.refreshed(id: id, with: fresh, server: server)
        }
    }

    func changed(to stored: StoredContact?, id: Int, server: ServerAddress) {
        // An answer for the contact before is not for this one.
        guard id == contactID else { return }
        guard let stored else {
            // Nobody is taken for the contact before, nor is one shown that was deleted.
            if stack.visiblePage != "missing" { empty(showing: shown?.contact.id == id ? "missing" : "waiting") }
            return
        }
        shown = stored
        self.server = server
        showDetail()
    }

    func showDetail() {
        guard let shown, let server else { return }
        preparation.prepare(shown, server: server, nameOrder: nameOrder)
    }

    func ready(_ detail: ContactDetail) {
        guard detail.id == contactID, shown?.contact.id == detail.id else { return }
        self.detail.show(detail)
        showTitle(unless: self.detail.isNameVisible)
        stack.visiblePage = "contact"
        showButtons()
        onName?(detail.name)
    }

    /// Nobody is taken for the contact before while the one that was chosen cannot be read.
    func failed(_ error: ContactStoreError, id: Int) {
        guard id == contactID else { return }
        stop()
        unreadable.description = error.sentence
        empty(showing: "unreadable")
    }

    func showButtons() {
        menu.show(
            isStored: shown != nil, hasPhoto: shown?.contact.avatar.shouldLoadAvatar == true,
            page: shown?.contact.hashID.flatMap { server?.page(ofContact: $0).absoluteString })
    }

    /// Whose page it is stands in the header bar once it does not stand on the page.
    func showTitle(unless isNameVisible: Bool) {
        title.title = isNameVisible ? "" : detail.shownName
    }

    func copy(_ text: String) {
        Desktop.copy(text)
        toasts.show(tr("Copied to clipboard"))
    }

    /// A contact that is in no list, such as somebody's relative, is not stored: it is shown as the server sent it.
    func refreshed(id: Int, with contact: Contact?, server: ServerAddress) {
        guard id == contactID else { return }
        if let contact, contact.isPartial {
            changed(to: StoredContact(contact), id: id, server: server)
        } else if contact == nil, shown?.contact.id != id {
            empty(showing: "missing")
        }
    }

    func empty(showing page: String) {
        shown = nil
        preparation.cancel()
        detail.clear()
        showTitle(unless: true)
        stack.visiblePage = page
        showButtons()
        onName?(nil)
    }
}

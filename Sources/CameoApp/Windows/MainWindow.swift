import Avatars
import Contacts
import Foundation
import GLib
import Gtk
import Model

/// The main window: the sign-in page, or the contacts of the signed-in account.
final class MainWindow {
    enum Page: String {
        case loading, signIn, contacts, failure
    }

    let window: ApplicationWindow
    /// Made on demand: most starts never show it.
    private(set) lazy var signIn = makeSignInPage()
    /// Called when a page shows: contacts, the sign-in page, or a failure.
    var onPage: (() -> Void)?
    /// Called with the sign-in page after it is made.
    var onSignInPage: ((SignInPage) -> Void)?
    /// The stored contacts could not be opened: the person wants to try again, or to log out.
    var onTryAgain: (() -> Void)?
    var onLogOut: (() -> Void)?
    /// The person wants a contact in a window of its own.
    var onOpenContactWindow: ((Int) -> Void)?
    /// Called with the contacts who have events in the next days, at each change.
    var onUpcoming: (([Upcoming]) -> Void)?
    /// The pictures for avatars in all windows.
    let pictures: AvatarPictures
    let banner: AccountBanner

    let sidebar: ContactsSidebar
    let detail: DetailPage
    let split: SplitView
    let stack = Stack()
    let toasts: ToastOverlay
    /// The message that waits for a click.
    private var lastingToast: Toast?
    private lazy var failure = makeFailurePage()
    let menu: Menu
    /// The actions that open the tabs, while there are contacts.
    private var tabs: [Action] = []
    let preferences: Preferences
    let kinds: ServerKinds
    private(set) var session: Session?
    private var observation: ContactObservation?
    var marksObservation: MarksObservation?
    /// The widget that had the focus on the page when the person moved to another part of the window.
    var left: Widget?
    private var listVersion = 0
    /// Of the observed list.
    private var listFilter = ListFilter()
    private(set) lazy var opener = ContactOpener(of: self)
    private lazy var listActions = ListActions(of: self)

    init(application: Application, menu: Menu, preferences: Preferences, kinds: ServerKinds) {
        self.preferences = preferences
        self.menu = menu
        pictures = AvatarPictures()
        window = ApplicationWindow(application)
        self.kinds = kinds
        pictures.rowSize = preferences.rowSize
        sidebar = ContactsSidebar(pictures: pictures, menu: menu)
        banner = AccountBanner(sidebar.banner)
        detail = DetailPage(pictures: pictures)
        split = SplitView(sidebar: sidebar.root, content: detail.root)
        split.expandsVertically = true

        stack.add(Self.emptyPage(), named: Page.loading.rawValue)
        stack.add(split, named: Page.contacts.rawValue)
        toasts = ToastOverlay(stack)
        window.setContent(toasts)
        window.title = tr("Cameo")
        window.setDefaultSize(width: preferences.windowSize.width, height: preferences.windowSize.height)
        window.isMaximized = preferences.windowSize.isMaximized
        window.setMinimumSize(width: 360, height: 294)

        tabs = SidebarTab.allCases.map { tab in
            window.addAction("show-\(tab.rawValue)") { [weak self] in self?.show(tab) }
        }
        for tab in tabs { tab.isEnabled = false }
        connectEditing()
        window.addAction("forward") { [weak self] in self?.detail.goForward() }
        window.addAction("next-pane") { [weak self] in self?.focusNextPane(forward: true) }
        window.addAction("previous-pane") { [weak self] in self?.focusNextPane(forward: false) }
        split.onMouseButton(MouseButton.back) { [weak self] in self?.goBack() }
        split.onMouseButton(MouseButton.forward) { [weak self] in self?.detail.goForward() }
        split.onFold { [weak self] in self?.foldChanged() }
        sidebar.onSelect = { [weak self] in self?.selected($0) }
        sidebar.onUpcoming = { [weak self] in self?.onUpcoming?($0) }
        sidebar.onActivate = { [weak self] in self?.activated($0) }
        sidebar.onCount = { [weak self] in self?.detail.hasChoice = $0 > 0 }
        sidebar.onOpen = { [weak self] in self?.opener.open($0) }
        sidebar.onFilter = { [weak self] in self?.filterChanged() }
        detail.onBack = { [weak self] in self?.goBack() }
        detail.onShow = { [weak self] in self?.show(contactID: $0, after: self?.detail.contactID) }
        detail.onMade = { [weak self] in
            self?.sidebar.showContacts()
            self?.show(contactID: $0, after: self?.detail.contactID)
        }
        detail.onContact = { [weak self] in self?.sidebar.select($0) }
        detail.onOpen = { [weak self] in self?.opener.open($0) }
        detail.onOpenWindow = { [weak self] in self?.openContactWindow() }
        detail.editor.onOpen = { [weak self] in self?.onOpenContactWindow?($0) }
        sidebar.rowMenu.onOpenWindow = { [weak self] in self?.onOpenContactWindow?($0) }
        sidebar.rowMenu.onCopy = { [weak self] in self?.detail.copy($0) }
        sidebar.search.onUndo = { [weak self] in self?.detail.takeBack() ?? false }
        split.onKeyPressed { [weak self] in $0.isEscape && self?.endSearch() == true }
        foldChanged()
        _ = (opener, listActions)
    }

    /// Whether the contacts are invented: the window says so then.
    var isDemo: Bool {
        get { sidebar.saysSample }
        set { sidebar.saysSample = newValue }
    }

    /// Stores the window's size for the next start.
    func rememberSize() {
        let size = window.defaultSize
        preferences.windowSize = .init(width: size.width, height: size.height, isMaximized: window.isMaximized)
    }

    var page: Page {
        get { Page(rawValue: stack.visiblePage) ?? .loading }
        set {
            if newValue == .signIn { _ = signIn }
            // An empty page that fades out would slow down the start.
            stack.crossfades = page != .loading
            stack.visiblePage = newValue.rawValue
            if newValue != .loading { onPage?() }
        }
    }

    /// Shows the contacts of a session: the stored ones first, then changes from the server.
    func show(_ session: Session, at place: ListPlace?) {
        leave()
        // The message was about the former account.
        lastingToast?.dismiss()
        lastingToast = nil
        self.session = session
        for tab in tabs { tab.isEnabled = true }
        pictures.store = session.avatars
        pictures.notes = session.notes
        sidebar.contacts.notes = session.notes
        sidebar.begin(with: session.store, at: place)
        rightsChanged()
        // The first list may be an error, which opens another page.
        page = .contacts
        observeContacts()
        session.synchroniser.onProgress = { [weak self] in self?.progressed($0) }
        session.onPause = { [weak self] in self?.sidebar.showPause(until: $0) }
        session.decoders.onFailure = { [weak self] in
            self?.toast(tr("Photos can’t be shown: this desktop’s picture decoder does not start."))
        }
        if page == .contacts { sidebar.focusList() }
    }

    /// Another order of the contacts, a choice to show archived ones or, in the same order, a new day changes the rows.
    func reloadList(inNewOrder: Bool = true) {
        guard session != nil else { return }
        rightsChanged()
        observeContacts(inNewOrder: inNewOrder)
    }

    /// The row size of all lists has changed.
    func rowSizeChanged() {
        pictures.rowSize = preferences.rowSize
        sidebar.remakeRows()
    }

    /// The person's place in the list.
    var place: ListPlace { sidebar.place }

    /// Whether the contacts of a session are shown.
    var hasSession: Bool { session != nil }

    /// The session got a token, or has none, with the keyring's answer.
    func tokenChanged(_ stored: AccountKeyring.StoredToken = .none) {
        guard let session else { return }
        // Without a token no further progress arrives.
        if session.token == nil { sidebar.show(.idle) }
        banner.showToken(of: session, stored)
        detail.unsent.tokenChanged()
    }

    /// Removes the session from the window.
    func leave() {
        observation = nil
        listVersion += 1
        session?.synchroniser.onProgress = nil
        session?.onPause = nil
        session?.decoders.onFailure = nil
        session = nil
        for tab in tabs { tab.isEnabled = false }
        detail.abandonForm()
        detail.changes.undo.finish()
        detail.unsent.hide()
        pictures.marks.follow(nil)
        pictures.marks.followUser(in: nil)
        sidebar.waiting.offer(nil)
        detail.showNothing()
        detail.forgetTravel()
        sidebar.clear()
        pictures.store = nil
        pictures.notes = nil
        sidebar.contacts.notes = nil
        banner.hide()
        split.showsContent = false
    }

    /// Memory is low: releases data that can be read or made again.
    func lowMemory() {
        pictures.lowMemory()
        Task { await Allocator.giveBack() }
    }

    /// A person asked for a refresh: the window shows it while it runs.
    func awaitNews() {
        if session?.isSynchronising == true { sidebar.awaitNews() }
    }

    /// The network has changed.
    func networkChanged() {
        if let session { banner.networkChanged(session) }
    }

    func showFailure(_ sentence: String, canLogOut: Bool = true) {
        failure.show(sentence, canLogOut: canLogOut)
        page = .failure
    }

    /// A sentence with a button stays until a person closes it.
    func toast(_ sentence: String, button: String? = nil, onClick: @escaping @MainActor () -> Void = {}) {
        let toast = toasts.show(sentence, button: button, onClick: onClick)
        if button != nil { lastingToast = toast }
    }
}

private extension MainWindow {
    /// `inNewOrder` means that a person has just chosen another order, and looks for their place in it.
    func observeContacts(inNewOrder: Bool = false) {
        guard let session else { return }
        if inNewOrder { sidebar.contacts.awaitNewOrder() }
        sidebar.search.includesArchived = preferences.showsArchived
        sidebar.nameOrder = preferences.nameOrder
        detail.nameOrder = preferences.nameOrder
        listVersion += 1
        let choice = preferences.listed
        let list = session.takeObservedList(choice) ?? ObservedList(of: session.store, choice)
        listFilter = list.filter
        listFilter.value = sidebar.search.filter.value
        let (latest, observation) = list.follow { [weak self, version = listVersion] listed in
            Task { @MainActor in self?.show(listed, version: version) }
        }
        self.observation = observation
        if let latest { show(latest, version: listVersion) }
    }

    func show(_ listed: ObservedList.Listed, version: Int) {
        // An ended observation may still send a list, which is out of date.
        guard version == listVersion else { return }
        switch listed {
        // A list with the filter of before is followed by one with the filter of now.
        case .success(let contacts) where contacts.filter == listFilter.value: sidebar.contacts.show(contacts)
        case .success: break
        case .failure(let error): showFailure(error.sentence)
        }
    }

    func filterChanged() {
        sidebar.contacts.awaitNewOrder()
        listFilter.value = sidebar.search.filter.value
    }

    func selected(_ entry: ContactEntry?) {
        guard let session else { return }
        // The contact of a form stays open until the person leaves the form.
        guard !detail.isWriting else { return sidebar.select(detail.contactID) }
        if let entry {
            detail.show(contactID: entry.id, of: session)
        } else if !split.isFolded {
            detail.showNothing()
        }
    }

    func activated(_ entry: ContactEntry) {
        show(contactID: entry.id)
    }

    func progressed(_ progress: Synchroniser.Progress) {
        sidebar.show(progress)
        switch progress {
        case .failed(let error): if let session { banner.show(error, of: session) }
        case .finished: tokenChanged()
        case .idle, .running: break
        }
    }
}

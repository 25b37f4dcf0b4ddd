import Avatars
import Contacts
import Foundation
import GLib
import Gtk
import Keyring
import Model
import Platform
import Resources
import Soup

/// The program from its start to its end: the signed-in account and its windows.
public final class CameoApplication {
    /// Whether the program shows a person's own server or the demo.
    public enum Mode: Sendable {
        case normal
        /// A session with a server inside the program; no file is read or written.
        case demo(Demo)
    }

    let mode: Mode
    let kinds: ServerKinds
    let application: Application
    let directories: AppDirectories
    let preferences: Preferences
    let keyring = AccountKeyring()
    /// The request to the keyring for the token; nil without one.
    var askingKeyring: Task<Void, Never>?
    private let network = NetworkMonitor()
    private var memory: MemoryMonitor?
    /// Checks from time to time whether a window in use shows old data.
    var dayClock: DayClock?
    private var desktopClock: DesktopClock?
    /// GTK's application owns the window. It is released when it is closed, and the process may outlive it.
    private(set) weak var window: MainWindow?
    let contactWindows: ContactWindows
    /// The open windows of preferences and shortcuts. GTK's application owns them.
    private weak var shownPreferences: PreferencesWindow?
    private weak var shownShortcuts: SecondaryWindow?
    var session: Session? {
        didSet {
            refreshAction?.isEnabled = session != nil
            logOutAction?.isEnabled = session != nil
        }
    }
    /// The signed-in account, also when the stored contacts do not open.
    var account: Account?
    var searchProvider: SearchProvider?
    /// The contact or the search that the window shows as soon as there are contacts.
    var showRequest: ShowRequest?
    /// The task that opens the stored contacts. All callers share it.
    var opening: Task<Result<Session?, ContactStoreError>, Never>?
    /// The task that opens the stored contacts while the window is made. Nil if an earlier log-out or sign-in must end first.
    var early: Task<OpenedAccount?, Never>?
    var isLoggingOut = false
    /// The report about log-outs that an earlier start left unfinished. The next window shows it.
    var lateReport: LogOutReport?
    /// The values of `mayAsk` with which unfinished log-outs and sign-ins were tried already.
    var triedCutOffWork: Set<Bool> = []
    var quitsAfterLogOut = false
    /// Whether the program quits after it has sent the waiting changes, because the person has quit it.
    var quitsUnseen = false
    /// The task that sends the waiting changes after the last window. A new window or the next closed window cancels it.
    var ending: Task<Void, Never>?
    var demo: Demo.Server?
    /// The last write of the account's file. Writes run one after the other.
    var saving: Task<Void, Never>?
    /// The last check for the notification of the day. Checks run one after the other.
    var telling: Task<Void, Never>?
    private var choices: MainMenu.Choices?
    /// One menu for all windows, since GTK 4.8 leaks a menu with sections.
    private lazy var menu = MainMenu.make(ofDemo: isDemo)
    private var refreshAction: Action?
    private var logOutAction: Action?

    /// `kinds` are the supported kinds of servers.
    public convenience init(_ mode: Mode, kinds: ServerKinds) {
        useTranslations()
        Allocator.returnFreeMemory()
        Desktop.onLaunch = { CoreDumps.allow(in: $0) }
        SoftwareRendering.leaveOutOpenGL()
        switch mode {
        case .normal:
            self.init(
                mode, kinds: kinds, as: Application(id: Cameo.applicationID), in: AppDirectories(),
                with: Preferences(persistent: true))
        case .demo:
            self.init(
                mode, kinds: kinds, as: Application(id: Cameo.demoApplicationID, isUnique: false), in: AppDirectories(),
                with: Preferences(persistent: false))
        }
    }

    init(
        _ mode: Mode, kinds: ServerKinds, as application: Application, in directories: AppDirectories,
        with preferences: Preferences
    ) {
        self.mode = mode
        self.kinds = kinds
        self.application = application
        self.directories = directories
        self.preferences = preferences
        contactWindows = ContactWindows(application)
        application.onStartup { [weak self] in self?.startUp() }
        application.onActivate { [weak self] in self?.activate() }
        application.onOpen { [weak self] in self?.show(.links($0)) }
        contactWindows.onOpen = { [weak self] in self?.follow($0.window) }
        contactWindows.onClose = { [weak self] in
            self?.application.hold()
            self?.endUnlessSeen()
        }
    }

    /// Runs until the person quits; returns the exit status. As a service it waits for the desktop's calls. Opens links to
    /// contacts; a program that runs already opens them in place of this process.
    public func run(asService: Bool = false, opening links: [String] = []) -> Int32 {
        guard Fonts.areInstalled else {
            FileHandle.standardError.write(Data((tr("Cameo can’t show text: no fonts are installed.") + "\n").utf8))
            return EXIT_FAILURE
        }
        if case .normal = mode { offerSearch() }
        return application.run(asService: asService, opening: links)
    }

    /// Shows the window; makes it first if there is none.
    func activate() {
        if let window { return window.window.present() }
        quitsUnseen = false
        ending?.cancel()
        openEarly()
        let window = MainWindow(application: application, menu: menu, preferences: preferences, kinds: kinds)
        self.window = window
        window.isDemo = isDemo
        application.keep(window, with: window.window)
        window.window.addAction("back") { [weak window] in window?.goBack() }
        window.window.addAction("search") { [weak window] in window?.focusSearch() }
        window.window.addAction("open-contact-window") { [weak window] in window?.openContactWindow() }
        window.onUpcoming = { [weak self] in self?.dayChanged($0) }
        window.onOpenContactWindow = { [weak self] in self?.openContactWindow($0) }
        window.window.onCloseRequest { [weak self] in self?.windowCloses() }
        follow(window.window)
        desktopClock = DesktopClock()
        dayClock = DayClock(
            onNewDay: { [weak self] in self?.window?.reloadList(inNewOrder: false) },
            onLook: { [weak self] in
                if self?.hasActiveWindow == true { self?.session?.schedule.used() }
            })
        window.onSignInPage = { [weak self, weak window] page in
            page.onSignedIn = { [weak self] in await self?.signedIn($0, token: $1) ?? true }
            page.onDemo = { [weak self] in self?.openDemo() }
            page.onCancel = { [weak self, weak window] in
                window?.page = .contacts
                self?.fulfilShowRequest()
            }
        }
        keyring.onWait = { [weak self] in self?.window?.keyringWaits($0) }
        window.banner.onUnlock = { [weak self] in self?.askKeyring() }
        window.banner.onRenew = { [weak self] in self?.renew() }
        window.banner.onTryAgain = { [weak self] in self?.refresh() }
        window.banner.onUntrusted = { [weak self] in self?.ask(about: $0) }
        window.onTryAgain = { [weak self] in Task { await self?.startAnew() } }
        window.onLogOut = { [weak self] in self?.askToLogOut() }
        window.presentSoon()
        // A session that a search opened has no token yet.
        if let session, session.token != nil, !isLoggingOut {
            window.show(session, at: showRequest?.place)
            fulfilShowRequest()
            // The former window told the person.
            if case .failed(let error) = session.synchroniser.progress {
                window.banner.show(error, of: session)
            } else {
                window.tokenChanged()
            }
        } else if !isLoggingOut {
            Task { await start() }
        }
    }
}

private extension CameoApplication {
    func startUp() {
        keepTypingAtEnd()
        Application.setName(tr("Cameo"))
        Desktop.addStyle { Resources.style + DimText.style + SuggestionStyle.style }
        application.addAction("about") { [weak self] in self?.showAbout() }
        application.addAction("search") { [weak self] in self?.show(.search("")) }
        application.addAction("preferences") { [weak self] in self?.showPreferences() }
        application.addAction("shortcuts") { [weak self] in self?.showShortcuts() }
        application.addAction("quit") { [weak self] in self?.quit() }
        refreshAction = application.addAction("refresh") { [weak self] in self?.refresh() }
        logOutAction = application.addAction("log-out") { [weak self] in self?.askToLogOut() }
        application.addAction("show-contact", withNumber: { [weak self] in self?.show(.contact(Int($0))) })
        Shortcuts.set(on: application)
        choices = MainMenu.addListActions(
            to: application, changing: preferences, onRowSize: { [weak self] in self?.window?.rowSizeChanged() },
            onChange: { [weak self] in
                guard let self else { return }
                self.rightsChanged()
                self.window?.reloadList()
                self.contactWindows.follow(self.preferences)
            },
            onDailyNotification: { [weak self] in
                if let days = self?.window?.sidebar.days { self?.dayChanged(days.upcoming) }
            })
        network.onChange = { [weak self] isAvailable in
            if isAvailable { self?.session?.networkReturned() }
            self?.window?.networkChanged()
        }
        network.onRouteChange = { [weak self] in self?.session?.routeChanged() }
        memory = MemoryMonitor { [weak self] in
            if let window = self?.window { return window.lowMemory() }
            self?.session?.avatars.lowMemory()
        }
        session = nil
    }

    /// The focus of a window and each of its keys ask the server for news, where that is due.
    func follow(_ window: ApplicationWindow) {
        window.onFocus { [weak self] in self?.session?.focused() }
        window.onKeyPressed { [weak self] _ in
            self?.session?.used()
            return false
        }
    }

    func openContactWindow(_ id: Int) {
        guard let session, let window else { return }
        contactWindows.show(contactID: id, of: session, pictures: window.pictures)
        contactWindows.follow(preferences)
    }

    func dayChanged(_ upcoming: [Upcoming]) {
        guard case .normal = mode, preferences.notifiesDaily, let account else { return }
        let notification = DailyNotification(file: directories.notifiedDay(of: account.id)) { [application] in
            application.show($0, id: DailyNotification.id)
        }
        telling = Task { [previous = telling, nameOrder = preferences.nameOrder] in
            await previous?.value
            await notification.consider(upcoming, nameOrder: nameOrder)
        }
    }

    func windowCloses() {
        application.hold()
        let closing = window
        window = nil
        sayFarewell(to: closing) { [weak self] in self?.endUnlessSeen() }
    }

    func refresh() {
        askKeyring()
        session?.refresh()
        window?.awaitNews()
        window?.refreshDetail()
        if let session { contactWindows.refresh(of: session) }
    }

    func showAbout() {
        let about = AboutDialog(
            over: window?.window, name: tr("Cameo"), icon: Cameo.applicationID, version: Cameo.version)
        about.setComments(tr("Contacts for Monica servers"))
        about.setDeveloperName(tr("The Cameo developers"))
        about.setWebsite(Cameo.website)
        about.setIssueURL(Cameo.issues)
        about.setTroubleshooting(Troubleshooting.text(session: session), fileName: "cameo-troubleshooting.txt")
        about.present()
    }

    func showShortcuts() {
        let shown = shownShortcuts ?? Shortcuts.makeWindow()
        shownShortcuts = shown
        application.keep(shown, with: shown)
        shown.present(over: window?.window, of: application)
    }

    func showPreferences() {
        if let shownPreferences { return shownPreferences.window.present(over: window?.window, of: application) }
        let folder = session.map { directories.contacts(of: $0.account.id).deletingLastPathComponent() }
        let shown = PreferencesWindow(
            preferences, session: session, contactsFolder: isDemo ? nil : folder, isDemo: isDemo)
        shown.onSort = { [weak self] in self?.choices?.sort.change(to: $0.settingsName) }
        shown.onNameOrder = { [weak self] in self?.choices?.nameOrder.change(to: $0.rawValue) }
        shown.onExternalPictures = { [weak self] loads in
            self?.session?.setLoadsExternalPictures(loads)
            self?.saveAccount()
        }
        shown.onChangeAddress = { [weak self] in self?.renew(at: .address) }
        shown.onDistrust = { [weak self] in Task { await self?.trust(fingerprint: nil) } }
        shownPreferences = shown
        application.keep(shown, with: shown.window)
        shown.window.present(over: window?.window, of: application)
    }
}

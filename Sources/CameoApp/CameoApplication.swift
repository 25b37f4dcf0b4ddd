import Contacts
import DemoServer
import Foundation
import GLib
import Gtk
import HTTP
import Keyring
import MonicaAPI
import Resources

/// The program from its start to its end: who is signed in, and which window shows it.
public final class CameoApplication {
    /// What the program was started for.
    public enum Mode: Sendable {
        case normal
        /// Signed in to a server inside the program, with so many contacts; nothing is read from or written to disk.
        case demo(contacts: Int)
    }

    private let mode: Mode
    private let application: Application
    private let places = Places()
    private let preferences: Preferences
    private let network = NetworkMonitor()
    private var memory: MemoryMonitor?
    private let keyring = AccountKeyring()
    private var window: MainWindow?
    private let contactWindows: ContactWindows
    private var session: Session?
    /// Who is signed in, also when the stored contacts do not open.
    private var account: Account?
    /// To be shown as soon as somebody is signed in.
    private var awaitedContact: Int?
    private var isLoggingOut = false
    private var quitsAfterLogOut = false
    private var demo: DemoServer?
    private var refreshAction: Action?
    private var logOutAction: Action?

    public init(_ mode: Mode) {
        Allocator.returnFreeMemory()
        self.mode = mode
        switch mode {
        case .normal:
            application = Application(id: Cameo.applicationID)
            preferences = Preferences(persistent: true)
        case .demo:
            application = Application(id: Cameo.demoApplicationID, isUnique: false)
            preferences = Preferences(persistent: false)
        }
        contactWindows = ContactWindows(application)
        application.onStartup { [weak self] in self?.startUp() }
        application.onActivate { [weak self] in self?.activate() }
    }

    /// Runs until the person quits; returns the exit status.
    public func run() -> Int32 {
        application.run()
    }
}

private extension CameoApplication {
    func startUp() {
        Application.setName(tr("Cameo"))
        Desktop.addStyle(Resources.style)
        application.addAction("about") { [weak self] in self?.showAbout() }
        application.addAction("quit") { [weak self] in self?.quit() }
        refreshAction = application.addAction("refresh") { [weak self] in self?.refresh() }
        logOutAction = application.addAction("log-out") { [weak self] in self?.askToLogOut() }
        application.addAction("show-contact", withNumber: { [weak self] in self?.showContact(Int($0)) })
        application.setShortcuts(["<Control>q"], for: "app.quit")
        application.setShortcuts(["F5", "<Control>r"], for: "app.refresh")
        application.setShortcuts(["<Control>f"], for: "win.search")
        application.setShortcuts(["<Alt>Left"], for: "win.back")
        application.setShortcuts(["<Control>Return", "<Control>KP_Enter"], for: "win.open-contact-window")
        application.setShortcuts(["<Control>w"], for: "window.close")
        MainMenu.addListActions(to: application, changing: preferences) { [weak self] in
            self?.window?.preferencesChanged()
        }
        network.onChange = { [weak self] in if $0 { self?.session?.networkReturned() } }
        memory = MemoryMonitor { [weak self] in self?.window?.lowMemory() }
        setSession(nil)
    }

    func activate() {
        if let window { return window.window.present() }
        let window = MainWindow(application: application, menu: MainMenu.make(), preferences: preferences)
        self.window = window
        application.keep(window, with: window.window)
        window.window.addAction("back") { [weak window] in window?.goBack() }
        window.window.addAction("search") { [weak window] in window?.toggleSearch() }
        window.window.addAction("open-contact-window") { [weak window] in window?.openContactWindow() }
        window.onUpcoming = { [weak self] in self?.dayChanged($0) }
        window.onOpenContactWindow = { [weak self] in self?.openContactWindow($0) }
        window.window.onCloseRequest { [weak self] in self?.windowCloses() }
        window.signIn.onSignedIn = { [weak self] in await self?.signedIn($0, token: $1) }
        window.signIn.onCancel = { [weak window] in window?.page = .contacts }
        window.onRenew = { [weak self] in self?.renew() }
        window.onTryAgain = { [weak self] in Task { await self?.start() } }
        window.onLogOut = { [weak self] in self?.askToLogOut() }
        window.window.present()
        // While windows of contacts were open, the session went on.
        if let session { return window.show(session, at: nil) }
        Task { await start() }
    }

    func openContactWindow(_ id: Int) {
        guard let session, let window else { return }
        contactWindows.show(contactID: id, of: session, pictures: window.pictures)
    }

    /// Shows a contact that was chosen outside of the windows, once there is somebody signed in.
    func showContact(_ id: Int) {
        awaitedContact = session == nil ? id : nil
        activate()
        if session != nil { window?.show(contactID: id) }
    }

    func dayChanged(_ upcoming: [Upcoming]) {
        guard case .normal = mode, preferences.notifiesDaily, let account else { return }
        DailyNotification(file: places.notifiedDay(of: account.id)) { [application] in
            application.show($0, id: DailyNotification.id)
        }.consider(upcoming)
    }

    func windowCloses() {
        rememberWindow()
        window = nil
    }

    /// Goes on from the last time: with the stored account, the demo, or the sign-in page.
    func start() async {
        if case .demo(let contacts) = mode { return await startDemo(contacts: contacts) }
        guard let account = await AccountFile(url: places.accountFile).load() else { return await showSignIn() }
        self.account = account
        window?.page = .loading
        do throws(ContactStoreError) {
            let store = try await ContactStore.open(at: places.contacts(of: account.id))
            let session = Session(
                account: account, token: nil, store: store, pictures: places.pictures(of: account.id))
            begin(session, at: await ListPlace.load(from: places.listPlace(of: account.id)))
            if store.setAside != nil {
                window?.toast(tr("The stored contacts were damaged. They are loaded from the server again."))
            }
            // The keyring may be slow to answer, or ask for a password; what is stored does not wait for it.
            let stored = await keyring.token(of: account)
            guard self.session === session, session.token == nil else { return }
            if case .found(let token) = stored { session.use(token) }
            window?.tokenChanged(stored)
            window?.refreshDetail()
        } catch {
            window?.showFailure(error.sentence)
        }
    }

    func startDemo(contacts: Int) async {
        do {
            let server = try await Self.makeDemoServer(contacts: contacts)
            demo = server
            let account = Account(
                server: try ServerAddress(server.address.absoluteString), userID: 1, userName: nil,
                trustedFingerprint: nil, tokenExpiry: nil, loadsExternalPictures: true)
            begin(
                Session(
                    account: account, token: try Token(server.token), store: try ContactStore.inMemory(), pictures: nil)
            )
        } catch {
            window?.showFailure(tr("The demo server does not start."))
        }
    }

    @concurrent
    nonisolated static func makeDemoServer(contacts: Int) async throws -> DemoServer {
        var configuration = DemoServerConfiguration()
        configuration.contacts = contacts
        configuration.rateLimit = nil
        return try DemoServer(configuration)
    }

    func begin(_ session: Session, at place: ListPlace? = nil) {
        setSession(session)
        window?.show(session, at: place)
        if let id = awaitedContact { window?.show(contactID: id) }
        awaitedContact = nil
        session.synchronise()
    }

    /// Keeps the window's size, and where in the list the person was.
    func rememberWindow() {
        guard let window, case .normal = mode else { return }
        window.rememberSize()
        guard let session else { return }
        window.place.save(to: places.listPlace(of: session.account.id))
    }

    func setSession(_ session: Session?) {
        self.session = session
        refreshAction?.isEnabled = session != nil
        logOutAction?.isEnabled = session != nil
    }

    func showSignIn() async {
        window?.signIn.reset()
        window?.page = .signIn
        window?.signIn.focus()
        window?.signIn.setHasKeyring(await keyring.exists())
    }

    func renew() {
        guard let session else { return }
        window?.signIn.reset(renewing: session.account)
        window?.page = .signIn
        window?.signIn.focus()
        Task { window?.signIn.setHasKeyring(await keyring.exists()) }
    }

    /// Keeps what was found good, then shows the contacts.
    func signedIn(_ account: Account, token: Token) async {
        // The person gave up while the server's last answer was on its way.
        guard !Task.isCancelled else { return }
        do {
            // First what may fail for want of room, so that no token is kept for an account that is not.
            let isRenewal = session?.account.id == account.id
            let store = isRenewal ? nil : try await ContactStore.open(at: places.contacts(of: account.id))
            try await AccountFile(url: places.accountFile).save(account)
            self.account = account
            await keep(token, of: account)
            if let session, isRenewal {
                session.renew(account, token: token)
            } else if let store {
                begin(
                    Session(account: account, token: token, store: store, pictures: places.pictures(of: account.id)))
            }
            window?.tokenChanged()
            window?.page = .contacts
        } catch let error as ContactStoreError {
            window?.toast(error.sentence)
        } catch {
            window?.toast(tr("The account cannot be saved: is the disk full, or your home folder read-only?"))
        }
    }

    func keep(_ token: Token, of account: Account) async {
        do throws(KeyringError) {
            try await keyring.store(token, of: account)
        } catch {
            window?.toast(tr("The token is kept until you quit. %1$s", error.sentence))
        }
    }

    func refresh() {
        session?.refresh()
        window?.refreshDetail()
        if let session { contactWindows.refresh(of: session) }
    }

    /// Ends the program; a log-out that is under way comes to its end first.
    func quit() {
        guard !isLoggingOut else {
            quitsAfterLogOut = true
            return
        }
        rememberWindow()
        application.quit()
    }

    func askToLogOut() {
        guard !isLoggingOut, session != nil || account != nil, let window else { return }
        let dialog = MessageDialog(
            over: window.window, heading: tr("Log Out?"),
            body: tr("The contacts, pictures and token on this computer are removed. Nothing changes on the server."))
        dialog.addResponse("cancel", tr("_Cancel"))
        dialog.addResponse("log-out", tr("_Log Out"), .destructive)
        dialog.setResponses(default: "cancel", close: "cancel")
        Task {
            guard await dialog.ask() == "log-out" else { return }
            await logOut()
        }
    }

    func logOut() async {
        guard !isLoggingOut else { return }
        isLoggingOut = true
        // Closing the window does not end the process before nothing is left.
        application.hold()
        let session = session
        setSession(nil)
        contactWindows.closeAll()
        application.withdrawNotification(id: DailyNotification.id)
        window?.leave()
        window?.page = .loading
        let problems = await removeAccount(ending: session)
        isLoggingOut = false
        application.release()
        guard !quitsAfterLogOut else { return application.quit() }
        await showSignIn()
        guard !problems.isEmpty else { return }
        let dialog = MessageDialog(
            over: window?.window, heading: tr("Something Was Left Behind"), body: problems.joined(separator: "\n"))
        dialog.addResponse("close", tr("_Close"))
        _ = await dialog.ask()
    }

    /// What was left behind, in sentences.
    func removeAccount(ending session: Session?) async -> [String] {
        if let demo {
            _ = await session?.end()
            demo.stop()
            self.demo = nil
            // Without its server the demo has nothing more to show.
            quitsAfterLogOut = true
            return []
        }
        guard let account else { return [] }
        self.account = nil
        return await LogOut(account: account, places: places) { [keyring] account throws(KeyringError) in
            try await keyring.remove(account)
        }.run(ending: session)
    }

    func showAbout() {
        let about = AboutWindow(
            over: window?.window, name: tr("Cameo"), icon: Cameo.applicationID, version: Cameo.version)
        about.setComments(tr("Contacts for Monica servers"))
        about.setDeveloperName(tr("The Cameo developers"))
        about.setTroubleshooting(Troubleshooting.text(session: session), fileName: "cameo-troubleshooting.txt")
        about.present()
    }
}

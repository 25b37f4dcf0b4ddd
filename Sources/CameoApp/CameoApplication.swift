import Avatars
import Contacts
import DemoServer
import Foundation
import GLib
import Gtk
import HTTP
import Keyring
import Logging
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
    private let keyring = TokenKeyring(application: Cameo.applicationID)
    private var window: MainWindow?
    private var session: Session?
    private var demo: DemoServer?
    private var refreshAction: Action?
    private var logOutAction: Action?
    private let log = Logger(label: "cameo")

    public init(_ mode: Mode) {
        self.mode = mode
        switch mode {
        case .normal:
            application = Application(id: Cameo.applicationID)
            preferences = Preferences(persistent: true)
        case .demo:
            application = Application(id: Cameo.demoApplicationID, isUnique: false)
            preferences = Preferences(persistent: false)
        }
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
        Desktop.addStyle(Resources.style)
        application.addAction("about") { [weak self] in self?.showAbout() }
        application.addAction("quit") { [weak self] in
            self?.rememberWindow()
            self?.application.quit()
        }
        refreshAction = application.addAction("refresh") { [weak self] in self?.session?.refresh() }
        logOutAction = application.addAction("log-out") { [weak self] in self?.askToLogOut() }
        application.setShortcuts(["<Control>q"], for: "app.quit")
        application.setShortcuts(["F5", "<Control>r"], for: "app.refresh")
        application.setShortcuts(["<Control>f"], for: "win.search")
        application.setShortcuts(["<Alt>Left"], for: "win.back")
        addListActions()
        network.onChange = { [weak self] in if $0 { self?.session?.networkReturned() } }
        memory = MemoryMonitor { [weak self] in self?.session?.avatars.lowMemory() }
        setSession(nil)
    }

    /// What stands in the menu about the list, each remembered.
    func addListActions() {
        application.addChoice("sort", value: preferences.order.key.settingsName) { [weak self] name in
            guard let self, let key = ContactOrder.Key.allCases.first(where: { $0.settingsName == name }) else {
                return
            }
            self.preferences.order.key = key
            self.window?.preferencesChanged()
        }
        application.addToggle("starred-first", isOn: preferences.order.starredFirst) { [weak self] isOn in
            self?.preferences.order.starredFirst = isOn
            self?.window?.preferencesChanged()
        }
        application.addToggle("show-archived", isOn: preferences.showsArchived) { [weak self] isOn in
            self?.preferences.showsArchived = isOn
            self?.window?.preferencesChanged()
        }
    }

    func activate() {
        if let window { return window.window.present() }
        let window = MainWindow(application: application, menu: makeMenu(), preferences: preferences)
        self.window = window
        application.keep(window, with: window.window)
        window.window.addAction("back") { [weak window] in window?.goBack() }
        window.window.addAction("search") { [weak window] in window?.toggleSearch() }
        window.window.onCloseRequest { [weak self] in self?.rememberWindow() }
        window.signIn.onSignedIn = { [weak self] in await self?.signedIn($0, token: $1) }
        window.signIn.onCancel = { [weak window] in window?.page = .contacts }
        window.onRenew = { [weak self] in self?.renew() }
        window.window.present()
        Task { await start() }
    }

    func makeMenu() -> Menu {
        let menu = Menu()
        let account = Menu()
        account.append(tr("_Refresh"), action: "app.refresh")
        let order = Menu()
        order.append(tr("_First Name"), action: "app.sort::first-name")
        order.append(tr("_Last Name"), action: "app.sort::last-name")
        order.append(tr("Last _Contact"), action: "app.sort::last-activity")
        order.append(tr("_Newest First"), action: "app.sort::newest")
        let list = Menu()
        list.appendSubmenu(tr("_Sort By"), order)
        list.append(tr("S_tarred First"), action: "app.starred-first")
        list.append(tr("Show _Archived"), action: "app.show-archived")
        menu.appendSection(list)
        let program = Menu()
        program.append(tr("_About Cameo"), action: "app.about")
        program.append(tr("_Log Out…"), action: "app.log-out")
        menu.appendSection(account)
        menu.appendSection(program)
        return menu
    }

    /// Goes on from the last time: with the stored account, the demo, or the sign-in page.
    func start() async {
        if case .demo(let contacts) = mode { return await startDemo(contacts: contacts) }
        guard let account = await AccountFile(url: places.accountFile).load() else { return await showSignIn() }
        do throws(ContactStoreError) {
            let store = try await ContactStore.open(at: places.contacts(of: account.id))
            let session = Session(
                account: account, token: nil, store: store, pictures: places.pictures(of: account.id))
            begin(session, at: await ListPlace.load(from: places.listPlace(of: account.id)))
            if store.setAside != nil {
                window?.toast(tr("The stored contacts were damaged. They are loaded from the server again."))
            }
            // The keyring may be slow to answer, or ask for a password; what is stored does not wait for it.
            let token = await storedToken(of: account)
            guard self.session === session, session.token == nil else { return }
            if let token { session.renew(account, token: token) }
            window?.tokenChanged()
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

    /// The token of the keyring, which the person is asked to unlock if need be.
    func storedToken(of account: Account) async -> Token? {
        do {
            let secret: String?
            do throws(KeyringError) {
                secret = try await keyring.token(of: account.tokenOwner)
            } catch .locked {
                try await keyring.unlock()
                secret = try await keyring.token(of: account.tokenOwner)
            }
            return try secret.map { try Token($0) }
        } catch {
            log.notice("no token from the keyring")
            return nil
        }
    }

    func keepToken(_ token: Token, of account: Account) async throws(KeyringError) {
        let label = tr("Cameo: token for %1$s", account.server.origin.host)
        do throws(KeyringError) {
            try await keyring.store(token.secret, of: account.tokenOwner, label: label)
        } catch .locked {
            try await keyring.unlock()
            try await keyring.store(token.secret, of: account.tokenOwner, label: label)
        }
    }

    /// Whether there is a keyring, open or not.
    func hasKeyring() async -> Bool {
        do throws(KeyringError) {
            // Asking for what nobody has tells whether somebody answers.
            _ = try await keyring.token(of: TokenOwner(server: "", account: ""))
            return true
        } catch {
            return error != .unavailable
        }
    }

    func begin(_ session: Session, at place: ListPlace? = nil) {
        setSession(session)
        window?.show(session, at: place)
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
        window?.signIn.setHasKeyring(await hasKeyring())
    }

    func renew() {
        guard let session else { return }
        window?.signIn.reset(renewing: session.account)
        window?.page = .signIn
        window?.signIn.focus()
    }

    /// Keeps what was found good, then shows the contacts.
    func signedIn(_ account: Account, token: Token) async {
        do throws(KeyringError) {
            try await keepToken(token, of: account)
        } catch {
            window?.toast(tr("The token is kept until you quit. %1$s", error.sentence))
        }
        do {
            try await AccountFile(url: places.accountFile).save(account)
            if let session, session.account.id == account.id {
                session.renew(account, token: token)
                window?.tokenChanged()
                window?.page = .contacts
                return
            }
            let store = try await ContactStore.open(at: places.contacts(of: account.id))
            begin(
                Session(account: account, token: token, store: store, pictures: places.pictures(of: account.id)))
            window?.tokenChanged()
        } catch let error as ContactStoreError {
            window?.showFailure(error.sentence)
        } catch {
            window?.toast(tr("The account cannot be saved: is the disk full, or your home folder read-only?"))
        }
    }

    func askToLogOut() {
        guard let session, let window else { return }
        let dialog = MessageDialog(
            over: window.window, heading: tr("Log Out?"),
            body: tr("The contacts, pictures and token on this computer are removed. Nothing changes on the server."))
        dialog.addResponse("cancel", tr("_Cancel"))
        dialog.addResponse("log-out", tr("_Log Out"), .destructive)
        dialog.setResponses(default: "cancel", close: "cancel")
        Task {
            guard await dialog.ask() == "log-out" else { return }
            await logOut(session)
        }
    }

    func logOut(_ session: Session) async {
        guard self.session === session else { return }
        setSession(nil)
        window?.leave()
        window?.page = .loading
        if let demo {
            _ = await session.end()
            demo.stop()
            self.demo = nil
            application.quit()
            return
        }
        let problems = await LogOut(session: session, places: places, keyring: keyring).run()
        await showSignIn()
        guard !problems.isEmpty else { return }
        let dialog = MessageDialog(
            over: window?.window, heading: tr("Something Was Left Behind"), body: problems.joined(separator: "\n"))
        dialog.addResponse("close", tr("_Close"))
        _ = await dialog.ask()
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

import Contacts
import Foundation
import GLib
import Gtk
import Keyring
import Network

/// The signed-in account: the start with the stored one, the sign-in, a new token or address.
extension CameoApplication {
    /// Starts with the stored account, the demo, or the sign-in page.
    func start() async {
        if case .demo(let demo) = mode { return await start(demo) }
        window?.page = .loading
        do throws(ContactStoreError) {
            guard let session = try await storedSession() else {
                // A search may have opened the session before there was a window.
                await finishCutOffWork()
                await showSignIn()
                return await sayLateReport()
            }
            defer { Task { await sayLateReport() } }
            let account = session.account
            begin(session, at: await ListPlace.load(from: directories.listPlace(of: account.id)))
            sayWhatWasDamaged(session.store)
            askKeyring()
        } catch {
            // Without the account's file it is unknown who is signed in.
            window?.showFailure(error.sentence, canLogOut: account != nil)
        }
    }

    func showSignIn() async {
        window?.signIn.reset()
        window?.page = .signIn
        window?.signIn.focus()
        window?.signIn.setHasKeyring(await keyring.exists())
    }

    /// Requests the missing token from the keyring. Meanwhile stored contacts show: the keyring may be slow, or ask for a
    /// password.
    func askKeyring() {
        guard let session, session.token == nil, askingKeyring == nil, case .normal = mode else { return }
        askingKeyring = Task { [weak self, keyring] in
            let stored = await keyring.token(of: session.account)
            guard let self, !Task.isCancelled else { return }
            askingKeyring = nil
            // The person may have entered another token meanwhile.
            guard self.session === session, session.token == nil else { return }
            if case .found(let token) = stored { session.use(token) }
            window?.tokenChanged(stored)
            window?.refreshDetail()
        }
    }

    /// Cancels the request to the keyring.
    func stopAskingKeyring() {
        askingKeyring?.cancel()
        askingKeyring = nil
    }

    /// Opens the stored contacts again, and closes the present session first. This sets damaged contacts aside. The token stays.
    func startAnew() async {
        window?.page = .loading
        stopAskingKeyring()
        let (former, token) = (session, session?.token)
        session = nil
        contactWindows.closeAll()
        window?.leave()
        await former?.end(keepingPictures: true)
        await start()
        // Without a keyring, memory alone has the token.
        guard let former, let token, let session, session.token == nil,
            session.account.id == former.account.id, session.account.server == former.account.server
        else { return }
        session.use(token)
        window?.tokenChanged()
    }

    /// Edits the account in place of a session that has ended. Open windows of contacts stay open, and a token that is typed stays.
    func takeOver(from shown: Session) async {
        await window?.place.save(to: directories.listPlace(of: shown.account.id))
        guard session === shown, !isLoggingOut, window?.page == .contacts, contactWindows.all.isEmpty else {
            return shown.store.leaveEditing()
        }
        await startAnew()
    }

    /// Stores the result of a sign-in, then shows the contacts; false where nothing was stored.
    @discardableResult
    func signedIn(_ account: Account, token: Token) async -> Bool {
        // The person cancelled before the server's last answer arrived.
        guard !Task.isCancelled else { return false }
        // A request for a contact of another account is over.
        if session == nil { showRequest = nil }
        let keeper = AccountKeeper(
            directories: directories, kinds: kinds,
            storeToken: { [keyring] token, account throws(KeyringError) in
                try await keyring.store(token, of: account)
            },
            removeToken: { [keyring] account throws(KeyringError) in try await keyring.removeToken(of: account) })
        do {
            let problem: KeyringError?
            if let session, session.account.id == account.id, session.account.server != account.server {
                // The windows start anew.
                guard await mayLeaveForms() else {
                    window?.page = .contacts
                    fulfilShowRequest()
                    return true
                }
                problem = try await move(session, to: account, token: token, keeper: keeper)
            } else if let session, session.account.id == account.id {
                let renewed: Account
                (renewed, problem) = try await keeper.renew(account, token: token)
                self.account = renewed
                await session.renew(renewed, token: token)
            } else {
                let kept = try await keeper.keep(account, token: token)
                problem = kept.problem
                self.account = kept.account
                let notes = await CrashNotes.open(directories.crashNotes(of: account.id))
                begin(
                    Session(
                        account: kept.account, kind: kept.kind, token: token, store: kept.store,
                        pictures: directories.pictures(of: account.id), notes: notes))
            }
            if let problem { window?.toast(tr("The token is only kept until you quit. %1$s", problem.sentence)) }
            window?.tokenChanged()
            window?.page = .contacts
            fulfilShowRequest()
            return true
        } catch is CancellationError {
            // Nothing was stored, and the page is unchanged.
            return false
        } catch let error as ContactStoreError {
            if self.account != nil, session == nil {
                window?.showFailure(error.sentence)
                return true
            }
            window?.toast(error.sentence)
            return false
        } catch {
            window?.toast(tr("Can’t save the account. The disk may be full, or your home folder read-only."))
            return false
        }
    }

    /// Shows a session, and starts its tasks.
    func begin(_ session: Session, at place: ListPlace? = nil) {
        self.session = session
        session.onAccountChange = { [weak self] in self?.saveAccount() }
        session.onEditingFree = { [weak self, weak session] in
            if let session { Task { await self?.takeOver(from: session) } }
        }
        session.mayWrite = !preferences.isReadOnly
        contactWindows.access = session.access
        window?.show(session, at: showRequest?.place ?? place)
        fulfilShowRequest()
        // The changes that it tells of are sent now.
        application.withdrawNotification(id: Self.notificationID)
        session.bringStoreUpToDate()
        session.send()
        session.synchronise()
    }

    /// The server has another certificate than before: asks whether to trust it.
    func ask(about certificate: ServerCertificate) {
        Task {
            guard await CertificateDialog.ask(about: certificate, over: window?.window) else { return }
            await trust(fingerprint: certificate.fingerprint)
        }
    }

    func trust(fingerprint: String?) async {
        guard let session else { return }
        await session.trust(fingerprint: fingerprint)
        saveAccount()
        window?.tokenChanged()
        session.refresh()
    }

    /// Writes changes of the account to its file. The demo has no file.
    func saveAccount() {
        guard let session, case .normal = mode else { return }
        account = session.account
        saving = Task { [weak self, directories, previous = saving] in
            await previous?.value
            // After a log-out there is no account to save.
            guard let account = self?.session?.account else { return }
            do {
                try await AccountFile(url: directories.accountFile).save(account)
            } catch {
                self?.window?.toast(
                    tr("Can’t save the account. The disk may be full, or your home folder read-only."))
            }
        }
    }

    /// The person turned Read-Only on or off.
    func rightsChanged() {
        session?.mayWrite = !preferences.isReadOnly
        contactWindows.access = session?.access ?? .allowed
        window?.rightsChanged()
    }

    /// Tells the person that contacts are downloaded again, and the result for changes that are not on the server.
    func sayWhatWasDamaged(_ store: ContactStore) {
        guard store.setAside != nil || !store.rescued.isEmpty else { return }
        var sentences = [tr("The saved contacts were damaged. They are downloaded again.")]
        if store.rescued.isIncomplete {
            sentences.append(tr("Some of your changes may be lost."))
        } else if !store.rescued.isEmpty {
            sentences.append(tr("Your changes were kept."))
        }
        window?.toast(sentences.joined(separator: " "))
    }

    /// Whether the contacts are invented.
    var isDemo: Bool {
        if case .demo = mode { true } else { false }
    }

    /// Shows the demo in a process of its own, separate from an account that may sign in here later. The sign-in page is hidden
    /// meanwhile, and returns at the end of the demo.
    func openDemo() {
        let window = window?.window
        window?.isVisible = false
        Task { [weak self] in
            do throws(GLibError) {
                try await Desktop.run(Cameo.executable.path, ["--demo"], name: tr("Cameo"))
            } catch {
                self?.window?.toast(tr("The demo does not start."))
            }
            window?.present()
        }
    }
}

// A new token, or a new address.
extension CameoApplication {
    /// Lets the person enter a new token and, where the server has moved, a new address.
    func renew(at field: SignInPage.Field = .token) {
        guard let session, !isLoggingOut, let page = window?.signIn else { return }
        page.knownContacts = { [store = session.store] in try? await store.knownContacts(atMost: $0) }
        page.reset(renewing: session.account, at: field)
        window?.page = .signIn
        page.focus()
        Task { page.setHasKeyring(await keyring.exists()) }
    }

    /// Continues at another address of the same server, with all stored data. Returns the reason why the token is not in the
    /// keyring, if it is not.
    func move(
        _ session: Session, to account: Account, token: Token, keeper: AccountKeeper
    ) async throws -> KeyringError? {
        let (moved, problem) = try await keeper.move(account, from: session.account, token: token)
        let place = window?.place
        self.session = nil
        self.account = moved
        contactWindows.closeAll()
        window?.leave()
        window?.page = .loading
        await session.end(keepingPictures: true)
        // A write that was under way may restore the former address, so the account is stored again. If that fails, the file
        // stays as it is.
        await saving?.value
        try? await AccountFile(url: directories.accountFile).save(moved)
        guard let continued = try await storedSession() else { return problem }
        begin(continued, at: place)
        // The token never goes to another address.
        if continued.account.server == moved.server { continued.use(token) }
        return problem
    }
}

private extension CameoApplication {
    func start(_ demo: Demo) async {
        do {
            let server = try await demo.start()
            self.demo = server
            let account = Account(server: server.address, userID: 1)
            let kind = kinds.first
            begin(
                Session(
                    account: account, kind: kind, token: server.token,
                    store: try ContactStore.inMemory(decoder: kind), pictures: nil))
        } catch {
            window?.showFailure(tr("The demo does not start."))
        }
    }
}

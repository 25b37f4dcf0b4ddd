import Contacts
import Foundation
import GLib
import Gtk
import Keyring
import Network

/// The signed-in account: from the start with the stored account to the log-out.
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
            window?.showFailure(error.sentence)
        }
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
    private func stopAskingKeyring() {
        askingKeyring?.cancel()
        askingKeyring = nil
    }

    /// Opens the stored contacts again, and closes the present session first. This sets damaged contacts aside.
    func startAnew() async {
        window?.page = .loading
        stopAskingKeyring()
        let former = session
        session = nil
        contactWindows.closeAll()
        window?.leave()
        await former?.end(keepingPictures: true)
        await start()
    }

    /// Stores the result of a sign-in, then shows the contacts.
    func signedIn(_ account: Account, token: Token) async {
        // The person cancelled before the server's last answer arrived.
        guard !Task.isCancelled else { return }
        showRequest = nil
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
                    return
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
        } catch is CancellationError {
            // Nothing was stored, and the page is unchanged.
        } catch let error as ContactStoreError {
            if self.account != nil, session == nil {
                window?.showFailure(error.sentence)
            } else {
                window?.toast(error.sentence)
            }
        } catch {
            window?.toast(tr("Can’t save the account. The disk may be full, or your home folder read-only."))
        }
    }

    /// Shows a session, and starts its tasks.
    func begin(_ session: Session, at place: ListPlace? = nil) {
        self.session = session
        session.onAccountChange = { [weak self] in self?.saveAccount() }
        session.mayWrite = !preferences.isReadOnly
        contactWindows.access = session.access
        window?.show(session, at: showRequest?.place ?? place)
        fulfilShowRequest()
        session.bringStoreUpToDate()
        session.send()
        session.synchronise()
    }

    /// Completes interrupted sign-ins and log-outs, before any other file is read.
    func finishCutOffWork() async {
        let mayAsk = window != nil
        guard case .normal = mode, triedCutOffWork.insert(mayAsk).inserted else { return }
        let report = await CutOffWork(directories: directories) { [keyring] account throws(KeyringError) in
            try await keyring.remove(account, mayAsk: mayAsk)
        }.finish()
        if let report { lateReport = report }
    }

    func sayLateReport() async {
        let report = lateReport
        lateReport = nil
        await show(report)
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

    func logOut() async {
        guard !isLoggingOut else { return }
        isLoggingOut = true
        stopAskingKeyring()
        // Closing the window must not end the process before the log-out is complete.
        application.hold()
        _ = await opening?.value
        let session = session
        self.session = nil
        // Changes that the person gave up are not sent. The windows end their toasts, which makes deletions final.
        session?.stopSending()
        await session?.stopping?.value
        contactWindows.closeAll()
        application.withdrawNotification(id: DailyNotification.id)
        window?.leave()
        window?.page = .loading
        let report = await removeAccount(ending: session)
        await Allocator.giveBack()
        isLoggingOut = false
        application.release()
        guard !quitsAfterLogOut else { return application.quit() }
        await showSignIn()
        await show(report)
    }
}

private extension CameoApplication {
    /// The most remaining files that show without scrolling.
    static let maxLines = 4

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

    func showSignIn() async {
        window?.signIn.reset()
        window?.page = .signIn
        window?.signIn.focus()
        window?.signIn.setHasKeyring(await keyring.exists())
    }

    /// Nil in the demo, which stores nothing on this machine.
    func removeAccount(ending session: Session?) async -> LogOutReport? {
        if let demo {
            await session?.end()
            demo.stop()
            self.demo = nil
            // Without its server the demo has no contacts to show.
            quitsAfterLogOut = true
            return nil
        }
        guard let account else { return nil }
        self.account = nil
        // A running write would restore the file.
        await saving?.value
        await telling?.value
        return await LogOut(account: account, directories: directories) { [keyring] account throws(KeyringError) in
            try await keyring.remove(account)
        }.run(ending: session)
    }

    /// Shows the report of a log-out. Remaining data shows at once, removed data only on request.
    func show(_ report: LogOutReport?) async {
        guard let report else { return }
        guard report.left.isEmpty else {
            return await Self.show(report, titled: tr("Not Everything Was Removed"), over: window?.window)
        }
        window?.toast(tr("Logged out. Everything was removed from this computer."), button: tr("_Details")) {
            [weak self] in
            Task { await Self.show(report, titled: tr("Logged Out"), over: self?.window?.window) }
        }
    }

    static func show(_ report: LogOutReport, titled title: String, over window: ApplicationWindow?) async {
        let dialog = MessageDialog(over: window, heading: title, body: "")
        let text = Label(report.text)
        text.wraps()
        text.lineAlignment = 0
        text.setSelectable(true)
        if report.left.count > Self.maxLines {
            let scroll = ScrolledWindow(text)
            scroll.scrollsVerticallyOnly()
            scroll.setMinimumSize(height: 300)
            dialog.setExtraChild(scroll)
        } else {
            dialog.setExtraChild(text)
        }
        dialog.addResponse("close", tr("_Close"))
        _ = await dialog.ask()
    }
}

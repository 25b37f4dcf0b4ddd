import Contacts
import Foundation
import GLib
import Gtk
import Model
import Network
import Resources

/// The page for the server's address and the token.
final class SignInPage {
    enum Field {
        case address, token
    }

    let root: Widget
    /// The server accepted the person's input. The closure gets the account and the token. Its result is false where they could
    /// not be stored, and the page stays.
    var onSignedIn: ((Account, Token) async -> Bool)?
    /// The server sent an untrusted certificate. The result tells whether the person trusts it.
    var onUntrusted: ((ServerCertificate) async -> Bool)?
    /// The person wants to try the demo before having an account.
    var onDemo: (() -> Void)?
    /// The person wants to return to the stored contacts.
    var onCancel: (() -> Void)?

    private let address: Entry
    private let token: Entry
    private let external: Switch
    private let signInButton: Button
    private let tokenPageButton: Button
    private let demoButton: Button
    private let cancelButton: Button
    private let useHTTPButton: Button
    private let warning: Label
    private let problem: Label
    private let sessionOnly: Label
    private let title: Label
    private let subtitle: Label
    private var running: Task<Void, Never>?
    /// The server that only answers over http, while the page offers it.
    private var unencrypted: ServerAddress?
    /// The certificate that the person has trusted on this page.
    private var trusted: ServerCertificate?
    /// The account that gets a new token; nil for a first sign-in.
    private var renews: Account?
    /// The field that gets the focus.
    private var firstField: Field = .address
    /// Some stored contacts of that account, at most `count`; nil if they cannot be read.
    var knownContacts: (_ count: Int) async -> [KnownContact]? = { _ in nil }
    private let kind: any ServerKind

    /// `kind` is the kind of server that a person can sign in to.
    init(kind: any ServerKind) {
        self.kind = kind
        let builder = Builder(Resources.signInPage, translationDomain: translationDomain)
        root = Widget(borrowing: builder.pointer("page"))
        address = Entry(borrowing: builder.pointer("address", of: Entry.self))
        token = Entry(borrowing: builder.pointer("token", of: Entry.self))
        external = Switch(borrowing: builder.pointer("external", of: Switch.self))
        signInButton = Button(borrowing: builder.pointer("sign_in", of: Button.self))
        tokenPageButton = Button(borrowing: builder.pointer("token_page", of: Button.self))
        demoButton = Button(borrowing: builder.pointer("demo", of: Button.self))
        cancelButton = Button(borrowing: builder.pointer("cancel", of: Button.self))
        useHTTPButton = Button(borrowing: builder.pointer("use_http", of: Button.self))
        warning = Label(borrowing: builder.pointer("warning", of: Label.self))
        problem = Label(borrowing: builder.pointer("problem", of: Label.self))
        sessionOnly = Label(borrowing: builder.pointer("session_only", of: Label.self))
        title = Label(borrowing: builder.pointer("title", of: Label.self))
        subtitle = Label(borrowing: builder.pointer("subtitle", of: Label.self))
        Icon(borrowing: builder.pointer("icon", of: Icon.self)).name =
            Desktop.hasIcon(Cameo.applicationID) ? Cameo.applicationID : "system-users-symbolic"

        address.setTextAccessibleLabel(tr("Server Address"))
        // A pasted text that is too long stays too long, and so is refused.
        address.setMaxLength(ServerAddress.maxLength + 1)
        token.setTextAccessibleLabel(tr("API Token"))
        token.hideText()
        root.nameButtonsByLabels()
        for button in [tokenPageButton, demoButton] { button.wrapsLabel() }
        address.onTextChange { [weak self] in self?.addressChanged() }
        token.onTextChange { [weak self] in self?.showProblem(nil) }
        address.onEntryActivated { [weak self] in self?.token.grabFocus() }
        token.onEntryActivated { [weak self] in self?.signIn() }
        signInButton.onClicked { [weak self] in self?.signIn() }
        cancelButton.onClicked { [weak self] in self?.cancel() }
        root.onUnusedKey { [weak self] key in
            guard let self, key.isEscape, self.cancelButton.isVisible else { return false }
            self.cancel()
            return true
        }
        useHTTPButton.onClicked { [weak self] in self?.useHTTP() }
        demoButton.onClicked { [weak self] in self?.onDemo?() }
        tokenPageButton.onClicked { [weak self] in self?.openTokenPage() }
        addressChanged()
    }

    /// Resets the page: empty, or for an account that needs a new token or, with that first field, a new address.
    func reset(renewing account: Account? = nil, at field: Field = .token) {
        running?.cancel()
        trusted = nil
        renews = account
        // No data of an account stays after it is gone.
        if account == nil { knownContacts = { _ in nil } }
        firstField = account == nil ? .address : field
        address.text = account?.server.url.absoluteString ?? ""
        token.text = ""
        external.isActive = account?.loadsExternalPictures ?? true
        cancelButton.isVisible = account != nil
        demoButton.isVisible = account == nil
        (title.text, subtitle.text) =
            switch (account, field) {
            case (nil, _): (tr("Welcome to Cameo"), tr("Log in to see the contacts on your Monica server."))
            case (_, .token):
                (
                    tr("New Token"),
                    tr("Your contacts stay readable. A new token lets Cameo update your contacts.")
                )
            case (_, .address):
                (
                    tr("New Server Address"),
                    tr(
                        "If your server has moved, your contacts and the changes that wait stay here. The new address needs a token too."
                    )
                )
            }
        showProblem(nil)
    }

    /// Shows that the token cannot be stored, because the desktop has no keyring.
    func setHasKeyring(_ hasKeyring: Bool) {
        sessionOnly.isVisible = !hasKeyring
    }

    /// The sentence for a keyring that takes long.
    static var keyringWaits: String { tr("The keyring is being opened. Enter its password if it asks for it.") }

    func showKeyringWaits(_ waits: Bool) {
        showProblem(waits ? Self.keyringWaits : nil)
    }

    func focus() {
        switch firstField {
        case .address: address.grabFocus()
        case .token: token.grabFocus()
        }
    }
}

private extension SignInPage {
    var typedServer: ServerAddress? {
        // An incomplete address is no error yet.
        try? kind.address(address.text)
    }

    func addressChanged() {
        showProblem(nil)
        let server = typedServer
        tokenPageButton.isSensitive = server != nil
        warning.isVisible = server.map { !$0.isEncrypted && !$0.isLoopback } ?? false
    }

    /// The certificate that the person already trusts, for its host only.
    var trustedFingerprint: String? {
        let host = typedServer?.origin.host
        if let trusted, trusted.host == host { return trusted.fingerprint }
        return renews.flatMap { $0.server.origin.host == host ? $0.trustedFingerprint : nil }
    }

    func openTokenPage() {
        guard let page = typedServer.map(kind.tokenPage) else { return }
        Task { [weak self] in
            if let sentence = await LinkOpener(over: nil).follow(page.absoluteString) { self?.showProblem(sentence) }
        }
    }

    func signIn() {
        guard running == nil else { return }
        var attempt = SignIn(
            kind: kind, address: address.text, token: token.text, loadsExternalPictures: external.isActive,
            trustedFingerprint: trustedFingerprint, renews: renews, knownContacts: knownContacts)
        attempt.onWait = { [weak self] wait in
            self?.showProblem(wait.map { tr("Too many requests. Trying again in %1$s.", $0.localizedDescription) })
        }
        showProblem(nil)
        setBusy(true)
        running = Task { [weak self, attempt] in
            do throws(SignInError) {
                let (account, token) = try await attempt.run()
                let isStored = await self?.onSignedIn?(account, token) == true
                // The secret must not stay in a widget, except for another try.
                if isStored, !Task.isCancelled { self?.token.text = "" }
            } catch {
                self?.failed(error)
            }
            self?.running = nil
            self?.setBusy(false)
        }
    }

    /// Asks whether to trust a certificate, and then signs in with it.
    func ask(about certificate: ServerCertificate) {
        Task { [weak self] in
            guard await self?.onUntrusted?(certificate) == true else { return }
            self?.trusted = certificate
            self?.signIn()
        }
    }

    /// Cancels a running attempt; without one, returns to the contacts.
    func cancel() {
        if let running { running.cancel() } else { onCancel?() }
    }

    func failed(_ error: SignInError) {
        guard error != .server(.transport(.cancelled)) else { return }
        showProblem(error.sentence)
        switch error {
        case .onlyUnencrypted(let server):
            offer(server)
            address.grabFocus()
        case .untrustedCertificate(let certificate): ask(about: certificate)
        case .otherPerson where typedServer != renews?.server: address.grabFocus()
        case .token, .otherPerson, .server(.unauthorized):
            token.grabFocus()
            // The next token replaces this one, which shows only as dots.
            token.selectAll()
        default: address.grabFocus()
        }
    }

    /// Offers the connection without encryption, by a button that names the address.
    func offer(_ server: ServerAddress) {
        unencrypted = server
        useHTTPButton.label = tr("Use %1$s", server.url.absoluteString)
        useHTTPButton.nameButtonsByLabels()
        useHTTPButton.isVisible = true
    }

    func useHTTP() {
        guard let server = unencrypted else { return }
        // From now on the page shows the warning for http.
        address.text = server.url.absoluteString
        signIn()
    }

    func showProblem(_ sentence: String?) {
        unencrypted = nil
        useHTTPButton.isVisible = false
        problem.text = sentence ?? ""
        problem.isVisible = sentence != nil
    }

    func setBusy(_ busy: Bool) {
        signInButton.label = busy ? tr("Logging In…") : tr("_Log In")
        signInButton.nameButtonsByLabels()
        signInButton.isSensitive = !busy
        cancelButton.isVisible = busy || renews != nil
        // The Cancel button takes its place, so that nothing moves.
        tokenPageButton.isVisible = !busy || renews != nil
        // Insensitive fields would lose the focus, and the cursor with it.
        address.isEditable = !busy
        token.isEditable = !busy
    }
}

import Contacts
import Keyring
import Network

/// A new token, or a new address, for the signed-in account.
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

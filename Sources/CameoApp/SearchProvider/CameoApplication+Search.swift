import Contacts
import GLib

/// Requests from outside of the program's windows.
extension CameoApplication {
    /// Must be called before the application has its name on the bus: see `BusObject`.
    func offerSearch() {
        let provider = SearchProvider(
            application: application, nameOrder: { [preferences] in preferences.nameOrder }
        ) { [weak self] in
            // When the stored contacts do not open, the window shows the reason.
            try? await self?.storedSession()
        }
        provider.onOpen = { [weak self] in self?.show(.contact($0)) }
        provider.onSearch = { [weak self] in self?.show(.search($0)) }
        searchProvider = provider
    }

    /// The session of the signed-in account. Opens it if needed, also without a window. Nil when no account is signed in.
    func storedSession() async throws(ContactStoreError) -> Session? {
        if let session { return session }
        guard !isLoggingOut else { return nil }
        let task = opening ?? Task { await openSession() }
        opening = task
        defer { opening = nil }
        return try await task.value.get()
    }

    /// Begins to read the stored contacts while the window is made. Both run at the same time.
    func openEarly() {
        guard case .normal = mode, session == nil, opening == nil, !isLoggingOut else { return }
        early = Task.detached { [directories, kinds, listed = preferences.listed] in
            await OpenedAccount.openEarly(in: directories, kinds: kinds, listed: listed)
        }
    }

    private func openSession() async -> Result<Session?, ContactStoreError> {
        let early = early
        self.early = nil
        await finishCutOffWork()
        do throws(ContactStoreError) {
            var opened = await early?.value
            if opened == nil {
                opened = try await OpenedAccount.open(in: directories, kinds: kinds, listed: preferences.listed)
            }
            guard let opened else { return .success(nil) }
            account = opened.account
            let session = Session(opened, pictures: directories.pictures(of: opened.account.id))
            self.session = session
            return .success(session)
        } catch {
            // A person can log out even when the stored contacts cannot be read.
            account = await AccountFile(url: directories.accountFile).load()
            return .failure(error)
        }
    }

    /// Shows the window. It fulfils the request once there are contacts.
    func show(_ showRequest: ShowRequest) {
        self.showRequest = showRequest
        activate()
        fulfilShowRequest()
    }

    func fulfilShowRequest() {
        guard let showRequest, let window, window.hasSession, window.page == .contacts else { return }
        self.showRequest = nil
        switch showRequest {
        case .contact(let id): window.show(contactID: id)
        case .search(let text): window.search(for: text)
        case .links(let links): window.opener.open(links: links)
        }
    }
}

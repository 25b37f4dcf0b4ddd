import Contacts
import GLib

/// What is asked of the program from outside of its windows.
extension CameoApplication {
    /// To be called before the application has its name on the bus: see `BusObject`.
    func offerSearch() {
        let provider = SearchProvider(application: application) { [weak self] in
            // When what is stored does not open, the window says why.
            try? await self?.storedSession()
        }
        provider.onOpen = { [weak self] in self?.show(.contact($0)) }
        provider.onSearch = { [weak self] in self?.show(.search($0)) }
        searchProvider = provider
    }

    /// Who is signed in, with what is stored; opened if it is not, also without a window. Nil when nobody is signed in.
    func storedSession() async throws(ContactStoreError) -> Session? {
        if let session { return session }
        guard !isLoggingOut else { return nil }
        let task = opening ?? Task { await openSession() }
        opening = task
        defer { opening = nil }
        return try await task.value.get()
    }

    /// Begins to read what is stored while the window is made, so that both take the time of one.
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
            // Whoever cannot see what is stored can still log out.
            account = await AccountFile(url: directories.accountFile).load()
            return .failure(error)
        }
    }

    /// Shows the window, and in it what is asked for as soon as there are contacts.
    func show(_ showRequest: ShowRequest) {
        self.showRequest = showRequest
        activate()
        fulfilShowRequest()
    }

    func fulfilShowRequest() {
        guard let showRequest, let window, window.hasSession else { return }
        self.showRequest = nil
        switch showRequest {
        case .contact(let id): window.show(contactID: id)
        case .search(let text): window.search(for: text)
        case .links(let links): window.opener.open(links: links)
        }
    }
}

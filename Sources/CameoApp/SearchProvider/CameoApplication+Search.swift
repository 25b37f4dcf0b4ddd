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

    private func openSession() async -> Result<Session?, ContactStoreError> {
        await finishCutOffWork()
        guard let account = await AccountFile(url: places.accountFile).load(), let kind = kinds.kind(of: account) else {
            return .success(nil)
        }
        self.account = account
        do throws(ContactStoreError) {
            let store = try await ContactStore.open(
                at: places.contacts(of: account.id), bounds: StoreBounds(ofDatabaseAt: places.contacts(of: account.id)),
                decoder: kind)
            let session = Session(
                account: account, kind: kind, token: nil, store: store, pictures: places.pictures(of: account.id),
                notes: await CrashNotes.open(places.crashNotes(of: account.id)))
            self.session = session
            return .success(session)
        } catch {
            return .failure(error)
        }
    }

    /// Shows the window, and in it what is asked for as soon as there are contacts.
    func show(_ wish: Wish) {
        self.wish = wish
        activate()
        fulfilWish()
    }

    func fulfilWish() {
        guard let wish, let window, window.hasSession else { return }
        self.wish = nil
        switch wish {
        case .contact(let id): window.show(contactID: id)
        case .search(let text): window.search(for: text)
        }
    }
}

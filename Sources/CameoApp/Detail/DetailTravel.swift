import Contacts

/// The way back and forth over the contacts that were seen on a page; those that are deleted meanwhile are left out.
final class DetailTravel {
    /// Called when there may be another way.
    var onChange: (() -> Void)?

    private var history = ContactHistory() {
        didSet { if history != oldValue { onChange?() } }
    }
    /// Contacts that were stored; others, such as somebody's relatives, are in no list and were never meant to be.
    private var stored: Set<Int> = []
    private weak var store: ContactStore?
    private var changes: ContactObservation?

    /// All contacts of the history, the shown one included.
    var seen: Set<Int> { history.all }
    var canGoBack: Bool { history.canGoBack }
    var canGoForward: Bool { history.canGoForward }

    func goBack() -> Int? { history.goBack() }
    func goForward() -> Int? { history.goForward() }

    /// A person chose a contact, perhaps by a line of a former one.
    func choose(_ id: Int, from former: Int?, in store: ContactStore) {
        guard id != history.current else { return }
        if let former { history.visit(former) }
        see(id, in: store)
    }

    /// A person sees a contact.
    func see(_ id: Int, in store: ContactStore) {
        follow(store)
        history.visit(id)
        leaveOutDeleted()
    }

    /// Forgets all of them.
    func forget() {
        history.clear()
        stored = []
        changes = nil
        store = nil
    }

    private func follow(_ new: ContactStore) {
        guard store !== new else { return }
        forget()
        store = new
        changes = new.observeChanges { [weak self] in
            Task { @MainActor in self?.leaveOutDeleted() }
        }
    }

    private func leaveOutDeleted() {
        guard let store else { return }
        Task { [weak self] in
            guard let self else { return }
            // A store that cannot be read removes no contact from the way.
            guard let present = try? await store.stored(of: self.history.all), self.store === store else { return }
            self.stored.formUnion(present)
            self.history.remove(self.stored.subtracting(present))
        }
    }
}

import Contacts

/// The way back and forth over the contacts that were seen on a page. It passes over deleted contacts.
final class DetailTravel {
    /// Called when there may be another way.
    var onChange: (() -> Void)?

    private var history = ContactHistory() {
        didSet {
            guard history != oldValue else { return }
            places = places.filter { history.all.contains($0.key) }
            onChange?()
        }
    }
    /// The places where the person left the contacts of the history.
    private var places: [Int: DetailView.Place] = [:]
    /// The contact that the person goes back or forward to.
    private var returning: Int?
    /// Contacts that were stored. A partial contact is in no list, and stays in the history without it.
    private var stored: Set<Int> = []
    private weak var store: ContactStore?
    private var changes: ContactObservation?

    /// The contacts of the history that exist, the shown one included.
    var seen: Set<Int> { history.all.subtracting(history.gone) }
    var canGoBack: Bool { history.canGoBack }
    var canGoForward: Bool { history.canGoForward }

    func goBack() -> Int? {
        returning = history.goBack()
        return returning
    }

    func goForward() -> Int? {
        returning = history.goForward()
        return returning
    }

    /// Keeps the place at which a contact is left for another one.
    func leave(_ id: Int, at place: DetailView.Place) { places[id] = place }

    /// The place where the person left a contact; nil for a contact to which the person does not go back or forward. It is taken
    /// once.
    func takePlace(of id: Int) -> DetailView.Place? {
        guard id == returning else { return nil }
        returning = nil
        return places[id]
    }

    /// A person chose a contact, perhaps by a line of a former one.
    func choose(_ id: Int, from former: Int?, in store: ContactStore) {
        guard id != history.current else { return }
        returning = nil
        if let former { history.visit(former) }
        see(id, in: store)
    }

    /// A person sees a contact.
    func see(_ id: Int, in store: ContactStore) {
        follow(store)
        history.visit(id)
        passOverDeleted()
    }

    /// Forgets all of them.
    func forget() {
        history.clear()
        (places, returning) = ([:], nil)
        stored = []
        changes = nil
        store = nil
    }

    private func follow(_ new: ContactStore) {
        guard store !== new else { return }
        forget()
        store = new
        changes = new.observeChanges { [weak self] in
            Task { @MainActor in self?.passOverDeleted() }
        }
    }

    private func passOverDeleted() {
        guard let store else { return }
        Task { [weak self] in
            guard let self else { return }
            let all = self.history.all
            // A store that cannot be read removes no contact from the way.
            guard let present = try? await store.stored(of: all), self.store === store else { return }
            self.stored.formUnion(present)
            self.history.gone = self.stored.intersection(all).subtracting(present)
        }
    }
}

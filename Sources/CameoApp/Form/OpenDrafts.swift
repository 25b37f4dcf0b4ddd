import Contacts
import Model

/// The drafts of an account. The draft of an open form is not offered.
final class OpenDrafts {
    private let store: ContactStore
    private var keepers: [DraftKeeper] = []
    /// The numbers of the drafts of which the form is about to open.
    private var taken: Set<Int64> = []
    /// The numbers of the drafts that a person discarded, as long as they can undo that.
    private var discarded: Set<Int64> = []

    init(store: ContactStore) {
        self.store = store
    }

    /// A form is open from now on, and kept by this one.
    func add(_ keeper: DraftKeeper) {
        keepers.append(keeper)
        if let number = keeper.number { taken.remove(number) }
    }

    /// The form is closed, and its draft is offered.
    func remove(_ keeper: DraftKeeper) {
        keepers.removeAll { $0 === keeper }
    }

    /// The drafts of a contact, or of new contacts. Drafts of open forms are left out. The latest comes first.
    func offered(_ contact: ContactID?) async throws(ContactStoreError) -> [Draft] {
        let drafts = try await store.drafts()
        // A keeper learns the number of its draft only after the draft is stored.
        for keeper in keepers { await keeper.settled() }
        let hidden = taken.union(discarded).union(keepers.compactMap(\.number))
        var offered = drafts.filter { $0.contact == contact && !$0.isAwaitingContact && !hidden.contains($0.id) }
        guard contact == nil else { return offered }
        // An entry needs its contact. The draft would stay for ever.
        for draft in offered where draft.isOfEntry { try await store.removeDraft(draft.id) }
        offered.removeAll(where: \.isOfEntry)
        return offered
    }

    /// Stops offering the draft. The draft stays on the disk until `removeDiscarded`.
    func discard(_ draft: Draft) {
        discarded.insert(draft.id)
    }

    /// The draft is offered again.
    func restore(_ draft: Draft) {
        discarded.remove(draft.id)
    }

    /// Removes a discarded draft for good.
    func removeDiscarded(_ draft: Draft) async throws(ContactStoreError) {
        guard discarded.contains(draft.id) else { return }
        try await store.removeDraft(draft.id)
        discarded.remove(draft.id)
    }

    /// Returns the present state of a draft, else the contact's latest one of a form. It belongs to one form or entry until
    /// `add` or `giveBack`.
    func take(_ draft: Draft?, of contact: ContactID?) async throws(ContactStoreError) -> Draft? {
        let offered = try await offered(contact)
        // Without a chosen draft, a new contact begins empty.
        let next = offered.first { $0.id == draft?.id } ?? (contact == nil ? nil : offered.first { !$0.isOfEntry })
        if let next { taken.insert(next.id) }
        return next
    }

    /// The form of the draft did not open.
    func giveBack(_ draft: Draft) {
        taken.remove(draft.id)
    }
}

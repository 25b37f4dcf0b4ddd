import Contacts
import Model

/// The drafts of an account. The draft of a form that is open, in this process or another one, is not offered.
final class OpenDrafts {
    private let store: ContactStore
    private let account: String
    private var keepers: [DraftKeeper] = []
    /// The numbers of the drafts that a person discarded, as long as they can undo that.
    private var discarded: Set<Int64> = []

    init(store: ContactStore, account: String) {
        self.store = store
        self.account = account
    }

    /// A form is open from now on, and kept by this one.
    func add(_ keeper: DraftKeeper) {
        keepers.append(keeper)
    }

    /// The form is closed, and its draft is offered.
    func remove(_ keeper: DraftKeeper) {
        keepers.removeAll { $0 === keeper }
    }

    /// The drafts of a contact, or of new contacts. Drafts of open forms are left out. The latest comes first.
    func offered(_ contact: ContactID?) async throws(ContactStoreError) -> [Draft] {
        let drafts = try await store.drafts(account: account)
        // A keeper learns the number of its draft only after the draft is stored.
        for keeper in keepers { await keeper.settled() }
        let ours = Set(keepers.compactMap(\.number))
        return drafts.filter {
            $0.contact == contact && !ours.contains($0.id) && !discarded.contains($0.id) && !$0.isOpenElsewhere
        }
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

    /// Goes on with a draft, or else with the latest about the contact; another form that has it keeps its own from now on.
    func take(_ draft: Draft?, of contact: ContactID?) async throws(ContactStoreError) -> Draft? {
        if let draft, let taken = try await store.takeDraft(draft.id) { return taken }
        let offered = try await offered(contact)
        // Without a chosen draft, a new contact begins empty. The chosen draft may have another number by now.
        let next = contact == nil ? offered.first { $0.form == draft?.form } : offered.first
        guard let next else { return nil }
        return try await store.takeDraft(next.id)
    }
}

import Contacts
import Model

/// Which contacts have changes that the server has not yet, or carried out otherwise, and which contact is the user, for the
/// rows and pages that show that.
final class EditMarks {
    enum Mark {
        case waiting, needsPerson

        /// The words for a screen reader and a tooltip.
        var localizedDescription: String {
            switch self {
            case .waiting: tr("Waiting to be sent")
            case .needsPerson: tr("Needs your decision")
            }
        }

        var icon: String {
            switch self {
            case .waiting: "emblem-synchronizing-symbolic"
            case .needsPerson: "dialog-warning-symbolic"
            }
        }
    }

    private(set) var changes: [WaitingChange] = []
    /// The changes as the page of unsent changes lists them.
    private(set) var lines: [WaitingChange] = []
    /// Changes that the person discarded, as long as the person can undo that.
    private(set) var discarded: Set<WaitingChange.ID> = []
    private var all: (changes: [WaitingChange], lines: [WaitingChange]) = ([], [])
    private var marks: [Int: Mark] = [:]
    /// In which order the parts of names in the changes stand.
    private(set) var nameOrder = NameOrder.asOnServer
    private let observers = Observers()
    private var observation: ContactObservation?
    private var userObservation: ContactObservation?
    /// The contact that is the user; nil if none is.
    private(set) var user: Int?

    /// Follows the pending changes of an outbox; nil without one.
    func follow(_ outbox: Outbox?, nameOrder: NameOrder = .asOnServer) {
        self.nameOrder = nameOrder
        observation = outbox?.observeWaiting(named: nameOrder.arrangement) { [weak self] changes in
            let lines = changes.lines
            Task { @MainActor in self?.show(changes, lines) }
        }
        if outbox == nil { show([], []) }
    }

    /// Follows which contact is the user in a store; nil without an account.
    func followUser(in store: ContactStore?) {
        userObservation = store?.observe({ store throws(ContactStoreError) in try await store.userContact() }) {
            [weak self] user in
            Task { @MainActor in self?.show(user: user) }
        }
        if store == nil { show(user: nil) }
    }

    /// The mark of a contact; nil for none.
    func mark(of contactID: Int) -> Mark? { marks[contactID] }

    /// The marks of the rows on a contact's page.
    func fields(of contactID: Int) -> [FieldID: Mark] {
        var fields: [FieldID: Mark] = [:]
        for change in changes where change.contact.rawValue == Int64(contactID) {
            for field in change.fields where fields[field] != .needsPerson {
                fields[field] = change.needsPerson ? .needsPerson : .waiting
            }
        }
        return fields
    }

    /// The changes of a contact that a person has to decide about.
    func undecided(of contactID: Int) -> [WaitingChange] {
        changes.filter { $0.contact.rawValue == Int64(contactID) && $0.needsPerson }
    }

    /// Calls back when marks change, until the observation is released.
    func observe(_ onChange: @escaping () -> Void) -> MarksObservation {
        observers.add(onChange)
    }

    private func show(user: Int?) {
        guard user != self.user else { return }
        self.user = user
        observers.tell()
    }

    /// Hides changes until `restore`.
    func discard(_ changes: [WaitingChange.ID]) {
        discarded.formUnion(changes)
        show()
    }

    /// Shows discarded changes again, as far as they are still there. `present` are all changes that are there now, where
    /// that is known.
    func restore(_ changes: [WaitingChange.ID], present: [WaitingChange]? = nil) {
        discarded.subtract(changes)
        if let present { all = (present, present.lines) }
        show()
    }

    private func show(_ changes: [WaitingChange], _ lines: [WaitingChange]) {
        guard changes != all.changes else { return }
        all = (changes, lines)
        show()
    }

    private func show() {
        changes = all.changes.filter { !discarded.contains($0.id) }
        lines = all.lines.filter { !discarded.contains($0.id) }
        marks = [:]
        for change in changes {
            let id = Int(change.contact.rawValue)
            if change.needsPerson || marks[id] == nil { marks[id] = change.needsPerson ? .needsPerson : .waiting }
        }
        observers.tell()
    }
}

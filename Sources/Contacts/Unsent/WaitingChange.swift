public import Foundation
public import Model

/// Makes the name to show from the name as the server shows it, the first name and the last name.
public typealias NameArrangement = @Sendable (_ complete: String, _ firstName: String?, _ lastName: String?) -> String

/// A pending change with the words to describe it. A day and its reminder are one waiting change.
public struct WaitingChange: Identifiable, Hashable, Sendable {
    /// The slot of a contact.
    public struct ID: Hashable, Sendable {
        public let contact: ContactID
        public let slot: Slot

        /// The slot of a contact; `OutboxContact.account` for the user.
        public init(contact: ContactID, slot: Slot) {
            self.contact = contact
            self.slot = slot
        }
    }

    /// How far a change is.
    public enum State: Hashable, Sendable {
        /// It is sent as soon as that is possible.
        case waiting
        /// It waits for the end of its toast.
        case held
        /// It names another contact that the server does not have yet.
        case waitsForContact
        /// It names another contact that is gone.
        case contactGone
        /// Its request is under way.
        case beingSent
        /// Its request may have arrived.
        case inDoubt
        /// It waits for the person.
        case problem(Problem)
        /// It was sent, and the server shows another value; nil for nothing.
        case notice(found: SlotValue?)
    }

    public let id: ID
    /// The server's value that it is set against; nil for nothing.
    public let base: SlotValue?
    /// The wanted value; nil for nothing.
    public let wanted: SlotValue?
    /// The wanted state of the reminder of its day; nil where the reminder stays.
    public internal(set) var reminder: Bool?
    public let state: State
    /// When the person set the slot first.
    public let since: Date
    /// The name of the contact; "" for a contact without a name.
    public internal(set) var name = ""
    /// The rows of the contact's page that it changes.
    public internal(set) var fields: Set<FieldID> = []
    /// The names of the contacts that its values name.
    public internal(set) var people: [AnyContactID: String] = [:]
    /// The kind of the contact field that it changes; nil for any other change.
    public internal(set) var fieldType: FieldTypeChoice?
    /// Why nothing at all is sent now; nil where something may be.
    public internal(set) var pause: OutboxPause?
    /// The tag of several contacts that the line is about; nil for a change of one contact.
    public internal(set) var sharedTag: SharedTag?
    /// When it goes on, by the clock of the outbox; nil where no moment ends the wait.
    var goesOn: TimeInterval?

    public var contact: ContactID { id.contact }
    public var slot: Slot { id.slot }
    /// The pending changes that go with the line.
    public var changes: [ID] { sharedTag?.changes ?? [id] }

    /// Whether the person has to decide.
    public var needsPerson: Bool {
        switch state {
        case .problem, .notice, .contactGone: true
        default: false
        }
    }

    /// The server's value in a conflict; nil unless it conflicts. A deletion has none.
    public var conflict: SlotState? {
        guard case .problem(.conflict(let values)) = state else { return nil }
        return values.first { $0.slot == slot }
    }
}

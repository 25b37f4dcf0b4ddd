import Foundation
import GRDB
import Model

@testable import Contacts

/// Copies that a store would keep; they outlive the process that is killed.
final class ModelCopies: EditCopies, @unchecked Sendable {
    var all: [ContactID: ServerContact] = [:]
    /// Which contact is the user, as far as it is known.
    var user: ContactID?

    func copy(of contact: ContactID, _ db: Database) -> ServerContact? { all[contact] }

    func store(_ copy: ServerContact, as contact: ContactID, _ db: Database) { store(copy, as: contact) }

    func store(_ copy: ServerContact, as contact: ContactID) {
        all[contact] = copy
        if copy.isMe { user = contact } else if user == contact { user = nil }
    }

    func user(_ db: Database) -> ContactID?? { .some(user) }
    func setUser(_ contact: ContactID?, _ db: Database) { user = contact }

    func remove(_ contact: ContactID, _ db: Database) { remove(contact) }

    func remove(_ contact: ContactID) {
        all[contact] = nil
        if user == contact { user = nil }
    }

    func adopt(_ remote: RemoteID, as contact: ContactID, _ db: Database) {
        all = all.filter { $0.value.id != remote || $0.key == contact }
    }
}

// What of a store most tests go without.
extension EditCopies {
    func show(_ contacts: Set<ContactID>, _ book: EditBook, _ db: Database) throws {}
    func isPicture(_ photo: ServerPhoto, besides contact: ContactID, _ db: Database) throws -> Bool { false }
    func user(_ db: Database) throws -> ContactID?? { nil }
    func setUser(_ contact: ContactID?, _ db: Database) throws {}
    func setReminder(_ reminder: DayReminder, _ db: Database) throws {}
}

/// What may happen in a run.
struct World {
    var hasFaults = true
    var hasCrashes = true
    var hasOthers = true
    var hasLogOuts = true
    var acts = 12
    /// How many requests go wrong; nil for some share by the seed.
    var faultRate: Double?
    /// Whether new parts read as those that are there.
    var repeatsParts = false
    /// Whether contacts have tags and relationships.
    var relates = false
    /// Whether the person says which contact is them.
    var claims = false
    /// Whether forms are left with what is typed in them.
    var keepsDrafts = false
    /// Whether the server says now and then that the token may change nothing.
    var forbids = false
    /// How many processes of the program there are, of which one sends.
    var processes = 1
    var contacts = 2
    /// In seconds; afterwards all comes to rest.
    var span: TimeInterval = 1_800

    /// Tags, and relationships among some contacts.
    static let related = World(relates: true, contacts: 3)

    /// Which contact the person is, now this one, now that.
    static let claimed = World(claims: true, contacts: 3)

    /// Forms that are left and continued later.
    static let drafted = World(keepsDrafts: true)

    /// Two processes; nobody logs out while another one runs.
    static let shared = World(hasLogOuts: false, processes: 2)

    /// A server, or what is in front of it, that does not let everything go.
    static let forbidden = World(forbids: true)

    /// Much at once with one contact.
    static let crowded = World(acts: 30, faultRate: 0.4, repeatsParts: true, contacts: 1, span: 90)

    static let named = [
        "related": related, "claimed": claimed, "drafted": drafted, "shared": shared, "forbidden": forbidden,
        "crowded": crowded,
    ]
}

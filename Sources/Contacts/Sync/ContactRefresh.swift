public import Foundation
public import Model
import Network

/// Brings one contact up to date that a person has opened, with the sections that the server has of it.
@MainActor
public struct ContactRefresh {
    /// A section of this age or less is not requested again, as long as its number of entries is still right.
    ///
    /// The server allows 60 requests a minute, and one contact may cost eight of them.
    private static let freshness: TimeInterval = 300
    private static let day: TimeInterval = 86_400

    private let server: any ContactServer
    private let store: ContactStore
    /// A refresh of a store from its server.
    public init(server: any ContactServer, store: ContactStore) {
        self.server = server
        self.store = store
    }

    /// Requests the contact and stores it; forgets a contact that was deleted on the server. Returns nil, without a request,
    /// for a contact that the server does not know yet.
    public func contact(id: Int) async throws -> Contact? {
        guard let number = try await store.remoteNumber(of: id) else { return nil }
        let asked = store.editClock
        var contact: Contact
        do {
            contact = try await server.contact(id: number)
        } catch ServerError.notFound {
            try await store.remove(ids: [id], asked: asked)
            throw ServerError.notFound
        }
        do throws(ContactStoreError) {
            try await store.upsert([contact], asked: asked)
        } catch {
            // A partial contact comes with no synchronisation. It is shown even if it cannot be stored.
            if !contact.isPartial { throw error }
        }
        if contact.id == number { contact.id = id }
        return contact
    }

    /// The results of the requests for a contact's sections.
    public struct Answers: Sendable {
        /// Sections that came, also empty.
        public var loaded: Set<ContactSection> = []
        /// The errors of the other sections. Their stored entries stay.
        public var failures: [ContactSection: any Error] = [:]
    }

    /// Asks for the sections in which the server has something, each for itself, and stores each when it comes.
    ///
    /// Skips the sections in `loaded`. Entries loaded before `oldest` are always requested again.
    public func sections(
        of contact: Contact, besides loaded: Set<ContactSection> = [], notBefore oldest: Date? = nil
    ) async throws(ContactStoreError) -> Answers {
        guard let statistics = contact.statistics, !contact.isPartial else { return Answers() }
        let asked = store.editClock
        let stored = try await store.storedSections(ofContact: contact.id)
        let needless = contact.wholeSections
        let hasReminders = try await store.hasReminders(ofContact: contact.id)
        let obsolete = needless.filter { stored[$0] != nil || $0 == .reminders && hasReminders }
        if !obsolete.isEmpty { try await store.remove(obsolete, ofContact: contact.id, asked: asked) }
        let fresh = max(Date.now.addingTimeInterval(-Self.freshness), oldest ?? .distantPast)
        let wanted = ContactSection.counted.filter { section in
            guard !needless.contains(section), !loaded.contains(section) else { return false }
            guard let stored = stored[section] else { return true }
            // A clock that was set back makes nothing fresh for ever.
            return stored.count != statistics.count(in: section) || stored.loadedAt < fresh || stored.loadedAt > .now
        }
        let answers = await withTaskGroup { group in
            for section in wanted {
                group.addTask { (section, await load(section, ofContact: contact.id, urgency: .person)) }
            }
            var answers = Answers()
            for await (section, error) in group {
                if let error { answers.failures[section] = error } else { answers.loaded.insert(section) }
            }
            return answers
        }
        // Today shows the tasks and reminders that the page of the contact shows.
        if !answers.loaded.union(obsolete).isDisjoint(with: [.tasks, .reminders]) { store.changes.listsChanged() }
        return answers
    }

    /// The sections of a stored contact of which this computer has not all that the server has.
    func missingSections(of contact: Contact) async throws(ContactStoreError) -> [ContactSection] {
        guard !contact.isPartial, let statistics = contact.statistics else { return [] }
        let stored = try await store.storedSections(ofContact: contact.id)
        let day = Date.now.addingTimeInterval(-Self.day)
        let needless = contact.wholeSections
        return ContactSection.counted.filter { section in
            guard !needless.contains(section) else { return false }
            guard let stored = stored[section] else { return true }
            // Where the two never agree, once a day is enough.
            return stored.count != statistics.count(in: section) && !(day...Date.now).contains(stored.loadedAt)
        }
    }

    /// Asks for a section and stores it; why it did not come, if so.
    func load(_ section: ContactSection, ofContact id: Int, urgency: HTTPUrgency) async -> (any Error)? {
        do {
            guard let number = try await store.remoteNumber(of: id) else { return nil }
            let asked = store.editClock
            let entries = try await server.entries(in: section, ofContact: number, urgency: urgency)
            try await store.store(entries, in: section, ofContact: id, asked: asked)
            return nil
        } catch {
            return error
        }
    }
}

extension Contact {
    /// The sections of which the server has nothing, or nothing besides the entries in the contact itself.
    var wholeSections: [ContactSection] {
        guard !isPartial, let statistics else { return [] }
        return ContactSection.counted.filter { statistics.count(in: $0) <= ($0 == .notes ? notes.count : 0) }
    }
}

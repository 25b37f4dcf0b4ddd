public import Foundation
public import MonicaAPI

/// Brings one contact up to date that a person has opened, with the sections that the server has of it.
@MainActor
public struct ContactRefresh {
    /// A section is not asked for again while it is this young, as long as its number of entries is still right.
    ///
    /// The server allows 60 requests a minute, and one contact may cost eight of them.
    private static let freshness: TimeInterval = 300

    private let client: MonicaClient
    private let store: ContactStore

    public init(client: MonicaClient, store: ContactStore) {
        self.client = client
        self.store = store
    }

    /// Asks for the contact and stores it; one that the server does not have any more is forgotten.
    public func contact(id: Int) async throws -> Contact {
        let contact: Contact
        do {
            contact = try await client.contact(id: id)
        } catch MonicaError.notFound {
            try await store.remove(ids: [id])
            throw MonicaError.notFound
        }
        // Somebody's relative is in no list; it can be shown even where nothing can be stored.
        if !contact.isPartial { try await store.upsert([contact]) }
        return contact
    }

    /// Asks for the sections in which the server has something, each for itself, and stores each when it comes.
    ///
    /// Entries loaded before `oldest` are asked for whatever their age. Returns why sections did not come; what was
    /// stored of them stays.
    public func sections(
        of contact: Contact, notBefore oldest: Date? = nil
    ) async throws(ContactStoreError) -> [ContactSection: any Error] {
        guard !contact.isPartial, let statistics = contact.statistics else { return [:] }
        let stored = try await store.storedSections(ofContact: contact.id)
        let needless = ContactSection.allCases.filter { Self.isWhole(without: $0, contact, statistics) }
        let obsolete = needless.filter { stored[$0] != nil }
        if !obsolete.isEmpty { try await store.remove(obsolete, ofContact: contact.id) }
        let fresh = max(Date.now.addingTimeInterval(-Self.freshness), oldest ?? .distantPast)
        let wanted = ContactSection.allCases.filter { section in
            guard !needless.contains(section) else { return false }
            guard let stored = stored[section] else { return true }
            // A clock that was set back makes nothing fresh for ever.
            return stored.count != statistics.count(in: section) || !(fresh...Date.now).contains(stored.loadedAt)
        }
        return await withTaskGroup { group in
            for section in wanted {
                group.addTask { (section, await load(section, ofContact: contact.id)) }
            }
            var failures: [ContactSection: any Error] = [:]
            for await (section, error) in group { failures[section] = error }
            return failures
        }
    }

    /// Nothing is there, or all of it came with the contact.
    private static func isWhole(
        without section: ContactSection, _ contact: Contact, _ statistics: Statistics
    ) -> Bool {
        statistics.count(in: section) <= (section == .notes ? contact.notes.count : 0)
    }

    private func load(_ section: ContactSection, ofContact id: Int) async -> (any Error)? {
        do {
            let entries: SectionEntries
            do throws(MonicaError) {
                entries = try await client.entries(in: section, ofContact: id)
            } catch .rateLimited(let wait) {
                // Whoever goes on to another contact ends the wait.
                try await Task.sleep(for: wait)
                entries = try await client.entries(in: section, ofContact: id)
            }
            try await store.store(entries, in: section, ofContact: id)
            return nil
        } catch {
            return error
        }
    }
}

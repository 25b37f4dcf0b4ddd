public import Foundation
import GRDB
public import Model

/// A contact with all that is stored of it.
public struct StoredContact: Sendable, Equatable {
    /// The contact as it is shown: the server's copy with the edits that wait.
    public let contact: Contact
    /// The loaded entries of its sections.
    public let sections: ContactSections
    /// The summaries of the stored contacts that this contact names, from their own rows.
    public let related: [Int: ContactSummary]
    /// The known genders of this contact's relations, from their own copies.
    public let genders: [Int: GenderType]
    /// The contacts that a partial contact is a relation of; empty for other contacts.
    public let holders: [RelationHolder]
    /// How many entries are stored of each section that was ever loaded.
    private let counts: [ContactSection: Int]
    /// Sections that a write from here has changed on the server since they were loaded.
    public let outdated: Set<ContactSection>
    /// Sections without a number of entries in the contact that were never read for all contacts.
    public let unread: Set<ContactSection>

    /// A stored contact of its parts.
    public init(
        _ contact: Contact, sections: ContactSections = ContactSections(), related: [Int: ContactSummary] = [:],
        genders: [Int: GenderType] = [:], holders: [RelationHolder] = [], counts: [ContactSection: Int] = [:],
        outdated: Set<ContactSection> = [], unread: Set<ContactSection> = []
    ) {
        self.contact = contact
        self.sections = sections
        self.related = related
        self.genders = genders
        self.holders = holders
        self.counts = counts
        self.outdated = outdated
        self.unread = unread
    }

    /// Whether a section was loaded, and no write from here has changed it since.
    public func hasLoaded(_ section: ContactSection) -> Bool {
        counts[section] != nil && !outdated.contains(section)
    }

    /// How many entries the server has in a section, by the contact's own statistics, that are not on this computer.
    ///
    /// Entries beyond `SectionEntries.maxCount` are never loaded and do not count.
    public func missingCount(in section: ContactSection) -> Int {
        guard !contact.isPartial, let statistics = contact.statistics else { return 0 }
        let (total, stored) = (statistics.count(in: section), counts[section] ?? 0)
        let known = section == .notes ? max(stored, contact.notes.count) : stored
        return total > known && stored < SectionEntries.maxCount ? total - known : 0
    }

    /// The contacts with an effect on this value when they change.
    var concerned: Set<Int> { contact.named.union([contact.id]).union(holders.map(\.contact.id)) }
}

extension Contact {
    /// The contacts that are named in this one.
    fileprivate var named: Set<Int> {
        Set(relationships.map(\.contact.id)).union((howYouMet?.through).map { [$0.id] } ?? [])
    }

    /// A contact holds a copy of each that it is related to, and keeps it when that one changes.
    fileprivate func fetchGenders(_ db: Database, by decoder: any ContactDecoder) throws -> [Int: GenderType] {
        // Each contact is decoded as a whole. Further relations take their words from this contact's copy.
        let maxRelations = 50
        let ids = Set(relationships.prefix(maxRelations).map(\.contact.id))
        return try ids.reduce(into: [:]) { $0[$1] = try Contact.fetch(db, id: $1, by: decoder)?.genderType }
    }
}

extension ContactSections {
    private static let maxAttendees = 200

    /// The first contacts that took part in activities.
    fileprivate var attendees: Set<Int> {
        Set(activities.lazy.flatMap(\.attendees).map(\.id).prefix(Self.maxAttendees))
    }
}

extension ContactStore {
    /// A contact with all that is stored of it; nil if it is not stored.
    public func storedContact(id: Int) async throws(ContactStoreError) -> StoredContact? {
        try await read { [decoder] db in
            guard let contact = try Contact.fetch(db, id: id, by: decoder) else { return nil }
            let sections = try ContactSections.fetch(db, contactID: id, by: decoder)
            let named = contact.named.union(sections.attendees)
            let related = try ContactSummary.fetchNamed(db, ids: named).map { ($0.id, $0) }
            let extents = try StoredSection.extents(db, contactID: id)
            return StoredContact(
                contact, sections: sections,
                related: Dictionary(related) { first, _ in first }, genders: try contact.fetchGenders(db, by: decoder),
                holders: contact.isPartial ? try RelationHolder.fetch(db, of: id) : [],
                counts: extents.mapValues(\.count), outdated: Set(extents.filter(\.value.isOutdated).keys),
                // A partial contact has no sections, and a contact that was made here has none on the server.
                unread: !contact.isPartial && contact.statistics != nil ? try AccountList.unread(db) : [])
        }
    }

    /// Stores a section of a contact that was requested at a moment of `editClock`. Ignores a section of an unknown contact,
    /// and a section that may be older than a sent change.
    public func store(
        _ entries: SectionEntries, in section: ContactSection, ofContact id: Int, asked: TimeInterval = .infinity,
        loadedAt: Date = .now
    ) async throws(ContactStoreError) {
        let isNew = try await takeIn { intake in
            guard try Contact.fetch(intake.db, id: id, by: intake.decoder) != nil,
                !intake.isOlder(section, of: id, asked: asked)
            else { return false }
            let isNew = try StoredSection(entries, loadedAt: loadedAt)
                .save(intake.db, section, contactID: id, by: intake.decoder)
            return try intake.sectionsRead([section], of: id, isNew: isNew)
        }
        if isNew { changes.sectionsChanged(of: [id]) }
    }

    /// Forgets sections of a contact that are empty on the server since a moment of `editClock`.
    public func remove(
        _ sections: [ContactSection], ofContact id: Int, asked: TimeInterval = .infinity
    ) async throws(ContactStoreError) {
        let wasThere = try await takeIn(brings: false) { intake in
            let statement = try intake.db.cachedStatement(sql: StoredSection.deleteSQL)
            var removed: [ContactSection] = []
            for section in sections where !intake.isOlder(section, of: id, asked: asked) {
                try statement.execute(arguments: [id, section.rawValue])
                var count = intake.db.changesCount
                if section == .reminders { count += try DayEntries.removeReminders(intake.db, ofContact: id) }
                if count > 0 { removed.append(section) }
            }
            return try intake.sectionsRead(removed, of: id, isNew: !removed.isEmpty)
        }
        if wasThere { changes.sectionsChanged(of: [id]) }
    }

    /// The contacts with stored sections, the latest loaded first.
    func contactsWithSections(atMost limit: Int) async throws(ContactStoreError) -> [Int] {
        try await read { db in
            let sql = "SELECT contact_id FROM contact_section GROUP BY contact_id ORDER BY max(loaded_at) DESC LIMIT ?"
            return try Int.fetchAll(db, sql: sql, arguments: [limit])
        }
    }

    /// The counts and dates of a contact's stored sections, without the entries.
    func storedSections(ofContact id: Int) async throws(ContactStoreError) -> [ContactSection: StoredSection.Extent] {
        try await read { try StoredSection.extents($0, contactID: id) }
    }
}

import Foundation
import GRDB
public import Model

// The entries of sections: each is set by itself.
extension Outbox {
    /// The value of an entry as the contact's page shows it; nil for an entry that is not there, and for one of another kind.
    ///
    /// `entry` is `FieldID.entry`. Until the server has an entry, its number is below zero.
    public func thing(_ entry: FieldID, of contact: ContactID) async throws(ContactStoreError) -> PartValue? {
        try await look { try $0.thing(entry, of: contact)?.value }
    }

    /// Adds an entry to a contact. The draft goes. Nil if the contact is not there.
    public func add(
        _ value: PartValue, to contact: ContactID, inPlaceOf draft: Int64? = nil
    ) async throws(ContactStoreError) -> Receipt? {
        let edit = SlotEdit(.part(value.kind, PartID(-1)), to: .part(value))
        let receipt = try await save(FormSave([edit]), of: contact, inPlaceOf: draft)
        return receipt.entries.isEmpty ? nil : receipt
    }

    /// Changes an entry, or removes it. The draft goes. `saw` is the value that the person saw. Nil if the entry is not there
    /// any more.
    public func set(
        _ value: PartValue?, of entry: FieldID, of contact: ContactID, saw: PartValue, inPlaceOf draft: Int64? = nil
    ) async throws(ContactStoreError) -> Receipt? {
        try await change { transaction in
            guard let thing = try transaction.thing(entry, of: contact) else { return nil }
            try transaction.close(nil, draft)
            let edit = SlotEdit(
                .part(saw.kind, thing.part), to: value.map { .part($0) }, base: thing.base.map { .part($0) },
                saw: [.part(saw)])
            return try transaction.save(FormSave([edit]), of: thing.owner)
        }
    }
}

/// An entry of a section.
struct Thing {
    /// The contact with the part: another one than that of the page for an activity that was logged there.
    let owner: OutboxContact
    let part: PartID
    /// The server's value.
    let base: PartValue?
    /// The shown value.
    let value: PartValue?
}

extension OutboxTransaction {
    /// An entry of a contact's page; nil for an entry that is not there.
    mutating func thing(_ entry: FieldID, of contact: ContactID) throws -> Thing? {
        guard case .entry(let section, let number?) = entry,
            let kind = PartKind.allCases.first(where: { $0.isThing && $0.section == section })
        else { return nil }
        let owner = try OutboxTables.owner(of: kind, number, db) ?? contact
        guard var stored = try self.contact(owner) else { return nil }
        let part = number < 0 ? PartID(-Int64(number)) : stored.parts.id(of: kind, RemoteID(String(number)))
        let slot = Slot.part(kind, part)
        try showThings([slot], of: &stored, pageOf: contact)
        guard let value = stored.shown[slot]?.part else { return nil }
        // The page names it by this number from now on.
        try OutboxTables.save(stored.parts, of: owner, naming: [], db)
        return Thing(owner: stored, part: part, base: stored.copy[slot]?.part, value: value)
    }

    /// Takes entries out of the stored sections of a page that nothing else tells of.
    mutating func showThings(_ slots: [Slot], of contact: inout OutboxContact, pageOf page: ContactID) throws {
        var known: ContactSections?
        for slot in slots where contact.rows[slot] == nil && !contact.copy.shows(slot) {
            guard case .part(let kind, let part) = slot, kind.isThing, let remote = contact.parts.remote(of: part),
                let number = Int(remote.rawValue)
            else { continue }
            let sections = try known ?? copies(of: page)
            known = sections
            guard let value = sections.value(of: kind, number, contact: Int(contact.id.rawValue)) else { continue }
            contact.copy.show(slot, .part(value))
        }
    }

    /// The sections of a contact as the server sent them, with all notes.
    private func copies(of id: ContactID) throws -> ContactSections {
        var sections = try ContactSections.fetchCopies(db, contactID: Int(id.rawValue), by: decoder)
        if let contact = try ContactCopy.fetch(db, contactID: Int(id.rawValue)).flatMap(decoder.contact) {
            sections.notes = sections.notes(on: contact)
        }
        return sections
    }

    /// A section was read: it has all that was known of its entries. Returns whether anything was.
    mutating func sectionRead(_ section: ContactSection, of id: ContactID) throws -> Bool {
        let isKnown = try OutboxTables.known(of: id, db).contains { $0.slot.isThing(in: section) }
        guard isKnown, var contact = try contact(id) else { return false }
        for slot in contact.copy.things where slot.isThing(in: section) { contact.copy.remove(slot) }
        try keep(contact)
        return true
    }

    /// Whether an answer about a section, asked for at a moment, may be older than a write of the contact.
    func isOlder(_ section: ContactSection, of id: ContactID, asked: TimeInterval) -> Bool {
        if memory.pending[id]?.attempt?.sent.contains(where: { $0.slot.isThing(in: section) }) ?? false { return true }
        return remote(of: id).flatMap { memory.ended[$0] }.map { $0 >= asked } ?? false
    }
}

extension Slot {
    /// Whether a section has it that can be set.
    fileprivate func isThing(in section: ContactSection) -> Bool {
        if case .part(let kind, _) = self { kind.isThing && kind.section == section } else { false }
    }
}

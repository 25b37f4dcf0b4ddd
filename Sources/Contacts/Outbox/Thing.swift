import Foundation
import GRDB
import Model

/// An entry of a section.
struct Thing {
    /// The contact with the part: another one than that of the page for an activity that was logged there.
    let owner: OutboxContact
    let part: PartID
    /// The server's value.
    let base: PartValue?
    /// The shown value.
    let value: PartValue
}

extension Thing {
    /// An entry of a contact's page; nil for an entry that is not there.
    init?(_ entry: FieldID, of contact: ContactID, in transaction: inout OutboxTransaction) throws {
        guard case .entry(let section, let number?) = entry,
            let kind = PartKind.allCases.first(where: { $0.section == section })
        else { return nil }
        let owner = try OutboxTables.owner(of: kind, number, transaction.db) ?? contact
        guard var stored = try transaction.contact(owner) else { return nil }
        let part = number < 0 ? PartID(-Int64(number)) : stored.parts.id(of: kind, RemoteID(String(number)))
        let slot = Slot.part(kind, part)
        try Self.show([slot], pageOf: contact, transaction.db, transaction.decoder, in: &stored)
        guard let value = stored.shown[slot]?.part else { return nil }
        // The page names it by this number from now on.
        try OutboxTables.save(stored.parts, of: owner, naming: [], transaction.db)
        self.init(owner: stored, part: part, base: stored.copy[slot]?.part, value: value)
    }

    /// A value as the page of a contact shows it: an activity on the page of another attendee names its owner. The same
    /// exchange leads back to the owner's value.
    func value(_ value: PartValue, seenFrom page: ContactID) -> PartValue {
        guard owner.id != page else { return value }
        let (here, there) = (AnyContactID.local(page), AnyContactID.local(owner.id))
        return SlotValue.part(value).renamed { $0 == here ? there : $0 == there ? here : $0 }?.part ?? value
    }

    /// Takes entries of a contact out of the stored sections of a page that nothing else tells of.
    static func show(
        _ slots: [Slot], pageOf page: ContactID, _ db: Database, _ decoder: any ContactDecoder,
        in contact: inout OutboxContact
    ) throws {
        var known: ContactSections?
        for slot in slots where contact.rows[slot] == nil && !contact.copy.shows(slot) {
            guard case .part(let kind, let part) = slot, kind.isThing, let remote = contact.parts.remote(of: part),
                let number = Int(remote.rawValue)
            else { continue }
            let sections = try known ?? ContactSections.copies(of: page, db, decoder)
            known = sections
            guard let value = sections.value(of: kind, number, contact: Int(contact.id.rawValue)) else { continue }
            contact.copy.show(slot, .part(value))
        }
    }
}

extension ContactSections {
    /// The sections of a contact as the server sent them, with all notes.
    fileprivate static func copies(
        of id: ContactID, _ db: Database, _ decoder: any ContactDecoder
    ) throws -> ContactSections {
        var sections = try fetchCopies(db, contactID: Int(id.rawValue), by: decoder)
        if let contact = try ContactCopy.fetch(db, contactID: Int(id.rawValue)).flatMap(decoder.contact) {
            sections.notes = sections.notes(on: contact)
        }
        return sections
    }
}

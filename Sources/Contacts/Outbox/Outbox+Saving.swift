public import Foundation
import GRDB
public import Model

// Forms.
extension Outbox {
    /// The contact as a form begins with it; nil if it is not there or being deleted. From now on the form is open on it:
    /// see `formClosed`.
    public func editable(
        _ contact: ContactID, for form: FormID? = nil
    ) async throws(ContactStoreError) -> EditableContact? {
        try await look { transaction in
            guard let stored = try transaction.contact(contact), !stored.isToBeDeleted else { return nil }
            if let form, transaction.memory.forms[form] == nil {
                transaction.memory.forms[form] = (contact, transaction.now)
            }
            let opened = form.flatMap { transaction.memory.forms[$0]?.since }
            return try EditableContact(stored, since: opened, in: transaction)
        }
    }

    /// The form is open no longer. Synchronisation may remove its contact. A gone contact goes at once.
    public func formClosed(_ form: FormID) async {
        // A form that stays open keeps its contact.
        let gone = try? await look { transaction -> ContactID? in
            guard let contact = transaction.memory.forms.removeValue(forKey: form)?.contact else { return nil }
            return transaction.memory.gone.contains(contact) ? contact : nil
        }
        guard let contact = gone ?? nil else { return }
        // Else it goes with the next pass.
        try? await change { try $0.noteGone(contact) }
    }

    /// Saves a form of a contact, in one transaction that is on the disk when this returns. The draft goes, and the form is
    /// closed. A contact that is being deleted stays.
    public func save(
        _ save: FormSave, of contact: ContactID, closing form: FormID? = nil, inPlaceOf draft: Int64? = nil
    ) async throws(ContactStoreError) -> Receipt {
        try await change { transaction in
            try transaction.close(form, draft)
            guard let stored = try transaction.contact(contact) else {
                return Receipt(contact: contact, entries: [], isHeld: false)
            }
            return try transaction.save(save, of: stored)
        }
    }

    /// Saves the form of a new contact, which gets a number.
    public func create(
        _ save: FormSave, closing form: FormID? = nil, inPlaceOf draft: Int64? = nil
    ) async throws(ContactStoreError) -> Receipt {
        try await change { transaction in
            try transaction.close(form, draft)
            return try transaction.save(save, of: try transaction.newContact())
        }
    }

    /// Makes a contact anew that the server has no longer, with all that is shown. `save` is set on top. Nil if the server
    /// has the contact.
    public func createAgain(
        _ contact: ContactID, with save: FormSave = FormSave(), closing form: FormID? = nil,
        inPlaceOf draft: Int64? = nil
    ) async throws(ContactStoreError) -> Receipt? {
        try await change { transaction in
            guard let gone = try transaction.contact(contact), gone.isGone else { return nil }
            try transaction.close(form, draft)
            let shown = gone.shown.filter { $0.key != .existence && gone.hasHere($0.key) }.map {
                SlotEdit($0.key, to: $0.value)
            }
            let set = Set(save.edits.map(\.slot))
            // The server has none of it: each slot is set against nothing.
            let added = save.edits.map { SlotEdit($0.slot, to: $0.wanted) }
            let edits = shown.sorted { $0.slot.stored < $1.slot.stored }.filter { !set.contains($0.slot) } + added
            return try transaction.save(
                FormSave(edits, people: save.people, isMe: save.isMe, avatar: save.avatar?.anew),
                of: transaction.makeAnew(contact))
        }
    }

    /// Wants a contact deleted, not before `seconds` are over; nil for a contact that is not there.
    public func delete(_ contact: ContactID, after seconds: TimeInterval) async throws(ContactStoreError) -> Receipt? {
        try await change { transaction in
            guard let stored = try transaction.contact(contact), !stored.isToBeDeleted else { return nil }
            return try transaction.delete(stored, after: seconds)
        }
    }

    /// Whether a person wants the contact deleted, and the server has it still.
    public func isBeingDeleted(_ contact: ContactID) async throws(ContactStoreError) -> Bool {
        try await look { $0.memory.pending[contact]?.rows[.existence].map { $0.wanted == nil } ?? false }
    }

    /// The toast of held changes still shows: none is sent before `seconds` are over, counted from now.
    public func hold(_ receipt: Receipt, for seconds: TimeInterval) async throws(ContactStoreError) {
        try await change { transaction in
            let moment = transaction.now + seconds
            try transaction.setHold(of: receipt.changes) { max($0, moment) }
        }
    }

    /// The toast of held changes is gone: they are sent like others.
    public func finish(_ receipt: Receipt) async throws(ContactStoreError) {
        try await change { try $0.setHold(of: receipt.changes) { _ in 0 } }
    }

    /// All held changes are final.
    public func finishAll() async throws(ContactStoreError) {
        let held = try await look { $0.heldChanges }
        if !held.isEmpty { try await change { try $0.setHold(of: held) { _ in 0 } } }
    }
}

// The entries of sections: each is set by itself.
extension Outbox {
    /// The value of an entry as the contact's page shows it; nil for an entry that is not there, and for one of another kind.
    ///
    /// `entry` is `FieldID.entry`. Until the server has an entry, its number is below zero.
    public func thing(_ entry: FieldID, of contact: ContactID) async throws(ContactStoreError) -> PartValue? {
        try await look { transaction in
            try Thing(entry, of: contact, in: &transaction).map { $0.value($0.value, seenFrom: contact) }
        }
    }

    /// Adds an entry to each contact, in one transaction with one receipt. The draft goes. Nil if none of them is there.
    public func add(
        _ value: PartValue, to contacts: [ContactID], inPlaceOf draft: Int64? = nil
    ) async throws(ContactStoreError) -> Receipt? {
        let added = FormSave([SlotEdit(.part(value.kind, PartID(-1)), to: .part(value))])
        return try await change { transaction in
            try transaction.close(nil, draft)
            var entries: [Receipt.Entry] = []
            for id in contacts {
                guard let contact = try transaction.contact(id) else { continue }
                entries += try transaction.save(added, of: contact).entries
            }
            return Receipt(entries)
        }
    }

    /// Changes an entry, or removes it. The draft goes. `saw` is the value that the person saw. Nil if the entry is not there
    /// any more. The receipt of a removal is held: see `finish`.
    public func set(
        _ value: PartValue?, of entry: FieldID, of contact: ContactID, saw: PartValue, inPlaceOf draft: Int64? = nil
    ) async throws(ContactStoreError) -> Receipt? {
        try await change { transaction in
            guard let thing = try Thing(entry, of: contact, in: &transaction) else { return nil }
            try transaction.close(nil, draft)
            let seen = SlotValue.part(thing.value(saw, seenFrom: contact))
            let wanted = value.map { SlotValue.part(thing.value($0, seenFrom: contact)) }
            // An activity that loses its owner becomes one of the page's contact.
            let moved = wanted?.localContacts.contains(contact) == false && thing.owner.id != contact ? value : nil
            let edit = SlotEdit(
                .part(saw.kind, thing.part), to: moved == nil ? wanted : nil, base: thing.base == nil ? nil : seen,
                saw: [seen], isHeld: value == nil && thing.base != nil)
            let receipt = try transaction.save(FormSave([edit]), of: thing.owner)
            guard let moved, let page = try transaction.contact(contact) else { return receipt }
            let added = SlotEdit(.part(moved.kind, PartID(-1)), to: .part(moved))
            return Receipt(receipt.entries + (try transaction.save(FormSave([added]), of: page)).entries)
        }
    }
}

// Photos: each choice is saved by itself.
extension Outbox {
    /// Shows another picture; needs no server. Nil if the contact is not there or being deleted, and if nothing changes. The
    /// receipt of a removal is held: see `finish`.
    public func setAvatar(_ choice: AvatarChoice, of contact: ContactID) async throws(ContactStoreError) -> Receipt? {
        try await change { transaction in
            guard let stored = try transaction.contact(contact), !stored.isToBeDeleted else { return nil }
            let receipt = try transaction.save(FormSave(avatar: choice), of: stored)
            return receipt.entries.isEmpty ? nil : receipt
        }
    }

    /// Removes one of the photos of a contact. The contact shows its initials if that was its avatar. Nil if the contact is
    /// not there. The receipt is held: see `finish`.
    public func removePhoto(_ photo: ContactPhoto, of contact: ContactID) async throws(ContactStoreError) -> Receipt? {
        try await change { try $0.removePhoto(photo, of: contact) }
    }
}

// Changes of several contacts in one transaction, with one receipt.
extension Outbox {
    /// Adds tags to contacts, and takes tags off them. A contact that cannot be changed stays as it is. Nil where nothing
    /// changes.
    public func setTags(
        adding added: [String] = [], removing removed: [String] = [], of contacts: [ContactID]
    ) async throws(ContactStoreError) -> Receipt? {
        try await change { try $0.setTags(adding: added, removing: removed, of: contacts) }
    }

    /// Gives all contacts with a tag another tag in its place, or none. Nil where no contact has it.
    public func replaceTag(_ tag: String, with other: String?) async throws(ContactStoreError) -> Receipt? {
        try await change { transaction in
            let contacts = try ContactTags.contacts(with: tag, transaction.db)
            return try transaction.setTags(adding: other.map { [$0] } ?? [], removing: [tag], of: contacts)
        }
    }

    /// Wants contacts deleted, not before `seconds` are over. Nil where none of them can be deleted.
    public func delete(
        _ contacts: [ContactID], after seconds: TimeInterval
    ) async throws(ContactStoreError) -> Receipt? {
        try await change { transaction in
            var entries: [Receipt.Entry] = []
            for id in contacts {
                guard let contact = try transaction.changeable(id) else { continue }
                entries += try transaction.delete(contact, after: seconds).entries
            }
            return Receipt(entries, isHeld: true)
        }
    }
}

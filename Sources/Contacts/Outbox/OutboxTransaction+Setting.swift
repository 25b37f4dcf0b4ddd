import Foundation
import GRDB
import Model

// The ways in: each sets slots, and has a receipt.
extension OutboxTransaction {
    /// The form is closed, and its draft goes.
    mutating func close(_ form: FormID?, _ draft: Int64?) throws {
        if let form { memory.forms[form] = nil }
        if let draft { try db.execute(sql: "DELETE FROM form_draft WHERE id = ?", arguments: [draft]) }
    }

    mutating func save(_ save: FormSave, of stored: OutboxContact) throws -> Receipt {
        var (contact, entries) = (stored, [Receipt.Entry]())
        var people: [ContactID: ContactID] = [:]
        for (number, values) in save.people.sorted(by: { $0.key > $1.key }) {
            let edits = values.map { SlotEdit(.value($0.key), to: .value($0.value)) }
            let other = try self.save(FormSave(edits), of: newContact())
            people[number] = other.contact
            entries += other.entries
        }
        if contact.remote == nil, contact.rows[.existence] == nil, !contact.isGone {
            set(SlotEdit(.existence, to: .on), in: &contact, &entries)
        } else if contact.isToBeDeleted {
            set(SlotEdit(.existence, to: .on, base: .on), in: &contact, &entries)
        }
        var parts: [PartID: PartID] = [:]
        for var edit in save.edits {
            if case .part(let kind, let part) = edit.slot, part.rawValue < 0 {
                let id = parts[part] ?? contact.parts.newID()
                parts[part] = id
                edit.slot = .part(kind, id)
            }
            edit.wanted = edit.wanted?.renamed { other in
                if case .local(let id) = other, let number = people[id] { .local(number) } else { other }
            }
            set(edit, in: &contact, &entries)
        }
        if let avatar = save.avatar { try set(avatar, in: &contact, &entries) }
        try keep(contact)
        if let isMe = save.isMe { try setUser(isMe ? contact.id : nil, &entries) }
        return receipt(of: contact, entries)
    }

    /// A receipt of a contact. It is held where a slot of the contact waits for the end of its toast.
    func receipt(of contact: OutboxContact, _ entries: [Receipt.Entry]) -> Receipt {
        let isHeld = entries.contains { $0.contact == contact.id && contact.rows[$0.slot]?.notBefore ?? 0 > now }
        return Receipt(contact: contact.id, entries: entries, isHeld: isHeld)
    }

    func set(_ edit: SlotEdit, in contact: inout OutboxContact, _ entries: inout [Receipt.Entry]) {
        let before = contact.shown[edit.slot]
        reconciler.set(
            edit.slot, to: edit.wanted, base: edit.base, saw: edit.saw.map { SlotState(edit.slot, $0) }, at: now,
            notBefore: edit.isHeld ? now + Outbox.toastTime : 0, in: &contact)
        entries.append(Receipt.Entry(contact: contact.id, slot: edit.slot, before: before, after: edit.wanted))
    }

    /// The contact becomes the user; nil for no user.
    private mutating func setUser(_ user: ContactID?, _ entries: inout [Receipt.Entry]) throws {
        guard var account = try contact(OutboxContact.account) else { return }
        let wanted = user.map { SlotValue.value(.contact(.local($0))) }
        let shown = account.shown[.me]
        set(SlotEdit(.me, to: wanted, base: account.copy[.me], saw: [shown]), in: &account, &entries)
        try keep(account)
    }

    /// Wants a contact deleted. A contact that was never sent goes at once; its receipt has all that it had.
    mutating func delete(_ stored: OutboxContact, after seconds: TimeInterval) throws -> Receipt {
        var contact = stored
        var entries = [Receipt.Entry(contact: contact.id, slot: .existence, before: .on, after: nil)]
        reconciler.set(
            .existence, to: nil, base: contact.remote == nil ? nil : .on, saw: contact.seen, at: now,
            notBefore: now + seconds, in: &contact)
        if contact.isOver {
            let values = contact.shown.filter { $0.key != .existence }
            entries += values.map { Receipt.Entry(contact: contact.id, slot: $0.key, before: $0.value, after: nil) }
        }
        try keep(contact)
        return Receipt(contact: contact.id, entries: entries, isHeld: true)
    }

    mutating func setHold(of changes: Set<WaitingChange.ID>, _ change: (TimeInterval) -> TimeInterval) throws {
        for id in Set(changes.map(\.contact)) {
            guard var contact = try contact(id) else { continue }
            let held = contact.rows.filter {
                $0.value.notBefore > now && changes.contains(WaitingChange.ID(contact: id, slot: $0.key))
            }
            for (slot, row) in held { contact.rows[slot]?.notBefore = change(row.notBefore) }
            if !held.isEmpty { try keep(contact) }
        }
    }

    /// The changes that wait for the end of their toasts.
    var heldChanges: Set<WaitingChange.ID> {
        let held = memory.pending.flatMap { contact, entry in
            entry.rows.filter { $0.value.notBefore > now }.keys.map { WaitingChange.ID(contact: contact, slot: $0) }
        }
        return Set(held)
    }

    /// Sets each slot of the receipt that still shows its later value to the value before.
    mutating func undo(_ receipt: Receipt) throws -> UndoResult {
        var result = UndoResult.undone
        for (id, entries) in Dictionary(grouping: receipt.entries, by: \.contact).sorted(by: { $0.key > $1.key }) {
            let isRevived = entries.contains { $0.slot == .existence && $0.before != nil }
            var found = try contact(id)
            if found == nil, isRevived { found = try makeAnew(id) }
            guard var contact = found, !contact.isGone || contact.isToBeDeleted else {
                result = .gone
                continue
            }
            try Thing.show(entries.map(\.slot), pageOf: id, db, decoder, in: &contact)
            if entries.contains(where: { $0.slot == .existence && $0.before == nil }) {
                // A creation has values besides. Any other contact is deleted by the person's word of before.
                let isCreation = entries.contains { $0.slot != .existence }
                _ = try delete(contact, after: isCreation ? 0 : Outbox.toastTime)
                continue
            }
            for entry in entries.reversed() {
                let shown = contact.shown[entry.slot]
                guard entry.slot == .existence || reader.isSame(shown, entry.after, in: entry.slot) else {
                    result = .overtaken
                    continue
                }
                let base = contact.rows[entry.slot]?.base ?? contact.copy[entry.slot]
                let isMade = entry.slot == .existence && contact.remote == nil
                let photo = entry.slot == .avatar ? contact.photoInVain(for: nil) : nil
                reconciler.set(
                    entry.slot, to: entry.before, base: isMade ? nil : base,
                    saw: [SlotState(entry.slot, entry.after)], at: now, in: &contact)
                // The receipt of a new photo removes it with an entry of its own; that of a decided conflict has none.
                if let photo, !entries.contains(where: { $0.slot == photo }) {
                    var removed: [Receipt.Entry] = []
                    remove(photo, from: &contact, &removed)
                }
            }
            try keep(contact)
        }
        return result
    }
}

// The decisions of the person.
extension OutboxTransaction {
    mutating func drop(_ ids: [WaitingChange.ID]) throws -> Receipt? {
        let receipts = try ids.compactMap { try drop($0) }
        return receipts.first.map { first in
            Receipt(
                contact: first.contact, entries: receipts.flatMap(\.entries),
                isHeld: receipts.contains(where: \.isHeld))
        }
    }

    /// Gives a change up, with the reminder of its day. Nil if it is not there any more.
    private mutating func drop(_ id: WaitingChange.ID) throws -> Receipt? {
        guard var contact = try contact(id.contact), let row = contact.rows[id.slot] else { return nil }
        if id.slot == .existence, row.wanted != nil {
            guard contact.isGone else { return try delete(contact, after: 0) }
        }
        if contact.isGone, !contact.isToBeDeleted {
            let slots = id.slot == .existence ? Array(contact.rows.keys) : contact.line(of: id.slot)
            for slot in slots { contact.rows[slot] = nil }
            try keep(contact)
            return nil
        }
        var entries: [Receipt.Entry] = []
        for slot in contact.line(of: id.slot) {
            if case .part(.photo, _) = slot, slot != id.slot {
                remove(slot, from: &contact, &entries)
                continue
            }
            guard let row = contact.rows[slot] else { continue }
            if case .conflict? = row.problem { reconciler.choose(mine: false, of: slot, in: &contact) }
            if let row = contact.rows[slot] {
                reconciler.set(
                    slot, to: row.base, base: row.base, saw: [SlotState(slot, row.wanted)], at: now, in: &contact)
            }
            try Thing.show([slot], pageOf: contact.id, db, decoder, in: &contact)
            entries.append(
                Receipt.Entry(contact: contact.id, slot: slot, before: row.wanted, after: contact.shown[slot]))
        }
        try keep(contact)
        return Receipt(contact: contact.id, entries: entries, isHeld: false)
    }

    /// Ends the conflicts of some slots. Nil if none of them conflicts any more.
    mutating func choose(_ choices: [Slot: ConflictChoice], of id: ContactID) throws -> Receipt? {
        guard var contact = try contact(id) else { return nil }
        var entries: [Receipt.Entry] = []
        for (slot, choice) in choices.sorted(by: { $0.key.stored < $1.key.stored }) {
            guard let row = contact.rows[slot], case .conflict(let values)? = row.problem else { continue }
            if choice == .theirs, slot == .avatar {
                for photo in contact.line(of: slot).dropFirst() { remove(photo, from: &contact, &entries) }
            }
            reconciler.choose(mine: choice == .mine, of: slot, in: &contact)
            if slot == .existence, choice == .mine { contact.rows[slot]?.notBefore = now + Outbox.toastTime }
            let theirs = slot == .existence ? SlotValue.on : values.first?.value
            let (before, after) = choice == .mine ? (theirs, row.wanted) : (row.wanted, theirs)
            entries.append(Receipt.Entry(contact: id, slot: slot, before: before, after: after))
        }
        guard !entries.isEmpty else { return nil }
        try keep(contact)
        return receipt(of: contact, entries)
    }

    mutating func agree(_ id: WaitingChange.ID) throws {
        guard var contact = try contact(id.contact), let problem = contact.rows[id.slot]?.problem,
            case .sideEffects(let values) = problem
        else { return }
        for (slot, row) in contact.rows where row.problem == problem {
            contact.rows[slot]?.expect(values)
            contact.rows[slot]?.problem = nil
        }
        try keep(contact)
    }

    mutating func retry(_ id: ContactID) throws {
        guard var contact = try contact(id) else { return }
        reconciler.retry(&contact)
        memory.paces[id] = nil
        try keep(contact)
    }

    mutating func retryAll() throws {
        for (id, entry) in memory.pending where entry.rows.values.contains(where: { $0.problem?.isRefusal ?? false }) {
            try retry(id)
        }
    }
}

// Several contacts at once.
extension OutboxTransaction {
    /// A contact of the lists; nil where it is archived or being deleted.
    mutating func changeable(_ id: ContactID) throws -> OutboxContact? {
        let sql = "SELECT 1 FROM contact WHERE id = ? AND \(ContactSummary.isListed) AND NOT is_archived"
        guard try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [id.rawValue]) == true,
            let contact = try contact(id), !contact.isToBeDeleted
        else { return nil }
        return contact
    }

    mutating func setTags(
        adding added: [String], removing removed: [String], of contacts: [ContactID]
    ) throws -> Receipt? {
        var entries: [Receipt.Entry] = []
        for id in contacts {
            guard let contact = try changeable(id), !contact.isGone else { continue }
            let edits = edits(adding: added, removing: removed, of: contact)
            if !edits.isEmpty { entries += try save(FormSave(edits), of: contact).entries }
        }
        return Receipt(entries)
    }

    private func edits(adding added: [String], removing removed: [String], of contact: OutboxContact) -> [SlotEdit] {
        let tags = contact.shown.keys.compactMap { if case .tag(let name) = $0 { name } else { nil } }.sorted()
        let going = tags.filter { tag in removed.contains(where: tag.isSameTag) && !added.contains(tag) }
        let coming = added.filter { new in !tags.contains { $0.isSameTag(as: new) && !going.contains($0) } }
        func edit(_ name: String, to wanted: SlotValue?) -> SlotEdit {
            let slot = Slot.tag(name)
            return SlotEdit(slot, to: wanted, base: contact.copy[slot], saw: [contact.shown[slot]])
        }
        return going.map { edit($0, to: nil) } + coming.map { edit($0, to: .on) }
    }
}

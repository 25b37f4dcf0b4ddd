import Model

@testable import Contacts

// The person, beside the form: entries and photos.
extension World {
    /// The page has a section of the contact, and a form of one entry is opened.
    func openSection(_ id: ContactID, _ dice: Dice) throws {
        guard client.store.forms[id] == nil, client.store.contacts[id]?.attempt == nil else { return }
        for kind in PartKind.things { see(kind, of: id) }
        guard let read = client[id] else { return }
        try type(Typing(client: client, dice: dice).entry(id, read.shown), read, dice)
    }

    /// The page has the photos of the contact. Each choice is saved at once.
    func showPhotos(_ id: ContactID, _ dice: Dice) throws {
        guard client.store.forms[id] == nil, var contact = client[id] else { return }
        let there = contact.attempt == nil ? list(.photo, of: contact) : [:]
        let (wishes, removed) = Typing(client: client, dice: dice).photo(contact, there.keys.sorted())
        for case (.part(.photo, let id), nil) in wishes where contact.rows[.part(.photo, id)] == nil {
            if let value = there[id] { contact.copy.show(.part(.photo, id), value) }
        }
        client.store.contacts[id]?.copy = contact.copy
        if !wishes.isEmpty { try put(id, wishes, dice, notBefore: removed == nil ? 0 : now + 20) }
        // A change takes the refusals away, so the wanted picture may show again.
        let former = [contact.visibleAvatar.map { SlotValue.avatar($0) }, contact.shown[.avatar]]
        guard let removed, former[0] != .avatar(.photo(removed)), let after = client[id]?.visibleAvatar else { return }
        if !former.contains(.avatar(after)) {
            oracle.complain("a removal shows another picture", Oracle.Spot(uuid: contact.uuid, slot: .avatar))
        }
    }

    private func see(_ kind: PartKind, of id: ContactID) {
        guard var contact = client[id] else { return }
        let list = list(kind, of: contact)
        for slot in contact.copy.things where slot.kind == kind && contact.rows[slot] == nil {
            contact.copy.show(slot, nil)
        }
        for (part, value) in list where contact.rows[.part(kind, part)] == nil {
            contact.copy.show(.part(kind, part), value)
        }
        client.store.contacts[id]?.copy = contact.copy
    }

    /// The server's parts of a kind as the page shows them.
    private func list(_ kind: PartKind, of contact: OutboxContact) -> [PartID: SlotValue] {
        guard let number = contact.remote?.number, let person = server.person(number) else { return [:] }
        let planner = client.planner
        return Dictionary(
            (person.parts[kind] ?? [:]).map { row, part in
                (planner.id(kind, row, &client.store.parts), planner.named(part.value, client))
            }, uniquingKeysWith: { $1 })
    }

    /// A relationship that is removed goes on the other page, too.
    func dropReverse(_ contact: OutboxContact, _ slot: Slot) {
        guard let number = contact.remote?.number, let person = server.people[number],
            let (row, part) = person.parts[.relationship]?.first(where: { $0.value.tag == slot }),
            let other = part.value.other.flatMap({ server.people[$0] }), let reverse = person.reverse[row],
            let tag = other.parts[.relationship]?[reverse]?.tag
        else { return }
        oracle.kill(other.uuid, tag)
    }
}

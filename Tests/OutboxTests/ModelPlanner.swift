import Foundation
import Model

@testable import Contacts

/// The planner for the model of the server.
struct ModelPlanner: WritePlanner {
    /// All answers of a visit; without a person the contact is not there.
    struct Reading {
        var person: ModelServer.Person?
        var isReminded: Bool?
        var hasAddresses = false
        var user: SlotValue??
    }

    /// Removing or changing a day covers its reminder.
    var dayCoversReminder = true

    func nextRead(of contact: OutboxContact, after reading: Reading?) -> Call? {
        if contact.id == OutboxContact.account { return reading == nil ? .user : nil }
        guard let reading else {
            if let number = contact.remote?.number { return .contact(number) }
            return contact.attempt == nil ? nil : .look(contact.uuid)
        }
        guard let person = reading.person else { return nil }
        let slots = contact.slotsToRead
        let hasDay = person.values[.birthday] != nil || contact.rows[.birthday]?.wanted != nil
        let wantsReminder = slots.contains(.yearly) || hasDay && !slots.isDisjoint(with: Slot.person)
        if reading.isReminded == nil, wantsReminder { return .reminder(person.id) }
        let wantsAddresses = slots.contains { $0.kind == .address }
        return !reading.hasAddresses && wantsAddresses ? .addresses(person.id) : nil
    }

    // The model of the client keeps no copies.
    func copy(in reading: Reading) -> Data? { nil }
    func view(copy: Data, parts: inout PartBook, names: any ContactNames) -> ServerView? { nil }
    func uuid(in copy: Data) -> String? { nil }

    func remote(in reading: Reading) -> RemoteID? { reading.person.map { RemoteID($0.id) } }

    func view(_ reading: Reading, parts: inout PartBook, names: any ContactNames) -> ServerView {
        var view = ServerView()
        if let user = reading.user { view.show(.me, user.map { named($0, names) }) }
        guard let person = reading.person else { return view }
        for slot in Slot.person + Slot.work + [.met, .existence] { view.show(slot, person.values[slot]) }
        if person.values[.birthday] == nil {
            view.show(.yearly, nil)
        } else if let isReminded = reading.isReminded {
            view.show(.yearly, isReminded ? .on : nil)
        }
        view.show(.tags)
        for (slot, value) in person.values where slot.isTag { view.show(slot, value) }
        for kind in [PartKind.field, .relationship] + (reading.hasAddresses ? [.address] : []) {
            view.show(.parts(kind))
            for (number, part) in (person.parts[kind] ?? [:]).sorted(by: { $0.key < $1.key }) {
                let name = RemoteID(number)
                // The oracle knows parts of others by the same numbers.
                if parts.knownID(of: kind, name) == nil { parts.bind(PartID(Int64(-number)), to: name, kind) }
                view.show(.part(kind, parts.id(of: kind, name)), named(part.value, names))
            }
        }
        return view
    }

    private func named(_ value: SlotValue, _ names: any ContactNames) -> SlotValue {
        guard case .remote(let remote)? = value.namedContact, let id = names.local(of: remote) else { return value }
        return value.naming(.local(id))
    }

    func plan(
        _ due: [SlotState], of contact: OutboxContact, over theirs: ServerView, names: any ContactNames
    ) -> PlannedWrite<Call>? {
        func now(_ slot: Slot) -> SlotValue? {
            if let state = due.first(where: { $0.slot == slot }) { return state.value }
            return theirs.shows(slot) ? theirs[slot] : contact.copy[slot]
        }
        func write(_ call: Call, _ slots: [Slot]) -> PlannedWrite<Call> {
            PlannedWrite(call, sent: due.filter { slots.contains($0.slot) })
        }
        let slots = Set(due.map(\.slot))
        var body: [Slot: SlotValue] = [:]
        for slot in Slot.person + Slot.work + Slot.meeting { body[slot] = now(slot) }
        body[.yearly] = body[.birthday] == nil ? nil : now(.yearly)
        if slots.contains(.me) {
            let other = now(.me).flatMap { named($0, back: names).other }
            return write(other.map { .setUser($0) } ?? .removeUser, [.me])
        }
        guard let number = contact.remote?.number else {
            return write(.create(contact.uuid, body), Slot.person + [.yearly, .existence])
        }
        if slots.contains(.existence) { return write(.delete(number), [.existence]) }
        if !slots.isDisjoint(with: Slot.person) || slots.contains(.yearly) && body[.birthday] != nil {
            var sent = due.filter { Slot.person.contains($0.slot) }
            if body[.birthday] != nil || theirs[.yearly] != nil && dayCoversReminder {
                sent.append(SlotState(.yearly, body[.yearly]))
            }
            return PlannedWrite(.put(number, Slot.person, body), sent: sent)
        }
        for group in [Slot.work, Slot.meeting] where !slots.isDisjoint(with: group) {
            return write(.put(number, group, body), group)
        }
        let parts = due.filter { $0.slot.kind != nil }
        if let state = parts.first(where: { $0.value != nil }) ?? parts.first {
            return plan(state, of: contact, number, over: theirs, names: names)
        }
        let gone = due.filter { $0.slot.isTag && $0.value == nil }
        if case .tag(let name)? = gone.first?.slot { return write(.removeTag(number, name), [.tag(name)]) }
        let tags = due.compactMap { if case .tag(let name) = $0.slot { name } else { nil } }
        return tags.isEmpty ? nil : write(.addTags(number, tags), tags.map { .tag($0) })
    }

    private func plan(
        _ state: SlotState, of contact: OutboxContact, _ number: Int, over theirs: ServerView,
        names: any ContactNames
    ) -> PlannedWrite<Call>? {
        guard case .part(let kind, let id) = state.slot else { return nil }
        let value = state.value.map { named($0, back: names) }
        if theirs[state.slot] == nil, let value {
            return PlannedWrite(.addPart(number, kind, value, tag: state.slot), sent: [state], makes: state.slot)
        }
        guard let part = contact.parts.remote(of: id)?.number else { return nil }
        return PlannedWrite(
            value.map { .changePart(kind, part, $0) } ?? .removePart(kind, part), sent: [state])
    }

    private func named(_ value: SlotValue, back names: any ContactNames) -> SlotValue {
        guard case .local(let id)? = value.namedContact, let remote = names.remote(of: id) else { return value }
        return value.naming(.remote(remote))
    }
}

extension SlotValue {
    /// The contact that a value of the model names.
    var namedContact: AnyContactID? { namedContacts.first }
}

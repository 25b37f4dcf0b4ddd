import Foundation
import Model

@testable import Contacts

/// The planner for the model of the server.
struct ModelPlanner: WritePlanner {
    /// All answers of a visit; without a person the contact is not there.
    struct Reading {
        var person: ModelServer.Person?
        var isReminded: Bool?
        /// The lists that are no part of the person.
        var lists: [PartKind: [Int: ModelServer.Part]] = [:]
        var user: SlotValue??
    }

    /// Removing or changing a day covers its reminder.
    var dayCoversReminder = true
    /// A write of the day keeps the reminders beside it.
    var keepsReminders = true

    func nextRead(of contact: OutboxContact, after reading: Reading?) -> Call? {
        if contact.id == OutboxContact.account { return reading == nil ? .user : nil }
        guard let number = contact.remote?.number ?? reading?.person?.id else {
            return contact.attempt == nil || reading != nil ? nil : .look(contact.uuid)
        }
        let slots = contact.slotsToRead
        // A list of entries says too whether the contact is there. Reminders are read with the contact.
        let isAboutThings = !slots.isEmpty && slots.allSatisfy { $0.isThing && $0.kind != .reminder }
        if reading?.person == nil, !isAboutThings { return .contact(number) }
        for kind in Self.lists where reading?.lists[kind] == nil && slots.contains(where: { $0.kind == kind }) {
            return .parts(kind, number)
        }
        guard let reading, let person = reading.person else { return nil }
        let hasDay = person.values[.birthday] != nil || contact.rows[.birthday]?.wanted != nil
        let isAboutReminders = slots.contains { $0 == .yearly || $0.kind == .reminder }
        let wantsReminder = isAboutReminders || hasDay && !slots.isDisjoint(with: Slot.person)
        if reading.isReminded == nil, wantsReminder { return .reminder(person.id) }
        return nil
    }

    /// The lists that are read where something is to be done with them.
    private static let lists = [PartKind.address] + PartKind.things.filter { $0 != .reminder } + [.photo]

    // The model of the client keeps no copies.
    func copy(in reading: Reading) -> Data? { nil }
    func view(copy: Data, parts: inout PartBook, names: any ContactNames) -> ServerView? { nil }
    func uuid(in copy: Data) -> String? { nil }

    func remote(in reading: Reading) -> RemoteID? { reading.person.map { RemoteID($0.id) } }

    func view(_ reading: Reading, parts: inout PartBook, names: any ContactNames) -> ServerView {
        var view = ServerView()
        if let user = reading.user { view.show(.me, user.map { named($0, names) }) }
        for (kind, list) in reading.lists { show(kind, list, in: &view, &parts, names) }
        guard let person = reading.person else { return view }
        for slot in Slot.person + Slot.work + [.met, .existence] { view.show(slot, person.values[slot]) }
        if person.values[.birthday] == nil {
            view.show(.yearly, nil)
        } else if let isReminded = reading.isReminded {
            view.show(.yearly, isReminded ? .on : nil)
        }
        let photo = person.shownPhoto.map { id(.photo, $0, &parts) }
        view.show(.avatar, .avatar(photo.map { .photo($0) } ?? .initials))
        view.show(.tags)
        for (slot, value) in person.values where slot.isTag { view.show(slot, value) }
        for kind in [PartKind.field, .relationship] { show(kind, person.parts[kind] ?? [:], in: &view, &parts, names) }
        return view
    }

    private func show(
        _ kind: PartKind, _ list: [Int: ModelServer.Part], in view: inout ServerView, _ parts: inout PartBook,
        _ names: any ContactNames
    ) {
        view.show(.parts(kind))
        for (number, part) in list.sorted(by: { $0.key < $1.key }) {
            view.show(.part(kind, id(kind, number, &parts)), named(part.value, names))
        }
    }

    /// The oracle knows parts of others by the same numbers.
    func id(_ kind: PartKind, _ number: Int, _ parts: inout PartBook) -> PartID {
        let name = RemoteID(number)
        if parts.knownID(of: kind, name) == nil { parts.bind(kind.native(number), to: name, kind) }
        return parts.id(of: kind, name)
    }

    func named(_ value: SlotValue, _ names: any ContactNames) -> SlotValue {
        value.naming { if case .remote(let remote) = $0 { names.local(of: remote).map { .local($0) } } else { nil } }
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
            if keepsReminders, theirs[.birthday] != nil {
                let kept = theirs.values.filter { $0.key.kind == .reminder && !slots.contains($0.key) }
                sent += kept.sorted { $0.key.stored < $1.key.stored }.map { SlotState($0.key, $0.value) }
            }
            return PlannedWrite(.put(number, Slot.person, body), sent: sent)
        }
        for group in [Slot.work, Slot.meeting] where !slots.isDisjoint(with: group) {
            return write(.put(number, group, body), group)
        }
        let parts = due.filter { $0.slot.kind != nil }
        // New parts come before the avatar that shows them. Removals come last.
        for state in parts where state.value != nil {
            if let write = plan(state, of: contact, number, over: theirs, names: names) { return write }
        }
        if let state = due.first(where: { $0.slot == .avatar }), let write = avatar(state, of: contact, number) {
            return write
        }
        if let state = parts.first(where: { $0.value == nil }) {
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
            let sent = SlotState(state.slot, state.value?.ticked(false))
            return PlannedWrite(.addPart(number, kind, value, tag: state.slot), sent: [sent], makes: state.slot)
        }
        if kind == .photo, theirs[.avatar] == .avatar(.photo(id)) {
            return avatar(SlotState(.avatar, .avatar(.initials)), of: contact, number)
        }
        guard let part = contact.parts.remote(of: id)?.number else { return nil }
        return PlannedWrite(
            value.map { .changePart(kind, part, $0) } ?? .removePart(kind, part), sent: [state])
    }

    private func avatar(_ state: SlotState, of contact: OutboxContact, _ number: Int) -> PlannedWrite<Call>? {
        var row: Int?
        if case .avatar(.photo(let photo))? = state.value {
            row = contact.parts.remote(of: photo)?.number
            if row == nil { return nil }
        }
        return PlannedWrite(.setAvatar(number, row), sent: [state])
    }

    private func named(_ value: SlotValue, back names: any ContactNames) -> SlotValue {
        value.naming { if case .local(let id) = $0 { names.remote(of: id).map { .remote($0) } } else { nil } }
    }
}

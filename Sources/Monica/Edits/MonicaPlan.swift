import Contacts
import Foundation
import Model
import Network

/// The choice of the next request for one contact.
struct MonicaPlan {
    let due: [SlotState]
    let contact: OutboxContact
    let theirs: ServerView
    let names: any ContactNames
    let year: Int

    /// Nil where no request can go.
    var next: PlannedWrite<MonicaRequest>? {
        if contact.id == OutboxContact.account { return user }
        guard let remote = contact.remote else { return creation }
        if due.contains(SlotState(.existence, nil)) {
            guard let path = remote.path("contacts") else { return nil }
            return PlannedWrite(
                MonicaRequest(.delete, path, expected: .contactDeletion(remote)), sent: [SlotState(.existence, nil)])
        }
        for group in ContactGroup.allCases {
            if let write = write(group, of: remote) { return write }
        }
        return part(of: remote, going: false) ?? avatar(of: remote) ?? part(of: remote, going: true) ?? tags(of: remote)
    }

    private func isDue(_ slot: Slot) -> Bool { due.contains { $0.slot == slot } }

    /// The value that the slot has after the request.
    private func value(_ slot: Slot) -> SlotValue? {
        if let state = due.first(where: { $0.slot == slot }) { return state.value }
        return theirs.shows(slot) ? theirs[slot] : contact.copy[slot]
    }

    private func day(_ key: ContactKey) -> ContactDay? { value(.value(key))?.contactValue?.remindableDay }

    /// With the server's names of other contacts; nil where the server has no name.
    private func named(_ value: SlotValue) -> SlotValue? {
        value.renamed { other in
            guard case .local(let id) = other else { return other }
            return names.remote(of: id).map { .remote($0) }
        }
    }

    private var user: PlannedWrite<MonicaRequest>? {
        guard let state = due.first(where: { $0.slot == .me }) else { return nil }
        guard let value = state.value else {
            return PlannedWrite(MonicaRequest(.delete, "me/contact", expected: .anything), sent: [state])
        }
        guard case .contact(.remote(let remote))? = named(value)?.contactValue else { return nil }
        let body: RequestBody = ["contact_id": .number(named: remote)]
        return PlannedWrite(MonicaRequest(.post, "me/contact", body, expected: .anything), sent: [state])
    }

    private func tags(of remote: RemoteID) -> PlannedWrite<MonicaRequest>? {
        let tags = due.compactMap { state in
            if case .tag(let name) = state.slot { (state: state, name: name) } else { nil }
        }
        let (gone, new) = (tags.filter { $0.state.value == nil }, tags.filter { $0.state.value != nil })
        let chosen = gone.isEmpty ? new : gone
        guard !chosen.isEmpty, let path = remote.path("contacts") else { return nil }
        let names = chosen.map(\.name)
        let list: BodyValue = gone.isEmpty ? .list(names.map { .text($0) }) : .word(.tags(names, of: remote))
        return PlannedWrite(
            MonicaRequest(
                .post, path + (gone.isEmpty ? "/setTags" : "/unsetTag"), ["tags": list], expected: .contact(remote)),
            sent: chosen.map(\.state))
    }
}

// A new contact, and the groups of values.
extension MonicaPlan {
    private var creation: PlannedWrite<MonicaRequest>? {
        guard due.contains(SlotState(.existence, .on)), var body = body(.person) else { return nil }
        body["uuid"] = .text(contact.uuid)
        let slots = Set(Self.slots(.person) + [.existence])
        return PlannedWrite(
            MonicaRequest(.post, "contacts", body, expected: .contact(nil)),
            sent: due.filter { slots.contains($0.slot) }, besides: moved(.person))
    }

    private func write(_ group: ContactGroup, of remote: RemoteID) -> PlannedWrite<MonicaRequest>? {
        let slots = Set(Self.slots(group))
        let isNeeded = due.contains { state in
            // Without its day a reminder needs no request.
            if case .reminder(let key) = state.slot, value(.value(key)) == nil { return false }
            return slots.contains(state.slot)
        }
        guard isNeeded, let body = body(group), let path = remote.path("contacts") else { return nil }
        let below = [ContactGroup.work: "/work", .food: "/food", .meeting: "/introduction"][group] ?? ""
        return PlannedWrite(
            MonicaRequest(.put, path + below, body, expected: .contact(remote)),
            sent: due.filter { slots.contains($0.slot) } + keptReminders(group), besides: moved(group))
    }

    private static func slots(_ group: ContactGroup) -> [Slot] { group.keys.flatMap { [.value($0), .reminder($0)] } }

    /// The body of a group; nil where it names a contact that the server does not have.
    private func body(_ group: ContactGroup) -> RequestBody? {
        var values: [ContactKey: ContactValue] = [:]
        for key in group.keys {
            guard let value = value(.value(key)) else { continue }
            guard let named = named(value) else { return nil }
            values[key] = named.contactValue
        }
        switch group {
        case .person:
            let changed = Set(group.keys.filter { isDue(.value($0)) })
            return RequestBody(person: values, changed: changed, reminders: asked(group), year: year)
        case .work, .food: return RequestBody(texts: values)
        case .meeting: return RequestBody(meeting: values, reminders: asked(group), year: year)
        }
    }

    /// The days that the server takes for others in this year, unless they are known.
    private func moved(_ group: ContactGroup) -> [SlotState] {
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        let march = ContactDay.monthDay(month: 3, day: 1)
        return group.keys.filter { !isLeap && day($0) == .monthDay(month: 2, day: 29) }.map { key in
            SlotState(.value(key), .value(key == .death ? .death(march) : .day(march)))
        }
    }
}

// Reminders.
extension MonicaPlan {
    /// The days of a group with a reminder that the request asks for.
    private func asked(_ group: ContactGroup) -> Set<ContactKey> {
        Set(
            group.keys.filter { key in
                guard let day = day(key), value(.reminder(key)) == .on else { return false }
                // Any yearly reminder of the day of death may be the server's, and stays by itself.
                return key != .death
                    || isDue(.reminder(key)) && !otherReminders.contains { $0.reminder?.isOn(day) ?? false }
            })
    }

    /// The server may take away each reminder of a contact with a group of days. All are to be as they were.
    private func keptReminders(_ group: ContactGroup) -> [SlotState] {
        let asked = asked(group)
        let ofDays: [SlotState] = group.keys.compactMap { key in
            guard key != .death, !isDue(.reminder(key)), day(key) != nil || theirs[.reminder(key)] != nil else {
                return nil
            }
            return SlotState(.reminder(key), asked.contains(key) ? .on : nil)
        }
        // Only a day that is there may have one.
        let hasDay = group.keys.contains { theirs[.value($0)]?.contactValue?.remindableDay != nil }
        guard hasDay else { return ofDays }
        return ofDays + otherReminders.map { SlotState($0.slot, $0.reminder.map { .part(.reminder($0)) }) }
    }

    /// The yearly reminders that are not of a day, or of the day of death, as they are to be after the request. A
    /// reminder that goes is nil.
    private var otherReminders: [(slot: Slot, reminder: ReminderValue?)] {
        let former = theirs[.value(.death)]?.contactValue?.remindableDay
        let name = theirs[.value(.firstName)]?.contactValue
        let others = theirs.values.compactMap { slot, value -> (slot: Slot, reminder: ReminderValue?)? in
            guard case .part(.reminder(var reminder)) = value, reminder.unit == .year, !isDue(slot) else { return nil }
            guard let former, reminder.isOn(former), reminder.isMadeOfDeath(name) else { return (slot, reminder) }
            // It goes with its day, or along to another one. Made anew, it is not the server's any more.
            guard let day = day(.death), self.value(.reminder(.death)) == .on else { return (slot, nil) }
            if day != former { reminder.day = day.inYear(year) }
            return (slot, reminder)
        }
        return others.sorted { $0.slot.stored < $1.slot.stored }
    }
}

// Parts.
extension MonicaPlan {
    /// Removals come last.
    private func part(of remote: RemoteID, going: Bool) -> PlannedWrite<MonicaRequest>? {
        let parts = due.filter { if case .part = $0.slot { ($0.value == nil) == going } else { false } }
        return parts.lazy.compactMap { state in
            if case .part(.photo, let id) = state.slot { return photo(id, state, of: remote) }
            return write(state, of: remote)
        }.first
    }

    private func photo(_ id: PartID, _ state: SlotState, of remote: RemoteID) -> PlannedWrite<MonicaRequest>? {
        if case .part(.photo(let value))? = state.value {
            var request = MonicaRequest(.post, PartKind.photo.list, expected: .photo)
            request.upload = PhotoUpload(contact: remote, fileName: value.fileName)
            return PlannedWrite(request, sent: [state], makes: state.slot)
        }
        // The server fails to export a contact with a deleted photo as its avatar.
        if theirs[.avatar] == .avatar(.photo(id)) { return avatar(.initials, of: remote) }
        guard let name = contact.parts.remote(of: id) else { return nil }
        var request = MonicaRequest(.delete, PartKind.photo.list, expected: .deletion)
        request.photo = .photo(name, of: remote)
        return PlannedWrite(request, sent: [state])
    }

    private func avatar(of remote: RemoteID) -> PlannedWrite<MonicaRequest>? {
        guard case .avatar(let value)? = due.first(where: { $0.slot == .avatar })?.value else { return nil }
        return avatar(value, of: remote)
    }

    /// The answer may show the address of the former picture: the contact is read again.
    private func avatar(_ value: AvatarValue, of remote: RemoteID) -> PlannedWrite<MonicaRequest>? {
        guard let path = remote.path("contacts") else { return nil }
        var body: RequestBody = [:]
        switch value {
        case .photo(let id):
            guard let name = contact.parts.remote(of: id) else { return nil }
            body = ["source": .text("photo"), "photo_id": .word(.photo(name, of: remote))]
        case .gravatar: body["source"] = .text("gravatar")
        case .initials: body["source"] = .text("default")
        case .other(let word): body["source"] = .text(word)
        }
        return PlannedWrite(
            MonicaRequest(.put, path + "/avatar", body, expected: .anything),
            sent: [SlotState(.avatar, .avatar(value))])
    }

    private func write(_ state: SlotState, of remote: RemoteID) -> PlannedWrite<MonicaRequest>? {
        guard case .part(let kind, let id) = state.slot else { return nil }
        let name = contact.parts.remote(of: id)
        let path = name?.path(kind.list)
        guard let value = state.value else {
            // This row has the other contact as `of_contact`. The server deletes a partial one with it.
            return path.map { PlannedWrite(MonicaRequest(.delete, $0, expected: .deletion), sent: [state]) }
        }
        guard case .part(let part)? = named(value) else { return nil }
        guard case .part(let former)? = theirs[state.slot] else {
            let body = RequestBody(part, of: remote)
            return PlannedWrite(
                MonicaRequest(.post, kind.list, body, expected: .part(nil)),
                sent: [SlotState(state.slot, value.whenNew)], makes: state.slot)
        }
        let body = RequestBody(part, of: remote, over: former)
        return path.map { PlannedWrite(MonicaRequest(.put, $0, body, expected: .part(name)), sent: [state]) }
    }
}

extension SlotValue {
    /// The value of a new part: the server makes no task that is done.
    fileprivate var whenNew: SlotValue {
        guard case .part(.task(var task)) = self else { return self }
        task.isDone = false
        return .part(.task(task))
    }
}

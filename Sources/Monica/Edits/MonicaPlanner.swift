public import Contacts
public import Foundation
public import Model

/// A question to a Monica about pending changes.
public enum MonicaQuestion: Hashable, Sendable {
    /// The contact with its fields.
    case contact(RemoteID)
    /// Entries of the contact, the newest first: pages until the named ones have come; nil stands for all.
    case things(PartKind, RemoteID, named: Set<RemoteID>?)
    /// Photos of the contact.
    case photos(PhotoQuestion)
    /// The contact with this UUID, among those made last.
    case newest(uuid: String)
    /// The contact that is the user.
    case user
}

/// The pure part of the way to a Monica: compares slots with answers, and finds the next request.
public struct MonicaPlanner: WritePlanner {
    /// The answers of one visit.
    public struct Reading: Sendable {
        /// Nil for a contact that is not there.
        var contact: MonicaContact?
        /// The entries of sections, and photos, as far as they were read.
        var things: [PartKind: ThingList] = [:]
        /// The outer nil stands for a user that was not read.
        var user: RemoteID??
    }

    /// The year of the server's clock: ages and days without year depend on it.
    let year: Int

    public func nextRead(of contact: OutboxContact, after reading: Reading?) -> MonicaQuestion? {
        if contact.id == OutboxContact.account { return reading == nil ? .user : nil }
        guard let remote = contact.remote else {
            return reading == nil && contact.attempt != nil ? .newest(uuid: contact.uuid) : nil
        }
        // A list of the contact says too whether the contact is there.
        let slots = contact.slotsToRead
        let isAboutThings = !slots.isEmpty && slots.allSatisfy { $0.thing != nil }
        if reading?.contact == nil, !isAboutThings { return .contact(remote) }
        for kind in PartKind.allCases where slots.contains(where: { $0.thing?.kind == kind }) {
            let parts = slots.compactMap { $0.thing?.kind == kind ? $0.thing?.part : nil }
            let named = Set(parts.compactMap { contact.parts.remote(of: $0) })
            if reading?.things[kind]?.has(named) != true { return .things(kind, remote, named: named) }
        }
        if let question = photoQuestion(slots, remote, of: contact, after: reading) { return .photos(question) }
        guard let read = reading?.contact, reading?.things[.reminder] == nil else { return nil }
        func hasDay(_ group: ContactGroup) -> Bool {
            let values = group.keys.flatMap { [read.values[$0], contact.rows[.value($0)]?.wanted?.contactValue] }
            return values.contains { $0?.remindableDay != nil }
        }
        let needsReminders = slots.contains { slot in
            switch slot {
            case .part(.reminder, _): true
            case .value(let key), .reminder(let key): hasDay(key.group)
            default: false
            }
        }
        return needsReminders ? .things(.reminder, read.id, named: nil) : nil
    }

    /// The question for photos that go, or that may have come; nil where nothing more is to be read.
    private func photoQuestion(
        _ slots: Set<Slot>, _ remote: RemoteID, of contact: OutboxContact, after reading: Reading?
    ) -> PhotoQuestion? {
        var question = PhotoQuestion(contact: remote)
        for case .part(.photo, let part) in slots {
            let slot = Slot.part(.photo, part)
            if let name = contact.parts.remote(of: part) {
                question.named.insert(name)
            } else if case .part(.photo(let photo))? = contact.attempt?.sent.first(where: { $0.slot == slot })?.value {
                question.sent.insert(photo.fileName)
                // The clocks may differ by hours.
                question.since = contact.rows[slot].map { Date(timeIntervalSince1970: $0.madeAt - 86_400) }
            }
        }
        guard !question.named.isEmpty || !question.sent.isEmpty else { return nil }
        return reading?.things[.photo]?.has(question.named) == true ? nil : question
    }

    public func nextFormRead(of contact: OutboxContact, after reading: Reading?) -> MonicaQuestion? {
        guard let reading else { return contact.remote.map { .contact($0) } }
        guard let read = reading.contact, reading.things[.reminder] == nil else { return nil }
        let hasDay = read.values.values.contains { $0.remindableDay != nil }
        return hasDay ? .things(.reminder, read.id, named: nil) : nil
    }

    public func remote(in reading: Reading) -> RemoteID? { reading.contact?.id }

    public func copy(in reading: Reading) -> Data? { reading.contact?.copy }

    public func uuid(in copy: Data) -> String? { JSONObject(parsing: copy)?.string("uuid") }

    public func view(copy: Data, parts: inout PartBook, names: any ContactNames) -> ServerView? {
        MonicaContact(json: copy).map { view(Reading(contact: $0), parts: &parts, names: names) }
    }

    public func view(_ reading: Reading, parts: inout PartBook, names: any ContactNames) -> ServerView {
        var view = ServerView()
        func local(_ remote: RemoteID) -> AnyContactID { names.local(of: remote).map { .local($0) } ?? .remote(remote) }
        if let user = reading.user { view.show(.me, user.map { .value(.contact(local($0))) }) }
        func named(_ value: SlotValue) -> SlotValue? {
            value.renamed { if case .remote(let remote) = $0 { local(remote) } else { $0 } }
        }
        for (kind, list) in reading.things where kind != .reminder {
            if list.isWhole { view.show(.parts(kind)) }
            for thing in list.things { view.show(.part(kind, parts.id(of: kind, thing.id)), named(.part(thing.value))) }
        }
        guard let contact = reading.contact else { return view }
        if let avatar = contact.avatar { view.show(.avatar, .avatar(AvatarValue(avatar, &parts))) }
        view.show(.existence, .on)
        for key in ContactKey.allCases where key.isReadable {
            view.show(.value(key), contact.values[key].flatMap { named(.value($0)) })
        }
        for kind in [PartKind.field, .address, .relationship] { view.show(.parts(kind)) }
        for part in contact.parts {
            view.show(.part(part.value.kind, parts.id(of: part.value.kind, part.id)), named(.part(part.value)))
        }
        view.show(.tags)
        for tag in contact.tags.keys { view.show(.tag(tag), .on) }
        show(reading.things[.reminder]?.things, of: contact, in: &view, &parts)
        return view
    }

    private func show(
        _ reminders: [MonicaPart]?, of contact: MonicaContact, in view: inout ServerView, _ parts: inout PartBook
    ) {
        var reminded: Set<ContactKey> = []
        let death = contact.values[.death]?.remindableDay
        if reminders != nil { view.show(.parts(.reminder)) }
        for reminder in reminders ?? [] {
            if let key = reminder.madeOf(contact.values) {
                reminded.insert(key)
                continue
            }
            view.show(.part(.reminder, parts.id(of: .reminder, reminder.id)), .part(reminder.value))
            if let death, case .reminder(let value) = reminder.value, value.isOn(death) { reminded.insert(.death) }
        }
        for key in [ContactKey.birthday, .death, .metOn] {
            if contact.values[key]?.remindableDay == nil {
                view.show(.reminder(key), nil)
            } else if reminders != nil {
                view.show(.reminder(key), reminded.contains(key) ? .on : nil)
            }
        }
    }

    public func isSame(_ first: SlotValue?, _ second: SlotValue?, in slot: Slot) -> Bool {
        first?.asKept == second?.asKept
    }

    public func plan(
        _ due: [SlotState], of contact: OutboxContact, over theirs: ServerView, names: any ContactNames
    ) -> PlannedWrite<MonicaRequest>? {
        MonicaPlan(due: due, contact: contact, theirs: theirs, names: names, year: year).next
    }
}

// The values as the server keeps them.
extension SlotValue {
    /// One form of all values that the server keeps alike; nil for none.
    var asKept: SlotValue? {
        let renamed = renamed { other in
            // A contact of the server has the same number here and there.
            if case .local(let id) = other { .remote(RemoteID(String(id.rawValue))) } else { other }
        }
        switch renamed {
        case .value(.text(let text)): return text.asKept.map { .value(.text($0)) }
        // The server has no day of death that is reckoned from an age.
        case .value(.death(.year(let year))): return .value(.death(.date(year: year, month: 1, day: 1)))
        case .part(let part): return .part(part.asKept)
        default: return renamed
        }
    }

    var contactValue: ContactValue? { if case .value(let value) = self { value } else { nil } }
}

extension AvatarValue {
    /// A photo is known by the name of its file.
    fileprivate init(_ avatar: AvatarInfo, _ parts: inout PartBook) {
        switch avatar.effectiveSource {
        case .photo: self = avatar.photoName.map { .photo(parts.id(of: .photo, $0)) } ?? .initials
        case .default: self = .initials
        case .gravatar: self = .gravatar
        default: self = .other(avatar.source.rawValue)
        }
    }
}

extension Slot {
    /// An entry that its own list tells; nil for any other slot. Reminders come with the contact, for they follow its days.
    fileprivate var thing: (kind: PartKind, part: PartID)? {
        if case .part(let kind, let part) = self, kind.isThing, kind != .reminder { (kind, part) } else { nil }
    }
}

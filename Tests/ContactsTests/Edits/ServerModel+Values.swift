import Foundation
import Model

@testable import Contacts

// Values of contacts, and the reminders of their days.
extension ServerModel {
    /// What the server reminds of, if it is to.
    static let days: [ContactKey] = [.birthday, .death, .metOn]
    /// What it writes before all else of a group.
    private static let first: Set<ContactKey> = [
        .firstName, .lastName, .nickname, .gender, .job, .food, .metThrough,
    ]
    /// What it keeps where it is left out.
    private static let kept: Set<ContactKey> = [.lastName, .nickname, .gender]

    mutating func set(
        _ id: Int, _ key: ContactKey, _ value: ContactValue?, _ writer: Writer, readAt: TimeInterval = -1
    ) {
        let old = people[id]?.values[key]
        people[id]?.values[key] = value
        note(id, .value(key), brief(old), brief(value), writer, readAt)
    }

    mutating func setReminders(
        _ id: Int, _ keys: [ContactKey], _ wanted: Set<ContactKey>, _ writer: Writer, readAt: TimeInterval = -1
    ) {
        for key in keys {
            let isOn = wanted.contains(key) && people[id]?.values[key]?.remindableDay != nil
            let was = people[id]?.reminders.contains(key) ?? false
            if isOn { people[id]?.reminders.insert(key) } else { people[id]?.reminders.remove(key) }
            note(id, .reminder(key), was ? "on" : nil, isOn ? "on" : nil, writer, readAt)
        }
    }

    mutating func create(
        _ creation: ContactCreation, _ writer: Writer, _ readAt: TimeInterval, _ thing: Thing?, _ half: Half?
    ) -> EditAnswer {
        if creation.values[.firstName] == Self.badName { return .refused(["bad"], about: [.firstName]) }
        if creation.values[.gender] == Self.badGender { return .refused([]) }
        last += 1
        let id = last
        people[id] = Person(
            id: id, thing: thing ?? .served(id), uuid: creation.uuid, created: clock, updated: clock)
        made[people[id]?.thing ?? .served(id), default: 0] += 1
        note(id, .new, nil, "made", writer, readAt)
        for key in ContactGroup.person.keys where Self.first.contains(key) {
            set(id, key, creation.values[key], writer, readAt: readAt)
        }
        if half == .names { return .failed(status: 500) }
        set(id, .description, creation.values[.description], writer, readAt: readAt)
        // From here on the contact exists, whatever becomes of the request.
        if creation.values[.birthday] == Self.bad { return .refused(["bad"]) }
        for key in [ContactKey.birthday, .death] { set(id, key, creation.values[key], writer, readAt: readAt) }
        if half == .butReminders { return .failed(status: 500) }
        setReminders(id, [.birthday, .death], creation.reminders, writer, readAt: readAt)
        return whole(id)
    }

    mutating func put(
        _ id: Int, _ group: ContactGroup, _ values: [ContactKey: ContactValue], _ changed: Set<ContactKey>,
        _ reminders: Set<ContactKey>, _ writer: Writer, _ readAt: TimeInterval, _ half: Half?
    ) -> EditAnswer {
        let days = group.keys.filter(Self.days.contains)
        if case .contact(.remote(let other))? = values[.metThrough], person(other) == nil { return .goneOrPersonGone }
        if changed.contains(.gender), values[.gender] == Self.badGender { return .refused([]) }
        let sent = group.keys.filter { changed.contains($0) || !Self.kept.contains($0) }
        for key in sent where Self.first.contains(key) { set(id, key, values[key], writer, readAt: readAt) }
        if half == .names { return .failed(status: 500) }
        for key in sent where !Self.first.contains(key) && !days.contains(key) {
            set(id, key, values[key], writer, readAt: readAt)
        }
        if values[.birthday] == Self.bad { return .refused(["bad"]) }
        for key in days { set(id, key, values[key], writer, readAt: readAt) }
        if half == .butReminders {
            // One that the request does not ask for goes whether it fails or not.
            setReminders(id, days.filter { !reminders.contains($0) }, [], writer, readAt: readAt)
            let before = log.count
            setReminders(id, days, [], writer, readAt: readAt)
            for index in before..<log.count { log[index].isHalf = true }
            return .failed(status: 500)
        }
        setReminders(id, days, reminders, writer, readAt: readAt)
        return whole(id)
    }

    /// Who is deleted has introduced nobody, as if another client had said so.
    mutating func leaveNobodyMetThrough(_ id: Int) {
        let introducer = ContactValue.contact(.remote(RemoteID(String(id))))
        for person in living where person.values[.metThrough] == introducer {
            people[person.id]?.values[.metThrough] = nil
            touched.insert(Oracle.Key(thing: person.thing, place: .value(.metThrough)))
            // The time of the contact does not move.
            log.append(entry(person.id, .value(.metThrough), brief(introducer), nil, .other, -1))
        }
    }

    /// A value, told apart from others by this alone: a contact by who it is, whatever its name.
    func brief(_ value: ContactValue?) -> String? {
        guard case .contact(.remote(let id))? = value else { return value?.brief }
        return Int(id.rawValue).flatMap { people[$0]?.thing }.map { "contact \($0.number)" } ?? value?.brief
    }
}

extension ServerModel.Thing {
    /// The same for a contact that was made again.
    var number: Int64 {
        switch self {
        case .served(let number): Int64(number)
        case .contact(let id, _): id.rawValue
        case .part(let id): id.rawValue
        case .former(let id): Int64(id.rawValue) ?? 0
        }
    }
}

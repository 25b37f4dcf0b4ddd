import Foundation
import Model

@testable import Contacts

/// A contact of the test server. Its JSON is the server's copy.
struct TestPerson: Codable, Equatable {
    var id: Int
    var uuid = ""
    /// By the names of keys. The server never shows where a person was met.
    var values: [String: ContactValue] = [:]
    /// Kind by kind, by the server's numbers.
    var parts: [String: [Int: PartValue]] = [:]
    var tags: [String] = []
    /// The days with a yearly reminder. Copies do not have them.
    var reminders: Set<ContactKey> = []

    init(_ id: Int, uuid: String = "") { (self.id, self.uuid) = (id, uuid) }

    subscript(key: ContactKey) -> ContactValue? {
        get { values[key.rawValue] }
        set { values[key.rawValue] = newValue }
    }

    var copy: Data {
        var shown = self
        shown.values[ContactKey.metWhere.rawValue] = nil
        shown.reminders = []
        for kind in PartKind.allCases where kind.isThing { shown.parts[kind.rawValue] = nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // A value of these types is JSON.
        return (try? encoder.encode(shown)) ?? Data()
    }

    /// The contact with its copy, as a pass brings it.
    var contact: Contact? { TestKind().contact(from: copy) }

    /// `hasThings`: with the notes, calls, tasks and activities.
    func view(_ parts: inout PartBook, _ names: any ContactNames, hasThings: Bool = false) -> ServerView {
        var view = ServerView()
        view.show(.existence, .on)
        for key in ContactKey.allCases where key != .metWhere { view.show(.value(key), self[key].map { .value($0) }) }
        view.show(.tags)
        for tag in tags { view.show(.tag(tag), .on) }
        for kind in PartKind.allCases where hasThings || !kind.isThing {
            view.show(.parts(kind))
            for (number, value) in (self.parts[kind.rawValue] ?? [:]).sorted(by: { $0.key < $1.key }) {
                let id = parts.id(of: kind, RemoteID("\(number)"))
                let value = SlotValue.part(value).naming { remote in
                    names.local(of: remote).map { .local($0) } ?? .remote(remote)
                }
                view.show(.part(kind, id), value)
            }
        }
        return view
    }

    /// Takes the values of a request.
    mutating func take(_ sent: [SlotState], part number: Int) {
        for state in sent {
            switch (state.slot, state.value) {
            case (.value(let key), .value(let value)?): self[key] = value
            case (.value(let key), _): self[key] = nil
            case (.reminder(let key), .on?): reminders.insert(key)
            case (.reminder(let key), _): reminders.remove(key)
            case (.tag(let name), .on?): tags = (tags + [name]).sorted()
            case (.tag(let name), _): tags.removeAll { $0 == name }
            case (.part(let kind, _), .part(let value)?): parts[kind.rawValue, default: [:]][number] = value
            case (.part(let kind, _), _): parts[kind.rawValue]?[number] = nil
            default: break
            }
        }
    }
}

extension SlotValue {
    static func text(_ text: String) -> SlotValue { .value(.text(text)) }
    static func phone(_ number: String) -> SlotValue {
        .part(.field(FieldValue(type: RemoteID("1"), content: number)))
    }
    static func relation(_ other: ContactID) -> SlotValue {
        .part(.relationship(RelationshipValue(type: RemoteID("parent"), other: .local(other))))
    }

    /// The same with a name of the server replaced.
    func naming(_ other: (RemoteID) -> AnyContactID) -> SlotValue {
        renamed { if case .remote(let remote) = $0 { other(remote) } else { $0 } } ?? self
    }
}

/// Reads the copies of test people.
struct TestKind: ContactDecoder {
    func contact(from copy: Data) -> Contact? {
        guard let person = try? JSONDecoder().decode(TestPerson.self, from: copy) else { return nil }
        func text(_ key: ContactKey) -> String? { if case .text(let text)? = person[key] { text } else { nil } }
        var contact = Contact(
            id: person.id, firstName: text(.firstName), lastName: text(.lastName), nickname: text(.nickname),
            completeName: [text(.firstName), text(.lastName)].compactMap(\.self).joined(separator: " "),
            description: text(.description), job: text(.job), foodPreferences: text(.food),
            tags: person.tags.map { Tag(name: $0) }, serverCopy: copy)
        if case .day(.date(let year, let month, let day))? = person[.birthday] {
            contact.birthdate = CivilDay(year: year, month: month, day: day).map { SpecialDate(date: $0.midnight) }
        }
        for (kind, parts) in person.parts {
            for (number, part) in parts.sorted(by: { $0.key < $1.key }) where kind == part.kind.rawValue {
                contact.add(part, number)
            }
        }
        return contact
    }

    func sections(from copies: [ContactSection: Data]) -> ContactSections {
        var sections = ContactSections()
        for copy in copies.values {
            let parts = (try? JSONDecoder().decode([Int: PartValue].self, from: copy)) ?? [:]
            for (id, part) in parts.sorted(by: { $0.key < $1.key }) { sections.add(part, id) }
        }
        return sections
    }
    func withoutPictures(_ copy: Data) -> Data { copy }
}

extension Contact {
    fileprivate mutating func add(_ part: PartValue, _ number: Int) {
        switch part {
        case .field(let value): contactFields.append(ContactField(id: number, content: value.content))
        case .address(let value): addresses.append(Address(id: number, street: value.street, city: value.city))
        case .relationship(let value):
            guard case .remote(let remote) = value.other, let other = Int(remote.rawValue) else { return }
            let group = Relationship.Group.friend
            relationships.append(
                Relationship(group: group, name: value.type.rawValue, contact: ContactReference(id: other)))
        default: break
        }
    }
}

extension ContactSections {
    fileprivate mutating func add(_ part: PartValue, _ id: Int) {
        switch part {
        case .note(let value): notes.append(Note(id: id, body: value.body, isFavorited: value.isFavorite))
        case .call(let value):
            calls.append(
                Call(
                    id: id, calledAt: value.day.date, content: value.content, contactCalled: value.contactCalled))
        case .task(let value):
            tasks.append(
                ContactTask(id: id, title: value.title, description: value.description, isCompleted: value.isDone))
        case .reminder(let value):
            reminders.append(
                Reminder(
                    id: id, title: value.title, description: value.description, frequency: value.frequency,
                    initialDate: value.day.date))
        case .gift(let value):
            gifts.append(
                Gift(
                    id: id, name: value.name, comment: value.comment, amount: value.amount, number: value.amount,
                    status: value.status, date: value.day?.date, address: value.link))
        case .debt(let value):
            debts.append(
                Debt(
                    id: id, userOwes: value.userOwes, isSettled: value.isSettled, amount: value.amount,
                    number: value.amount, reason: value.reason))
        case .pet(let value): pets.append(Pet(id: id, value: value))
        case .activity(let value):
            let attendees = value.attendees.compactMap { other -> ContactReference? in
                guard case .remote(let remote) = other, let id = Int(remote.rawValue) else { return nil }
                return ContactReference(id: id)
            }
            activities.append(
                Activity(
                    id: id, summary: value.summary, description: value.description, happenedAt: value.day.date,
                    attendees: attendees))
        case .field, .address, .relationship, .photo: break
        }
    }
}

extension ContactDay {
    /// Midnight in UTC.
    var date: Date? {
        guard case .date(let year, let month, let day) = self else { return nil }
        return CivilDay(year: year, month: month, day: day)?.midnight
    }
}

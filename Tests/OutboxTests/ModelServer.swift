import Foundation
import Model

@testable import Contacts

extension Slot {
    static let name = Slot.value(.firstName)
    static let about = Slot.value(.description)
    static let birthday = Slot.value(.birthday)
    static let yearly = Slot.reminder(.birthday)
    static let job = Slot.value(.job)
    static let company = Slot.value(.company)
    static let met = Slot.value(.metStory)
    static let place = Slot.value(.metWhere)
    /// Written together: the person with its day, the work, the first meeting.
    static let person = [name, about, birthday]
    static let work = [job, company]
    static let meeting = [met, place]

    /// Nil if it is no part.
    var kind: PartKind? { if case .parts(let kind)? = list { kind } else { nil } }
    var isTag: Bool { list == .tags }
    /// A part that was not made here; the model of the server numbers those downwards.
    var isNative: Bool { if case .part(_, let id) = self { id.rawValue < 0 } else { false } }
}

extension SlotValue {
    static func text(_ text: String) -> SlotValue { .value(.text(text)) }
    static func person(_ id: AnyContactID) -> SlotValue { .value(.contact(id)) }

    /// A part with a text. The contact has its fields; an address, a photo and an entry of a section have a list of their own.
    static func part(_ kind: PartKind, _ text: String) -> SlotValue {
        let day = ContactDay.date(year: 2026, month: 5, day: 1)
        switch kind {
        case .field: return .part(.field(FieldValue(type: RemoteID("1"), content: text)))
        case .address, .relationship: return .part(.address(AddressValue(name: text)))
        case .photo: return .part(.photo(PhotoValue(fileName: text)))
        case .note: return .part(.note(NoteValue(body: text)))
        case .call: return .part(.call(CallValue(day: day, content: text)))
        case .task: return .part(.task(TaskValue(title: text)))
        case .activity: return .part(.activity(ActivityValue(summary: text, day: day)))
        case .reminder: return .part(.reminder(ReminderValue(title: text, day: day, unit: .year)))
        case .gift: return .part(.gift(GiftValue(name: text)))
        case .debt: return .part(.debt(DebtValue(userOwes: true, amount: "1", reason: text)))
        case .pet: return .part(.pet(PetValue(name: text, animal: .cat)))
        }
    }

    static func relation(_ other: AnyContactID, _ type: String = "t") -> SlotValue {
        .part(.relationship(RelationshipValue(type: RemoteID(type), other: other)))
    }

    /// With other contacts in an activity.
    func attended(by others: [AnyContactID]) -> SlotValue {
        guard case .part(.activity(var activity)) = self else { return self }
        activity.attendees = others
        return .part(.activity(activity))
    }

    /// A task that is done or not.
    func ticked(_ isDone: Bool) -> SlotValue {
        guard case .part(.task(var task)) = self else { return self }
        task.isDone = isDone
        return .part(.task(task))
    }

    /// With the other contacts named otherwise, as far as they have another name.
    func naming(_ name: (AnyContactID) -> AnyContactID?) -> SlotValue { renamed { name($0) ?? $0 } ?? self }

    /// The other contacts by the server's numbers.
    var others: [Int] {
        namedContacts.compactMap { if case .remote(let id) = $0 { Int(id.rawValue) } else { nil } }
    }
    var other: Int? { others.first }

    private var text: String? {
        switch self {
        case .value(.text(let text)): text
        case .part(.field(let field)): field.content
        case .part(.address(let address)): address.name
        case .part(.note(let note)): note.body
        case .part(.call(let call)): call.content
        case .part(.task(let task)): task.title
        case .part(.activity(let activity)): activity.summary
        case .part(.reminder(let reminder)): reminder.title
        case .part(.gift(let gift)): gift.name
        case .part(.debt(let debt)): debt.reason
        case .part(.pet(let pet)): pet.name
        case .part(.photo(let photo)): photo.fileName
        default: nil
        }
    }
    /// Another part may say the same.
    var isCommon: Bool { text == "p1" || isBad || isFatal }
    /// The server refuses it.
    var isBad: Bool { text == "BAD" }
    /// The server fails over it.
    var isFatal: Bool { text == "ERR" }
    /// A photo that the server takes, and refuses to show.
    var isNoAvatar: Bool { text?.hasPrefix("hidden") ?? false }
}

extension RemoteID {
    init(_ number: Int) { self.init(String(number)) }
    var number: Int? { Int(rawValue) }
}

extension PartKind {
    /// The kinds of entries of sections.
    static let things = allCases.filter(\.isThing)

    /// The number here of a part that was not made here. The server counts each kind by itself.
    func native(_ number: Int) -> PartID {
        PartID(Int64(-(number * Self.allCases.count + (Self.allCases.firstIndex(of: self) ?? 0))))
    }
}

/// A request to the model of the server.
enum Call: Sendable {
    case contact(Int), list, look(String), reminder(Int), parts(PartKind, Int), user
    case create(String, [Slot: SlotValue]), delete(Int)
    case put(Int, [Slot], [Slot: SlotValue])
    case addPart(Int, PartKind, SlotValue, tag: Slot?), changePart(PartKind, Int, SlotValue), removePart(PartKind, Int)
    case addTags(Int, [String]), removeTag(Int, String), setUser(Int), removeUser
    /// A photo by its number; nil for the initials.
    case setAvatar(Int, Int?)

    var isRead: Bool {
        switch self {
        case .contact, .list, .look, .reminder, .parts, .user: true
        default: false
        }
    }
}

/// An answer: a status of HTTP, 0 for none, −1 for a page.
struct Reply {
    enum Body { case none, person(ModelServer.Person), people([ModelServer.Person]), made(Int), user(Int?) }
    var status = 200
    var body = Body.none

    static let lost = 0, page = -1
    static let gone = Reply(status: 404), refused = Reply(status: 422), failed = Reply(status: 500)
}

/// A Monica: no transaction, no ETag, a POST that is not idempotent. A value that changes goes into the log.
final class ModelServer {
    enum Writer { case us, other, cascade, start }
    /// How far a request is carried out that fails half-way.
    enum Half { case first, butReminder }
    /// A slot of a contact, which its UUID names.
    struct Spot: Hashable { let uuid: String, slot: Slot }
    struct Entry { let time: Double, spot: Spot, old, new: SlotValue?, writer: Writer, readAt: Double }
    /// `tag` is the name of the part for the oracle. It outlives the number.
    struct Part: Hashable { var value: SlotValue; let tag: Slot }
    struct Person {
        let id: Int, uuid: String
        var values: [Slot: SlotValue] = [.existence: .on, .avatar: .avatar(.initials)]
        var parts: [PartKind: [Int: Part]] = [:]
        /// Of a relationship's row, the row of the other contact.
        var reverse: [Int: Int] = [:]
        /// The reminder that another client gave other words than the server's. It goes with each write of the birthday.
        var linked: Int?
        var deletedBy: Writer?

        /// The number of the photo that it shows; nil for none.
        var shownPhoto: Int? {
            guard case .avatar(.photo(let photo))? = values[.avatar] else { return nil }
            return parts[.photo]?.first { $0.value.tag.partID == photo }?.key
        }
    }

    var people: [Int: Person] = [:], user: Int?, last = 0, log: [Entry] = [], now = 0.0
    /// Things that were made twice, without and with another client's hand in it.
    var doubled: [String] = [], broken: [String] = [], twice: Set<Spot> = [], touched: Set<Spot> = []

    /// The last number of each kind.
    private var lasts: [PartKind: Int] = [:]

    static let account = "account"
    var living: [Person] { people.values.filter { $0.deletedBy == nil }.sorted { $0.id < $1.id } }
    func person(_ id: Int) -> Person? { people[id].flatMap { $0.deletedBy == nil ? $0 : nil } }
    func owner(_ kind: PartKind, _ part: Int) -> Person? { living.first { $0.parts[kind]?[part] != nil } }

    func set(_ id: Int, _ slot: Slot, _ value: SlotValue?, _ writer: Writer, _ readAt: Double = -1) {
        guard let person = people[id], person.values[slot] != value else { return }
        let spot = Spot(uuid: person.uuid, slot: slot)
        log.append(Entry(time: now, spot: spot, old: person.values[slot], new: value, writer: writer, readAt: readAt))
        people[id]?.values[slot] = value
    }

    func setUser(_ id: Int?, _ writer: Writer, _ readAt: Double) {
        guard user != id else { return }
        let name = { (id: Int?) in id.map { SlotValue.person(.remote(RemoteID($0))) } }
        let spot = Spot(uuid: Self.account, slot: .me)
        log.append(Entry(time: now, spot: spot, old: name(user), new: name(id), writer: writer, readAt: readAt))
        user = id
    }

    @discardableResult
    func add(
        _ id: Int, _ kind: PartKind, _ value: SlotValue, tag: Slot?, _ writer: Writer, _ readAt: Double = -1
    ) -> Int {
        let number = lasts[kind, default: 0] + 1
        lasts[kind] = number
        let tag = tag ?? .part(kind, kind.native(number))
        if let person = people[id], person.parts[kind]?.values.contains(where: { $0.tag == tag }) ?? false {
            let spot = Spot(uuid: person.uuid, slot: tag)
            if touched.contains(spot) { twice.insert(spot) } else { doubled.append("part") }
        }
        people[id]?.parts[kind, default: [:]][number] = Part(value: value, tag: tag)
        set(id, tag, value, writer, readAt)
        return number
    }

    /// Another client gives the server's reminder of the birthday other words. It looks like a person's own then.
    func reword(_ id: Int, _ text: String) {
        set(id, .yearly, nil, .other)
        let row = add(id, .reminder, .part(.reminder, text), tag: nil, .other)
        people[id]?.linked = row
    }

    private func drop(_ id: Int, _ kind: PartKind, _ part: Int, _ writer: Writer, _ readAt: Double) {
        if let person = people[id], kind == .photo, person.shownPhoto == part {
            if writer == .us { broken.append("removes the shown photo") }
            set(id, .avatar, .avatar(.initials), writer, readAt)
        }
        guard let tag = people[id]?.parts[kind]?.removeValue(forKey: part)?.tag else { return }
        set(id, tag, nil, writer, readAt)
    }

    /// Carries a request out; `half` only its beginning.
    func answer(_ call: Call, by writer: Writer = .us, readAt: Double = -1, half: Half? = nil) -> Reply {
        switch call {
        case .list: return Reply(body: .people(living))
        case .look(let uuid): return Reply(body: .people(living.filter { $0.uuid == uuid }))
        case .user: return Reply(body: .user(user))
        case .removeUser: setUser(nil, writer, readAt)
        case .create(let uuid, let values):
            if living.contains(where: { $0.uuid == uuid }) { doubled.append("contact") }
            last += 1
            people[last] = Person(id: last, uuid: uuid, values: [:])
            set(last, .avatar, .avatar(.initials), .start, readAt)
            set(last, .existence, .on, writer, readAt)
            return put(last, Slot.person, values, writer, readAt, half)
        case .changePart(let kind, let part, let value):
            guard let owner = owner(kind, part), let tag = owner.parts[kind]?[part]?.tag,
                value.others.allSatisfy({ person($0) != nil })
            else { return .refused }
            if value.isBad || value.isFatal { return value.isBad ? .refused : .failed }
            people[owner.id]?.parts[kind]?[part]?.value = value
            set(owner.id, tag, value, writer, readAt)
            if writer == .other { touched.insert(Spot(uuid: owner.uuid, slot: tag)) }
        case .removePart(let kind, let part):
            guard let owner = owner(kind, part), let value = owner.parts[kind]?[part]?.value else { return .refused }
            if kind == .relationship, let other = value.other, let row = owner.reverse[part] {
                drop(other, kind, row, writer, readAt)
            }
            drop(owner.id, kind, part, writer, readAt)
        case .contact(let id), .reminder(let id), .parts(_, let id), .delete(let id), .put(let id, _, _),
            .addPart(let id, _, _, _), .addTags(let id, _), .removeTag(let id, _), .setUser(let id),
            .setAvatar(let id, _):
            guard person(id) != nil else { return .gone }
            return answer(call, of: id, writer, readAt, half)
        }
        return Reply()
    }

    private func answer(_ call: Call, of id: Int, _ writer: Writer, _ readAt: Double, _ half: Half?) -> Reply {
        switch call {
        case .put(_, let slots, let values): return put(id, slots, values, writer, readAt, half)
        case .addPart(_, let kind, let value, let tag):
            if value.isBad || value.isFatal { return value.isBad ? .refused : .failed }
            guard value.others.allSatisfy({ person($0) != nil }) else { return .refused }
            guard kind == .relationship, let other = value.other else {
                // No new task is done.
                return Reply(status: 201, body: .made(add(id, kind, value.ticked(false), tag: tag, writer, readAt)))
            }
            let row = add(id, kind, value, tag: tag, writer, readAt)
            let reverse = add(other, kind, .relation(.remote(RemoteID(id)), "reverse"), tag: nil, writer, readAt)
            people[id]?.reverse[row] = reverse
            people[other]?.reverse[reverse] = row
            return Reply(status: 201, body: .made(row))
        case .delete:
            for row in (people[id]?.parts[.relationship] ?? [:]).keys.sorted() {
                _ = answer(.removePart(.relationship, row), by: .cascade, readAt: .infinity)
            }
            for person in living {
                for (row, part) in person.parts[.activity] ?? [:] where part.value.others.contains(id) {
                    let others = part.value.namedContacts.filter { $0 != .remote(RemoteID(id)) }
                    people[person.id]?.parts[.activity]?[row]?.value = part.value.attended(by: others)
                    set(person.id, part.tag, part.value.attended(by: others), .cascade, readAt)
                }
            }
            if user == id { setUser(nil, .cascade, readAt) }
            set(id, .existence, nil, writer, readAt)
            people[id]?.deletedBy = writer
            return Reply()
        case .setUser: setUser(id, writer, readAt)
        case .setAvatar(_, let row):
            let photo = row.map { people[id]?.parts[.photo]?[$0] }
            if let photo, photo == nil || photo?.value.isNoAvatar == true { return .refused }
            let shown = photo.flatMap { $0?.tag.partID }
            set(id, .avatar, .avatar(shown.map { .photo($0) } ?? .initials), writer, readAt)
            // The answer may show the former picture.
            return Reply()
        case .addTags(_, let names): for name in names { set(id, .tag(name), .on, writer, readAt) }
        case .removeTag(_, let name): set(id, .tag(name), nil, writer, readAt)
        default: break
        }
        return people[id].map { Reply(body: .person($0)) } ?? .gone
    }

    private func put(
        _ id: Int, _ slots: [Slot], _ values: [Slot: SlotValue], _ writer: Writer, _ readAt: Double, _ half: Half?
    ) -> Reply {
        for (number, slot) in slots.enumerated() {
            let value = values[slot]
            if value?.isBad ?? false { return .refused }
            if value?.isFatal ?? false { return .failed }
            // Kept otherwise than sent, as 31 February.
            set(id, slot, value == .text("ODD") ? .text("odd") : value, writer, readAt)
            if number == 0, half == .first { return .failed }
        }
        if slots.contains(.birthday) {
            if let row = people[id]?.linked { drop(id, .reminder, row, .cascade, readAt) }
            people[id]?.linked = nil
            // The reminder is made anew each time.
            set(id, .yearly, nil, writer, readAt)
            if half != nil { return .failed }
            set(id, .yearly, values[.birthday] == nil ? nil : values[.yearly], writer, readAt)
        } else if half != nil {
            return .failed
        }
        return people[id].map { Reply(body: .person($0)) } ?? .gone
    }
}

import Foundation
import Model

@testable import Contacts

/// A Monica as a value: what it does with each write, oddities included, and a log of every value that changed.
struct ServerModel {
    /// Who writes.
    enum Writer { case us, other, start }

    /// What a contact or part is to the oracle, whatever number it has.
    enum Thing: Hashable {
        case served(Int)
        case contact(ContactID, life: Int)
        case part(PartID)
        /// The row of a field that was made anew, until it goes.
        case former(RemoteID)

        var isFormer: Bool { if case .former = self { true } else { false } }
    }

    enum Place: Hashable {
        case value(ContactKey)
        case reminder(ContactKey)
        case part(Thing)
        /// Of a field.
        case label(Thing, String)
        case tag(String)
        /// Whether the contact is the user.
        case user
        case new, deletion
    }

    struct Entry {
        let time: TimeInterval
        let thing: Thing
        let place: Place
        let old: String?
        let new: String?
        let writer: Writer
        /// When what was written over had been read.
        let readAt: TimeInterval
        /// Of a request that failed on the way, and would have left it as it was.
        var isHalf = false
    }

    struct Part {
        var value: PartValue
        let created: TimeInterval
        var thing: Thing
    }

    struct Person {
        let id: Int
        let thing: Thing
        var uuid: String
        var created: TimeInterval
        var updated: TimeInterval
        var isActive = true
        var isDeleted = false
        var values: [ContactKey: ContactValue] = [:]
        var reminders: Set<ContactKey> = []
        var parts: [RemotePart: Part] = [:]
        var tags: [String: RemoteID] = [:]
    }

    /// How far a request is carried out that fails half-way.
    enum Half { case names, butReminders }

    var people: [Int: Person] = [:]
    var me: Int?
    var log: [Entry] = []
    /// What another client has changed.
    var touched: Set<Oracle.Key> = []
    /// On whose pages another client has changed relationships, also of others.
    var relatedByOthers: Set<Thing> = []
    var made: [Thing: Int] = [:]
    /// What each former row was to the oracle before its field was made anew.
    private(set) var replaced: [Thing: Thing] = [:]
    private(set) var removedPhotos: Set<RemoteID> = []
    private(set) var deletedBy: [Thing: Writer] = [:]
    /// Of each row of a relationship, that of the other contact.
    var reverseRows: [RemoteID: RemoteID] = [:]
    var last = 0
    var now: TimeInterval = 0
    /// The server's clock is not ours.
    var skew: TimeInterval = 0
    /// Older servers leave the fields out of the answers to writes.
    var answersWhole = true

    /// A value that the server refuses after it has carried out what comes before.
    static let bad = ContactValue.day(.monthDay(month: 13, day: 1))
    static let badContent = "bad"
    /// One that it refuses before anything is made.
    static let badName = ContactValue.text("bad name")
    /// A word that the account does not know any more; nothing is sent.
    static let badGender = ContactValue.text("bad gender")

    var clock: TimeInterval { (now + skew).rounded(.down) }
    var date: Date { Date(timeIntervalSince1970: clock) }
    var living: [Person] { people.values.filter { !$0.isDeleted }.sorted { $0.id < $1.id } }

    mutating func note(
        _ id: Int, _ place: Place, _ old: String?, _ new: String?, _ writer: Writer, _ readAt: TimeInterval
    ) {
        guard old != new, let thing = people[id]?.thing else { return }
        log.append(
            Entry(time: now, thing: thing, place: place, old: old, new: new, writer: writer, readAt: readAt))
        if writer == .other { touched.insert(Oracle.Key(thing: thing, place: place)) }
        let time = clock
        people[id]?.updated = time
    }

    private mutating func noteLabels(
        _ id: Int, _ part: Thing, _ former: [String], _ labels: [String], _ writer: Writer, _ readAt: TimeInterval
    ) {
        for label in former where !labels.contains(label) {
            note(id, .label(part, label), label, nil, writer, readAt)
        }
        for label in labels where !former.contains(label) {
            note(id, .label(part, label), nil, label, writer, readAt)
        }
    }

    /// A field is made anew: what it is to the oracle goes over to the new row. Returns what the former one said; nil if
    /// there is none, or it was made anew before.
    private mutating func replace(_ former: RemotePart, of id: Int, by part: Part) -> PartValue? {
        guard let old = people[id]?.parts[former], old.thing == part.thing else { return nil }
        people[id]?.parts[former]?.thing = .former(former.id)
        replaced[.former(former.id)] = old.thing
        made[part.thing] = max(1, made[part.thing] ?? 0)
        return old.value
    }

    /// Everybody has one.
    static func photo(of person: Int) -> ServerPhoto {
        ServerPhoto(id: RemoteID("photo\(person)"), fileName: "photo\(person).jpg")
    }

    func view(_ person: Person) -> ServerContact {
        var view = ServerContact(id: RemoteID(String(person.id)))
        view.uuid = person.uuid
        view.createdAt = Date(timeIntervalSince1970: person.created)
        view.isActive = person.isActive
        view.isMe = me == person.id
        view.values = person.values.filter { $0.key.isReadable }
        view.parts = person.parts.mapValues {
            ServerPart(value: $0.value, createdAt: Date(timeIntervalSince1970: $0.created))
        }
        view.tags = person.tags
        return view
    }

    func person(_ remote: RemoteID) -> Person? {
        Int(remote.rawValue).flatMap { people[$0] }.flatMap { $0.isDeleted ? nil : $0 }
    }

    /// Carries out what is asked. `thing`: what a creation makes.
    mutating func answer(
        _ request: EditRequest, by writer: Writer = .us, readAt: TimeInterval = -1, making thing: Thing? = nil,
        inPlaceOf former: RemotePart? = nil, half: Half? = nil
    ) -> EditAnswer {
        switch request {
        case .time: return .time
        case .contact(let remote): return person(remote).map { .contact(view($0)) } ?? .gone
        case .reminders(let remote, let days):
            return person(remote).map { .reminders($0.reminders.intersection(days.keys)) } ?? .gone
        case .newestContacts(let since):
            let start = since?.timeIntervalSince1970 ?? -.infinity
            let newest = living.filter { $0.created >= start }.sorted { ($1.created, $0.id) < ($0.created, $1.id) }
            return .newestContacts(newest.map(view), areAll: true)
        case .photos(let remote):
            return person(remote).map { .photos([Self.photo(of: $0.id)]) } ?? .gone
        case .write(let write): return carryOut(write, writer, readAt, thing, former, half)
        case .removePhoto(let photo):
            removedPhotos.insert(photo)
            return .done(nil, made: nil)
        }
    }

    private mutating func carryOut(
        _ write: EditWrite, _ writer: Writer, _ readAt: TimeInterval, _ thing: Thing?, _ former: RemotePart?,
        _ half: Half?
    ) -> EditAnswer {
        switch write {
        case .create(let creation): return create(creation, writer, readAt, thing, half)
        case .addPart(let remote, let value):
            if value.brief == Self.badContent { return .refused(["bad"]) }
            let isRelationship = value.kind == .relationship
            guard let id = person(remote)?.id else { return isRelationship ? .goneOrPersonGone : .gone }
            if isRelationship, other(value) == nil { return .goneOrPersonGone }
            last += 1
            let key = RemotePart(value.kind, RemoteID(String(last)))
            let part = Part(value: value, created: clock, thing: thing ?? .served(last))
            people[id]?.parts[key] = part
            let replaced = former.flatMap { replace($0, of: id, by: part) }
            if replaced == nil { made[part.thing, default: 0] += 1 }
            note(id, .part(part.thing), replaced?.brief, value.brief, writer, readAt)
            noteLabels(id, part.thing, replaced?.labels ?? [], value.labels, writer, readAt)
            addReverse(of: key, of: id, value)
            return .done(nil, made: key.id)
        case .changePart(_, let key, let value):
            guard let (id, part) = part(key) else { return .gone }
            if value.brief == Self.badContent { return .refused(["bad"]) }
            people[id]?.parts[key]?.value = value
            // Those that are left out stay.
            if value.labels.isEmpty { people[id]?.parts[key]?.value.labels = part.value.labels }
            note(id, .part(part.thing), part.value.brief, value.brief, writer, readAt)
            if !value.labels.isEmpty { noteLabels(id, part.thing, part.value.labels, value.labels, writer, readAt) }
            changeReverse(of: key, to: value)
            return .done(nil, made: nil)
        case .removePart(_, let key):
            guard let (id, part) = part(key) else { return removeLeftBehind(key, writer, readAt) }
            people[id]?.parts[key] = nil
            if !part.thing.isFormer { note(id, .part(part.thing), part.value.brief, nil, writer, readAt) }
            removeReverse(of: key)
            return .done(nil, made: nil)
        case .delete(let remote):
            guard let person = person(remote) else { return .gone }
            note(person.id, .deletion, nil, "deleted", writer, readAt)
            for key in person.parts.keys.sorted(by: { $0.id < $1.id }) { removeReverse(of: key) }
            people[person.id]?.isDeleted = true
            deletedBy[person.thing] = writer
            if me == person.id { me = nil }
            leaveNobodyMetThrough(person.id)
            return .done(nil, made: nil)
        case .values(let remote, let group, let values, let changed, let reminders):
            guard let id = person(remote)?.id else { return .gone }
            guard people[id]?.isActive == true else { return .refused(["archived"]) }
            return put(id, group, values, changed, reminders, writer, readAt, half)
        case .addTags(let remote, let names):
            guard let id = person(remote)?.id else { return .gone }
            for name in names where people[id].map({ !view($0).has(tag: name) }) ?? false {
                last += 1
                people[id]?.tags[name] = RemoteID(String(last))
                // The time of the contact does not move.
                log.append(entry(id, .tag(name), nil, name, writer, readAt))
            }
            return whole(id)
        case .removeTags(let remote, let tags):
            guard let id = person(remote)?.id else { return .gone }
            for (name, tag) in people[id]?.tags ?? [:] where tags.contains(tag) {
                people[id]?.tags[name] = nil
                log.append(entry(id, .tag(name), name, nil, writer, readAt))
            }
            return whole(id)
        case .me(let remote, let isMe):
            guard let id = person(remote)?.id else { return .gone }
            if isMe { me = id } else { me = nil }
            return .done(nil, made: nil)
        }
    }

    /// Of the parts of a deleted contact, addresses can still be removed.
    private mutating func removeLeftBehind(
        _ key: RemotePart, _ writer: Writer, _ readAt: TimeInterval
    ) -> EditAnswer {
        guard key.kind == .address, let owner = people.values.first(where: { $0.parts[key] != nil }) else {
            return .gone
        }
        let part = people[owner.id]?.parts.removeValue(forKey: key)
        if let part { note(owner.id, .part(part.thing), part.value.brief, nil, writer, readAt) }
        return .done(nil, made: nil)
    }

    func entry(
        _ id: Int, _ place: Place, _ old: String?, _ new: String?, _ writer: Writer, _ readAt: TimeInterval
    ) -> Entry {
        Entry(
            time: now, thing: people[id]?.thing ?? .served(id), place: place, old: old, new: new, writer: writer,
            readAt: readAt)
    }

    func part(_ key: RemotePart) -> (Int, Part)? {
        for person in people.values where !person.isDeleted {
            if let part = person.parts[key] { return (person.id, part) }
        }
        return nil
    }

    func whole(_ id: Int) -> EditAnswer {
        .done(answersWhole ? people[id].map(view) : nil, made: RemoteID(String(id)))
    }
}

import Foundation
import Model

@testable import Contacts

// Tags and relationships, of the person and of another client.
extension Simulation {
    private static let tags = ["t1", "t2", "t3", "t4"]

    /// What there is before anybody does anything.
    func relateAtFirst() {
        for person in server.living {
            let name = RemoteID(String(person.id))
            _ = server.answer(.write(.addTags(name, [Self.tags[person.id % Self.tags.count]])), by: .start)
        }
        if let first = server.living.first, let last = server.living.last { relate(first, last, by: .start) }
    }

    private func relate(_ person: ServerModel.Person, _ other: ServerModel.Person, by writer: ServerModel.Writer) {
        counter += 1
        let value = PartValue.relationship(
            RelationshipValue(type: RemoteID("r\(counter)"), other: .remote(RemoteID(String(other.id)))))
        _ = server.answer(.write(.addPart(RemoteID(String(person.id)), value)), by: writer)
        noteRows()
    }

    /// The server makes rows by itself.
    func noteRows() {
        for person in server.people.values {
            for (key, part) in person.parts where key.kind == .relationship { partThings[key] = part.thing }
        }
    }

    /// Another client changes tags or relationships of somebody.
    func anotherRelates(_ person: ServerModel.Person) {
        let name = RemoteID(String(person.id))
        let tag = random.pick(Self.tags)
        let others = server.living.filter { $0.id != person.id }
        let rows = person.parts.keys.filter { $0.kind == .relationship }.sorted { $0.id < $1.id }
        note("other: relates \(person.thing)")
        switch random.fraction() {
        case ..<0.5:
            if let id = person.tags[tag] {
                _ = server.answer(.write(.removeTags(name, [id])), by: .other)
            } else {
                _ = server.answer(.write(.addTags(name, [tag])), by: .other)
            }
        case ..<0.8:
            guard !others.isEmpty, case let other = random.pick(others) else { return }
            server.relatedByOthers.formUnion([person.thing, other.thing])
            relate(person, other, by: .other)
        default:
            guard !rows.isEmpty, case let row = random.pick(rows) else { return }
            let other = person.parts[row].flatMap { server.other($0.value) }
            server.relatedByOthers.formUnion([person.thing, other?.thing].compactMap(\.self))
            _ = server.answer(.write(.removePart(name, row)), by: .other)
        }
    }

    /// What a person changes in a form of tags and relationships.
    func changeRelations(
        _ form: ShownContact, _ contact: ContactID, _ book: inout EditBook, _ done: inout [Done]
    ) {
        if random.chance(0.3) { done.append(changeTags(contact, &book)) }
        let dice = random.fraction()
        let there = book.shown(contact, over: copies.all[contact]).parts.keys
        // The oracle does not know that both rows are one.
        let rows = form.parts.filter { row, value in
            row.kind == .relationship && there.contains(row) && ServerModel.isMeant(value)
        }.keys.sorted { $0.order < $1.order }
        switch dice {
        case ..<0.2:
            let others = shownContacts.filter { $0 != contact && book.contacts[$0]?.isGone != true }
            if !others.isEmpty { done.append(addRelationship(to: contact, with: random.pick(others), &book)) }
        case ..<0.4:
            guard !rows.isEmpty, case let row = random.pick(rows), let before = form.parts[row] else { return }
            done.append(changeRelationship(row, before, isRemoved: dice < 0.3, of: contact, &book))
        default: break
        }
    }

    /// Nobody touches the tags of a form but for one, so that it shows those that there are.
    private func changeTags(_ contact: ContactID, _ book: inout EditBook) -> Done {
        let tag = random.pick(Self.tags)
        let isThere = book.shown(contact, over: copies.all[contact]).tags.contains(tag)
        let change: ContactChange = isThere ? .removeTags([tag]) : .addTags([tag])
        let id = book.append(change, of: contact)
        let intent = oracle.intend(thing(contact), .tag(tag), isThere ? tag : nil, isThere ? nil : tag)
        // What is taken back is the only thing that comes of it then.
        oracle.see(Oracle.Key(thing: thing(contact), place: .tag(tag)), isThere ? nil : tag)
        intents[id] = [.tag(tag): intent]
        return Done(edit: id, contact: contact, change: change, intents: [intent])
    }

    private func addRelationship(to contact: ContactID, with other: ContactID, _ book: inout EditBook) -> Done {
        if let remote = copies.all[other]?.id { book.name(other, as: remote) }
        let value = RelationshipValue(type: newType(contact, thing(other)), other: .local(other))
        let part = book.newPart(.relationship, of: contact)
        let change = ContactChange.part(
            PartChange(kind: .relationship, part: part, before: nil, after: .relationship(value)))
        let id = book.append(change, of: contact)
        let place = Place.part(.part(part))
        let intent = oracle.intend(thing(contact), place, nil, value.type.rawValue)
        intents[id] = [place: intent]
        return Done(edit: id, contact: contact, change: change, intents: [intent])
    }

    private func changeRelationship(
        _ row: PlacedPart, _ before: PartValue, isRemoved: Bool, of contact: ContactID, _ book: inout EditBook
    ) -> Done {
        let number: PartID =
            switch row.part {
            case .local(let id): id
            case .remote(let id): book.number(of: RemotePart(row.kind, id), in: contact)
            }
        var after: PartValue?
        if !isRemoved, case .relationship(var value) = before {
            value.type = newType(contact, related[value.type.rawValue]?.with)
            after = .relationship(value)
        }
        let place = Place.part(book.remotePart(number).flatMap { partThings[$0] } ?? .part(number))
        let intent = oracle.intend(thing(contact), place, before.brief, after?.brief)
        let change = ContactChange.part(
            PartChange(kind: .relationship, part: number, before: before, after: after))
        let id = book.append(change, of: contact)
        intents[id] = [place: intent]
        return Done(edit: id, contact: contact, change: change, intents: [intent])
    }

    private func newType(_ contact: ContactID, _ other: Thing?) -> RemoteID {
        counter += 1
        if let other { related["r\(counter)"] = (thing(contact), other) }
        return RemoteID("r\(counter)")
    }

    /// Each relationship is between those for whom it was made, and has its other row.
    func wrongRelations() -> [String] {
        server.living.flatMap { person in
            person.parts.compactMap { key, part in
                guard case .relationship(let value) = part.value, case .remote(let id) = value.other else {
                    return nil
                }
                guard let other = server.person(id) else { return "related to nobody \(person.thing)" }
                guard server.reverse(of: key)?.0 == other.id else {
                    return "relationship without its other row \(person.thing)"
                }
                guard let meant = related[value.type.rawValue] else { return nil }
                let isRight = meant.of == person.thing && meant.with == other.thing
                return isRight ? nil : "related to another \(person.thing)"
            }
        }
    }
}

import Model

@testable import Contacts

// What a person types of mail addresses, numbers and postal addresses.
extension Simulation {
    private static let labels = ["l1", "l2", "l3"]

    func newLabel() -> String { random.pick(Self.labels) }

    func someLabels() -> [String] { random.chance(0.3) ? [newLabel()] : [] }

    /// What a change of a part is to make of it, and of its labels.
    func intend(_ change: PartChange, of contact: ContactID, _ book: EditBook) -> [Place: Int] {
        let part = partThing(.local(change.part), change.kind, in: book)
        var places: [Place: Int] = [:]
        if change.before?.brief != change.after?.brief {
            places[.part(part)] = oracle.intend(
                thing(contact), .part(part), change.before?.brief, change.after?.brief)
        }
        guard let after = change.after else { return places }
        let former = change.before?.labels ?? []
        for label in Set(former).symmetricDifference(after.labels).sorted() {
            let isNew = after.labels.contains(label)
            places[.label(part, label)] = oracle.intend(
                thing(contact), .label(part, label), isNew ? nil : label, isNew ? label : nil)
        }
        return places
    }

    /// `value`: what it says; something new otherwise.
    func addPart(_ value: PartValue? = nil, to contact: ContactID, _ book: inout EditBook) -> Done {
        let value = value ?? newPart(of: contact, book)
        let part = book.newPart(value.kind, of: contact)
        return store(PartChange(kind: value.kind, part: part, before: nil, after: value), of: contact, &book)
    }

    private func newPart(of contact: ContactID, _ book: EditBook) -> PartValue {
        counter += 1
        let there = book.shown(contact, over: copies.all[contact]).parts.values.map(\.brief).sorted()
        let content =
            random.chance(0.08)
            ? ServerModel.badContent
            : random.pick(there + Array(repeating: "p\(counter)", count: world.repeatsParts ? 1 : 3))
        let kind = random.pick([PartKind.field, .field, .address])
        return Self.part(content, kind, kind == .field ? someLabels() : [])
    }

    private func store(
        _ change: PartChange, of contact: ContactID, needs: [EditID] = [], _ book: inout EditBook
    ) -> Done {
        let places = intend(change, of: contact, book)
        let id = book.append(.part(change), of: contact, needs: needs)
        intents[id] = places
        return Done(
            edit: id, contact: contact, change: .part(change), intents: places.values.sorted(), needs: needs)
    }

    func changeParts(_ form: ShownContact, _ contact: ContactID, _ book: inout EditBook, _ done: inout [Done]) {
        let there = book.shown(contact, over: copies.all[contact]).parts.keys
        let parts = form.parts.keys.filter { part in
            guard part.kind != .relationship else { return false }
            return there.contains(part) || there.contains(PlacedPart(part.kind, book.resolved(part.part)))
        }.sorted { $0.order < $1.order }
        let part = parts.isEmpty ? nil : random.pick(parts)
        let dice = random.fraction()
        guard dice >= 0.2, let part, let before = form.parts[part] else {
            if dice < 0.3 { done.append(addPart(to: contact, &book)) }
            return
        }
        guard dice < 0.5 else { return }
        let number: PartID =
            switch part.part {
            case .local(let id): id
            case .remote(let id): book.number(of: RemotePart(part.kind, id), in: contact)
            }
        var change = PartChange(kind: part.kind, part: number, before: before, after: nil)
        counter += 1
        switch dice {
        case ..<0.3: change.after = Self.part("q\(counter)", part.kind, before.labels)
        case ..<0.38:
            // What keeps data comes first.
            let new = addPart(to: contact, &book)
            done += [new, store(change, of: contact, needs: [new.edit], &book)]
            return
        case ..<0.45: break
        case _ where part.kind != .field: return
        default:
            change.after = before
            change.after?.labels = someLabels()
            if change.after == before { return }
        }
        done.append(store(change, of: contact, &book))
    }
}

import Foundation
import GRDB
import Model

@testable import Contacts

// What a person does, and what the oracle is told of it.
extension Simulation {
    func thing(_ contact: ContactID) -> Thing {
        things[contact] ?? remote(contact).flatMap { Int($0.rawValue) }.flatMap { server.people[$0]?.thing }
            ?? .served(Int(contact.rawValue))
    }

    func partThing(_ part: PartReference, _ kind: PartKind = .field) -> Thing {
        switch part {
        case .remote(let id): return partThings[RemotePart(kind, id)] ?? .served(Int(id.rawValue) ?? 0)
        case .local(let id):
            guard let remote = engine?.book.remotePart(id) else { return .part(id) }
            return partThings[remote] ?? .part(id)
        }
    }

    func shown(_ contact: ContactID) -> ShownContact {
        engine?.book.shown(contact, over: copies.all[contact]) ?? ShownContact(nil)
    }

    /// Whom the person can choose: all that are shown.
    var shownContacts: [ContactID] {
        guard let book = engine?.book else { return [] }
        return Set(copies.all.keys).union(book.contacts.filter { $0.value.remote == nil }.keys).sorted().filter {
            contact in
            book.deletion(of: contact) == nil && !book.edits.contains { $0.contact == contact && $0.undo != nil }
        }
    }

    func act() throws {
        let dice = random.fraction()
        let contacts = shownContacts
        guard dice >= 0.16, !contacts.isEmpty, let book = engine?.book else { return try makeContact() }
        let contact = random.pick(contacts)
        switch dice {
        case ..<0.62: try openForm(contact)
        case ..<0.72:
            if book.forms(of: contact).isEmpty, book.contacts[contact]?.isGone != true { try delete(contact) }
        case ..<0.8:
            let edits = book.edits.filter { $0.state == .waiting || $0.state == .refused }
            if !edits.isEmpty { try drop(random.pick(edits)) }
        case ..<0.83: try logOut()
        case ..<0.93: try decideOne()
        default: refresh(contact)
        }
    }

    // Making and changing.

    private func newValue(_ key: ContactKey) -> ContactValue? {
        counter += 1
        if key == .birthday {
            return random.chance(0.15) ? ServerModel.bad : random.chance(0.15) ? nil : newDay()
        }
        let canBeEmpty = key == .description || key == .job
        return canBeEmpty && random.chance(0.15) ? nil : .text("\(key.rawValue.prefix(1))\(counter)")
    }

    private func makeContact() throws {
        guard let contact = try change({ $0.newContact() }) else { return }
        let thing = Thing.contact(contact, life: 0)
        things[contact] = thing
        let hasReminder = random.chance(0.5)
        counter += 1
        var creation = ContactCreation(uuid: "u\(counter)", values: [:], reminders: hasReminder ? [.birthday] : [])
        var places: [Place: Int] = [.new: oracle.intend(thing, .new, nil, "made")]
        for key in [ContactKey.firstName, .description, .birthday] {
            let isBad = key == .firstName && random.chance(0.08)
            guard let value = isBad ? ServerModel.badName : newValue(key) else { continue }
            creation.values[key] = value
            places[.value(key)] = oracle.intend(
                thing, .value(key), nil, value.brief, reminder: key == .birthday ? hasReminder : nil)
        }
        let change = ContactChange.create(creation)
        var done: [Done] = []
        try self.change { book in
            let id = book.append(change, of: contact)
            intents[id] = places
            done.append(Done(edit: id, contact: contact, change: change, intents: places.values.sorted()))
            done.append(addPart(to: contact, &book))
        }
        note("person: makes \(thing) \(creation)")
        showToast(done)
    }

    private func addPart(to contact: ContactID, _ book: inout EditBook) -> Done {
        counter += 1
        let there = book.shown(contact, over: copies.all[contact]).parts.values.map(\.brief).sorted()
        let content =
            random.chance(0.08)
            ? ServerModel.badContent
            : random.pick(there + Array(repeating: "p\(counter)", count: world.repeatsParts ? 1 : 3))
        let kind = random.pick([PartKind.field, .field, .address])
        let part = book.newPart(kind, of: contact)
        let change = ContactChange.part(
            PartChange(kind: kind, part: part, before: nil, after: Self.part(content, kind)))
        let id = book.append(change, of: contact)
        let place = Place.part(.part(part))
        let intent = oracle.intend(thing(contact), place, nil, content)
        intents[id] = [place: intent]
        return Done(edit: id, contact: contact, change: change, intents: [intent])
    }

    private func openForm(_ contact: ContactID) throws {
        // Two windows may have a form on one contact.
        guard let book = engine?.book, book.forms(of: contact).count < 2, book.contacts[contact]?.isGone != true else {
            return
        }
        let form = FormID()
        try change { $0.forms[form] = OpenForm(contact: contact, shown: shown(contact)) }
        soon(random.pick([0.1, 3, 100])) { try self.saveForm(form) }
    }

    private func saveForm(_ id: FormID) throws {
        guard let book = engine?.book, let open = book.forms[id], !isFinal else { return }
        let (contact, form) = (open.contact, open.shown)
        try change { $0.forms[id] = nil }
        guard let book = engine?.book, copies.all[contact] != nil || book.contacts[contact] != nil,
            book.contacts[contact]?.isGone != true, book.deletion(of: contact) == nil,
            !book.edits.contains(where: { $0.contact == contact && $0.undo != nil })
        else { return }
        var done: [Done] = []
        try change { book in
            if let remote = copies.all[contact]?.id { book.name(contact, as: remote) }
            for group in [ContactGroup.person, .work] { changeValues(group, form, contact, &book, &done) }
            changeParts(form, contact, &book, &done)
            if world.relates { changeRelations(form, contact, &book, &done) }
        }
        note("person: saves \(thing(contact)) \(done.map(\.change))")
        showToast(done)
    }

    private func changeValues(
        _ group: ContactGroup, _ form: ShownContact, _ contact: ContactID, _ book: inout EditBook,
        _ done: inout [Done]
    ) {
        var change = ValueChange(group: group, deltas: [:])
        for key in Self.editedKeys where key.group == group && random.chance(group == .person ? 0.35 : 0.2) {
            let value = newValue(key)
            if value != form.values[key] { change.deltas[key] = Delta(before: form.values[key], after: value) }
        }
        guard !change.deltas.isEmpty else { return }
        if change.deltas[.birthday] != nil, let isOn = random.pick([nil, nil, true, false]) as Bool? {
            change.reminders[.birthday] = isOn
        }
        var places: [Place: Int] = [:]
        for (key, delta) in change.deltas {
            places[.value(key)] = oracle.intend(
                thing(contact), .value(key), delta.before?.brief, delta.after?.brief,
                reminder: change.reminders[key])
        }
        let id = book.append(.values(change), of: contact)
        intents[id] = places
        done.append(
            Done(edit: id, contact: contact, change: .values(change), intents: places.values.sorted()))
    }

    private func changeParts(
        _ form: ShownContact, _ contact: ContactID, _ book: inout EditBook, _ done: inout [Done]
    ) {
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
        guard dice < 0.45 else { return }
        let number: PartID =
            switch part.part {
            case .local(let id): id
            case .remote(let id): book.number(of: RemotePart(part.kind, id), in: contact)
            }
        let place = Place.part(
            book.remotePart(number).flatMap { partThings[$0] } ?? .part(number))
        var change = PartChange(kind: part.kind, part: number, before: before, after: nil)
        var needs: [EditID] = []
        counter += 1
        if dice < 0.3 {
            change.after = Self.part("q\(counter)", part.kind)
        } else if dice < 0.38 {
            // Made anew: what keeps data comes first.
            let new = addPart(to: contact, &book)
            done.append(new)
            needs = [new.edit]
        }
        let intent = oracle.intend(thing(contact), place, before.brief, change.after?.brief)
        let id = book.append(.part(change), of: contact, needs: needs)
        intents[id] = [place: intent]
        done.append(Done(edit: id, contact: contact, change: .part(change), intents: [intent]))
    }

    // Taking back.

    private func showToast(_ done: [Done]) {
        toast = done
        guard let first = done.first, random.chance(0.25) else { return }
        soon(random.number(in: 0.1...10)) {
            guard self.toast.first?.edit == first.edit, !self.isFinal else { return }
            try self.undo(done)
        }
    }

    private func undo(_ done: [Done]) throws {
        guard let contact = done.first?.contact, let book = engine?.book, book.forms(of: contact).isEmpty,
            copies.all[contact] != nil || book.contacts[contact] != nil, book.contacts[contact]?.isGone != true,
            book.deletion(of: contact) == nil
        else { return }
        note("person: undoes \(done.map(\.change))")
        for item in done {
            oracle.end(item.intents, .undone)
            if case .part(let change) = item.change, change.after == nil, let content = change.before?.brief,
                let place = intents[item.edit]?.keys.first, case .part(let thing) = place
            {
                revived.append((contact, content, thing))
            }
        }
        let new = done.filter { if case .create = $0.change { true } else { false } }
        try change { book in
            for item in new.isEmpty ? done.reversed() : new { book.undo(item.change, item.edit, of: contact) }
        }
    }

    private func delete(_ contact: ContactID) throws {
        seeAll(contact)
        toast = []
        let thing = thing(contact)
        note("person: deletes \(thing)")
        try change { book in
            if let remote = copies.all[contact]?.id { book.name(contact, as: remote) }
            let id = book.append(.delete(book.seen(contact, over: copies.all[contact])), of: contact)
            book.update(id) { $0.notBefore = now + 20 }
            intents[id] = [.deletion: oracle.intend(thing, .deletion, nil, "deleted")]
        }
        guard random.chance(0.5) else { return }
        soon(random.number(in: 0.5...22)) {
            guard let deletion = self.engine?.book.deletion(of: contact) else { return }
            if try self.change({ $0.undoDeletion(of: contact, now: self.now) }) == .takenBack {
                self.note("person: undoes the deletion of \(thing)")
                self.oracle.end((self.intents[deletion.id] ?? [:]).values.sorted(), .undone)
            }
        }
    }

    func drop(_ edit: Edit) throws {
        let contact = edit.contact
        let all = engine?.book.edits(of: contact) ?? []
        let isLocal = remote(contact) == nil
        let alive = all.flatMap { (intents[$0.id] ?? [:]).values.sorted() }.filter { oracle.intents[$0].isAlive }
        let dropped = try change { book in
            let old = book
            return book.drop(edit.id) ? book.removed(since: old, of: contact) : nil
        }
        guard let removed = dropped ?? nil else { return }
        note("person: drops \(edit.id) \(edit.change.kind)")
        if !edit.isDeletion, !(intents[edit.id] ?? [:]).isEmpty, random.chance(0.3) {
            soon(random.number(in: 0.1...10)) { try self.takeBack(removed, alive: alive) }
        }
        if edit.creation != nil, isLocal {
            for other in all { oracle.end((intents[other.id] ?? [:]).values.sorted(), .undone) }
            return
        }
        let left = edit.deltas.keys
        let ended = (intents[edit.id] ?? [:]).filter { place, _ in
            if case .value(let key) = place { left.contains(key) } else { place != .new }
        }
        oracle.end(ended.values.sorted(), .undone)
        // An opposite that is dropped leaves what it would have taken back.
        let places = Set(left.map { Place.value($0) })
        if ended.isEmpty || edit.isDeletion {
            let thing = thing(contact)
            let isDeletion = edit.isDeletion
            oracle.end(.theirs) { intent in
                guard intent.key.thing == thing else { return false }
                if isDeletion { return !intent.isAlive }
                if case .part = intent.key.place { return places.isEmpty }
                return places.contains(intent.key.place)
            }
        }
    }

    /// The person did not mean to drop it; `alive`: what held before.
    private func takeBack(_ removed: RemovedEdits, alive: [Int]) throws {
        guard !isFinal, engine?.book.deletion(of: removed.contact) == nil,
            try change({ $0.restore(removed) }) == true
        else { return }
        note("person: takes back the drop of \(removed.edits.map(\.id))")
        // What is not there again was overtaken by a later edit of the same.
        let there = (engine?.book.edits ?? []).filter { edit in removed.edits.contains { $0.id == edit.id } }
        for edit in there {
            for (place, intent) in intents[edit.id] ?? [:] where alive.contains(intent) {
                if case .value(let key) = place, edit.creation == nil, edit.deltas[key] == nil { continue }
                oracle.revive([intent])
            }
        }
    }

    private func logOut() throws {
        guard world.hasLogOuts, let book = engine?.book, book.edits.allSatisfy({ $0.state == .sent }) else { return }
        note("person: logs out and in")
        for table in ["edit", "edit_part", "edit_contact"] { try db.execute(sql: "DELETE FROM \(table)") }
        copies.all = [:]
        newestUpdate = nil
        things = [:]
        toast = []
        try restart()
    }
}

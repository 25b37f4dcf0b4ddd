import Foundation
import Model

@testable import Contacts

// What a person types: new contacts, and what is changed in a form.
extension Simulation {
    /// Few in each run, so that changes of the same meet.
    static let keys: [[ContactKey]] = [
        [.firstName, .lastName, .description, .birthday, .job, .company],
        [.firstName, .gender, .birthday, .death, .food],
        [.firstName, .nickname, .metOn, .metThrough, .metStory],
        [.firstName, .metOn, .metWhere, .metThrough, .metStory],
    ]

    static func days(_ keys: [ContactKey]) -> [ContactKey] { keys.filter(ServerModel.days.contains) }

    func newValue(_ key: ContactKey, of contact: ContactID) -> ContactValue? {
        counter += 1
        if key == .birthday, random.chance(0.15) { return ServerModel.bad }
        if key == .gender, random.chance(0.08) { return ServerModel.badGender }
        if key != .firstName, key != .company, random.chance(0.15) { return nil }
        switch key {
        case .birthday, .metOn: return .day(newDay())
        case .death: return .death(random.chance(0.2) ? nil : newDay())
        case .metThrough:
            let others = shownContacts.filter { $0 != contact }
            return others.isEmpty ? nil : .contact(.local(random.pick(others)))
        default: return .text("\(key.rawValue) \(counter)")
        }
    }

    func newDay() -> ContactDay {
        counter += 1
        return .date(year: 1_000 + counter, month: 1, day: 1)
    }

    func makeContact() throws {
        guard let contact = try change({ $0.newContact() }) else { return }
        let thing = Thing.contact(contact, life: 0)
        things[contact] = thing
        counter += 1
        var creation = ContactCreation(uuid: "u\(counter)", values: [:])
        for key in keys where key.group == .person {
            let isBad = key == .firstName && random.chance(0.08)
            creation.values[key] = isBad ? ServerModel.badName : newValue(key, of: contact)
            if creation.values[key]?.remindableDay != nil, random.chance(0.5) { creation.reminders.insert(key) }
        }
        let change = ContactChange.create(creation)
        var done: [Done] = []
        try self.change { book in
            let id = book.append(change, of: contact)
            let places = intend(creation, as: thing)
            intents[id] = places
            done.append(Done(edit: id, contact: contact, change: change, intents: places.values.sorted()))
            for group in ContactGroup.allCases where group != .person {
                changeValues(group, ShownContact(nil), contact, &book, &done)
            }
            done.append(addPart(to: contact, &book))
        }
        note("person: makes \(thing) \(creation)")
        try showToast(done)
    }

    func openForm(_ contact: ContactID) throws {
        // Two windows may have a form on one contact.
        guard let book = engine?.book, book.forms(of: contact).count < 2, book.contacts[contact]?.isGone != true else {
            return
        }
        let form = FormID()
        try change { $0.forms[form] = OpenForm(contact: contact, shown: shown(contact)) }
        if world.keepsDrafts, random.chance(0.5) { return try keepDraft(of: form, contact) }
        soon(random.pick([0.1, 3, 100])) { try self.saveForm(form) }
    }

    private func saveForm(_ id: FormID) throws {
        let seen = engine?.book.forms[id]?.shown
        try catchUp()
        guard let book = engine?.book, let open = book.forms[id], !isFinal else { return }
        let (contact, form) = (open.contact, seen ?? open.shown)
        // What another process stored just now is not in the form.
        for key in keys where brief(form.values[key]) != brief(open.shown.values[key]) {
            oracle.unseen.insert(Oracle.Key(thing: thing(contact), place: .value(key)))
        }
        try change { $0.forms[id] = nil }
        guard let book = engine?.book, copies.all[contact] != nil || book.contacts[contact] != nil,
            book.contacts[contact]?.isGone != true, book.deletion(of: contact) == nil,
            !book.edits.contains(where: { $0.contact == contact && $0.undo != nil })
        else { return }
        var done: [Done] = []
        try change { book in
            if let remote = copies.all[contact]?.id { book.name(contact, as: remote) }
            for group in ContactGroup.allCases { changeValues(group, form, contact, &book, &done) }
            changeParts(form, contact, &book, &done)
            if world.relates { changeRelations(form, contact, &book, &done) }
            if world.claims, random.chance(0.5) { done.append(claim(!form.isMe, not: form.isMe, contact, &book)) }
        }
        note("person: saves \(thing(contact)) \(done.map(\.change))")
        try showToast(done)
    }

    private func changeValues(
        _ group: ContactGroup, _ form: ShownContact, _ contact: ContactID, _ book: inout EditBook,
        _ done: inout [Done]
    ) {
        var change = ValueChange(group: group, deltas: [:])
        for key in keys where key.group == group && random.chance(group == .person ? 0.35 : 0.2) {
            let value = newValue(key, of: contact)
            if brief(value) != brief(form.values[key]) {
                change.deltas[key] = Delta(before: form.values[key], after: value)
            }
        }
        for day in Self.days(keys) where day.group == group {
            let delta = change.deltas[day] ?? Delta(before: nil, after: form.values[day])
            guard delta.after?.remindableDay != nil, random.chance(change.deltas[day] == nil ? 0.1 : 0.5) else {
                continue
            }
            change.reminders[day] = random.chance(0.5)
        }
        store(change, of: contact, &book, &done)
    }

    /// Stores what a form has changed, if there is anything.
    func store(_ change: ValueChange, of contact: ContactID, _ book: inout EditBook, _ done: inout [Done]) {
        guard !change.deltas.isEmpty || !change.reminders.isEmpty else { return }
        for other in ContactChange.values(change).named {
            if let remote = copies.all[other]?.id { book.name(other, as: remote) }
        }
        let places = intend(change, contact)
        let id = book.append(.values(change), of: contact)
        intents[id] = places
        let stored = book.edit(id)?.change ?? .values(change)
        done.append(Done(edit: id, contact: contact, change: stored, intents: places.values.sorted()))
    }

    func intend(_ change: ValueChange, _ contact: ContactID) -> [Place: Int] {
        var places: [Place: Int] = [:]
        for (key, delta) in change.deltas {
            places[.value(key)] = oracle.intend(
                thing(contact), .value(key), brief(delta.before), brief(delta.after))
        }
        for (day, isOn) in change.reminders {
            places[.reminder(day)] = oracle.intend(isOn, reminderOf: day, of: thing(contact))
        }
        return places
    }

    func intend(_ creation: ContactCreation, as thing: Thing) -> [Place: Int] {
        var places: [Place: Int] = [.new: oracle.intend(thing, .new, nil, "made")]
        for (key, value) in creation.values {
            places[.value(key)] = oracle.intend(thing, .value(key), nil, brief(value))
        }
        for day in creation.reminders {
            places[.reminder(day)] = oracle.intend(true, reminderOf: day, of: thing)
        }
        return places
    }

    /// As the server logs it.
    func brief(_ value: ContactValue?) -> String? {
        guard case .contact(.local(let id))? = value else { return server.brief(value) }
        return "contact \(thing(id).number)"
    }
}

import Model

@testable import Contacts

// What the server has no more is made again, and that is undone.
extension Simulation {
    /// What was refused, and what a form has stored in its place.
    struct Replacement {
        let removed: RemovedEdits
        /// Whose edits they are.
        let thing: Thing
        /// What the person meant until then.
        let meant: [Oracle.Intent]
        /// Of a contact that was gone.
        let isGone: Bool
    }

    /// As it is shown, or with what the person changes in a form first.
    func createAgain(_ contact: ContactID, inForm isInForm: Bool = false) throws {
        let (former, meant) = (thing(contact), oracle.intents)
        for edit in engine?.book.edits(of: contact) ?? [] {
            oracle.end((intents[edit.id] ?? [:]).values.sorted(), .replaced)
        }
        let thing = beginAgain(contact)
        note("person: makes again \(thing)\(isInForm ? " in a form" : "")")
        var removed: RemovedEdits?
        try change { book in
            if isInForm {
                removed = fillForm(contact, &book)
            } else {
                book.createAgain(contact, uuid: "u\(counter)")
            }
            for edit in book.edits(of: contact) { intents[edit.id] = again(edit, thing, book) }
        }
        guard let removed else { return toast = [] }
        var done = (engine?.book.edits(of: contact) ?? []).map { edit in
            Done(
                edit: edit.id, contact: contact, change: edit.change,
                intents: (intents[edit.id] ?? [:]).values.sorted())
        }
        done[0].replaced = Replacement(removed: removed, thing: former, meant: meant, isGone: true)
        try showToast(done)
    }

    /// Another one from now on, for the server and for whom it is related to.
    private func beginAgain(_ contact: ContactID) -> Thing {
        counter += 1
        let (former, thing) = (thing(contact), Thing.contact(contact, life: counter))
        for (type, pair) in related {
            if pair.of == former { related[type]?.of = thing }
            if pair.with == former { related[type]?.with = thing }
        }
        things[contact] = thing
        return thing
    }

    /// What the form shows is stored as a new contact.
    private func fillForm(_ contact: ContactID, _ book: inout EditBook) -> RemovedEdits {
        var form = book.goneOrShown(contact, over: copies.all[contact])
        for key in keys where random.chance(0.2) { form.values[key] = newValue(key, of: contact) }
        let removed = book.replaceGone(contact)
        var changes: [ContactChange] = []
        for group in ContactGroup.allCases where group != .person {
            let values = form.values.filter { $0.key.group == group }
            let change = ValueChange(group: group, deltas: values.mapValues { Delta(before: nil, after: $0) })
            if !values.isEmpty { changes.append(.values(change)) }
        }
        for (number, part) in form.parts.sorted(by: { $0.key.order < $1.key.order }).enumerated() {
            let id = PartID(Int64(-1 - number))
            changes.append(.part(PartChange(kind: part.key.kind, part: id, before: nil, after: part.value)))
        }
        if !form.tags.isEmpty { changes.append(.addTags(form.tags.sorted())) }
        let creation = ContactCreation(
            uuid: "u\(counter)", values: form.values.filter { $0.key.group == .person },
            reminders: random.chance(0.5) ? [.birthday] : [])
        _ = book.store(creation, then: changes.map { PlannedChange($0) }, of: contact, toastEnd: now)
        return removed
    }

    /// What a form has put right is refused again as soon as what the form has made of it is gone: the person means it again.
    func comeBack(_ book: EditBook) {
        for (index, replacement) in replacements.enumerated().reversed() {
            let contact = replacement.removed.contact
            let back = book.edits.filter { edit in replacement.removed.edits.contains { $0.id == edit.id } }
            let isGone = replacement.isGone && book.contacts[contact]?.isGone == true
            guard isGone || !back.isEmpty else { continue }
            replacements.remove(at: index)
            note("refused again: \(back.map(\.id))")
            if replacement.isGone {
                for (type, pair) in related {
                    if pair.of == thing(contact) { related[type]?.of = replacement.thing }
                    if pair.with == thing(contact) { related[type]?.with = replacement.thing }
                }
                things[contact] = replacement.thing
            }
            if back.contains(where: { $0.creation != nil }) {
                // Perhaps it was made and deleted since.
                let thing = beginAgain(contact)
                for edit in back { intents[edit.id] = again(edit, thing, book) }
            } else {
                mean(back, as: replacement.meant)
            }
        }
    }

    /// The contact stays that was made in the place of another: nothing comes back.
    func keepWhatWasMade(_ contact: ContactID) {
        replacements.removeAll { $0.removed.contact == contact }
        let thing = thing(contact)
        // It may be the user, and stays that then.
        if oracle.intents.contains(where: { $0.key == Oracle.Key(thing: thing, place: .user) && !$0.isAlive }) {
            isUserUnsure = true
        }
    }

    /// What an undo should have brought back, unless a later change of the same has the last word.
    func notRefusedAgain() -> [String] {
        replacements.filter { replacement in
            let meant = replacement.removed.edits.flatMap { (intents[$0.id] ?? [:]).values }.filter { intent in
                replacement.meant.indices.contains(intent) && replacement.meant[intent].isAlive
                    && oracle.intents[intent].end == .replaced
            }
            return meant.contains { !oracle.isOvertaken($0) }
        }.map { "not refused again: \($0.thing) (\($0.removed.edits.map(\.id)))" }
    }

    /// What comes back is meant again, as far as it was.
    func mean(_ back: [Edit], as meant: [Oracle.Intent]) {
        for edit in back {
            for (place, intent) in intents[edit.id] ?? [:] where meant.indices.contains(intent) {
                if edit.creation == nil, !edit.says(place) { continue }
                // One that was taken back before stays so.
                if let end = meant[intent].end {
                    oracle.end([intent], end)
                } else {
                    oracle.revive(intent, before: meant)
                }
            }
        }
    }

    private func again(_ edit: Edit, _ thing: Thing, _ book: EditBook) -> [Place: Int] {
        var places: [Place: Int] = [:]
        switch edit.change {
        case .create(let creation):
            return intend(creation, as: thing)
        case .values(let change): return intend(change, edit.contact)
        case .part(let change):
            return intend(
                PartChange(kind: change.kind, part: change.part, before: nil, after: change.after), of: edit.contact,
                book)
        case .addTags(let names):
            for name in names { places[.tag(name)] = oracle.intend(thing, .tag(name), nil, name) }
        default: break
        }
        return places
    }

    /// A part that is gone is made anew.
    func makeAnew(_ edit: Edit, _ value: PartValue) throws {
        oracle.end((intents[edit.id] ?? [:]).values.sorted(), .replaced)
        try change { book in
            book.end(edit.id)
            let part = book.newPart(value.kind, of: edit.contact)
            let change = PartChange(kind: value.kind, part: part, before: nil, after: value)
            let id = book.append(.part(change), of: edit.contact)
            intents[id] = intend(change, of: edit.contact, book)
        }
    }
}

extension Edit {
    /// Whether something of that is still to be carried out.
    func says(_ place: ServerModel.Place) -> Bool {
        switch place {
        case .value(let key): deltas[key] != nil
        case .reminder(let day): if case .values(let change) = change { change.reminders[day] != nil } else { false }
        default: true
        }
    }
}

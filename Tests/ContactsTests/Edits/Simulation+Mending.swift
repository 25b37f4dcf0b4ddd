import Foundation
import Model

@testable import Contacts

// A form that puts right what was refused.
extension Simulation {
    /// A form begins with all that was refused of a contact; the person corrects what is wrong, and saves.
    func mend(_ edit: Edit) throws {
        guard let book = engine?.book else { return }
        let contact = edit.contact
        let mended = book.mendable(with: edit.id)
        guard !mended.isEmpty else { return try drop(edit) }
        let copy = copies.all[contact]
        let seen = book.shown(contact, over: copy)
        let wanted = corrected(book.wanted(contact, with: mended, over: copy), of: contact)
        let (meant, isNobodyUser) = (oracle.intents, book.user == nil)
        var done: [Done] = []
        note("person: mends \(mended.map(\.id)) of \(thing(contact))")
        try change { book in
            guard let removed = book.take(mended.map(\.id)) else { return }
            let creation = mended.lazy.compactMap(\.creation).first
            // Of a contact that is to be made nothing is there, although it is shown: all is stored anew.
            let base = creation == nil ? seen : ShownContact(nil)
            for former in mended { end(former, wanted, base, isNobodyUser: isNobodyUser) }
            if let creation {
                makeAnew(contact, creation, wanted, removed, &book, &done)
            } else {
                storeValues(contact, seen, wanted, switches(mended), &book, &done)
            }
            storeParts(contact, base, wanted, &book, &done)
            if wanted.isMe != base.isMe { done.append(claim(wanted.isMe, not: base.isMe, contact, &book)) }
            guard !done.isEmpty else { return }
            done[0].replaced = Replacement(removed: removed, thing: thing(contact), meant: meant, isGone: false)
        }
        try showToast(done)
    }

    private func corrected(_ shown: ShownContact, of contact: ContactID) -> ShownContact {
        var shown = shown
        counter += 1
        if shown.values[.birthday] == ServerModel.bad { shown.values[.birthday] = .day(newDay()) }
        if shown.values[.firstName] == ServerModel.badName { shown.values[.firstName] = .text("f\(counter)") }
        if shown.values[.gender] == ServerModel.badGender { shown.values[.gender] = .text("gender \(counter)") }
        if case .contact(.local(let id))? = shown.values[.metThrough], !shownContacts.contains(id) {
            shown.values[.metThrough] = newValue(.metThrough, of: contact)
        }
        for (part, value) in shown.parts where value.brief == ServerModel.badContent {
            counter += 1
            shown.parts[part] = Self.part("p\(counter)", part.kind, value.labels)
        }
        return shown
    }

    private func switches(_ mended: [Edit]) -> [ContactKey: Bool] {
        mended.reduce(into: [:]) { switches, edit in
            if case .values(let change) = edit.change { switches.merge(change.reminders) { _, new in new } }
        }
    }

    /// What the form takes the place of; what is there already holds on.
    private func end(_ edit: Edit, _ wanted: ShownContact, _ seen: ShownContact, isNobodyUser: Bool) {
        for (place, intent) in intents[edit.id] ?? [:] {
            switch place {
            case .value(let key):
                guard edit.creation != nil || edit.deltas[key] != nil else { continue }
                let there = brief(seen.values[key])
                // What another edit is to make of it is that one's; of what no copy shows, it takes this one's word over.
                let isServed = !key.isReadable || there == brief(copies.all[edit.contact]?.values[key])
                let isThere =
                    isServed && brief(wanted.values[key]) == there && there == brief(edit.deltas[key]?.after)
                if !isThere { oracle.end([intent], .replaced) }
            case .reminder(let day):
                // The form takes it over with the day's values.
                if case .values(let change) = edit.change, change.reminders[day] != nil {
                    oracle.end([intent], .replaced)
                }
            case .user where isNobodyUser: continue
            // A contact that was made after all stays made.
            case .new where edit.creation == nil: continue
            default: oracle.end([intent], .replaced)
            }
        }
    }

    private func makeAnew(
        _ contact: ContactID, _ former: ContactCreation, _ wanted: ShownContact, _ removed: RemovedEdits,
        _ book: inout EditBook, _ done: inout [Done]
    ) {
        let thing = thing(contact)
        let typed = ContactCreation(
            uuid: "other", values: wanted.values.filter { $0.key.group == .person }, reminders: former.reminders)
        let creation = book.makeAnew(typed, inPlaceOf: removed)
        let id = book.append(.create(creation), of: contact)
        book.passOnTries(of: removed, to: id)
        let places = intend(creation, as: thing)
        intents[id] = places
        done.append(
            Done(edit: id, contact: contact, change: .create(creation), intents: places.values.sorted()))
        let others = ContactGroup.allCases.filter { $0 != .person }
        storeValues(contact, ShownContact(nil), wanted, [:], groups: others, &book, &done)
    }

    private func storeValues(
        _ contact: ContactID, _ seen: ShownContact, _ wanted: ShownContact, _ switches: [ContactKey: Bool],
        groups: [ContactGroup] = ContactGroup.allCases, _ book: inout EditBook, _ done: inout [Done]
    ) {
        for group in groups {
            var change = ValueChange(group: group, deltas: [:])
            for key in group.keys where brief(wanted.values[key]) != brief(seen.values[key]) {
                change.deltas[key] = Delta(before: seen.values[key], after: wanted.values[key])
            }
            change.reminders = switches.filter { $0.key.group == group }
            store(change, of: contact, &book, &done)
        }
    }

    private func storeParts(
        _ contact: ContactID, _ seen: ShownContact, _ wanted: ShownContact, _ book: inout EditBook,
        _ done: inout [Done]
    ) {
        let places = Set(seen.parts.keys).union(wanted.parts.keys).filter { seen.parts[$0] != wanted.parts[$0] }
        for placed in places.sorted(by: { $0.order < $1.order }) {
            let (before, after) = (seen.parts[placed], wanted.parts[placed])
            let number: PartID =
                if before == nil {
                    book.newPart(placed.kind, of: contact)
                } else {
                    switch placed.part {
                    case .local(let id): id
                    case .remote(let id): book.number(of: RemotePart(placed.kind, id), in: contact)
                    }
                }
            let change = PartChange(kind: placed.kind, part: number, before: before, after: after)
            let places = intend(change, of: contact, book)
            let id = book.append(.part(change), of: contact)
            intents[id] = places
            done.append(
                Done(edit: id, contact: contact, change: .part(change), intents: places.values.sorted()))
        }
    }
}

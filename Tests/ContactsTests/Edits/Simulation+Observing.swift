import Foundation
import Model

@testable import Contacts

// What the queue does by itself, as the person sees it.
extension Simulation {
    /// What the queue tells the person, and what it does by itself.
    func observe() throws {
        guard let book = engine?.book else { return }
        comeBack(book)
        for edit in book.edits {
            if !known.contains(edit.id) { adopt(edit, book) }
            if let conflict = edit.conflict { ask(edit, conflict) } else { asked[edit.id] = nil }
            if edit.state == .refused, edit.issue == .partGone {
                oracle.partsToldGone.formUnion((intents[edit.id] ?? [:]).values)
            }
        }
        for (contact, named) in book.contacts where named.isGone { oracle.toldGone.insert(thing(contact)) }
        if engine?.news != nil { try showNews() }
    }

    /// Open forms show what another process has stored.
    private func showNews() throws {
        engine?.news = nil
        guard engine?.book.forms.isEmpty == false else { return }
        try change { book in
            for (id, form) in book.forms {
                let shown = book.shown(form.contact, over: copies.all[form.contact])
                book.forms[id]?.shown = shown
            }
        }
    }

    private func ask(_ edit: Edit, _ conflict: EditConflict) {
        guard asked[edit.id] == nil else { return }
        asked[edit.id] = conflict
        let thing = thing(edit.contact)
        for (key, value) in conflict.values { oracle.ask(thing, .value(key), brief(value)) }
        if conflict.seen != nil { oracle.ask(thing, .deletion, nil) }
        for candidate in conflict.offered {
            guard let kind = edit.partChange?.kind else { continue }
            let place = Place.part(partThing(.remote(candidate.id), kind))
            oracle.ask(thing, place, candidate.parts.first?.brief)
        }
        if let part = conflict.part, let change = edit.partChange {
            oracle.ask(thing, .part(partThing(.local(change.part))), part.brief)
        }
    }

    /// An edit that an undo made: no intent of its own but to take back.
    private func adopt(_ edit: Edit, _ book: EditBook) {
        known.insert(edit.id)
        guard intents[edit.id] == nil else { return }
        intents[edit.id] = [:]
        switch edit.change {
        case .delete:
            seeAll(edit.contact)
            intents[edit.id] = [.deletion: oracle.intend(thing(edit.contact), .deletion, nil, "deleted")]
        case .part(let change) where change.before == nil:
            let content = change.after?.brief ?? ""
            if let index = revived.lastIndex(where: { $0.contact == edit.contact && $0.content == content }) {
                let old = revived.remove(at: index).thing
                oracle.end(.replaced) { intent in
                    switch intent.key.place {
                    case .part(old), .label(old, _): true
                    default: false
                    }
                }
            }
            intents[edit.id] = intend(change, of: edit.contact, book)
        default: break
        }
    }

    /// No part is shown twice, not for a moment.
    func checkShown() {
        guard checksShown, let book = engine?.book, !isFinal else { return }
        let standing = oracle.standing(besides: server.touched)
        for (contact, copy) in copies.all where book.contacts[contact]?.isGone != true {
            let edits = book.edits(of: contact)
            if edits.contains(where: { $0.undo != nil || $0.isDeletion || [.refused, .conflicting].contains($0.state) })
            {
                continue
            }
            let shown = book.shown(contact, over: copy)
            // What somebody gave up replacing stays beside what came in its place.
            let parts = shown.parts.filter { !keptFormer.contains(partThing($0.key.part, $0.key.kind)) }
            let contents = parts.values.map(\.brief)
            for (place, made) in standing[thing(contact)] ?? [:] {
                switch place {
                case .part:
                    // Contents that nobody else has made.
                    guard let made, made.hasPrefix("p") || made.hasPrefix("q"), oracle.isUnique(made) else { continue }
                    if contents.filter({ $0 == made }).count > 1 { flickers.insert("shown twice (\(made))") }
                default: continue
                }
            }
        }
    }

    /// The person knows all that is shown of a contact, and the server's values below.
    func seeAll(_ contact: ContactID) {
        let thing = thing(contact)
        for image in [shown(contact), ShownContact(copies.all[contact])] {
            for key in ContactKey.allCases {
                oracle.see(Oracle.Key(thing: thing, place: .value(key)), brief(image.values[key]))
            }
            for tag in image.tags { oracle.see(Oracle.Key(thing: thing, place: .tag(tag)), tag) }
            for (part, value) in image.parts {
                seePart(value, thing, partThing(part.part, part.kind))
            }
        }
    }

    func seePart(_ value: PartValue?, _ thing: Thing, _ part: Thing) {
        oracle.see(Oracle.Key(thing: thing, place: .part(part)), value?.brief)
        for label in value?.labels ?? [] { oracle.see(Oracle.Key(thing: thing, place: .label(part, label)), label) }
    }
}

import Foundation
import Model

@testable import Contacts

// What a person gives up of what waits, and takes back again.
extension Simulation {
    /// What may be under way is undone once it is known what became of it.
    func dropSending(_ edit: Edit) throws {
        let contact = edit.contact
        guard edit.creation == nil || drafts[contact] == nil, try change({ $0.dropSending(edit.id) }) == true else {
            return
        }
        note("person: drops \(edit.id) \(edit.change.kind) under way")
        if case .me = edit.change, (intents[edit.id] ?? [:]).isEmpty { isUserUnsure = true }
        if edit.creation != nil {
            let all = engine?.book.edits(of: contact) ?? []
            return oracle.end(all.flatMap { (intents[$0.id] ?? [:]).values }.sorted(), .undone)
        }
        // Of what was looked at before, the rest alone.
        let left = (intents[edit.id] ?? [:]).filter { place, _ in
            switch place {
            case .value(let key): edit.deltas[key] != nil
            case .new: false
            default: true
            }
        }
        // Of a switch that an undo has made, too.
        if left.isEmpty, !edit.touched.isEmpty { oracle.giveUpReminders(of: thing(contact)) }
        if left.isEmpty { return leaveAsItIs(edit, Array(edit.deltas.keys)) }
        takeBack(
            Done(edit: edit.id, contact: contact, change: edit.change, intents: left.values.sorted()))
    }

    func drop(_ edit: Edit) throws {
        let contact = edit.contact
        // With a creation the contact would go, and what was typed for it be a new one's.
        guard edit.creation == nil || drafts[contact] == nil else { return }
        let all = engine?.book.edits(of: contact) ?? []
        let isLocal = remote(contact) == nil
        let before = oracle.intents
        let dropped = try change { book in
            let old = book
            return book.drop(edit.id) ? book.removed(since: old, of: contact) : nil
        }
        guard let removed = dropped ?? nil else { return }
        note("person: drops \(edit.id) \(edit.change.kind) \(edit.state)")
        // What an undo has made takes back what the person still means, or not.
        if case .me = edit.change, (intents[edit.id] ?? [:]).isEmpty { isUserUnsure = true }
        if !edit.isDeletion, !(intents[edit.id] ?? [:]).isEmpty, random.chance(0.3) {
            // Until another toast takes the place of this one.
            let toast = random.next()
            process.toastOfDrop = toast
            soon(random.number(in: 0.1...10)) {
                if self.process.toastOfDrop == toast { try self.takeBack(removed, before: before) }
            }
        }
        if case .values(let change) = edit.change, change.deltas.isEmpty {
            // Of a switch alone, or what makes a reminder again that was lost.
            let switches = (intents[edit.id] ?? [:]).filter { if case .reminder = $0.key { true } else { false } }
            oracle.end(switches.values.sorted(), .undone)
            return oracle.giveUpReminders(of: thing(contact))
        }
        if edit.creation != nil, isLocal {
            for other in all { oracle.end((intents[other.id] ?? [:]).values.sorted(), .undone) }
            return
        }
        // The reminder of a day that was made with its contact goes with the rest of that.
        if case .values(let change) = edit.change, let places = intents[edit.id],
            change.reminders.keys.contains(where: { change.deltas[$0] == nil && places[.reminder($0)] == nil })
        {
            oracle.giveUpReminders(of: thing(contact))
        }
        // Of what the server has already, a reminder alone was missing.
        let there = copies.all[contact]?.values ?? [:]
        let left = edit.deltas.keys.filter { key in
            let isLost = edit.progress.remindersLost.contains(key) && there[key] == edit.deltas[key]?.after
            if isLost { oracle.giveUpReminders(of: thing(contact)) }
            return !isLost
        }
        let ended = (intents[edit.id] ?? [:]).filter { place, _ in
            if case .value(let key) = place { left.contains(key) } else { place != .new }
        }
        oracle.dropAlone(ended.values.sorted())
        if ended.isEmpty || edit.isDeletion { leaveAsItIs(edit, left) }
    }

    /// What an opposite would have taken back stays where it goes.
    func leaveAsItIs(_ edit: Edit, _ keys: [ContactKey]) {
        if edit.isDeletion { keepWhatWasMade(edit.contact) }
        let places = Set(keys.map { Place.value($0) })
        let thing = thing(edit.contact)
        oracle.end(.theirs) { intent in
            guard intent.key.thing == thing else { return false }
            if edit.isDeletion { return !intent.isAlive }
            switch intent.key.place {
            case .part: return edit.partChange != nil
            case .user: return edit.isChoiceOfUser
            case .tag: return places.isEmpty && edit.partChange == nil && !edit.isChoiceOfUser
            default: break
            }
            return places.contains(intent.key.place)
        }
    }

    /// The person did not mean to drop it; `before`: what they meant until then.
    private func takeBack(_ removed: RemovedEdits, before: [Oracle.Intent]) throws {
        try catchUp()
        guard !isFinal, engine?.book.deletion(of: removed.contact) == nil,
            try change({ $0.restore(removed) }) == true
        else { return }
        note("person: takes back the drop of \(removed.edits.map(\.id))")
        // What is not there again was overtaken by a later edit of the same.
        let there = (engine?.book.edits ?? []).filter { edit in removed.edits.contains { $0.id == edit.id } }
        mean(there, as: before)
    }
}

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
        keepFormer(edit)
        if case .me = edit.change, (intents[edit.id] ?? [:]).isEmpty { isUserUnsure = true }
        if edit.creation != nil {
            let all = engine?.book.edits(of: contact) ?? []
            return oracle.end(all.flatMap { (intents[$0.id] ?? [:]).values }.sorted(), .undone)
        }
        // Of what was looked at before, the rest alone.
        let left = (intents[edit.id] ?? [:]).filter { place, _ in place != .new && edit.says(place) }
        // Of a switch that an undo has made, too.
        if left.isEmpty {
            oracle.giveUpReminders(edit.touched, of: thing(contact))
            noteRevived(edit.change, contact)
            return leaveAsItIs(edit, edit.touched)
        }
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
        let former = edit.partChange.flatMap { replaced(by: $0.part, in: engine?.book) }
        // Nobody can tell which of both rows a later change is of.
        if former != nil, isToChange(edit) { return }
        let kept = keptFormer
        keepFormer(edit)
        let dropped = try change { $0.dropUnsent(edit.id) }
        guard let removed = dropped ?? nil else {
            keptFormer = kept
            return
        }
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
        if edit.creation != nil, isLocal {
            for other in all { oracle.end((intents[other.id] ?? [:]).values.sorted(), .undone) }
            return
        }
        giveUpReminders(edit)
        // Of what the server has already, a reminder alone was missing.
        // The copy may be older than what has taken the day back again.
        let copy = copies.all[contact]
        let there = [copy?.values, copy.flatMap { server.person($0.id) }?.values]
        let takenBack = all.filter { edit.needs.contains($0.id) }.flatMap(\.changed)
        let left = edit.touched.filter { key in
            if takenBack.contains(key) { return true }
            let isLookedAt = edit.attempts > 0 && edit.daysToLookAt.contains(key)
            let mayBeThere = isLookedAt || edit.progress.remindersLost.contains(key)
            guard mayBeThere, let delta = edit.deltas[key] else { return true }
            return !there.allSatisfy { $0?[key] == delta.after }
        }
        let ended = (intents[edit.id] ?? [:]).filter { place, _ in
            if case .value(let key) = place, !left.contains(key) { return false }
            return place != .new && edit.says(place)
        }
        oracle.dropAlone(ended.values.sorted())
        // What a request without an answer may have made is left as others have changed it.
        if edit.conflict?.candidates.isEmpty == false { oracle.end(ended.values.sorted(), .theirs) }
        // What may have arrived, and no answer shows, is left there.
        if edit.attempts > 0, let place = ended[.value(.metWhere)] { oracle.end([place], .theirs) }
        let switched = switchesThere(of: edit)
        oracle.end(ended.filter { place, _ in switched.contains { place == .reminder($0) } }.values.sorted(), .theirs)
        // What a request without an answer may have made anew is left beside the former one.
        if let former { keptFormer.insert(.former(former.id)) }
        if ended.isEmpty || edit.isDeletion { leaveAsItIs(edit, left) }
    }

    /// The days alone whose reminders are as a try of the edit may have switched them: none where it was not tried.
    private func switchesThere(of edit: Edit) -> [ContactKey] {
        guard edit.attempts > 0, case .values(let change) = edit.change, let copy = copies.all[edit.contact],
            let there = server.person(copy.id)
        else { return [] }
        return change.reminders.filter { day, isOn in
            change.deltas[day] == nil && there.reminders.contains(day) == isOn
        }.keys.sorted()
    }

    /// Whether a later edit changes the part that one makes.
    private func isToChange(_ addition: Edit) -> Bool {
        engine?.book.edits.contains { later in
            guard later.id > addition.id, let change = later.partChange else { return false }
            return change.part == addition.partChange?.part && change.after != nil
        } ?? false
    }

    /// Reminders that are left as they are: those that nobody has switched, but an undo, or a try that has lost them.
    private func giveUpReminders(_ edit: Edit) {
        guard case .values(let change) = edit.change else { return }
        let given = change.reminders.keys.filter { edit.onlyMakesAgain || intents[edit.id]?[.reminder($0)] == nil }
        oracle.giveUpReminders(given, of: thing(edit.contact))
    }

    /// What was to go after it was made anew stays.
    func keepFormer(_ removal: Edit) {
        guard let change = removal.partChange, change.after == nil else { return }
        keptFormer.insert(partThing(.local(change.part), change.kind))
    }

    /// What an opposite would have taken back stays where it goes.
    func leaveAsItIs(_ edit: Edit, _ keys: some Sequence<ContactKey>) {
        if edit.isDeletion { keepWhatWasMade(edit.contact) }
        let thing = thing(edit.contact)
        let places: Set<Place> =
            switch edit.change {
            case .part(let change): [.part(partThing(.local(change.part), change.kind))]
            case .addTags(let names), .removeTags(let names): Set(names.map { .tag($0) })
            case .me: [.user]
            case .values, .create, .delete: Set(keys.flatMap { [.value($0), .reminder($0)] })
            }
        oracle.end(.theirs) { intent in
            guard intent.key.thing == thing else { return false }
            return edit.isDeletion ? !intent.isAlive : places.contains(where: intent.key.place.isOf)
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

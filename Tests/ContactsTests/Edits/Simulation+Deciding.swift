import Foundation
import Model

@testable import Contacts

// How a person answers what was refused, and whose value stays.
extension Simulation {
    func decideOne() throws {
        try catchUp()
        guard let book = engine?.book else { return }
        let open = book.edits.filter { edit in
            (edit.state == .refused || edit.state == .conflicting)
                && (book.deletion(of: edit.contact).map { $0.id == edit.id } ?? true)
        }
        guard !open.isEmpty else { return }
        let edit = random.pick(open)
        let takesMine = random.chance(0.5)
        if let conflict = edit.conflict {
            return random.chance(0.25) ? try drop(edit) : try choose(edit, conflict, takesMine)
        }
        if book.contacts[edit.contact]?.isGone == true {
            return takesMine ? try createAgain(edit.contact, inForm: random.chance(0.5)) : try drop(edit)
        }
        if takesMine, random.chance(0.5) { return try mend(edit) }
        if edit.creation != nil { return takesMine ? try mend(edit) : try drop(edit) }
        if edit.issue == .partGone, takesMine, let change = edit.partChange, let value = change.after {
            return try makeAnew(edit, value)
        }
        if edit.issue == .partGone || edit.issue == .needed || !takesMine { return try drop(edit) }
        try correct(edit)
    }

    private func choose(_ edit: Edit, _ conflict: EditConflict, _ takesMine: Bool) throws {
        let (thing, before) = (thing(edit.contact), oracle.intents)
        note("person: chooses \(takesMine ? "mine" : "theirs") of \(edit.id)")
        if !conflict.candidates.isEmpty, let change = edit.partChange {
            try choosePart(edit, change, conflict)
        } else if !conflict.candidates.isEmpty {
            let hit = conflict.candidates.compactMap { server.person($0) }.first { $0.thing == thing }
            try change { $0.takeCandidate(edit.id, hit.map(server.view), now: now) }
        } else if let seen = conflict.seen {
            if takesMine { seeAll(seen, thing) }
            try change { takesMine ? $0.takeMine(edit.id, now: now) : $0.takeTheirs(edit.id, now: now) }
            if !takesMine {
                oracle.end((intents[edit.id] ?? [:]).values.sorted(), .undone)
                oracle.end(.theirs) { $0.key.thing == thing && !$0.isAlive }
                keepWhatWasMade(edit.contact)
            }
        } else if let theirs = conflict.part, let part = edit.partChange?.part {
            seePart(theirs, thing, partThing(.local(part)))
            if !takesMine {
                let meant = (intents[edit.id] ?? [:]).values.sorted()
                if meant.isEmpty { leaveAsItIs(edit, []) } else { oracle.end(meant, .theirs) }
                keepFormer(edit)
            }
            try decide(edit, [:], whole: takesMine ? .mine : .theirs, before: before)
        } else if let key = conflict.values.keys.sorted(by: { $0.rawValue < $1.rawValue }).first {
            oracle.see(Oracle.Key(thing: thing, place: .value(key)), brief(conflict.values[key] ?? nil))
            // With the day goes what was said of its reminder.
            let switched = intents[edit.id]?[.reminder(key)]
            if let switched, !takesMine { oracle.end([switched], .theirs) }
            if let intent = intents[edit.id]?[.value(key)] {
                if takesMine {
                    oracle.choose(intent, over: brief(conflict.values[key] ?? nil), server.log)
                } else {
                    oracle.end([intent], .theirs)
                }
            } else if !takesMine {
                leaveAsItIs(edit, [key])
            }
            try decide(edit, [key: takesMine ? .mine : .theirs], whole: nil, before: before)
        }
    }

    /// Sometimes the person takes it back; `before`: what they meant until then.
    private func decide(
        _ edit: Edit, _ values: [ContactKey: ConflictChoice], whole: ConflictChoice?, before: [Oracle.Intent]
    ) throws {
        guard let decided = try change({ $0.decide(edit.id, values, whole: whole, now: now) }) ?? nil,
            !(intents[edit.id] ?? [:]).isEmpty, random.chance(0.3)
        else { return }
        let toast = random.next()
        process.toastOfDrop = toast
        soon(random.number(in: 0.1...10)) {
            if self.process.toastOfDrop == toast { try self.takeBack(decided, of: edit, before: before) }
        }
    }

    private func takeBack(_ decided: DecidedConflict, of edit: Edit, before: [Oracle.Intent]) throws {
        try catchUp()
        guard !isFinal, let book = engine?.book, book.contacts[edit.contact]?.isGone == false,
            book.deletion(of: edit.contact) == nil, drafts[edit.contact] == nil
        else { return }
        let now = book.edit(edit.id)
        let isSent = decided.left.map { $0 != now && now?.state != .conflicting } ?? false
        if isSent, let left = decided.left, let change = decided.change {
            note("person: takes back what was chosen, and sent, of \(edit.id)")
            var undone = left
            undone.change = change
            let meant = (intents[edit.id] ?? [:]).filter { $0.key != .new && undone.says($0.key) }.values.sorted()
            takeBack(Done(edit: edit.id, contact: edit.contact, change: change, intents: meant))
            // The server's value is the person's choice after all.
            leaveAsItIs(edit, decided.asked)
        }
        guard try change({ $0.undo(decided) }) == .takenBack, !isSent, now?.state != .conflicting else { return }
        note("person: takes back what was chosen of \(edit.id)")
        mean([edit], as: before)
    }

    /// Somebody has changed what a lost request has made, or made something else.
    private func choosePart(_ edit: Edit, _ change: PartChange, _ conflict: EditConflict) throws {
        for candidate in conflict.offered {
            seePart(candidate.parts.first, thing(edit.contact), partThing(.remote(candidate.id), change.kind))
        }
        let hit = conflict.candidates.first {
            partThings[RemotePart(change.kind, $0)] == partThing(.local(change.part), change.kind)
        }
        try self.change { book in
            if let hit { book.takeCandidate(edit.id, part: hit) } else { book.takeCandidate(edit.id, nil, now: now) }
        }
    }

    private func seeAll(_ seen: SeenContact, _ thing: Thing) {
        for tag in seen.tags { oracle.see(Oracle.Key(thing: thing, place: .tag(tag)), tag) }
        for key in ContactKey.allCases {
            for value in seen.values[key] ?? [nil] {
                oracle.see(Oracle.Key(thing: thing, place: .value(key)), brief(value))
            }
        }
        for part in seen.parts {
            for value in part.values { seePart(value, thing, partThing(part.part, part.kind)) }
        }
    }

    /// What the server refused is put right, and sent again.
    private func correct(_ edit: Edit) throws {
        note("person: corrects \(edit.id)")
        try change { book in
            if edit.deltas[.birthday]?.after == ServerModel.bad {
                for place in [Place.value(.birthday), .reminder(.birthday)] {
                    if let old = intents[edit.id]?.removeValue(forKey: place) { oracle.end([old], .replaced) }
                }
                book.handOver(edit, keys: [.birthday])
                book.update(edit.id) { $0.setDelta(nil, for: .birthday) }
                let before = book.shown(edit.contact, over: copies.all[edit.contact]).values[.birthday]
                let day = ContactValue.day(newDay())
                let change = ValueChange(group: .person, deltas: [.birthday: Delta(before: before, after: day)])
                let id = book.append(.values(change), of: edit.contact)
                let place = Place.value(.birthday)
                intents[id] = [place: oracle.intend(thing(edit.contact), place, before?.brief, day.brief)]
                if book.edit(edit.id)?.isEmpty == true { return book.end(edit.id) }
            }
            if var change = edit.partChange, change.before == nil, change.after?.brief == ServerModel.badContent {
                let later = book.edits.filter { $0.partChange?.part == change.part && $0.id != edit.id }
                for other in later {
                    oracle.end((intents[other.id] ?? [:]).values.sorted(), .replaced)
                    book.end(other.id)
                }
                counter += 1
                oracle.end((intents[edit.id] ?? [:]).values.sorted(), .replaced)
                change.after = Self.part("p\(counter)", change.kind, change.after?.labels ?? [])
                intents[edit.id] = intend(change, of: edit.contact, book)
                book.update(edit.id) { $0.change = .part(change) }
            }
            meanSwitches(of: edit.id, book)
            _ = book.retry(edit.id, now: now)
        }
    }

    /// Who sends an edit once more means also what it says of reminders, whatever was said since; but for what is still to
    /// go after it.
    private func meanSwitches(of id: EditID, _ book: EditBook) {
        guard let edit = book.edit(id), case .values(let change) = edit.change else { return }
        for (key, isOn) in change.reminders {
            let isOvertaken = book.edits(of: edit.contact).contains { later in
                guard later.id > id, later.state != .sent, case .values(let other) = later.change else {
                    return false
                }
                // It goes with its day.
                if let day = other.deltas[key], day.after?.remindableDay == nil { return true }
                // What takes another edit back says nothing new.
                return other.reminders[key] != nil && intents[later.id]?[.reminder(key)] != nil
            }
            guard !isOvertaken else { continue }
            let place = Place.reminder(key)
            if let old = intents[id]?[place] { oracle.end([old], .replaced) }
            intents[id, default: [:]][place] = oracle.intend(isOn, reminderOf: key, of: thing(edit.contact))
        }
    }
}

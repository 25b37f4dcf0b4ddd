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
        // What is shown is of the database.
        try catchUp()
        let dice = random.fraction()
        let contacts = shownContacts
        guard dice >= 0.16, !contacts.isEmpty, let book = engine?.book else { return try makeContact() }
        let contact = random.pick(contacts)
        switch dice {
        case ..<0.62: if !drafts.isEmpty, random.chance(0.3) { try continueSomeDraft() } else { try openForm(contact) }
        case ..<0.72:
            if book.forms(of: contact).isEmpty, drafts[contact] == nil, book.contacts[contact]?.isGone != true {
                try delete(contact)
            }
        case ..<0.8:
            let edits = book.edits.filter { edit in
                let isUnderWay = edit.state == .sending && !edit.isDeletion && edit.undo == nil
                return edit.state == .waiting || edit.state == .refused || isUnderWay
            }
            guard !edits.isEmpty, case let edit = random.pick(edits) else { return }
            if edit.state == .sending { try dropSending(edit) } else { try drop(edit) }
        case ..<0.83: try logOut()
        case ..<0.93: try decideOne()
        default: refresh(contact)
        }
    }

    func showToast(_ done: [Done]) {
        toast = done
        guard let first = done.first, random.chance(0.25) else { return }
        soon(random.number(in: 0.1...10)) {
            guard self.toast.first?.edit == first.edit, !self.isFinal else { return }
            try self.undo(done)
        }
    }

    private func undo(_ done: [Done]) throws {
        try catchUp()
        guard let contact = done.first?.contact, let book = engine?.book, book.forms(of: contact).isEmpty,
            copies.all[contact] != nil || book.contacts[contact] != nil, book.contacts[contact]?.isGone != true,
            book.deletion(of: contact) == nil, drafts[contact] == nil
        else { return }
        note("person: undoes \(done.map(\.change))")
        for item in done { takeBack(item) }
        try change { $0.undo(done.map(\.receipt)) }
    }

    private func takeBack(_ item: Done) {
        oracle.takeBack(item.intents)
        changeBack(item)
        if case .part(let change) = item.change, change.after == nil, let content = change.before?.brief,
            let place = intents[item.edit]?.keys.first, case .part(let thing) = place
        {
            revived.append((item.contact, content, thing))
        }
    }

    /// What may be under way is undone once it is known what became of it.
    private func dropSending(_ edit: Edit) throws {
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

    /// A contact that was made again since was made with what is taken back now: another change of it.
    private func changeBack(_ item: Done) {
        guard case .values(let change) = item.change, case let thing = thing(item.contact), thing.isAgain,
            item.intents.contains(where: { oracle.intents[$0].key.thing != thing })
        else { return }
        let shown = shown(item.contact).values
        // What is still to be sent of the new one is a later edit, which stays.
        let waiting = Set(engine?.book.edits(of: item.contact).flatMap(\.deltas.keys) ?? [])
        for (key, delta) in change.deltas where shown[key] == delta.after && !waiting.contains(key) {
            _ = oracle.intend(thing, .value(key), delta.after?.brief, delta.before?.brief)
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
            try self.catchUp()
            guard let deletion = self.engine?.book.deletion(of: contact) else { return }
            if try self.change({ $0.undoDeletion(of: contact, now: self.now) }) == .takenBack {
                self.note("person: undoes the deletion of \(thing)")
                self.oracle.end((self.intents[deletion.id] ?? [:]).values.sorted(), .undone)
            }
        }
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
        note("person: drops \(edit.id) \(edit.change.kind)")
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

    /// An opposite that is dropped leaves what it would have taken back.
    private func leaveAsItIs(_ edit: Edit, _ keys: [ContactKey]) {
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
        for edit in there {
            for (place, intent) in intents[edit.id] ?? [:] where before.indices.contains(intent) {
                if case .value(let key) = place, edit.creation == nil, edit.deltas[key] == nil { continue }
                // One that was taken back before stays so.
                if let end = before[intent].end {
                    oracle.end([intent], end)
                } else {
                    oracle.revive(intent, before: before)
                }
            }
        }
    }

    private func logOut() throws {
        guard world.hasLogOuts, drafts.isEmpty, let book = engine?.book, book.edits.allSatisfy({ $0.state == .sent })
        else { return }
        note("person: logs out and in")
        try forgetEdits()
        (copies.all, copies.user) = ([:], nil)
        newestUpdate = nil
        things = [:]
        toast = []
        try restart()
    }
}

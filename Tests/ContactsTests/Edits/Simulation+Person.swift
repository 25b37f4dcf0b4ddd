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

    /// `book`: where it is looked up; by default as it was before the transaction.
    func partThing(_ part: PartReference, _ kind: PartKind = .field, in book: EditBook? = nil) -> Thing {
        switch part {
        case .remote(let id): return partThings[RemotePart(kind, id)] ?? .served(Int(id.rawValue) ?? 0)
        case .local(let id):
            let book = book ?? engine?.book
            if let remote = book?.remotePart(id) { return partThings[remote] ?? .part(id) }
            // The server may have made it anew already.
            let former = replaced(by: id, in: book)
            return former.flatMap { replacedThings[$0] ?? partThings[$0] } ?? .part(id)
        }
    }

    /// The row that goes once the part is made anew without labels.
    func replaced(by part: PartID, in book: EditBook?) -> RemotePart? {
        guard let book else { return nil }
        let former = book.edits.lazy.filter { $0.partChange?.part == part }.compactMap(\.progress.replaces).first
        return former.flatMap { book.remotePart($0) }
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
                return (edit.state.isUnsent || isUnderWay) && !book.isPartOfReplacement(edit)
            }
            guard !edits.isEmpty, case let edit = random.pick(edits) else { return }
            if edit.state == .sending { try dropSending(edit) } else { try drop(edit) }
        case ..<0.83: try logOut()
        case ..<0.92: try decideOne()
        case ..<0.94: try sendAll()
        case ..<0.95: try tryAgain()
        default: refresh(contact)
        }
    }

    func showToast(_ done: [Done]) throws {
        try finishDeletions()
        toast = done
        guard let first = done.first, random.chance(first.replaced == nil ? 0.25 : 0.5) else { return }
        soon(random.number(in: 0.1...10)) {
            // What was refused is often decided at the end.
            guard self.toast.first?.edit == first.edit, !self.isFinal || first.replaced != nil else { return }
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
        replacements += done.compactMap(\.replaced)
        try change { $0.undo(done.map(\.receipt)) }
    }

    func takeBack(_ item: Done) {
        oracle.takeBack(item.intents)
        // Where another process has sent it, this one does not know what was before: a switch is turned to what it was not.
        if case .values(let change) = item.change, engine?.book.endedEdits[item.edit]?.hasEndedElsewhere == true {
            oracle.giveUpReminders(change.reminders.keys, of: thing(item.contact))
        }
        changeBack(item)
        noteRevived(item.change, item.contact)
    }

    /// A part whose removal is taken back is made anew if it has gone.
    func noteRevived(_ change: ContactChange, _ contact: ContactID) {
        if case .part(let change) = change, change.after == nil, let content = change.before?.brief {
            revived.append((contact, content, partThing(.local(change.part), change.kind)))
        }
    }

    /// A contact that was made again since was made with what is taken back now: another change of it.
    private func changeBack(_ item: Done) {
        guard case .values(let change) = item.change, case let thing = thing(item.contact), thing.isAgain,
            item.intents.contains(where: { oracle.intents[$0].key.thing != thing })
        else { return }
        let shown = shown(item.contact).values
        // What is still to be sent of the new one is a later edit, which stays.
        let waiting = Set(engine?.book.edits(of: item.contact).flatMap(\.deltas.keys) ?? [])
        for (key, delta) in change.deltas
        where brief(shown[key]) == brief(delta.after) && !waiting.contains(key) {
            _ = oracle.intend(thing, .value(key), brief(delta.after), brief(delta.before))
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
        replacements = []
        try restart()
    }
}

import Foundation
import Model

@testable import Contacts

// Deletions, which wait for as long as their toast shows.
extension Simulation {
    static let lateUndo = "deleted while its toast showed"

    func delete(_ contact: ContactID) throws {
        try finishDeletions()
        seeAll(contact)
        toast = []
        let thing = thing(contact)
        note("person: deletes \(thing)")
        let deletion = try change { book in
            if let remote = copies.all[contact]?.id { book.name(contact, as: remote) }
            let id = book.append(.delete(book.seen(contact, over: copies.all[contact])), of: contact)
            book.hold(id, until: now + EditPolicy().deletionWindow)
            intents[id] = [.deletion: oracle.intend(thing, .deletion, nil, "deleted")]
            return id
        }
        if let deletion { try showDeletion(deletion, of: contact) }
    }

    /// A process that has begun shows toasts that nobody shows, such as after a crash.
    func claimDeletions() throws {
        let shown = Set(processes.flatMap(\.deletions))
        let held = (engine?.book.edits ?? []).filter { $0.isHeldDeletion && !shown.contains($0.id) }
        if held.isEmpty { return }
        note("claims \(held.map(\.id))")
        try change { book in
            for edit in held { book.hold(edit.id, until: now + EditPolicy().deletionWindow) }
        }
        for edit in held { try showDeletion(edit.id, of: edit.contact) }
    }

    /// The toast shows for some time, also longer than at first, and until another one takes its place.
    private func showDeletion(_ deletion: EditID, of contact: ContactID) throws {
        process.deletions.insert(deletion)
        try hold(deletion, of: contact, until: now + random.number(in: 0.5...random.pick([20, 60])))
    }

    private func hold(_ deletion: EditID, of contact: ContactID, until end: TimeInterval) throws {
        soon(min(end - now, EditPolicy().deletionWindow / 2)) {
            guard self.process.deletions.contains(deletion) else { return }
            if self.now >= end - 0.001 { return try self.endToast(of: deletion, contact) }
            try self.change { book in
                guard let held = book.heldDeletion(of: contact) else { return }
                book.hold(held.id, until: self.now + EditPolicy().deletionWindow)
            }
            try self.hold(deletion, of: contact, until: end)
        }
    }

    private func endToast(of deletion: EditID, _ contact: ContactID) throws {
        guard random.chance(0.5) else { return try finishDeletions() }
        process.deletions.remove(deletion)
        try catchUp()
        switch try change({ $0.undoDeletion(of: contact, now: now) }) {
        case .takenBack?:
            note("person: undoes the deletion of \(thing(contact))")
            oracle.end((intents[deletion] ?? [:]).values.sorted(), .undone)
            keepIfTakenBack(contact)
        // Another one that came after this one was dropped is none of its toast's.
        case .tooLate? where intents[deletion]?.values.allSatisfy { oracle.intents[$0].isAlive } ?? true:
            flickers.insert(Self.lateUndo)
        case .tooLate?, .done?, nil: break
        }
    }

    /// A contact whose creation was taken back stays after all, as it is.
    func keepIfTakenBack(_ contact: ContactID) {
        let thing = thing(contact)
        guard oracle.intents.contains(where: { $0.key.thing == thing && $0.key.place == .new && !$0.isAlive }) else {
            return
        }
        oracle.end(.theirs) { $0.key.thing == thing && !$0.isAlive }
        keepWhatWasMade(contact)
    }

    /// What the process shows is final.
    func finishDeletions() throws {
        if process.deletions.isEmpty { return }
        process.deletions = []
        try change { book in
            for edit in book.heldHere { book.finish(edit) }
            book.heldHere = []
        }
    }
}

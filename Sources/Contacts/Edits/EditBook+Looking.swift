import Foundation
import Model

// What a look at the server says of a request.
extension EditBook {
    /// A copy that was asked for after the request; `remindersThere` are those of its days.
    mutating func looked(
        _ id: EditID, _ copy: ServerContact, reminders there: Set<ContactKey>?, asked: TimeInterval, now: TimeInterval
    ) {
        guard var edit = edit(id) else { return }
        if edit.creation != nil {
            wroteSomething()
            return found(id, copy, asked: asked, now: now)
        }
        if let there {
            let lost = edit.progress.remindersSent.filter { !there.contains($0) && copy.values[$0] != nil }
            edit.progress.remindersLost = lost
            update(id) { $0.progress.remindersLost = lost }
        }
        let isReminderMissing = !edit.progress.remindersLost.isEmpty && there != nil
        let unswitched = edit.unswitched(copy, there)
        let (isDone, made) = isCarriedOut(edit, copy)
        if isDone, !isReminderMissing, unswitched.isEmpty {
            if let part = edit.partChange, part.before == nil { name(part.part, as: made) }
            endWrite(of: edit, now: now)
            wroteSomething()
            compareLater(edit, nil, now: now)
            finish(edit, isShown: true, now: now)
            store(copy, as: edit.contact, asked: asked)
            return undoIfWanted(edit)
        }
        if waitsForEnd(edit, asked: asked, now: now) { return }
        endWrite(of: edit, now: now)
        if case .refused? = edit.progress.outcome, let part = edit.partChange.flatMap({ remotePart($0.part) }),
            copy.parts[part] == nil
        {
            // A server may say of what it has no more only that it refuses it, and in words of its own.
            update(id) { $0.progress.outcome = .contactGone }
        }
        keepWhatIsMissing(id, copy, unswitched)
        if edit.undo == nil, let doubt = doubt(edit, copy) { ask(id, doubt) } else { absent(id, now: now) }
        // What was asked for before the end of the write is as good as the answer to it would have been.
        store(copy, as: edit.contact, asked: asked)
        undoIfWanted(edit)
    }

    /// Puts off the verdict where the request may still have been under way when the look was asked for: the answers may
    /// have taken long, or the computer have slept between them.
    private mutating func waitsForEnd(_ edit: Edit, asked: TimeInterval, now: TimeInterval) -> Bool {
        guard (edit.progress.outcome ?? .lost).mayBeUnderWay(policy), let end = heldUntil[edit.id], asked < end else {
            return false
        }
        update(edit.id) { $0.notBefore = max(end, now) }
        return true
    }

    /// The contacts made since the first try, to find one that was to be made among them; not all if there are too many.
    mutating func lookedForCreation(
        _ id: EditID, _ newest: [ServerContact], areAll: Bool = true, asked: TimeInterval, now: TimeInterval
    ) {
        guard let edit = edit(id), let creation = edit.creation else { return }
        let first = edit.progress.firstTry ?? .distantPast
        let rejected = Set(edit.progress.rejected)
        let new = newest.filter { copy in
            !rejected.contains(copy.id) && copy.createdAt.map { $0 >= first } ?? true
        }
        let ours = policy.looksForUUID ? new.filter { $0.uuid == creation.uuid } : []
        if ours.count == 1 {
            wroteSomething()
            return found(id, ours[0], asked: asked, now: now)
        }
        if waitsForEnd(edit, asked: asked, now: now) { return }
        // It may be among those that were not read.
        let later = now + policy.unreachedPause
        guard areAll else { return update(id) { $0.notBefore = later } }
        let known = madeHere
        let alike = new.filter { $0.values[.firstName] == creation.values[.firstName] && !known.contains($0.id) }
        let candidates = policy.looksForUUID ? (ours.isEmpty ? alike : ours) : []
        // Whoever was taken back is not asked for among others.
        if !candidates.isEmpty, edit.undo == nil || !ours.isEmpty {
            return ask(id, EditConflict(candidates: candidates))
        }
        absent(id, now: now)
        undoIfWanted(edit)
    }

    /// Only a person can say what came of it.
    private mutating func ask(_ id: EditID, _ conflict: EditConflict) {
        heldUntil[id] = nil
        update(id) {
            $0.state = .conflicting
            $0.progress.conflict = conflict
        }
    }

    /// What other creations have made: all others have the server's number here.
    private var madeHere: Set<RemoteID> {
        Set(contacts.compactMap { id, named in named.remote.flatMap { $0.rawValue == "\(id.rawValue)" ? nil : $0 } })
    }

    /// A creation has happened: what the copy lacks becomes an edit in its place.
    mutating func found(_ id: EditID, _ copy: ServerContact, asked: TimeInterval, now: TimeInterval) {
        guard let edit = edit(id), let creation = edit.creation else { return }
        adopt(copy.id, as: edit.contact, now: now)
        endWrite(of: edit, now: now)
        var deltas: [ContactKey: Delta<ContactValue>] = [:]
        for (key, value) in creation.values where copy.values[key] != value {
            deltas[key] = Delta(before: nil, after: value)
        }
        heldUntil[id] = nil
        // No copy shows whether they were made.
        let reminders = creation.reminders.filter { creation.values[$0]?.remindableDay != nil }.map { ($0, true) }
        if deltas.isEmpty, reminders.isEmpty {
            end(id)
        } else {
            update(id) {
                $0.change = .values(
                    ValueChange(
                        group: .person, deltas: deltas, reminders: Dictionary(uniqueKeysWithValues: reminders)))
                $0.undo = nil
                $0.progress = EditProgress()
                $0.state = .waiting
                $0.notBefore = 0
            }
        }
        store(copy, as: edit.contact, asked: asked)
        undoIfWanted(edit)
    }

    /// After a look an edit keeps only what the server has not: also a day whose reminder is missing, or not switched.
    private mutating func keepWhatIsMissing(_ id: EditID, _ copy: ServerContact, _ unswitched: Set<ContactKey>) {
        guard let edit = edit(id) else { return }
        let lost = unswitched.union(edit.progress.remindersLost)
        let switches = if case .values(let change) = edit.change { change.reminders } else { [ContactKey: Bool]() }
        for (key, delta) in edit.deltas
        where key.isReadable && !lost.contains(key) && copy.values[key] == resolved(delta.after) {
            update(id) { $0.setDelta(nil, for: key) }
            passOn(copy.values[key], for: key, of: edit)
        }
        // What no copy shows is sent once more, and the next try may lose what was switched on.
        guard case .values(var rest)? = self.edit(id)?.change, rest.changed.contains(where: { !$0.isReadable }) else {
            return
        }
        rest.reminders.merge(switches) { kept, _ in kept }
        update(id) { $0.change = .values(rest) }
    }
}

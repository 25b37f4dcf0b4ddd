import Foundation
import Model

// What a person decides.
extension EditBook {
    /// Sends a refused edit again. Returns false for any other, and for one that was only to follow what was given up: that
    /// would remove something whose replacement never came.
    mutating func retry(_ id: EditID, now: TimeInterval) -> Bool {
        guard let edit = edit(id), edit.state == .refused, edit.issue != .needed,
            contacts[edit.contact]?.isGone == false, !namesForgotten(edit), canBeSent(edit)
        else { return false }
        update(id) {
            $0.state = .waiting
            $0.notBefore = now
            $0.progress.failures = 0
        }
        return true
    }

    /// Whether the server knows what the edit is about, or will by another edit: it may have been lost in a damaged database.
    func canBeSent(_ edit: Edit) -> Bool {
        let isMade = edits.contains { $0.contact == edit.contact && $0.creation != nil }
        guard remote(edit.contact) != nil || isMade else { return false }
        guard let change = edit.partChange, change.before != nil, parts[change.part]?.remote == nil else { return true }
        return edits.contains { $0.partChange?.part == change.part && $0.partChange?.before == nil }
    }

    /// Of two values, the person takes their own; without a key, of all. Its `before` is the server's from now on. Days that
    /// the server moves may move, and reminders come twice.
    mutating func takeMine(_ id: EditID, _ key: ContactKey? = nil, now: TimeInterval) {
        guard let conflict = edit(id)?.conflict else { return }
        update(id) { edit in
            for (asked, theirs) in conflict.values where key == nil || key == asked {
                guard let delta = edit.deltas[asked] else { continue }
                edit.setDelta(Delta(before: theirs, after: delta.after), for: asked)
                edit.progress.conflict?.values[asked] = nil
            }
            if var change = edit.partChange, let theirs = conflict.part {
                // Labels that somebody else has given or taken away are no part of the question.
                if case .field(var mine)? = change.after, case .field(let there) = theirs,
                    case .field(let before)? = change.before
                {
                    mine.labels = mine.mergedLabels(with: there, from: before)
                    change.after = .field(mine)
                }
                change.before = theirs
                edit.change = .part(change)
            } else if let seen = conflict.seen {
                edit.change = .delete(seen)
                edit.progress.isFinal = false
            }
            edit.progress.daysMayMove += conflict.movedDays
            edit.progress.remindersMayDouble += conflict.doubledReminders
        }
        goOn(id, now: now)
        // A deletion waits for its toast once more.
        if let edit = edit(id), edit.isHeldDeletion { hold(id, until: now + EditQueue.toastTime) }
    }

    /// Of two values, the person takes the server's.
    mutating func takeTheirs(_ id: EditID, _ key: ContactKey? = nil, now: TimeInterval) {
        guard let edit = edit(id), let conflict = edit.conflict else { return }
        guard let key, conflict.values[key] != nil else {
            remove(id)
            if !edit.onlyMakesAgain { makeRemindersAgain(of: edit) }
            return forgetIfGone(edit.contact)
        }
        handOver(edit, keys: [key])
        update(id) {
            $0.setDelta(nil, for: key)
            $0.progress.conflict?.values[key] = nil
        }
        guard self.edit(id)?.isEmpty == true else { return goOn(id, now: now) }
        end(id)
        makeRemindersAgain(of: edit)
    }

    /// One of several contacts is the one that was to be made, or none of them is.
    mutating func takeCandidate(_ id: EditID, _ copy: ServerContact?, now: TimeInterval) {
        guard let candidates = edit(id)?.conflict?.candidates, !candidates.isEmpty else { return }
        if let copy { return found(id, copy, asked: now, now: now) }
        update(id) {
            $0.progress.rejected += candidates
            $0.progress.conflict = nil
        }
        if let edit = edit(id), edit.undo != nil {
            update(id) { $0.state = .waiting }
            return undoIfWanted(edit)
        }
        goOn(id, now: now)
    }

    /// One of several parts is the one that was to be made, and stays as it reads now.
    mutating func takeCandidate(_ id: EditID, part remote: RemoteID) {
        guard let edit = edit(id), let change = edit.partChange, edit.conflict?.candidates.contains(remote) ?? false
        else { return }
        if let known = part(RemotePart(change.kind, remote)) {
            // A form has given it a number since: what follows from the addition is about that.
            for later in edits {
                guard let former = later.partChange, former.part == change.part else { continue }
                let moved = PartChange(kind: former.kind, part: known, before: former.before, after: former.after)
                update(later.id) { $0.change = .part(moved) }
            }
            parts[change.part] = nil
        } else {
            name(change.part, as: remote)
        }
        end(id, isCarriedOut: true)
    }

    /// An edit without any question left goes on.
    private mutating func goOn(_ id: EditID, now: TimeInterval) {
        update(id) {
            guard $0.progress.conflict?.values.isEmpty ?? true else { return }
            $0.progress.conflict = nil
            $0.state = .waiting
            $0.notBefore = now
        }
        // Whom it names may have gone meanwhile.
        refuseIfForgotten(id)
    }

    /// A contact that is gone on the server is to be made again, as it was shown; its notes and pictures are lost. Returns
    /// that by which it is undone; nothing for any other contact.
    @discardableResult
    mutating func createAgain(_ contact: ContactID, uuid: String) -> [EditQueue.Receipt] {
        guard contacts[contact]?.isGone == true else { return [] }
        let copy = storedCopy(contact)
        let image = goneOrShown(contact, over: copy)
        let reminders = reminders(of: contact, copy, image) ?? []
        let removed = replaceGone(contact)
        let person = image.values.filter { $0.key.group == .person }
        let ofPerson = reminders.filter { $0.group == .person }
        var changes: [ContactChange] = []
        for group in ContactGroup.allCases where group != .person {
            let values = image.values.filter { $0.key.group == group }
            guard !values.isEmpty else { continue }
            var change = ValueChange(group: group, deltas: values.mapValues { Delta(before: nil, after: $0) })
            for key in reminders where key.group == group { change.reminders[key] = true }
            changes.append(.values(change))
        }
        for (number, part) in image.parts.sorted(by: { $0.key.order < $1.key.order }).enumerated() {
            let new = PartID(Int64(-1 - number))
            changes.append(.part(PartChange(kind: part.key.kind, part: new, before: nil, after: part.value)))
        }
        if !image.tags.isEmpty { changes.append(.addTags(image.tags.sorted())) }
        let creation = ContactCreation(uuid: uuid, values: person, reminders: ofPerson)
        return store(creation, then: changes.map { PlannedChange($0) }, of: contact).replacing(removed)
    }

    /// As `shown`; of a contact that the server has no more with what was refused for that.
    func goneOrShown(_ contact: ContactID, over copy: ServerContact?) -> ShownContact {
        showingWhatWasRefusedForGone(contact).shown(contact, over: copy)
    }

    /// Of a contact that the server has no more, what was refused for that still counts.
    func showingWhatWasRefusedForGone(_ contact: ContactID) -> EditBook {
        guard contacts[contact]?.isGone == true else { return self }
        var book = self
        for edit in edits(of: contact) where edit.state == .refused { book.update(edit.id) { $0.state = .waiting } }
        return book
    }

    /// The number of a contact that the server has no more is that of a new one from now on. Returns that by which the
    /// former one comes back.
    @discardableResult
    mutating func replaceGone(_ contact: ContactID) -> RemovedEdits {
        let old = self
        for edit in edits(of: contact) { end(edit.id) }
        parts = parts.filter { $0.value.contact != contact }
        if let former = remote(contact) { nameLocally(contact, known: former) }
        contacts[contact] = NamedContact()
        placesTold[contact] = nil
        closeForms(of: contact)
        var removed = removed(since: old, of: contact)
        removed.copy = storedCopy(contact)
        copyChanges.append(.remove(contact))
        return removed
    }

    /// A contact that the server has no more goes with its last edit.
    mutating func forgetIfGone(_ contact: ContactID) {
        if contacts[contact]?.isGone == true, !isHeld(contact) { forget(contact) }
    }
}

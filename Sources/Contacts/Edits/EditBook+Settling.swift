import Foundation
import Model

// What came of a request.
extension EditBook {
    /// A request of the edit may leave from now on.
    mutating func beginSending(
        _ id: EditID, _ write: EditWrite, copy: ServerContact?, reminders: Set<ContactKey>, serverTime: Date?
    ) {
        guard policy.storesSending else { return }
        update(id) { edit in
            if case .values(_, let group, _, _, _) = write, group == .person || group == .meeting {
                // Also what another client has switched on between two tries.
                let theirs = reminders.subtracting(edit.progress.remindersSent)
                edit.progress.remindersBefore = theirs.union(edit.progress.remindersBefore ?? []).sorted()
            }
            if edit.progress.firstTry == nil {
                edit.progress.firstTry = serverTime
                if let change = edit.partChange, change.before == nil, let copy {
                    edit.progress.knownParts = copy.parts.keys.filter { $0.kind == change.kind }.map(\.id).sorted()
                }
            }
            if case .values(_, _, _, _, let wanted) = write {
                edit.progress.remindersSent = wanted.union(edit.progress.remindersSent).sorted()
            }
            edit.progress.outcome = nil
            edit.state = .sending
            edit.notBefore = .infinity
        }
    }

    /// The server has carried out the request.
    mutating func carriedOut(
        _ id: EditID, _ whole: ServerContact?, before: ServerContact? = nil, made: RemoteID?, asked: TimeInterval,
        now: TimeInterval
    ) {
        guard let edit = edit(id) else { return }
        if case .create = edit.change, let remote = whole?.id ?? made { adopt(remote, as: edit.contact, now: now) }
        if let part = edit.partChange, part.before == nil { parts[part.part]?.remote = made }
        endWrite(of: edit, now: now)
        if edit.isDeletion { return forget(edit.contact) }
        if let whole { tell(edit, whole, before: before) }
        finish(edit, isShown: whole != nil, now: now)
        if let whole { store(whole, as: edit.contact, asked: now) }
        undoIfWanted(edit)
    }

    /// The server has not said that it carried out the request: it is looked at.
    ///
    /// `keys`: the values that it names in a refusal.
    mutating func notCarriedOut(
        _ id: EditID, _ outcome: EditIssue, about keys: Set<ContactKey> = [], wait: TimeInterval = 0, now: TimeInterval
    ) {
        heldUntil[id] = now + policy.hold
        update(id) {
            $0.progress.outcome = outcome
            $0.progress.refusedKeys = keys.sorted()
            $0.notBefore = now + wait
        }
        if !policy.looksAfterErrors, outcome != .lost { absent(id, now: now) }
    }

    /// Not a byte of the request has left.
    mutating func notSent(_ id: EditID, _ issue: EditIssue, now: TimeInterval) {
        update(id) {
            $0.state = .waiting
            $0.issue = issue
            $0.notBefore = now
            guard $0.attempts == 0 else { return }
            // The first try is still to come.
            ($0.progress.remindersBefore, $0.progress.remindersSent) = (nil, [])
            ($0.progress.firstTry, $0.progress.knownParts) = (nil, [])
        }
        refuseIfForgotten(id)
        if let edit = edit(id) { undoIfWanted(edit) }
    }

    /// A copy that was asked for after the request; `remindersThere` are those of its days.
    mutating func looked(
        _ id: EditID, _ copy: ServerContact, reminders there: Set<ContactKey>?, asked: TimeInterval, now: TimeInterval
    ) {
        guard var edit = edit(id) else { return }
        if edit.creation != nil { return found(id, copy, asked: asked, now: now) }
        if let there {
            let lost = edit.progress.remindersSent.filter { !there.contains($0) && copy.values[$0] != nil }
            edit.progress.remindersLost = lost
            update(id) { $0.progress.remindersLost = lost }
        }
        let isReminderMissing = !edit.progress.remindersLost.isEmpty && there != nil
        let unswitched = edit.unswitched(copy, there)
        let (isDone, made) = isCarriedOut(edit, copy)
        if isDone, !isReminderMissing, unswitched.isEmpty {
            if let part = edit.partChange, part.before == nil { parts[part.part]?.remote = made }
            endWrite(of: edit, now: now)
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
        absent(id, now: now)
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

    /// The newest contacts, to find one that was to be made among them.
    mutating func lookedForCreation(
        _ id: EditID, _ newest: [ServerContact], asked: TimeInterval, now: TimeInterval
    ) {
        guard let edit = edit(id), let creation = edit.creation else { return }
        let first = edit.progress.firstTry ?? .distantPast
        let rejected = Set(edit.progress.rejected)
        let new = newest.filter { copy in
            !rejected.contains(copy.id) && copy.createdAt.map { $0 >= first } ?? true
        }
        let ours = policy.looksForUUID ? new.filter { $0.uuid == creation.uuid } : []
        if ours.count == 1 { return found(id, ours[0], asked: asked, now: now) }
        if waitsForEnd(edit, asked: asked, now: now) { return }
        let known = Set(contacts.values.compactMap(\.remote))
        let alike = new.filter { $0.values[.firstName] == creation.values[.firstName] && !known.contains($0.id) }
        let candidates = policy.looksForUUID ? (ours.isEmpty ? alike : ours) : []
        if !candidates.isEmpty {
            return update(id) {
                $0.state = .conflicting
                $0.progress.conflict = EditConflict(candidates: candidates)
            }
        }
        absent(id, now: now)
        undoIfWanted(edit)
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

    /// A contact that was made has its name on the server from now on.
    private mutating func adopt(_ remote: RemoteID, as contact: ContactID, now: TimeInterval) {
        // A pass may have stored it under a number of its own.
        if let other = self.contact(remote), other != contact {
            for edit in edits where edit.contact == other { update(edit.id) { $0.contact = contact } }
            for (id, part) in parts where part.contact == other { parts[id]?.contact = contact }
            for form in forms(of: other) { forms[form]?.contact = contact }
            contacts[other] = nil
        }
        copyChanges.append(.adopt(remote, contact))
        contacts[contact, default: NamedContact()].remote = remote
        ended[remote] = now
    }

    private mutating func endWrite(of edit: Edit, now: TimeInterval) {
        for contact in edit.change.named.union([edit.contact]) {
            if let remote = remote(contact) { ended[remote] = now }
        }
        for case .remote(let relative) in edit.change.relatives { ended[relative] = now }
        // What was read before of who was the user is old, too.
        if edit.isChoiceOfUser, let former = servedUser.flatMap(storedCopy) { ended[former.id] = now }
    }

    /// The edit was carried out; it stays as sent until a copy shows it.
    private mutating func finish(_ edit: Edit, isShown: Bool, now: TimeInterval) {
        for (key, delta) in edit.deltas { passOn(delta.after, for: key, of: edit) }
        passOnPart(of: edit)
        if case .me(let isMe) = edit.change { copyChanges.append(.user(isMe ? edit.contact : nil)) }
        overtake(edit)
        forgetLostReminders(switchedBy: edit)
        if isShown { return end(edit.id, isCarriedOut: true) }
        sentAt[edit.id] = now
        update(edit.id) {
            $0.state = .sent
            $0.issue = nil
            $0.notBefore = now
            $0.undo = nil
        }
    }

    /// After a look an edit keeps only what the server has not: also a day whose reminder is missing, or not switched.
    private mutating func keepWhatIsMissing(_ id: EditID, _ copy: ServerContact, _ unswitched: Set<ContactKey>) {
        guard let edit = edit(id) else { return }
        let lost = unswitched.union(edit.progress.remindersLost)
        for (key, delta) in edit.deltas
        where key.isReadable && !lost.contains(key) && copy.values[key] == resolved(delta.after) {
            update(id) { $0.setDelta(nil, for: key) }
            passOn(copy.values[key], for: key, of: edit)
        }
    }

    /// It was not carried out, as far as can be seen.
    private mutating func absent(_ id: EditID, now: TimeInterval) {
        guard let edit = edit(id) else { return }
        heldUntil[id] = nil
        if case .values(var change) = edit.change, change.deltas.isEmpty {
            // Nothing else is left to do.
            for key in edit.lostReminders where change.reminders[key] == nil { change.reminders[key] = true }
            if change.reminders.isEmpty { return end(id) }
            update(id) { $0.change = .values(change) }
        }
        let outcome = edit.progress.outcome ?? .lost
        update(id) {
            $0.attempts += 1
            $0.issue = outcome
            $0.state = .waiting
            $0.notBefore = now
        }
        switch outcome {
        case .refused, .personGone: refuse(id, outcome)
        case .contactGone: refuse(id, edit.partChange == nil ? .contactGone : .partGone)
        case .failed, .gateway:
            let failures = edit.progress.failures + 1
            guard failures <= policy.pauses.count else { return refuse(id, outcome) }
            let pause = policy.pauses[failures - 1]
            update(id) {
                $0.progress.failures = failures
                $0.notBefore = now + pause
            }
        case .page:
            let pause = policy.pageHold
            update(id) { $0.notBefore = now + pause }
        default: break
        }
        refuseIfForgotten(id)
    }

    /// The server has the contact no more.
    mutating func gone(_ contact: ContactID) {
        let all = edits(of: contact)
        if all.contains(where: \.isDeletion) { return forget(contact) }
        if !policy.keepsEdited || !isHeld(contact) { return forget(contact) }
        contacts[contact]?.isGone = true
        for edit in all where edit.state == .sent || edit.creation == nil || remote(contact) != nil {
            heldUntil[edit.id] = nil
            if edit.state == .sent {
                end(edit.id)
            } else {
                refuse(edit.id, .contactGone)
                undoIfWanted(edit)
            }
        }
        if !isHeld(contact) { forget(contact) }
    }

    /// Whether synchronisation must leave the contact where it is.
    func isHeld(_ contact: ContactID) -> Bool {
        !forms(of: contact).isEmpty || contacts[contact].map { $0.remote == nil } ?? false
            || edits.contains { $0.contact == contact || $0.change.named.contains(contact) }
            || lookup?.hasDraft(contact) ?? false
    }
}

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
                // One that no try has lost, and that is not there now, was switched off since.
                let lost = edit.progress.remindersLost
                let sent = edit.progress.remindersSent.filter { reminders.contains($0) || lost.contains($0) }
                edit.progress.remindersSent = wanted.union(sent).sorted()
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
        if let part = edit.partChange, part.before == nil { name(part.part, as: made) }
        endWrite(of: edit, now: now)
        wroteSomething()
        if edit.isDeletion { return forget(edit.contact) }
        if let whole { tell(edit, whole, before: before) }
        compareLater(edit, whole == nil ? before : nil, now: now)
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
        endReplacing(id)
        update(id) {
            $0.state = .waiting
            $0.issue = issue
            $0.notBefore = now
            guard $0.attempts == 0 else { return }
            // The first try is still to come.
            $0.progress.remindersBefore = $0.lostReminders.isEmpty ? nil : $0.lostReminders.sorted()
            $0.progress.remindersSent = []
            ($0.progress.firstTry, $0.progress.knownParts) = (nil, [])
        }
        refuseIfForgotten(id)
        if let edit = edit(id) { undoIfWanted(edit) }
    }

    /// A contact that was made has its name on the server from now on.
    mutating func adopt(_ remote: RemoteID, as contact: ContactID, now: TimeInterval) {
        // A pass may have stored it under a number of its own, by which a draft may name it.
        nameIfStored(remote)
        if let other = self.contact(remote), other != contact { move(other, to: contact) }
        copyChanges.append(.adopt(remote, contact))
        contacts[contact, default: NamedContact()].remote = remote
        ended[remote] = now
    }

    mutating func endWrite(of edit: Edit, now: TimeInterval) {
        for contact in edit.change.named.union([edit.contact]) {
            if let remote = remote(contact) { ended[remote] = now }
        }
        for case .remote(let relative) in edit.change.relatives { ended[relative] = now }
        // What was read before of who was the user is old, too.
        if edit.isChoiceOfUser, let former = (servedUser ?? nil).flatMap(storedCopy) { ended[former.id] = now }
    }

    /// The edit was carried out; it stays as sent until a copy shows it.
    mutating func finish(_ edit: Edit, isShown: Bool, now: TimeInterval) {
        for (key, delta) in edit.deltas { passOn(delta.after, for: key, of: edit) }
        notePlaceTold(by: edit)
        noteReminders(of: edit)
        passPlaceOn(of: edit)
        passOnPart(of: edit)
        passOnSwitches(of: edit)
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

    /// It was not carried out, as far as can be seen.
    mutating func absent(_ id: EditID, now: TimeInterval) {
        endReplacing(id)
        guard let edit = edit(id) else { return }
        heldUntil[id] = nil
        if case .values(var change) = edit.change, change.changed.isEmpty {
            // Nothing else is left to do.
            for key in edit.lostReminders where change.reminders[key] == nil { change.reminders[key] = true }
            if change.reminders.isEmpty {
                notePlaceTold(by: edit)
                return end(id)
            }
            update(id) { $0.change = .values(change) }
        }
        let outcome = edit.progress.outcome ?? .lost
        update(id) {
            $0.attempts += 1
            $0.issue = outcome
            $0.state = .waiting
            $0.notBefore = now
            if !outcome.isForbidden { $0.progress.wasForbidden = false }
        }
        switch outcome {
        case .refused, .personGone:
            // It was about what is in the edit, so the token may change things.
            wroteSomething()
            refuse(id, outcome)
        case .contactGone: refuse(id, edit.partChange == nil ? .contactGone : .partGone)
        case .failed, .gateway:
            let failures = edit.progress.failures + 1
            guard failures <= policy.pauses.count else { return refuse(id, outcome) }
            let pause = policy.pauses[failures - 1]
            update(id) {
                $0.progress.failures = failures
                $0.notBefore = now + pause
            }
        case .forbidden: forbidden(id, now: now)
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
            || unreadable.values.contains(contact)
            || lookup?.hasDraft(contact) ?? false
    }
}

import Model

// What a person takes back.
extension EditBook {
    /// Undoes the edits of one form: those not sent are taken back, the opposite is added of those that were. What the form
    /// put right is refused again.
    mutating func undo(_ receipts: [EditQueue.Receipt]) {
        // The parts of a made contact go with it. Relationships of other contacts to it go before it.
        let creations = receipts.filter { if case .create = $0.change { true } else { false } }
        let made = Set(creations.map(\.contact))
        var opposites: [EditID: EditID] = [:]
        for receipt in receipts.reversed().filter({ !made.contains($0.contact) }) + creations {
            opposites[receipt.edit] = added { $0.undo(receipt.change, receipt.edit, of: receipt.contact) }
        }
        // What was replaced is there again before its replacement goes.
        for receipt in receipts {
            let isToCome = edit(receipt.edit)?.undo != nil
            guard let first = opposites[receipt.edit] ?? (isToCome ? receipt.edit : nil) else { continue }
            for case let need? in receipt.needs.map({ opposites[$0] }) { update(need) { $0.needs.append(first) } }
        }
        for receipt in receipts {
            guard let replaced = receipt.replaced else { continue }
            if restore(replaced, inPlaceOf: Set(receipts.map(\.edit))) {
                wait(replaced, for: receipts.compactMap { opposites[$0.edit] ?? edit($0.edit).map(\.id) })
                continue
            }
            // First the contact goes that was made in its place.
            let isToGo = edit(receipt.edit)?.undo != nil
            guard let going = isToGo ? receipt.edit : deletion(of: current(receipt.contact))?.id else { continue }
            update(going) { $0.progress.restores = replaced }
        }
    }

    /// What is refused again goes only after what undoes its mending, even if it is tried before: it would find the server's
    /// value to be its own, or a stranger's.
    private mutating func wait(_ refused: RemovedEdits, for opposites: [EditID]) {
        for former in refused.edits {
            let first = opposites.filter { edit($0)?.changesTheSame(as: former) ?? false }
            update(former.id) { $0.needs += first }
        }
    }

    /// The last edit that a change adds; nil if it adds none.
    private mutating func added(by change: (inout EditBook) -> Void) -> EditID? {
        let last = greatest.edit
        change(&self)
        return greatest.edit > last ? EditID(rawValue: greatest.edit) : nil
    }

    /// Undoes an edit: `change` is what it was when it was made.
    mutating func undo(_ change: ContactChange, _ id: EditID, of contact: ContactID) {
        let (change, contact) = (followingMoves(change), current(contact))
        guard contacts[contact] != nil else { return }
        let edit = edit(id)
        if edit?.state == .sending { return update(id) { $0.undo = change } }
        switch change {
        case .create: undoCreation(edit, of: contact)
        case .values(let values): undo(values, id, edit, of: contact)
        case .part(let part): undo(part, id, edit, of: contact)
        case .addTags, .removeTags, .me:
            if let edit, edit.state != .sent { return edit.isChoiceOfUser ? removeChoice(edit) : remove(id) }
            if case .me(true) = change, let former = edit?.progress.formerUser ?? endedEdits[id]?.formerUser {
                return giveBack(to: former, from: contact)
            }
            guard dropped[id] == nil else { return }
            if case .me(false) = change, leaveToLaterChoice(contact, after: id) { return }
            if let opposite = change.opposite { append(opposite, of: contact) }
        case .delete: break
        }
    }

    private mutating func undoCreation(_ edit: Edit?, of contact: ContactID) {
        if edit != nil, remote(contact) == nil { return forget(contact) }
        guard deletion(of: contact) == nil else { return }
        let id = append(.delete(seen(contact, over: storedCopy(contact))), of: contact)
        // No toast shows for it, also where it has to be tried later.
        update(id) { $0.progress.isFinal = true }
    }

    private mutating func undo(_ change: ValueChange, _ id: EditID, _ edit: Edit?, of contact: ContactID) {
        var opposite = ValueChange(group: change.group, deltas: [:])
        let placeOfEdit = edit?.placeTold
        let before = edit?.progress.remindersBefore ?? endedEdits[id]?.remindersBefore
        func wasOn(_ key: ContactKey) -> Bool? {
            if let before { return before.contains(key) }
            // As whoever switched it saw it.
            return endedEdits[id]?.hasEndedElsewhere == true ? change.reminders[key].map { !$0 } : nil
        }
        for (key, delta) in change.deltas where dropped[id]?.contains(key) != true {
            var isThere = false
            if let edit, edit.state != .sent, edit.deltas[key] != nil {
                // Of a day that the server has, the opposite is sent; and of what it may have, and does not show.
                isThere = daysThere(edit).contains(key) || edit.mayHaveLeft(key)
                if isThere { passOn(delta.after, for: key, of: edit) } else { handOver(edit, keys: [key]) }
                update(id) { $0.setDelta(nil, for: key) }
                if !isThere { continue }
            }
            // A later edit of the value stays the last word.
            let isLater = edits.contains { $0.contact == contact && $0.id > id && $0.changed.contains(key) }
            // What only goes along is no change that could be undone.
            guard !isLater, delta.before != delta.after else { continue }
            // What was refused, and is tried again, shows on top of what the server has of this one.
            let copy = storedCopy(contact)
            let there = [shown(contact, over: copy).values[key], copy?.values[key]]
            guard there.contains(resolved(delta.after)) || !key.isReadable else { continue }
            let former = edit?.deltas[key] ?? endedEdits[id]?.deltas[key] ?? delta
            opposite.deltas[key] = Delta(before: delta.after, after: former.before)
            // A reminder that was not touched, and did not go with its day, is left as it is.
            let isTouched = change.reminders[key] != nil || delta.after?.remindableDay == nil || isThere
            if let wasOn = wasOn(key), isTouched, former.before?.remindableDay != nil,
                !isSwitched(key, of: contact, after: id)
            {
                opposite.reminders[key] = wasOn
            }
        }
        // A switch of a day that was not changed. The server may have something of an edit that ended, too.
        for (key, isOn) in change.reminders where change.deltas[key] == nil && edit?.mayHaveArrived ?? true {
            guard let wasOn = wasOn(key), wasOn != isOn, !isSwitched(key, of: contact, after: id) else { continue }
            opposite.reminders[key] = wasOn
        }
        var lost: Set<ContactKey> = []
        if let left = self.edit(id), left.state != .sent, left.changed.isEmpty {
            end(id)
            makeRemindersAgain(of: left, besides: Set(opposite.reminders.keys))
            lost = left.lostReminders.filter { opposite.reminders[$0] == true }
        }
        if opposite.deltas.isEmpty, opposite.reminders.isEmpty { return }
        let added = append(giving(placeOfEdit, along: opposite, undoing: id, of: contact), of: contact)
        if lost.isEmpty { return }
        // Whoever gives up the opposite has not given up the reminder.
        update(added) { ($0.progress.remindersBefore, $0.progress.remindersLost) = (lost.sorted(), lost.sorted()) }
    }

    /// Whether a later edit stays the last word about the reminder of a day.
    private func isSwitched(_ day: ContactKey, of contact: ContactID, after id: EditID) -> Bool {
        lastWords(where: \.isApplied).contains { later, word in
            guard later > id, case .values(let change) = word.change else { return false }
            return current(word.contact) == contact && change.reminders[day] != nil
        }
    }

    /// An undo that waited until the edit was settled.
    mutating func undoIfWanted(_ edit: Edit) {
        guard let change = edit.undo else { return }
        update(edit.id) { $0.undo = nil }
        // Opposites of what came before it wait for its own, if there is one.
        let others = edits.filter { other in
            other.needs.contains(edit.id) && (other.state == .waiting || other.changesTheSame(as: edit))
        }.map(\.id)
        for other in others { update(other) { $0.needs.removeAll { $0 == edit.id } } }
        guard let opposite = added(by: { $0.undo(change, edit.id, of: edit.contact) }) else { return }
        if let restores = edit.progress.restores { update(opposite) { $0.progress.restores = restores } }
        for other in others { update(other) { $0.needs.append(opposite) } }
    }

    /// As `drop`; returns that by which it comes back: see `restore`. Nil for one that may not be dropped.
    mutating func dropUnsent(_ id: EditID) -> RemovedEdits? {
        guard let edit = edit(id), edit.state.isUnsent else { return nil }
        if deletion(of: edit.contact) == nil { endReplacing(id) }
        let old = self
        return drop(id) ? removed(since: old, of: edit.contact) : nil
    }

    /// The person gives up an edit that was not tried, or was refused, or conflicts. Returns false for any other.
    mutating func drop(_ id: EditID) -> Bool {
        guard let edit = edit(id), edit.state.isUnsent else { return false }
        if let deletion = deletion(of: edit.contact), deletion.id != id { return false }
        if edit.creation != nil {
            guard remote(edit.contact) == nil else { return false }
            forget(edit.contact)
            return true
        }
        leaveDaysThere(of: edit)
        if edit.isChoiceOfUser { removeChoice(edit) } else { remove(id) }
        if !edit.onlyMakesAgain { makeRemindersAgain(of: edit) }
        forgetIfGone(edit.contact)
        return true
    }

    /// The person gives up an edit that may be under way: it is undone when it is settled. Returns false for any other.
    mutating func dropSending(_ id: EditID) -> Bool {
        guard let edit = edit(id), edit.state == .sending, !edit.isDeletion, deletion(of: edit.contact) == nil else {
            return false
        }
        // It was on once; before this one it was not.
        if edit.onlyMakesAgain { update(id) { $0.progress.remindersBefore?.removeAll(where: edit.touched.contains) } }
        undo(changeReplaced(by: edit).map { .part($0) } ?? edit.change, id, of: edit.contact)
        // What was to follow is not to happen, whatever becomes of it.
        refuseWhatNeeds(edit)
        return true
    }

    /// What was to follow an edit is not to happen without it, but for what only waits for its turn.
    mutating func refuseWhatNeeds(_ edit: Edit) {
        for other in edits where other.needs.contains(edit.id) && other.state == .waiting {
            let isReplaced = edit.progress.replaces != nil && other.partChange?.part == edit.progress.replaces
            if !isReplaced, !other.changesTheSame(as: edit) { refuse(other.id, .needed) }
        }
    }

    /// Whether a reminder is on or off is what a switch says that was carried out, whichever was saved first: no other edit
    /// makes one again that a try of it has lost before. That it was there is what the undo of the switch goes by.
    mutating func forgetLostReminders(switchedBy edit: Edit) {
        guard case .values(let switches) = edit.change, !switches.reminders.isEmpty else { return }
        for other in edits where other.contact == edit.contact && other.id != edit.id {
            let lost = other.lostReminders.intersection(switches.reminders.keys)
            update(other.id) { $0.progress.remindersLost.removeAll { switches.reminders[$0] != nil } }
            if lost.isEmpty { continue }
            update(edit.id) { $0.progress.remindersBefore = lost.union($0.progress.remindersBefore ?? []).sorted() }
            // Nothing but the reminder may have been left to do: see `absent`.
            guard other.state.isUnsent, other.changed.isEmpty, case .values(var change) = other.change else { continue }
            for key in lost { change.reminders[key] = nil }
            if change.reminders.isEmpty { end(other.id) } else { update(other.id) { $0.change = .values(change) } }
        }
    }

    /// Days that the server has are no part of an edit any more, and what later edits follow from.
    mutating func leaveDaysThere(of edit: Edit) {
        for key in daysThere(edit) {
            passOn(edit.deltas[key]?.after, for: key, of: edit)
            update(edit.id) { $0.setDelta(nil, for: key) }
        }
    }

    /// Without an edit of which a try has taken reminders away, another one makes these again.
    mutating func makeRemindersAgain(of edit: Edit, besides known: Set<ContactKey> = []) {
        let lost = edit.lostReminders.subtracting(known)
        guard !lost.isEmpty, contacts[edit.contact]?.isGone == false, case .values(let former) = edit.change else {
            return
        }
        var change = ValueChange(group: former.group, deltas: [:])
        for key in lost { change.reminders[key] = true }
        let id = append(giving(edit.placeTold, along: change, undoing: edit.id, of: edit.contact), of: edit.contact)
        // A switch that waits is the last word, once it is carried out: see `forgetLostReminders`.
        update(id) { ($0.progress.remindersBefore, $0.progress.remindersLost) = (lost.sorted(), lost.sorted()) }
    }

    /// The days that the server has as a try of the edit has changed them, so that their reminders alone are not as they
    /// are to be.
    private func daysThere(_ edit: Edit) -> Set<ContactKey> {
        let days = edit.deltas.filter { edit.daysToLookAt.contains($0.key) }
        guard edit.attempts > 0, !days.isEmpty, let copy = storedCopy(edit.contact) else { return [] }
        return Set(days.filter { copy.values[$0.key] == resolved($0.value.after) }.keys)
    }
}

extension ContactChange {
    /// That of tags, or of who is the user; nil for any other.
    fileprivate var opposite: ContactChange? {
        switch self {
        case .addTags(let names): .removeTags(names)
        case .removeTags(let names): .addTags(names)
        case .me(let isMe): .me(!isMe)
        case .create, .values, .part, .delete: nil
        }
    }
}

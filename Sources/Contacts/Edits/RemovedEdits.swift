import Model

/// Edits that were taken away, with all that went with them: by this they come back as they were.
public struct RemovedEdits: Hashable, Sendable {
    var contact: ContactID
    let named: NamedContact?
    var parts: [PartID: NamedPart]
    /// In order.
    var edits: [Edit]
    /// Others that followed from them, or say something later of the same values: before and after.
    var others: [Change]

    /// The edit that keeps anybody from becoming the user while these are away, if one is needed.
    var leavesNobodyUser: EditID?

    /// The server's copy, where it went along.
    var copy: ServerContact?

    /// Whether the server may have where the person met the contact by a try of these: no answer shows it, so that nothing
    /// takes it back.
    public var mayLeaveWhereMet: Bool { edits.contains { $0.mayHaveLeft(.metWhere) } }

    struct Change: Hashable, Codable {
        var before: Edit
        var after: Edit
    }
}

extension EditBook {
    /// What a change of the book has taken away of a contact's edits.
    func removed(since old: EditBook, of contact: ContactID) -> RemovedEdits {
        let now = Dictionary(edits.map { ($0.id, $0) }) { first, _ in first }
        let gone = old.edits.filter { now[$0.id] == nil }
        let others = old.edits.compactMap { before in
            now[before.id].flatMap { after in
                // A later word on the same counts also where it did not follow from what is gone, such as what was refused.
                let overtakes = gone.contains { isOvertaken($0, by: before) }
                return after != before || overtakes ? RemovedEdits.Change(before: before, after: after) : nil
            }
        }
        return RemovedEdits(
            contact: contact, named: old.contacts[contact], parts: old.parts.filter { $0.value.contact == contact },
            edits: gone, others: others)
    }

    /// Brings edits back as they were; false where the contact is not what it was any more. `undone`: what had come in their
    /// place.
    @discardableResult
    mutating func restore(_ removed: RemovedEdits, inPlaceOf undone: Set<EditID> = []) -> Bool {
        let removed = followingMoves(removed)
        let contact = removed.contact
        guard let former = removed.named, former.isGone == (contacts[contact]?.isGone ?? former.isGone) else {
            return false
        }
        if let now = contacts[contact] {
            // One that was made meanwhile is not made again.
            let isMade = now.remote != former.remote || edits(of: contact).contains { $0.creation != nil }
            guard !isMade || !removed.edits.contains(where: { $0.creation != nil }) else { return false }
        } else {
            // Without its creation it is nobody.
            let isMade = removed.edits.contains { $0.creation != nil }
            guard former.remote.map({ self.contact($0) == nil }) ?? isMade else { return false }
            contacts[contact] = former
            if let copy = removed.copy { copyChanges.append(.store(copy, contact)) }
        }
        for (id, part) in removed.parts where parts[id] == nil {
            let isTaken = part.remote.map { self.part(RemotePart(part.kind, $0)) != nil } ?? false
            if !isTaken { parts[id] = part }
        }
        for change in removed.others where change.before != change.after {
            guard let now = edit(change.before.id) else { continue }
            if now == change.after || now.issue == .needed { update(now.id) { $0 = change.before } }
        }
        for former in removed.edits where self.edit(former.id) == nil {
            guard let edit = left(of: former, removed.others, besides: undone) else { continue }
            edits.insert(edit, at: edits.firstIndex { $0.id > edit.id } ?? edits.endIndex)
            dropped[edit.id] = nil
            follow(edit)
            takeBackReturn(of: edit)
        }
        if let id = removed.leavesNobodyUser, edit(id)?.state.isUnsent == true { remove(id) }
        // What an edit follows from may have been given up meanwhile.
        for former in removed.edits {
            guard let edit = edit(former.id), edit.state == .waiting else { continue }
            nameRelatives(of: edit)
            if !canBeSent(edit) || namesForgotten(edit) { refuse(edit.id, .needed) }
        }
        return true
    }

    /// What an edit still changes: what later ones made of it may be on its way, or carried out meanwhile.
    private func left(
        of former: Edit, _ others: [RemovedEdits.Change], besides undone: Set<EditID>
    ) -> Edit? {
        var edit = former
        for later in edits where isLater(later, than: former) {
            // What was refused goes nowhere by itself before that is known.
            guard later.state == .sent || later.state == .sending && former.state == .waiting,
                !undone.contains(later.id)
            else { continue }
            for (key, delta) in later.deltas { edit.giveWay(to: delta, of: key) }
            // A refused change of a part is a question still.
            guard former.state == .waiting, let part = former.partChange?.part else { continue }
            if later.partChange?.part == part { return nil }
        }
        for change in others where self.edit(change.before.id) == nil && isLater(change.before, than: former) {
            for (key, delta) in change.before.deltas where dropped[change.before.id]?.contains(key) != true {
                edit.giveWay(to: delta, of: key)
            }
            guard let part = former.partChange?.part, dropped[change.before.id] == nil else { continue }
            if change.before.partChange?.part == part { return nil }
        }
        for (id, word) in lastWords(where: { !$0.state.isUnsent }) {
            let isSameContact = current(word.contact) == former.contact
            if isSameContact { edit.forgetLostReminders(switchedBy: word) }
            // Of what conflicts goes by itself what the question is not about.
            guard former.state != .refused, id > former.turn else { continue }
            if !edit.giveWay(to: word, isSameContact: isSameContact) { return nil }
        }
        return former.isEmpty || !edit.isEmpty ? edit : nil
    }

    /// Whether a later edit says something of the same values.
    private func isOvertaken(_ edit: Edit, by later: Edit) -> Bool {
        isLater(later, than: edit) && later.changed.contains { edit.deltas[$0] != nil }
    }

    /// Of some of the edits, and of those that were carried out and have ended since, as far as this process knows.
    func lastWords(where counts: (Edit) -> Bool) -> [(EditID, LastWord)] {
        edits.compactMap { edit in counts(edit) ? edit.lastWord.map { (edit.id, $0) } : nil }
            + endedEdits.compactMap { id, ended in ended.lastWord.map { (id, $0) } }
    }
}

/// What an edit says of switches, of tags, and of who the user is: there no former value tells whether somebody has spoken
/// since.
struct LastWord {
    let contact: ContactID
    let change: ContactChange
}

extension Edit {
    /// Nil for one that says nothing of the kind; to make a reminder again is nobody's word.
    var lastWord: LastWord? {
        let hasOne =
            switch change {
            case .values(let change): !change.reminders.isEmpty && !onlyMakesAgain
            case .addTags, .removeTags, .me: true
            case .create, .part, .delete: false
            }
        return hasOne ? LastWord(contact: contact, change: change) : nil
    }

    /// Leaves a value to a later change of it. What it says of the reminder of a day counts still, unless that has gone with
    /// the day.
    fileprivate mutating func giveWay(to later: Delta<ContactValue>, of key: ContactKey) {
        guard case .values(var values) = change else { return }
        values.deltas[key] = nil
        if later.after?.remindableDay == nil { values.reminders[key] = nil }
        change = .values(values)
    }

    /// Leaves the last word to a later one; false if nothing is left of it.
    fileprivate mutating func giveWay(to later: LastWord, isSameContact: Bool) -> Bool {
        switch (change, later.change) {
        case (.values(var values), .values(let others)) where isSameContact:
            for key in others.reminders.keys { values.reminders[key] = nil }
            change = .values(values)
        case (.addTags(let names), .removeTags(let others)) where isSameContact:
            change = .addTags(names.without(others))
            return change != .addTags([])
        case (.removeTags(let names), .addTags(let others)) where isSameContact:
            change = .removeTags(names.without(others))
            return change != .removeTags([])
        case (.me, .me(let isMe)): return !isMe && !isSameContact
        default: break
        }
        return true
    }

    /// What tries have lost is made again by the edit that came in the place of this one, unless a switch has had the last
    /// word since, whichever was saved first.
    fileprivate mutating func forgetLostReminders(switchedBy word: LastWord) {
        guard case .values(let switches) = word.change else { return }
        progress.remindersLost.removeAll { switches.reminders[$0] != nil }
    }
}

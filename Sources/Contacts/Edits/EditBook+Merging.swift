import Foundation
import Model

// From an edit and the newest copy to a request.
extension EditBook {
    enum Plan {
        case write(EditWrite)
        /// A field is to lose its last labels: see `beginReplacing`.
        case replace(there: PartValue, after: PartValue)
        case conflict(EditConflict)
        /// The server has it so already.
        case nothing
        case refuse(EditIssue)
    }

    /// `reminders`: those that there are of the copy's days; `doubtful`: those of them that may be a person's own.
    func plan(
        _ edit: Edit, _ copy: ServerContact, reminders: Set<ContactKey>, doubtful: Set<ContactKey> = []
    ) -> Plan {
        guard copy.isActive else { return .refuse(.archived) }
        switch edit.change {
        case .create(let creation): return .write(.create(creation))
        case .values(let change): return plan(edit, change, copy, reminders, doubtful)
        case .part(let change): return plan(change, copy)
        case .addTags(let names):
            let missing = names.filter { !copy.has(tag: $0) }
            return missing.isEmpty ? .nothing : .write(.addTags(copy.id, missing))
        case .removeTags(let names):
            let there = copy.tags.filter { tag in names.contains { $0.isSameTag(as: tag.key) } }.values.sorted()
            return there.isEmpty ? .nothing : .write(.removeTags(copy.id, there))
        case .me(let isMe): return isMe == copy.isMe ? .nothing : .write(.me(copy.id, isMe))
        case .delete(let seen):
            let now = differences(from: seen, copy)
            return now.map { .conflict(EditConflict(seen: $0)) } ?? .write(.delete(copy.id))
        }
    }

    private func plan(
        _ edit: Edit, _ change: ValueChange, _ copy: ServerContact, _ reminders: Set<ContactKey>,
        _ doubtful: Set<ContactKey>
    ) -> Plan {
        var conflict = EditConflict()
        var values: [ContactKey: ContactValue] = [:]
        for key in change.group.keys {
            values[key] = key.isReadable ? copy.values[key] : valueInDoubt(key, besides: edit)
        }
        var changed: Set<ContactKey> = []
        for (key, delta) in change.deltas {
            let (before, after) = (resolved(delta.before), resolved(delta.after))
            let theirs = copy.values[key]
            if key.isReadable, theirs != before, theirs != after { conflict.values[key] = .some(theirs) }
            if !key.isReadable || theirs != after { changed.insert(key) }
            values[key] = after
        }
        if !conflict.values.isEmpty { return .conflict(conflict) }
        let wanted = wantedReminders(edit, change, values, copy, reminders)
        // A switch alone is a change too; so is a reminder that a try of ours has lost.
        let switched = change.reminders.contains { key, isOn in
            isOn != reminders.contains(key) && values[key]?.remindableDay != nil
        }
        let lost = !wanted.isDisjoint(with: edit.progress.remindersLost) && !wanted.isSubset(of: reminders)
        if changed.isEmpty, !switched, !lost { return .nothing }
        let moving = copy.movingDays.filter { key in
            key.group == change.group && change.deltas[key] == nil && !edit.progress.daysMayMove.contains(key)
        }
        // To ask for one that the server does not have makes another one, beside the person's own.
        let doubled = doubtful.filter { key in
            wanted.contains(key) && change.reminders[key] == nil && !edit.progress.remindersMayDouble.contains(key)
        }
        if !moving.isEmpty || !doubled.isEmpty {
            return .conflict(EditConflict(movedDays: moving.sorted(), doubledReminders: doubled.sorted()))
        }
        return .write(.values(copy.id, change.group, values, changed: changed, reminders: wanted))
    }

    /// What a try of another edit, which is still to be sent again, may have left on the server: a request without it would
    /// erase it.
    private func valueInDoubt(_ key: ContactKey, besides edit: Edit) -> ContactValue? {
        let other = edits(of: edit.contact).last { other in
            other.id != edit.id && [.waiting, .conflicting].contains(other.state) && other.mayHaveLeft(key)
        }
        return resolved(other?.deltas[key]?.after)
    }

    /// As they were, but for those that were switched; one that a try of ours has lost is made again.
    private func wantedReminders(
        _ edit: Edit, _ change: ValueChange, _ values: [ContactKey: ContactValue], _ copy: ServerContact,
        _ reminders: Set<ContactKey>
    ) -> Set<ContactKey> {
        var wanted = reminders
        for key in edit.progress.remindersBefore ?? [] where edit.progress.remindersLost.contains(key) {
            wanted.insert(key)
        }
        for (key, isOn) in change.reminders {
            if isOn { wanted.insert(key) } else { wanted.remove(key) }
        }
        return wanted.filter { values[$0]?.remindableDay != nil }
    }

    private func plan(_ change: PartChange, _ copy: ServerContact) -> Plan {
        guard let before = resolved(change.before) else {
            return resolved(change.after).map { .write(.addPart(copy.id, $0)) } ?? .nothing
        }
        guard let remote = remotePart(change.part), let there = copy.parts[remote] else {
            return change.after == nil ? .nothing : .refuse(.partGone)
        }
        guard let after = resolved(change.after) else {
            return there.value == before
                ? .write(.removePart(copy.id, remote)) : .conflict(EditConflict(part: there.value))
        }
        guard let merged = after.merged(with: there.value, from: before) else {
            return .conflict(EditConflict(part: there.value))
        }
        if merged == there.value { return .nothing }
        return merged.losesLastLabels(of: there.value)
            ? .replace(there: there.value, after: merged) : .write(.changePart(copy.id, remote, merged))
    }

    /// Whether the copy shows that an edit was carried out; `made` is what it made.
    func isCarriedOut(_ edit: Edit, _ copy: ServerContact) -> (isDone: Bool, made: RemoteID?) {
        switch edit.change {
        case .create, .delete: return (false, nil)
        case .values(let change):
            return (
                change.deltas.allSatisfy { $0.key.isReadable && copy.values[$0.key] == resolved($0.value.after) }, nil
            )
        case .part(let change) where change.before == nil:
            let made = candidates(edit, change, copy).min()
            return (made != nil, made)
        case .part(let change):
            guard let remote = remotePart(change.part) else { return (false, nil) }
            let there = copy.parts[remote]?.value
            guard let there, let before = resolved(change.before), let after = resolved(change.after) else {
                return (there == resolved(change.after), nil)
            }
            return (after.merged(with: there, from: before) == there, nil)
        case .addTags(let names): return (names.allSatisfy { copy.has(tag: $0) }, nil)
        case .removeTags(let names): return (!names.contains { copy.has(tag: $0) }, nil)
        case .me(let isMe): return (copy.isMe == isMe, nil)
        }
    }

    /// The parts that the edit has made: alike, made since the first try, and nobody else's.
    private func candidates(_ edit: Edit, _ change: PartChange, _ copy: ServerContact) -> [RemoteID] {
        newParts(edit, change, copy).filter { $0.value.value.isLike(resolved(change.after)) }.map(\.key)
    }

    /// The parts of a kind that were made since the first try of an edit, and are nobody else's.
    private func newParts(_ edit: Edit, _ change: PartChange, _ copy: ServerContact) -> [RemoteID: ServerPart] {
        let known = Set(policy.knowsParts ? edit.progress.knownParts : [])
        let ours = Set(policy.knowsParts ? parts.values.filter { $0.kind == change.kind }.compactMap(\.remote) : [])
        let first = edit.progress.firstTry ?? .distantPast
        var new: [RemoteID: ServerPart] = [:]
        for (key, part) in copy.parts where key.kind == change.kind && !known.contains(key.id) {
            if !ours.contains(key.id), part.createdAt.map({ $0 >= first }) ?? true { new[key.id] = part }
        }
        return new
    }

    /// The parts of which an addition without an answer may have made one, although they read otherwise: somebody may have
    /// changed it since. Nil where there is none.
    func doubt(_ edit: Edit, _ copy: ServerContact) -> EditConflict? {
        guard let change = edit.partChange, change.before == nil, (edit.progress.outcome ?? .lost).leavesDoubt else {
            return nil
        }
        // What their own edits of others have made of the relationship reads otherwise, too.
        let relatives = relatives(of: edit.contact).map(\.contact)
        let doubtful = newParts(edit, change, copy).filter { id, part in
            guard !edit.progress.rejected.contains(id) else { return false }
            guard let other = part.value.relative else { return true }
            return other == resolved(change.after)?.relative && !relatives.contains(other)
        }
        return doubtful.isEmpty ? nil : EditConflict(candidates: doubtful)
    }

    /// What a deletion would take along unseen: the contact as it is now; nil if it is as it was seen.
    func differences(from seen: SeenContact, _ copy: ServerContact) -> SeenContact? {
        let values = ContactKey.allCases.filter { key in
            let accepted = (seen.values[key] ?? [nil]).map { resolved($0) }
            return !accepted.contains(copy.values[key])
        }
        var accepted: [RemotePart: [PartValue?]] = [:]
        for part in seen.parts {
            if case .remote(let id) = resolved(part.part) {
                accepted[RemotePart(part.kind, id), default: []] += part.values.map { resolved($0) }
            }
        }
        let others = Set(copy.parts.keys).union(accepted.keys).filter { key in
            !(accepted[key] ?? [nil]).contains(copy.parts[key]?.value)
        }
        func relative(_ row: RemotePart) -> SeenRelative? {
            let former = accepted[row]?.lazy.compactMap(\.self).last
            guard let other = (copy.parts[row]?.value ?? former)?.relative else { return nil }
            return SeenRelative(other, former == nil ? .comes : copy.parts[row] == nil ? .goes : nil)
        }
        let parts = unseen(others, of: copy.id, relative, seen: seen)
        let tags = copy.tags.keys.filter { tag in !seen.tags.contains { $0.isSameTag(as: tag) } }
        guard !values.isEmpty || !parts.isEmpty || !tags.isEmpty else { return nil }
        return SeenContact(copy)
    }
}

extension SeenContact {
    /// A contact as the server has it.
    init(_ copy: ServerContact) {
        self.init(
            values: copy.values.mapValues { [$0] },
            parts: copy.parts.map { SeenPart(kind: $0.key.kind, part: .remote($0.key.id), values: [$0.value.value]) },
            tags: Set(copy.tags.keys))
    }
}

extension PartValue {
    /// The server words labels in the user's language.
    func isLike(_ other: PartValue?) -> Bool {
        guard case .field(let field) = self, case .field(let otherField)? = other else { return self == other }
        return field.type == otherField.type && field.content == otherField.content
    }
}

extension ServerContact {
    func has(tag: String) -> Bool { tags.keys.contains { $0.isSameTag(as: tag) } }
}

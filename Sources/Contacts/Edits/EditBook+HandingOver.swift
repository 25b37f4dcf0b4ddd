import Model

// What later edits and open forms make of an edit that ends.
extension EditBook {
    /// Later edits and open forms of what an edit changes take over what was before it, unless the server has what they follow
    /// from: such as the opposite of what was once put right, which reads as what was refused. A form that puts the edit right
    /// shows what only went along as it is to be: there it is the later edit's own from then on.
    mutating func handOver(_ edit: Edit, keys: Set<ContactKey>, toForm isMended: Bool = false) {
        let copy = storedCopy(edit.contact)
        for (key, delta) in edit.deltas where keys.contains(key) {
            if key.isReadable, let copy, copy.values[key] == resolved(delta.after) { continue }
            followInForms(key, of: edit.contact, from: delta.after, to: delta.before)
            rebase(after: edit, key, from: delta.after, onto: delta.before, toForm: isMended)
        }
        guard let part = edit.partChange, part.before != nil else { return }
        let there = remotePart(part.part).flatMap { copy?.parts[$0]?.value }
        if there == nil || resolved(part.after) != there {
            followInForms(part, of: edit.contact, from: part.after, to: part.before)
        }
        rebase(after: edit, part, from: nil, onto: part.before, toForm: isMended, unless: there)
    }

    /// Later edits of what an edit that comes back changes follow from it again.
    mutating func follow(_ edit: Edit) {
        for (key, delta) in edit.deltas { rebase(after: edit, key, from: delta.before, onto: delta.after) }
        guard let part = edit.partChange, part.before != nil, part.after != nil else { return }
        // What was sent keeps what it followed from.
        rebase(after: edit, part, from: part.before, onto: part.after, onlyUnsent: true)
    }

    /// The next edit of a value has another one before it from now on, if it had this one; and so have those after it with which
    /// the value only goes along.
    private mutating func rebase(
        after edit: Edit, _ key: ContactKey, from old: ContactValue?, onto former: ContactValue?,
        toForm isMended: Bool = false
    ) {
        for later in edits(after: edit, of: key) where later.state != .sending {
            guard resolved(later.deltas[key]?.before) == resolved(old) else { return }
            let goesAlong = !later.changed.contains(key) && !isMended
            rebase(later, key, onto: former, goesAlong: goesAlong)
            guard goesAlong else { return }
        }
    }

    private mutating func rebase(_ later: Edit, _ key: ContactKey, onto former: ContactValue?, goesAlong: Bool) {
        guard let old = later.deltas[key] else { return }
        // What only goes along is no change of its own afterwards, either.
        let isNothing = goesAlong && former == nil
        let delta = Delta(before: former, after: goesAlong ? former : old.after)
        update(later.id) { $0.setDelta(isNothing ? nil : delta, for: key) }
    }

    /// The same for a part, and for those after it that follow from what became of it. `old`: nil for whatever was before;
    /// `there`: what the server has, if the edit that follows from that is to stay as it is.
    private mutating func rebase(
        after edit: Edit, _ part: PartChange, from old: PartValue?, onto former: PartValue?,
        toForm isMended: Bool = false, unless there: PartValue? = nil, onlyUnsent: Bool = false
    ) {
        var (old, former) = (old, former)
        for later in edits(after: edit, of: part.part)
        where later.state.isUnsent || later.state == .sent && !onlyUnsent {
            guard var change = later.partChange, there == nil || resolved(change.before) != there else { return }
            if let old, resolved(change.before) != resolved(old) { return }
            let after = change.after
            if !isMended || change.changesLabelsAlone, let before = change.before, let former {
                change.after = after?.rebased(from: before, onto: former)
            }
            change.before = former
            update(later.id) { $0.change = .part(change) }
            if change.after == after { return }
            followInForms(change, of: edit.contact, from: after, to: change.after)
            (old, former) = (after, change.after)
        }
    }

    /// Later edits and open forms of a value that was carried out take it for what was before them.
    mutating func passOn(_ value: ContactValue?, for key: ContactKey, of edit: Edit) {
        followInForms(key, of: edit.contact, from: edit.deltas[key]?.before, to: value)
        for later in edits(after: edit, of: key) where later.state.isUnsent {
            let goesAlong = !later.changed.contains(key)
            rebase(later, key, onto: value, goesAlong: goesAlong)
            guard goesAlong else { return }
        }
    }

    /// A reminder that was switched on or off while the server knew no day for it, such as one that it has refused, is that of
    /// the day that comes.
    mutating func passOnSwitches(of edit: Edit) {
        guard case .values(let change) = edit.change else { return }
        let days = storedCopy(edit.contact)?.values ?? [:]
        for (key, isOn) in change.reminders {
            let day = change.deltas[key].map(\.after) ?? days[key]
            let later = edits(of: edit.contact).first {
                $0.id > edit.id && $0.state.isUnsent && $0.touched.contains(key)
            }
            guard day?.remindableDay == nil, let later, case .values(var next) = later.change,
                next.deltas[key]?.after?.remindableDay != nil, next.reminders[key] == nil
            else { continue }
            next.reminders[key] = isOn
            update(later.id) { $0.change = .values(next) }
        }
    }

    /// As `passOn`, of a part that was changed.
    mutating func passOnPart(of edit: Edit) {
        guard let part = changeReplaced(by: edit) ?? edit.partChange, part.before != nil, part.after != nil else {
            return
        }
        followInForms(part, of: edit.contact, from: part.before, to: part.after)
        rebase(after: edit, part, from: part.before, onto: part.after, onlyUnsent: true)
    }
}

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
            for later in edits(after: edit, of: key) where later.state != .sending {
                guard resolved(later.deltas[key]?.before) == resolved(delta.after) else { break }
                let goesAlong = !later.changed.contains(key) && !isMended
                rebase(later, key, onto: delta.before, goesAlong: goesAlong)
                guard goesAlong else { break }
            }
        }
        if let part = edit.partChange, part.before != nil { handOver(part, of: edit, copy, toForm: isMended) }
    }

    private mutating func handOver(_ part: PartChange, of edit: Edit, _ copy: ServerContact?, toForm isMended: Bool) {
        let there = remotePart(part.part).flatMap { copy?.parts[$0]?.value }
        func isThere(_ value: PartValue?) -> Bool { there != nil && resolved(value) == there }
        if !isThere(part.after) { followInForms(part, of: edit.contact, from: part.after, to: part.before) }
        let later = edits(after: edit, of: part.part).first { $0.state != .sending }
        guard let later, var change = later.partChange, !isThere(change.before) else { return }
        if !isMended, let after = change.after, let before = change.before, let former = part.before {
            change.after = after.rebased(from: before, onto: former)
        }
        change.before = part.before
        update(later.id) { $0.change = .part(change) }
    }

    /// A later edit of a value has another one before it from now on. With what only goes along goes that one, or nothing.
    private mutating func rebase(_ later: Edit, _ key: ContactKey, onto former: ContactValue?, goesAlong: Bool) {
        guard let old = later.deltas[key] else { return }
        let isNothing = goesAlong && former == nil
        let delta = Delta(before: former, after: goesAlong ? former : old.after)
        update(later.id) { $0.setDelta(isNothing ? nil : delta, for: key) }
    }

    /// Later edits and open forms of a value that was carried out take it for what was before them.
    mutating func passOn(_ value: ContactValue?, for key: ContactKey, of edit: Edit) {
        followInForms(key, of: edit.contact, from: edit.deltas[key]?.before, to: value)
        for later in edits(after: edit, of: key) where later.state.isUnsent {
            // What only goes along is no change of its own afterwards, either.
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
        let later = edits(after: edit, of: part.part).first(where: \.state.isUnsent)
        guard let later, var change = later.partChange, resolved(change.before) == resolved(part.before) else { return }
        change.before = part.after
        update(later.id) { $0.change = .part(change) }
    }
}

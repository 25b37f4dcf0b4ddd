import Model

// What later edits and open forms make of an edit that ends.
extension EditBook {
    /// Later edits and open forms of what an edit changes take over what was before it.
    mutating func handOver(_ edit: Edit, keys: Set<ContactKey>) {
        for (key, delta) in edit.deltas where keys.contains(key) {
            let (before, after) = (resolved(delta.before), resolved(delta.after))
            for form in forms(of: edit.contact) where forms[form]?.shown.values[key] == after {
                forms[form]?.shown.values[key] = before
            }
            let later = edits.first {
                $0.contact == edit.contact && $0.id > edit.id && $0.deltas[key] != nil && $0.state != .sending
            }
            guard let later, let old = later.deltas[key], resolved(old.before) == after else { continue }
            // What only went along goes along as it was before.
            let goesAlong = !later.changed.contains(key)
            let value = goesAlong ? delta.before : old.after
            let isNothing = goesAlong && value == nil
            update(later.id) { $0.setDelta(isNothing ? nil : Delta(before: delta.before, after: value), for: key) }
        }
        guard let part = edit.partChange, part.before != nil else { return }
        let placed = PlacedPart(part.kind, resolved(.local(part.part)))
        let (before, after) = (resolved(part.before), resolved(part.after))
        for form in forms(of: edit.contact) where forms[form]?.shown.parts[placed] == after {
            forms[form]?.shown.parts[placed] = before
        }
        let later = edits.first {
            $0.id > edit.id && $0.partChange?.part == part.part && $0.state != .sending
        }
        guard let later, var change = later.partChange else { return }
        change.before = part.before
        update(later.id) { $0.change = .part(change) }
    }

    /// Later edits and open forms of a value that was carried out take it for what was before them.
    mutating func passOn(_ value: ContactValue?, for key: ContactKey, of edit: Edit) {
        let (before, after) = (resolved(edit.deltas[key]?.before), resolved(value))
        for form in forms(of: edit.contact) where forms[form]?.shown.values[key] == before {
            forms[form]?.shown.values[key] = after
        }
        let later = edits.first {
            $0.contact == edit.contact && $0.id > edit.id && $0.deltas[key] != nil
                && [.waiting, .refused, .conflicting].contains($0.state)
        }
        guard let later, let old = later.deltas[key] else { return }
        update(later.id) { $0.setDelta(Delta(before: value, after: old.after), for: key) }
    }

    /// As `passOn`, of a part that was changed.
    mutating func passOnPart(of edit: Edit) {
        guard let part = edit.partChange, let before = resolved(part.before), let after = resolved(part.after) else {
            return
        }
        let placed = PlacedPart(part.kind, resolved(.local(part.part)))
        for form in forms(of: edit.contact) where forms[form]?.shown.parts[placed] == before {
            forms[form]?.shown.parts[placed] = after
        }
        let later = edits.first {
            $0.id > edit.id && $0.partChange?.part == part.part
                && [.waiting, .refused, .conflicting].contains($0.state)
        }
        guard let later, var change = later.partChange, resolved(change.before) == before else { return }
        change.before = part.after
        update(later.id) { $0.change = .part(change) }
    }
}

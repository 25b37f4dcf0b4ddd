import Foundation
import Model

/// A form that is open on a contact, with what it takes for the former values.
struct OpenForm: Hashable {
    var contact: ContactID
    var shown: ShownContact
    /// Days with reminders that may be the person's own: see `EditableContact`.
    var doubtfulReminders: Set<ContactKey> = []
}

// Open forms.
extension EditBook {
    func forms(of contact: ContactID) -> [FormID] { forms.filter { $0.value.contact == contact }.map(\.key) }

    func contact(of form: FormID?) -> ContactID? { form.flatMap { forms[$0]?.contact } }

    mutating func closeForms(of contact: ContactID) {
        forms = forms.filter { $0.value.contact != contact }
    }

    /// A form of another process may be older than an edit that waits: what it changes follows from that edit.
    func following(_ change: ContactChange, of contact: ContactID) -> ContactChange {
        if case .part(var part) = change, part.before != nil {
            let last = edits.last { $0.isApplied && $0.partChange?.part == part.part }?.partChange
            guard let after = last?.after, resolved(last?.before) == resolved(part.before) else { return change }
            part.after = part.before.flatMap { part.after?.rebased(from: $0, onto: after) } ?? part.after
            part.before = after
            return .part(part)
        }
        guard case .values(var values) = change else { return change }
        for (key, delta) in values.deltas {
            let last = edits.last { $0.contact == contact && $0.isApplied && $0.deltas[key] != nil }
            guard let earlier = last?.deltas[key], resolved(earlier.before) == resolved(delta.before) else { continue }
            values.deltas[key] = Delta(before: earlier.after, after: delta.after)
        }
        return .values(values)
    }

    /// What one form stores is what another one on the contact compares with from now on.
    mutating func followInForms(_ edit: Edit) {
        for (key, delta) in edit.deltas {
            followInForms(key, of: edit.contact, from: delta.before, to: delta.after)
        }
        guard let part = edit.partChange, part.before != nil else { return }
        followInForms(part, of: edit.contact, from: part.before, to: part.after)
    }

    /// Open forms that compare with one value compare with another one from now on.
    mutating func followInForms(
        _ key: ContactKey, of contact: ContactID, from former: ContactValue?, to value: ContactValue?
    ) {
        let (former, value) = (resolved(former), resolved(value))
        for form in forms(of: contact) where forms[form]?.shown.values[key] == former {
            forms[form]?.shown.values[key] = value
        }
    }

    /// As that of a value, for the part that a change is about.
    mutating func followInForms(
        _ change: PartChange, of contact: ContactID, from former: PartValue?, to value: PartValue?
    ) {
        let place = PlacedPart(change.kind, resolved(.local(change.part)))
        let (former, value) = (resolved(former), resolved(value))
        for form in forms(of: contact) where forms[form]?.shown.parts[place] == former {
            forms[form]?.shown.parts[place] = value
        }
    }
}

// What a person knows of a contact.
extension EditBook {
    /// What the person knows and the change does not say.
    mutating func note(_ edit: inout Edit) {
        switch edit.change {
        case .values(let change) where change.group.hasDays:
            let copy = storedCopy(edit.contact)
            let seen = seenByForm?.shown ?? shown(edit.contact, over: copy)
            edit.progress.daysMayMove = change.group.keys.filter { seen.values[$0]?.isLeapDayWithoutYear ?? false }
            let doubtful = seenByForm?.doubtfulReminders ?? lookup?.doubtfulReminders(of: edit.contact, copy) ?? []
            edit.progress.remindersMayDouble = doubtful.filter { $0.group == change.group }.sorted()
        case .me(true): edit.progress.formerUser = user
        // It changes nothing that shows, and neither does its undo.
        case .me(false) where user != edit.contact: dropped[edit.id] = []
        default: break
        }
    }
}

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

    /// Each request about a first meeting says where that was, which no copy shows, or the server erases it: what waits to be
    /// saved of it goes along.
    func carryingPlace(_ change: ContactChange, of contact: ContactID) -> ContactChange {
        guard case .values(var values) = change, values.group == .meeting, values.deltas[.metWhere] == nil,
            let place = shown(contact, over: nil).values[.metWhere]
        else { return change }
        values.deltas[.metWhere] = Delta(before: place, after: place)
        return .values(values)
    }

    /// Where somebody was met, once the server has it, goes along with all that is still to be sent of the meeting: what was
    /// saved before, too, and has waited for a person.
    mutating func passPlaceOn(of edit: Edit) {
        guard let delta = edit.deltas[.metWhere] else { return }
        let along = delta.after.map { Delta(before: $0, after: $0) }
        for other in edits(of: edit.contact) where other.id != edit.id && other.state.isUnsent {
            guard case .values(let change) = other.change, change.group == .meeting else { continue }
            let goesAlong = other.id < edit.id && !change.changed.contains(.metWhere)
            guard goesAlong || change.deltas[.metWhere] == nil else { continue }
            update(other.id) { $0.setDelta(along, for: .metWhere) }
        }
    }

    /// Each request about a meeting tells where it was, if only that nobody says so.
    mutating func notePlaceTold(by edit: Edit) {
        guard edit.group == .meeting else { return }
        let former = placesTold[edit.contact]?.place
        if let delta = edit.deltas[.metWhere] {
            placesTold[edit.contact] = PlaceTold(place: delta.after)
        } else {
            placesTold[edit.contact] = PlaceTold(place: nil, erased: former, by: edit.id)
        }
    }

    /// Where somebody was met, by what the server was told last, as far as this process knows: what takes back another part of
    /// the meeting would erase that, unless it goes along. `edit`: what is being undone, with the place that it gives. Nil
    /// where an edit waits that tells something else; see `carryingPlace`.
    func placeTold(of contact: ContactID, undoing edit: EditID, with place: ContactValue?) -> ContactValue? {
        let isToChange = edits(of: contact).contains {
            $0.isApplied && $0.state != .sent && $0.changed.contains(.metWhere)
        }
        if isToChange { return nil }
        guard let told = placesTold[contact] else { return place }
        return told.erasedBy == edit ? told.erased : told.place
    }

    /// Whether a later edit stays the last word about the reminder of a day.
    func isSwitched(_ day: ContactKey, of contact: ContactID, after id: EditID) -> Bool {
        let words =
            edits.filter { $0.id > id && $0.isApplied }.map(\.lastWord)
            + endedEdits.filter { $0.key > id }.map(\.value.lastWord)
        return words.contains { word in
            guard let word, case .values(let change) = word.change else { return false }
            return current(word.contact) == contact && change.reminders[day] != nil
        }
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

/// What the server was told of where somebody was met.
struct PlaceTold: Hashable {
    let place: ContactValue?
    /// What an edit has erased that did not know of it.
    let erased: ContactValue?
    let erasedBy: EditID?

    init(place: ContactValue?, erased: ContactValue? = nil, by edit: EditID? = nil) {
        (self.place, self.erased, self.erasedBy) = (place, erased, edit)
    }
}

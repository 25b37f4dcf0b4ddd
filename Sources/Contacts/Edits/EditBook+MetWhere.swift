import Model

// Where somebody was met: no copy shows it, and each request about the meeting that does not say it erases it.
extension EditBook {
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

    /// A change with where somebody was met, if it is about the meeting and does not say.
    func giving(
        _ place: ContactValue?, along change: ValueChange, undoing edit: EditID, of contact: ContactID
    ) -> ContactChange {
        var change = change
        if change.group == .meeting, change.deltas[.metWhere] == nil,
            let place = placeTold(of: contact, undoing: edit, with: place)
        {
            change.deltas[.metWhere] = Delta(before: place, after: place)
        }
        return .values(change)
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

extension Edit {
    /// Where somebody was met, as the server has it by this edit once it is sent, and had it before until then; nil if nobody
    /// knows.
    var placeTold: ContactValue? {
        deltas[.metWhere].flatMap { state == .sent ? $0.after : $0.before }
    }
}

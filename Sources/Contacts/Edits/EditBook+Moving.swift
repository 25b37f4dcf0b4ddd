import Model

// A contact that turns out to be one that was made here is known by that one's number from now on.
extension EditBook {
    /// Whatever names a contact names another one from now on.
    mutating func move(_ former: ContactID, to contact: ContactID) {
        func moved(_ id: ContactID) -> ContactID { id == former ? contact : id }
        for index in edits.indices { edits[index].move(former, to: contact) }
        for (id, part) in parts where part.contact == former { parts[id]?.contact = contact }
        for (id, form) in forms {
            var form = form
            form.contact = moved(form.contact)
            for key in form.shown.values.keys { form.shown.values[key]?.move(.local(former), to: .local(contact)) }
            for part in form.shown.parts.keys { form.shown.parts[part]?.move(.local(former), to: .local(contact)) }
            forms[id] = form
        }
        for index in notices.indices where notices[index].contact == former { notices[index].contact = contact }
        for (id, ended) in endedEdits where ended.formerUser == former { endedEdits[id]?.formerUser = contact }
        if let told = placesTold.removeValue(forKey: former) { placesTold[contact] = told }
        interimUsers = interimUsers.mapValues { $0.map(moved) }
        lookup?.moveDrafts(former, to: contact, named: remote(former))
        if let read = readBefore.removeValue(forKey: former), readBefore[contact] == nil { readBefore[contact] = read }
        contacts[former] = nil
    }

    /// Edits of others name a contact by its number here from now on, since the server's leads to nobody any more. A removal
    /// of a relationship with it has nothing left to do; and one that its copy shows is made again with it.
    mutating func nameLocally(_ contact: ContactID, known former: RemoteID) {
        let related = storedCopy(contact)?.parts.values.compactMap(\.value.relative) ?? []
        for index in edits.indices where edits[index].contact != contact {
            let edit = edits[index]
            if edit.isDeletion || edit.partChange.map({ $0.after == nil }) ?? false { continue }
            if isRelated(by: edit, contact), related.contains(where: { names($0, edit.contact) }) { continue }
            edits[index].change.move(.remote(former), to: .local(contact))
            edits[index].undo?.move(.remote(former), to: .local(contact))
        }
    }

    /// The number that a contact has now. Forms, drafts, toasts and other processes may know it by the one that it had until it
    /// turned out to be one that was made here: the server's, as a pass had stored it.
    func current(_ contact: ContactID) -> ContactID {
        guard contact.rawValue < LocalNames.firstLocal, contacts[contact] == nil,
            let made = self.contact(RemoteID(String(contact.rawValue))), storedCopy(contact) == nil
        else { return contact }
        return made
    }

    /// With the numbers that those have now whom it names.
    func followingMoves(_ change: ContactChange) -> ContactChange {
        var change = change
        for former in change.named { change.move(.local(former), to: .local(current(former))) }
        return change
    }

    /// With the numbers that those have now whose edits they are, and whom these name.
    func followingMoves(_ removed: RemovedEdits) -> RemovedEdits {
        var removed = removed
        let edits = removed.edits + removed.others.flatMap { [$0.before, $0.after] }
        for former in Set([removed.contact] + edits.flatMap { [$0.contact] + $0.change.named }) {
            removed.move(former, to: current(former))
        }
        return removed
    }
}

extension RemovedEdits {
    fileprivate mutating func move(_ former: ContactID, to contact: ContactID) {
        if self.contact == former { self.contact = contact }
        for (id, part) in parts where part.contact == former { parts[id]?.contact = contact }
        for index in edits.indices { edits[index].move(former, to: contact) }
        for index in others.indices {
            others[index].before.move(former, to: contact)
            others[index].after.move(former, to: contact)
        }
    }
}

extension Edit {
    fileprivate mutating func move(_ former: ContactID, to contact: ContactID) {
        if self.contact == former { self.contact = contact }
        change.move(.local(former), to: .local(contact))
        undo?.move(.local(former), to: .local(contact))
        progress.conflict?.move(.local(former), to: .local(contact))
        if progress.formerUser == former { progress.formerUser = contact }
    }
}

extension ContactChange {
    fileprivate mutating func move(_ former: AnyContactID, to contact: AnyContactID) {
        switch self {
        case .create(var creation):
            for key in creation.values.keys { creation.values[key]?.move(former, to: contact) }
            self = .create(creation)
        case .values(var change):
            for key in change.deltas.keys {
                change.deltas[key]?.before?.move(former, to: contact)
                change.deltas[key]?.after?.move(former, to: contact)
            }
            self = .values(change)
        case .part(var change):
            change.before?.move(former, to: contact)
            change.after?.move(former, to: contact)
            self = .part(change)
        case .delete(var seen):
            seen.move(former, to: contact)
            self = .delete(seen)
        case .addTags, .removeTags, .me: break
        }
    }
}

extension EditConflict {
    fileprivate mutating func move(_ former: AnyContactID, to contact: AnyContactID) {
        values = values.mapValues { value in
            var value = value
            value?.move(former, to: contact)
            return value
        }
        part?.move(former, to: contact)
        seen?.move(former, to: contact)
    }
}

extension SeenContact {
    fileprivate mutating func move(_ former: AnyContactID, to contact: AnyContactID) {
        values = values.mapValues { accepted in
            accepted.map { value in
                var value = value
                value?.move(former, to: contact)
                return value
            }
        }
        for part in parts.indices {
            for index in parts[part].values.indices { parts[part].values[index]?.move(former, to: contact) }
        }
        for index in relatives.indices { relatives[index].contact.move(former, to: contact) }
    }
}

extension ContactValue {
    fileprivate mutating func move(_ former: AnyContactID, to contact: AnyContactID) {
        if self == .contact(former) { self = .contact(contact) }
    }
}

extension PartValue {
    fileprivate mutating func move(_ former: AnyContactID, to contact: AnyContactID) {
        guard case .relationship(var relationship) = self else { return }
        relationship.other.move(former, to: contact)
        self = .relationship(relationship)
    }
}

extension AnyContactID {
    fileprivate mutating func move(_ former: AnyContactID, to contact: AnyContactID) {
        if self == former { self = contact }
    }
}

import Foundation
import Model

/// A relationship that an edit of a contact has changed.
struct EndedRelation: Hashable {
    let contact: AnyContactID
    let other: AnyContactID
    /// What the edit was to make of the relationship; nil for a change.
    let turn: SeenRelative.Turn?
    /// What the other one's copy does not show yet; nil where nothing was carried out, or the contact is gone.
    var change: PartChange?
}

// A relationship is one thing on two pages: an edit of the one changes what the server has of the other.
extension EditBook {
    func names(_ other: AnyContactID, _ contact: ContactID) -> Bool {
        switch other {
        case .local(let id): id == contact
        case .remote(let id): remote(contact) == id
        }
    }

    /// Those of whom edits change the relationship with a contact whose copy may not show that yet.
    func relatives(of contact: ContactID) -> [SeenRelative] {
        let present = edits.filter { isRelated(by: $0, contact) && !seenByOther.contains($0.id) }
        return endedRelations.filter { names($0.other, contact) }.map { SeenRelative($0.contact, $0.turn) }
            + present.map { SeenRelative(anyID($0.contact), $0.partChange?.turn) }
    }

    /// Whether an edit of another contact changes its relationship with a contact.
    func isRelated(by edit: Edit, _ contact: ContactID) -> Bool {
        edit.contact != contact && edit.change.relatives.contains { names($0, contact) }
    }

    /// The rows of a contact that are otherwise than somebody saw them, but for those that their own edits of others made so.
    func unseen(
        _ rows: Set<RemotePart>, of remote: RemoteID, _ relative: (RemotePart) -> SeenRelative?, seen: SeenContact
    ) -> [RemotePart] {
        var relatives = seen.relatives.map { SeenRelative(resolved($0.contact), $0.turn) }
        // What was never sent has made nothing.
        for edit in edits where !edit.mayHaveArrived {
            guard let contact = contact(remote), isRelated(by: edit, contact) else { continue }
            let unsent = SeenRelative(anyID(edit.contact), edit.partChange?.turn)
            if let place = relatives.firstIndex(of: unsent) { relatives.remove(at: place) }
        }
        return rows.sorted { $0.id < $1.id }.filter { row in
            guard let relative = relative(row) else { return true }
            let other = resolved(relative.contact)
            let isGoing = waitingDeletions.contains { $0.state != .conflicting && names(other, $0.contact) }
            if isGoing { return false }
            let place =
                relatives.firstIndex(of: SeenRelative(other, relative.turn))
                ?? relatives.firstIndex(of: SeenRelative(other, nil))
            guard let place else { return true }
            relatives.remove(at: place)
            return false
        }
    }

    /// Somebody deleted a contact: its relationships went with it, for whomever they delete next.
    mutating func noteRelatives(of contact: ContactID) {
        guard deletion(of: contact) != nil, let copy = storedCopy(contact) else { return }
        let name = AnyContactID.remote(copy.id)
        let others = copy.parts.values.compactMap(\.value.relative)
        endedRelations += others.map { EndedRelation(contact: name, other: $0, turn: .goes) }
        for deletion in Array(waitingDeletions) where deletion.contact != contact {
            let rows = others.filter { names($0, deletion.contact) }
            guard !rows.isEmpty, case .delete(var seen) = deletion.change else { continue }
            seen.relatives += rows.map { _ in SeenRelative(name, .goes) }
            update(deletion.id) { $0.change = .delete(seen) }
        }
    }

    /// The server names by its own number whom a relationship of a copy is with; on that one's page the edit shows, too.
    mutating func nameRelatives(of edit: Edit) {
        for case .remote(let remote) in edit.change.relatives where contact(remote) == nil {
            // Who is not stored has no page.
            nameIfStored(remote)
        }
    }

    /// What edits of others say of a contact, or said that its copy does not show yet; the first one first.
    func relations(to contact: ContactID) -> [ContactOverlay.Relation] {
        let ended = endedRelations.filter { names($0.other, contact) }.compactMap { relation in
            localID(relation.contact).flatMap { other in relation.change.map { (other, $0) } }
        }.filter { other, _ in
            // Who has changed the row itself has seen it: the copy shows it.
            !edits(of: contact).contains { edit in
                edit.isApplied && edit.partChange?.before?.relative.map { names($0, other) } ?? false
            }
        }
        let present = edits.filter { $0.contact != contact && isShown($0) }.compactMap { edit in
            edit.partChange.map { (edit.contact, $0) }
        }
        return (ended + present).flatMap { other, change in
            [(change.before, false), (change.after, true)].compactMap { value, isThere in
                guard case .relationship(let relationship)? = value, names(relationship.other, contact) else {
                    return nil
                }
                return ContactOverlay.Relation(type: relationship.type, other: other, isThere: isThere)
            }
        }
    }

    /// The contacts whose copies show now what edits of others have made of their relationships, or do not show it yet.
    func relatedDifferently(from old: EditBook) -> [ContactID] {
        if endedRelations == old.endedRelations { return [] }
        return Set(endedRelations).symmetricDifference(old.endedRelations).compactMap { localID($0.other) }
    }

    /// The number here; nil for a contact that no edit names.
    private func localID(_ contact: AnyContactID) -> ContactID? {
        switch contact {
        case .local(let id): id
        case .remote(let remote): self.contact(remote)
        }
    }

    /// The server's newest copy of a contact shows what edits of others have made of its relationships before it was asked
    /// for.
    mutating func endRelations(of remote: RemoteID, asked: TimeInterval) {
        endedRelations = endedRelations.filter { resolved($0.other) != .remote(remote) }
        let sent = edits.filter { $0.state == .sent && sentAt[$0.id] ?? -.infinity < asked }
        let shown = sent.filter { $0.change.relatives.contains { resolved($0) == .remote(remote) } }
        seenByOther.formUnion(shown.map(\.id))
    }

    func anyID(_ contact: ContactID) -> AnyContactID { remote(contact).map { .remote($0) } ?? .local(contact) }

    /// With the server's name, where it has one.
    private func resolved(_ contact: AnyContactID) -> AnyContactID {
        if case .local(let id) = contact, let remote = remote(id) { .remote(remote) } else { contact }
    }
}

extension ContactChange {
    /// With whom it changes a relationship; nobody, or one.
    var relatives: [AnyContactID] {
        guard case .part(let change) = self else { return [] }
        return [change.before, change.after].lazy.compactMap(\.self).compactMap(\.relative).prefix(1).map(\.self)
    }
}

extension PartChange {
    /// What it makes of a relationship for the other one; nil for a change.
    var turn: SeenRelative.Turn? { before == nil ? .comes : after == nil ? .goes : nil }
}

extension PartValue {
    /// Of a relationship, the other one.
    var relative: AnyContactID? { if case .relationship(let value) = self { value.other } else { nil } }
}

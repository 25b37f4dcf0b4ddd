import Foundation
import Model

// What is to be done next.
extension EditBook {
    enum Action {
        case send(EditID)
        /// Find out what came of a request.
        case look(EditID)
        /// Read the copy that shows what was carried out.
        case fetch(ContactID)
        /// Of a contact that was deleted.
        case removePhoto(RemoteID)
        /// Nothing before this moment; nil for nothing at all.
        case wait(until: TimeInterval?)
    }

    func nextAction(_ now: TimeInterval) -> Action {
        var soon: TimeInterval?
        func later(_ moment: TimeInterval) { soon = min(soon ?? moment, moment) }
        var blocked: Set<ContactID> = []
        for edit in edits where edit.state == .sending {
            blocked.insert(edit.contact)
            if edit.notBefore <= now { return .look(edit.id) }
            later(edit.notBefore)
        }
        if let due = firstDue(now, &blocked, later, where: { _ in writeRefusal == nil }) { return .send(due.id) }
        for edit in edits where edit.state == .sent && !blocked.contains(edit.contact) {
            if edit.notBefore <= now { return .fetch(edit.contact) }
            later(edit.notBefore)
        }
        if writeRefusal == nil, let photo = photos.first {
            if photosAfter <= now { return .removePhoto(photo) }
            later(photosAfter)
        }
        return .wait(until: soon)
    }

    /// The first such edit of those that may be sent now; `blocked`: contacts of which nothing is.
    private func firstDue(
        _ now: TimeInterval, _ blocked: inout Set<ContactID>, _ later: (TimeInterval) -> Void = { _ in },
        where isMeant: (Edit) -> Bool
    ) -> Edit? {
        var stuck = Stuck()
        let deletions = Dictionary(waitingDeletions.map { ($0.contact, $0.id) }) { first, _ in first }
        for edit in edits {
            guard !blocked.contains(edit.contact) || edit.isDeletion && !policy.deletionSettles else { continue }
            if edit.state.needsDecision {
                stuck.add(edit, waitingFor: laterNeeds(of: edit))
                continue
            }
            guard edit.state == .waiting else { continue }
            if let deletion = deletions[edit.contact], deletion != edit.id { continue }
            if edit.notBefore > now {
                later(edit.notBefore)
                blocked.insert(edit.contact)
                continue
            }
            guard isReady(edit), !stuck.touches(edit), !setAside.contains(edit.id) else {
                stuck.add(edit, waitingFor: laterNeeds(of: edit))
                continue
            }
            if isMeant(edit) { return edit }
        }
        return nil
    }

    /// What came later than an edit that waits for it: see `undo`.
    private func laterNeeds(of edit: Edit) -> [Edit] { edit.needs.filter { $0 > edit.id }.compactMap(self.edit) }

    /// Values and parts with an edit before that has not gone.
    private struct Stuck {
        var values: Set<PlacedKey> = []
        var parts: Set<PartID> = []

        /// Those that one waits for go before it.
        mutating func add(_ edit: Edit, waitingFor others: [Edit]) {
            for key in edit.touched.subtracting(others.flatMap(\.touched)) {
                values.insert(PlacedKey(contact: edit.contact, key: key))
            }
            guard let part = edit.partChange?.part, !others.contains(where: { $0.partChange?.part == part }) else {
                return
            }
            parts.insert(part)
        }

        func touches(_ edit: Edit) -> Bool {
            edit.touched.contains { values.contains(PlacedKey(contact: edit.contact, key: $0)) }
                || edit.partChange.map { parts.contains($0.part) } ?? false
        }
    }

    private struct PlacedKey: Hashable {
        let contact: ContactID
        let key: ContactKey
    }

    /// The edits that wait for one about which a person has to decide.
    var editsWaitingForPerson: Set<EditID> {
        let undecided = Undecided(edits.filter(\.state.needsDecision), Set(unreadable.keys))
        guard !undecided.isEmpty else { return [] }
        return Set(edits.lazy.filter { $0.state == .waiting && undecided.stop($0) }.map(\.id))
    }

    /// Edits about which a person has to decide, as those that come after them ask for them.
    private struct Undecided {
        private var ids: Set<EditID> = []
        private var made: Set<ContactID> = []
        private var ofContact: [ContactID: [Edit]] = [:]

        init(_ edits: [Edit], _ unreadable: Set<EditID>) {
            ids = Set(edits.map(\.id)).union(unreadable)
            made = Set(edits.lazy.filter { $0.creation != nil }.map(\.contact))
            ofContact = Dictionary(grouping: edits.filter { $0.creation == nil }, by: \.contact)
        }

        var isEmpty: Bool { ids.isEmpty }

        func stop(_ edit: Edit) -> Bool {
            guard !edit.isDeletion else { return false }
            if !ids.isDisjoint(with: edit.needs) || made.contains(edit.contact) { return true }
            if !made.isDisjoint(with: edit.change.named) { return true }
            return ofContact[edit.contact, default: []].contains { other in
                guard other.id < edit.id, !other.needs.contains(edit.id) else { return false }
                if let part = edit.partChange?.part, other.partChange?.part == part { return true }
                return !edit.touched.isDisjoint(with: other.touched)
            }
        }
    }

    /// Whether an edit may be sent still: meanwhile the person may have taken it back, brought back an older one of the same,
    /// or deleted the contact, also in another process.
    func isDue(_ id: EditID, _ now: TimeInterval) -> Bool {
        guard let edit = edit(id) else { return false }
        var blocked = Set(edits.lazy.filter { $0.state == .sending }.map(\.contact))
        return firstDue(now, &blocked) { $0.id == id || edit.isAboutTheSame(as: $0) }?.id == id
    }

    /// Whether a deletion waits until it is known what became of a relationship with the contact: one that is on its way is
    /// told from one that others make meanwhile.
    func waitsForRelationship(_ edit: Edit) -> Bool {
        edit.isDeletion && edit.state == .waiting
            && edits.contains { $0.state == .sending && isRelated(by: $0, edit.contact) }
    }

    /// Whether the server knows all that an edit names, and all that it needs was carried out.
    private func isReady(_ edit: Edit) -> Bool {
        if edit.isDeletion { return !waitsForRelationship(edit) || !policy.deletionSettles }
        // Of two choices of the user the later one arrives last.
        if edit.isChoiceOfUser, edits.contains(where: { $0.isChoiceOfUser && $0.state == .sending }) { return false }
        guard let contact = contacts[edit.contact], !contact.isGone else { return false }
        if edit.creation == nil, contact.remote == nil { return false }
        if edit.change.named.contains(where: { remote($0) == nil }) { return false }
        if let part = edit.partChange, part.before != nil, parts[part.part]?.remote == nil { return false }
        return !edit.needs.contains { need in
            self.edit(need).map { $0.state != .sent } ?? (unreadable[need] != nil)
        }
    }
}

extension Edit {
    /// Whether it matters which of the two goes first.
    fileprivate func isAboutTheSame(as other: Edit) -> Bool {
        switch (change, other.change) {
        case (.values, .values): contact == other.contact && !touched.isDisjoint(with: other.touched)
        case (.part(let change), .part(let another)): change.part == another.part
        case (.addTags, .removeTags), (.removeTags, .addTags): contact == other.contact
        case (.me, .me): true
        default: false
        }
    }
}

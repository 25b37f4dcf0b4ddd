import Foundation
import Model

// Copies that the server gave, of whoever asked.
extension EditBook {
    enum Verdict: Hashable {
        /// Stored, under this number if edits name the contact.
        case store(ContactID?)
        /// Thrown away; the contact counts as met.
        case discard
    }

    /// Whether a copy that synchronisation or a refresh asked for is to be stored. Ends the edits that it shows.
    mutating func accept(_ copy: ServerContact, asked: TimeInterval, now: TimeInterval) -> Verdict {
        if let contact = contact(copy.id) {
            if policy.guardsUnsettled, isSending(contact) { return .discard }
            if isOld(copy.id, asked: asked, now: now) { return .discard }
            if isHeld(contact), storedCopy(contact)?.isAnother(than: copy) ?? false {
                keepFromStranger(contact)
                gone(contact)
                return .discard
            }
            endShown(in: contact, by: copy, asked: asked)
            contacts[contact]?.isGone = false
            return .store(contact)
        }
        // One of ours that is being made: only the server's name is taken, the copy is asked for again.
        let creation = edits.first { isBeingMade($0) && $0.creation?.uuid == copy.uuid }
        if let creation, policy.looksForUUID {
            contacts[creation.contact]?.remote = copy.id
            update(creation.id) {
                if $0.state != .sending {
                    $0.state = .sending
                    $0.progress.outcome = nil
                }
                $0.notBefore = now
            }
            return .discard
        }
        if isOld(copy.id, asked: asked, now: now) { return .discard }
        endRelations(of: copy.id, asked: asked)
        return .store(nil)
    }

    /// Whether it makes a contact that may be there already although the server has not said so.
    func isBeingMade(_ edit: Edit) -> Bool {
        edit.creation != nil && remote(edit.contact) == nil && edit.mayHaveArrived
    }

    /// Whether what was asked for at that moment may be from before a write. Moments to come are of a clock that has begun
    /// anew since.
    private func isOld(_ remote: RemoteID, asked: TimeInterval, now: TimeInterval) -> Bool {
        policy.hasGenerations && ended[remote].map { $0 >= asked && $0 <= now } ?? false
    }

    /// A copy of the queue's own, asked for while no other write of the contact was under way.
    mutating func store(_ copy: ServerContact, as contact: ContactID, asked: TimeInterval) {
        guard contacts[contact] != nil else { return }
        contacts[contact]?.isGone = false
        copyChanges.append(.store(copy, contact))
        endShown(in: contact, by: copy, asked: asked)
    }

    /// The copy ends what was sent before it was asked for, whether it shows it or not.
    private mutating func endShown(in contact: ContactID, by copy: ServerContact, asked: TimeInterval) {
        let unasked = unasked(in: contact, copy, asked: asked)
        endRelations(of: copy.id, asked: asked)
        for edit in edits(of: contact) where edit.state == .sent && sentAt[edit.id] ?? -.infinity < asked {
            tell(edit, copy)
            end(edit.id, isCarriedOut: true)
        }
        if let (edit, found) = unasked { tell(edit, found) }
    }

    /// The server was asked for a contact and has it no more. Returns false if that proves nothing.
    mutating func acceptGone(_ contact: ContactID, asked: TimeInterval, now: TimeInterval) -> Bool {
        guard let remote = remote(contact) else {
            if policy.missesOnlyKnown { return false }
            forget(contact)
            return true
        }
        if isOld(remote, asked: asked, now: now) { return false }
        if policy.guardsUnsettled, isSending(contact) { return false }
        gone(contact)
        return true
    }
}

// What is shown: the server's copy with the edits on top.
extension EditBook {
    /// The contact as it is shown.
    func shown(_ contact: ContactID, over copy: ServerContact?) -> ShownContact {
        var shown = served(contact, copy)
        for edit in inTurn(contact) where isShown(edit) { apply(edit, to: &shown) }
        // Only one contact is the user.
        if edits.contains(where: { $0.isApplied && $0.isChoiceOfUser }) { shown.isMe = user == contact }
        return shown
    }

    /// The contact as the program shows it. Refused values stay, with a mark beside them, until the person decides.
    func displayed(_ contact: ContactID, over copy: ServerContact?) -> ShownContact {
        var displayed = served(contact, copy)
        for edit in inTurn(contact) where isShown(edit) || isRefusal(edit) { apply(edit, to: &displayed) }
        displayed.isMe = shown(contact, over: copy).isMe
        return displayed
    }

    /// Whether the server refused this edit or an edit that it needs.
    private func isRefusal(_ edit: Edit) -> Bool {
        edit.state == .refused || edit.isApplied && edit.needs.contains { self.edit($0)?.state == .refused }
    }

    /// Whether an edit of a contact comes after another one: not where that waits for it, or for what takes it back.
    func isLater(_ edit: Edit, than former: Edit) -> Bool {
        guard edit.contact == former.contact, edit.id > former.id else { return false }
        return !former.needs.contains { need in
            need >= edit.id && (self.edit(need)?.changesTheSame(as: edit) ?? !edit.state.isUnsent)
        }
    }

    /// A contact's edits in the order in which they are carried out.
    func inTurn(_ contact: ContactID) -> [Edit] {
        let edits = edits(of: contact)
        guard edits.contains(where: { $0.turn > $0.id }) else { return edits }
        var inTurn: [(edit: Edit, turn: EditID)] = []
        for edit in edits {
            let earlier = inTurn.filter { $0.edit.changesTheSame(as: edit) && isLater(edit, than: $0.edit) }
            inTurn.append((edit, earlier.map(\.turn).reduce(edit.turn, Swift.max)))
        }
        func place(_ edit: Edit, _ turn: EditID) -> (EditID, Int, EditID) { (turn, turn == edit.id ? 0 : 1, edit.id) }
        return inTurn.sorted { place($0.edit, $0.turn) < place($1.edit, $1.turn) }.map(\.edit)
    }

    /// Whether it is applied, and does not wait for what was refused: what is to be replaced stays until that is decided.
    func isShown(_ edit: Edit) -> Bool {
        edit.isApplied && !edit.needs.contains { need in self.edit(need).map { !$0.isApplied } ?? false }
    }

    /// The contact as the server has it: who the user is may have changed since the copy came.
    func served(_ contact: ContactID, _ copy: ServerContact?) -> ShownContact {
        var shown = ShownContact(copy)
        if let user = servedUser { shown.isMe = user == contact }
        return shown
    }

    func apply(_ edit: Edit, to shown: inout ShownContact) {
        switch edit.change {
        case .create(let creation): shown.values.merge(creation.values) { _, new in new }
        case .values(let change):
            for (key, delta) in change.deltas { shown.values[key] = resolved(delta.after) }
        case .part(let change):
            let part = PlacedPart(change.kind, resolved(.local(change.part)))
            var after = resolved(change.after)
            if let before = resolved(change.before) {
                // What is gone on the server does not come back by a change.
                guard let there = shown.parts[part] else { return }
                // The number comes from another edit, which may be refused.
                if change.changesLabelsAlone { after = after?.rebased(from: before, onto: there) }
            }
            shown.parts[part] = after
        case .addTags(let names): shown.tags.formUnion(names)
        case .removeTags(let names): shown.tags = shown.tags.filter { tag in !names.contains { $0.isSameTag(as: tag) } }
        case .me(let isMe): shown.isMe = isMe
        case .delete: break
        }
    }

    /// What somebody sees who deletes the contact.
    func seen(_ contact: ContactID, over copy: ServerContact?) -> SeenContact {
        var images = [ShownContact(copy), shown(contact, over: copy)]
        // Of those on their way the server may have the first ones only.
        var onItsWay = images[0]
        for edit in inTurn(contact) where !edit.state.isUnsent {
            apply(edit, to: &onItsWay)
            images.append(onItsWay)
        }
        for edit in edits where edit.contact == contact {
            // Each edit alone: some may be carried out and others not.
            var image = images[0]
            apply(edit, to: &image)
            images.append(image)
        }
        var seen = SeenContact()
        for key in ContactKey.allCases {
            var accepted: [ContactValue?] = []
            for image in images where !accepted.contains(image.values[key]) { accepted.append(image.values[key]) }
            if accepted != [nil] { seen.values[key] = accepted }
        }
        let parts = Set(images.flatMap(\.parts.keys))
        for part in parts.sorted(by: { $0.order < $1.order }) {
            var accepted: [PartValue?] = []
            for image in images where !accepted.contains(image.parts[part]) { accepted.append(image.parts[part]) }
            seen.parts.append(SeenPart(kind: part.kind, part: part.part, values: accepted))
        }
        seen.tags = images.reduce(into: []) { $0.formUnion($1.tags) }
        seen.relatives = relatives(of: contact)
        return seen
    }
}

/// A contact with the edits on top.
struct ShownContact: Hashable {
    var values: [ContactKey: ContactValue] = [:]
    var parts: [PlacedPart: PartValue] = [:]
    var tags: Set<String> = []
    var isMe = false

    init(_ copy: ServerContact?) {
        guard let copy else { return }
        values = copy.values
        for (key, part) in copy.parts { parts[PlacedPart(key.kind, .remote(key.id))] = part.value }
        tags = Set(copy.tags.keys)
        isMe = copy.isMe
    }
}

/// A part, by the server's name where it has one.
struct PlacedPart: Hashable {
    let kind: PartKind
    let part: PartReference

    init(_ kind: PartKind, _ part: PartReference) {
        self.kind = kind
        self.part = part
    }

    /// The same in each run.
    var order: String { "\(kind.rawValue) \(part)" }
}

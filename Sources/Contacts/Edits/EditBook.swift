import Foundation
import GRDB
import Model

/// What becomes of the stored copies together with the edits.
enum CopyChange: Sendable {
    case store(ServerContact, ContactID)
    case remove(ContactID)
    /// A contact that was made here has this name on the server: a copy under another number goes.
    case adopt(RemoteID, ContactID)
    /// This contact is the user; nil if none is.
    case user(ContactID?)
    /// The yearly reminder of a day was set or removed.
    case reminder(DayReminder)
}

/// Finds stored copies, on the thread of the database: `EditEngine.change` sets it and takes it away in one transaction, so
/// that it never leaves that thread.
struct CopyLookup: @unchecked Sendable {
    let copies: any EditCopies
    let db: Database
}

/// All edits of an account with what they name: a value, so that what fails half-way leaves nothing behind.
///
/// Everything that the rules decide is decided here, without network or clock; stored copies are read through `lookup`, in
/// the transaction that changes the edits.
struct EditBook: Sendable {
    /// In order.
    var edits: [Edit] = []
    var contacts: [ContactID: NamedContact] = [:]
    var parts: [PartID: NamedPart] = [:]
    /// The greatest numbers that were ever used.
    var greatest = (edit: Int64(0), contact: Int64(0), part: Int64(0))

    /// Edits that another version has stored: they stay where they are, and what needs them waits.
    var unreadable: [EditID: ContactID] = [:]
    /// When the last write of a contact ended.
    var ended: [RemoteID: TimeInterval] = [:]
    /// What the server made of what was meant, until somebody has seen it.
    var notices: [EditNotice] = []
    /// Photos of deleted contacts that the server has still.
    var photos: [RemoteID] = []
    /// Why the server lets the account change nothing; nil as long as it has not said so.
    var writeRefusal: EditIssue?

    // What the process alone knows.

    /// Before this moment none of them is deleted.
    var photosAfter: TimeInterval = 0
    var policy = EditPolicy()
    /// Until when a write without an answer is held to be under way.
    var heldUntil: [EditID: TimeInterval] = [:]
    /// When edits were carried out.
    var sentAt: [EditID: TimeInterval] = [:]
    /// The copies that were read before writes whose answers were not copies, until the next copy of the contact comes.
    var readBefore: [ContactID: ReadBefore] = [:]
    /// What an undo of edits that have ended must know.
    var endedEdits: [EditID: EndedEdit] = [:]
    /// What each contact's meeting was last told of where that was: no copy shows it.
    var placesTold: [ContactID: PlaceTold] = [:]
    /// Who was the user only between a choice that was taken back and these later ones; nil where nobody was.
    var interimUsers: [EditID: ContactID?] = [:]
    /// Edits that the server would not let go a second time, while others are tried.
    var setAside: Set<EditID> = []
    /// Relationships that ended edits have changed, until a copy of the other one has come.
    var endedRelations: [EndedRelation] = []
    /// Sent edits of relationships that a later copy of the other contact shows already.
    var seenByOther: Set<EditID> = []
    /// What of edits was dropped, and so is not undone any more.
    var dropped: [EditID: Set<ContactKey>] = [:]
    var forms: [FormID: OpenForm] = [:]
    /// When what is stored now is made.
    var moment: Date?
    var copyChanges: [CopyChange] = []
    /// What the form shows whose edits are being stored.
    var seenByForm: OpenForm?
    /// Edits that a toast of this process holds, or held.
    var heldHere: Set<EditID> = []
    /// Contacts whose copies were stored by another way.
    var reshown: Set<ContactID> = []
    /// Set inside a transaction alone.
    var lookup: CopyLookup?
}

// Looking up.
extension EditBook {
    func index(of id: EditID) -> Int? { edits.firstIndex { $0.id == id } }

    func edit(_ id: EditID) -> Edit? { edits.first { $0.id == id } }

    func edits(of contact: ContactID) -> [Edit] { edits.filter { $0.contact == contact } }

    /// Later edits that say something of the same value, in order.
    func edits(after edit: Edit, of key: ContactKey) -> some Collection<Edit> {
        edits.lazy.filter { $0.contact == edit.contact && $0.id > edit.id && $0.deltas[key] != nil }
    }

    /// Later edits of a part, in order.
    func edits(after edit: Edit, of part: PartID) -> some Collection<Edit> {
        edits.lazy.filter { $0.id > edit.id && $0.partChange?.part == part }
    }

    func remote(_ contact: ContactID) -> RemoteID? { contacts[contact]?.remote }

    func contact(_ remote: RemoteID) -> ContactID? { contacts.first { $0.value.remote == remote }?.key }

    func part(_ remote: RemotePart) -> PartID? {
        parts.first { $0.value.kind == remote.kind && $0.value.remote == remote.id }?.key
    }

    func remotePart(_ id: PartID) -> RemotePart? {
        parts[id].flatMap { part in part.remote.map { RemotePart(part.kind, $0) } }
    }

    /// The server's copy as it will be stored; nil for one that cannot be read.
    func storedCopy(_ contact: ContactID) -> ServerContact? {
        for change in copyChanges.reversed() {
            switch change {
            case .store(let copy, contact): return copy
            case .remove(contact): return nil
            default: break
            }
        }
        return stored(contact)
    }

    private func stored(_ contact: ContactID) -> ServerContact? {
        lookup.flatMap { try? $0.copies.copy(of: contact, $0.db) }
    }

    func isSending(_ contact: ContactID) -> Bool {
        edits.contains { $0.contact == contact && $0.state == .sending }
    }

    /// The deletion of a contact that is still to be carried out; nil for none. Beside it no other edit shows.
    func deletion(of contact: ContactID) -> Edit? {
        waitingDeletions.first { $0.contact == contact }
    }

    /// Those that are to be carried out.
    var waitingDeletions: some Sequence<Edit> {
        edits.lazy.filter { $0.isDeletion && $0.state != .refused && $0.state != .sent }
    }

    /// With the server's names of contacts, where it has one.
    func resolved(_ value: ContactValue?) -> ContactValue? {
        guard case .contact(.local(let id))? = value, let remote = remote(id) else { return value }
        return .contact(.remote(remote))
    }

    func resolved(_ value: PartValue?) -> PartValue? {
        guard case .relationship(var relationship)? = value, case .local(let id) = relationship.other,
            let remote = remote(id)
        else { return value }
        relationship.other = .remote(remote)
        return .relationship(relationship)
    }

    func resolved(_ part: PartReference) -> PartReference {
        if case .local(let id) = part, let remote = parts[id]?.remote { .remote(remote) } else { part }
    }
}

// Changing.
extension EditBook {
    mutating func update(_ id: EditID, _ change: (inout Edit) -> Void) {
        if let index = index(of: id) { change(&edits[index]) }
    }

    /// Adds an edit at the end.
    @discardableResult
    mutating func append(_ change: ContactChange, of contact: ContactID, needs: [EditID] = []) -> EditID {
        greatest.edit += 1
        let contact = current(contact)
        let change = carryingPlace(following(followingMoves(change), of: contact), of: contact)
        var edit = Edit(id: EditID(rawValue: greatest.edit), contact: contact, change: change)
        edit.needs = needs
        edit.madeAt = moment
        note(&edit)
        nameRelatives(of: edit)
        leaveNobodyUser(edit)
        edits.append(edit)
        followInForms(edit)
        if namesForgotten(edit) { refuse(edit.id, .needed) }
        refuseOfForgotten(edit)
        return edit.id
    }

    /// A number for a contact that is on this computer only.
    mutating func newContact() -> ContactID {
        greatest.contact += 1
        let id = ContactID(greatest.contact)
        contacts[id] = NamedContact()
        return id
    }

    mutating func newPart(_ kind: PartKind, of contact: ContactID, remote: RemoteID? = nil) -> PartID {
        greatest.part += 1
        let id = PartID(greatest.part)
        parts[id] = NamedPart(kind: kind, contact: contact, remote: remote)
        return id
    }

    /// Notes that an edit names a contact that the server knows, and returns its number: another one if the contact was
    /// made here.
    @discardableResult
    mutating func name(_ contact: ContactID, as remote: RemoteID) -> ContactID {
        if let known = self.contact(remote) { return known }
        if contacts[contact] == nil { contacts[contact] = NamedContact(remote: remote) }
        return contact
    }

    /// The number of a part that the server knows.
    mutating func number(of remote: RemotePart, in contact: ContactID) -> PartID {
        part(remote) ?? newPart(remote.kind, of: contact, remote: remote.id)
    }

    /// Takes what is stored in place of what was known: another process has changed it.
    mutating func take(stored: EditBook) {
        let left = Set(stored.edits.map(\.id))
        for edit in edits where !left.contains(edit.id) {
            end(edit.id, isCarriedOut: edit.state == .sent)
            endedEdits[edit.id]?.hasEndedElsewhere = true
            // What the other process has told is not known here.
            if edit.group == .meeting { placesTold[edit.contact] = nil }
        }
        (edits, contacts, parts, greatest) = (stored.edits, stored.contacts, stored.parts, stored.greatest)
        (ended, notices, photos) = (stored.ended, stored.notices, stored.photos)
        // Somebody has tried again there.
        if writeRefusal != nil, stored.writeRefusal == nil { setAside = [] }
        (unreadable, writeRefusal) = (stored.unreadable, stored.writeRefusal)
    }

    /// An edit ends; nothing that depends on it is told.
    mutating func end(_ id: EditID, isCarriedOut: Bool = false) {
        guard let index = index(of: id) else { return }
        // What is replaced may go first.
        for edit in [edits[index]] + edits.filter({ edits[index].needs.contains($0.id) }) {
            if let made = changeReplaced(by: edit) { endedEdits[edit.id, default: EndedEdit()].replaced(made) }
        }
        endedEdits[id, default: EndedEdit()].add(edits[index], isCarriedOut: isCarriedOut)
        let contact = anyID(edits[index].contact)
        let change = edits[index].partChange
        let isSeen = seenByOther.remove(id) != nil
        endedRelations += (isSeen ? [] : edits[index].change.relatives).map {
            EndedRelation(
                contact: contact, other: $0, turn: change?.turn, change: isCarriedOut ? change : nil)
        }
        edits.remove(at: index)
        heldUntil[id] = nil
        sentAt[id] = nil
    }

    /// Takes back an edit that was not carried out: later ones follow from what was before it.
    mutating func remove(_ id: EditID) {
        endReplacing(id)
        guard let edit = edit(id) else { return }
        drop(edit)
        handOver(edit, keys: Set(edit.deltas.keys))
        handOverUser(edit)
        refuseWhatNeeds(edit)
        guard let part = edit.partChange, part.before == nil else { return }
        // What was to become of a part that is never made.
        for other in edits where other.partChange?.part == part.part {
            if other.partChange?.after == nil { drop(other) } else { refuse(other.id, .needed) }
        }
    }

    /// An edit ends that was not carried out: there is nothing of it to be undone.
    private mutating func drop(_ edit: Edit) {
        dropped[edit.id, default: []].formUnion(edit.deltas.keys)
        end(edit.id)
    }

    mutating func refuse(_ id: EditID, _ issue: EditIssue) {
        update(id) {
            $0.state = .refused
            $0.issue = issue
        }
    }

    /// The contact is no more, here and with the server.
    mutating func forget(_ contact: ContactID) {
        refuseWhatNames(contact)
        leavePhotos(of: contact)
        noteRelatives(of: contact)
        let former = edits(of: contact).lazy.compactMap(\.progress.restores).first
        for edit in edits(of: contact) { end(edit.id) }
        parts = parts.filter { $0.value.contact != contact }
        contacts[contact] = nil
        closeForms(of: contact)
        notices.removeAll { $0.contact == contact }
        readBefore[contact] = nil
        copyChanges.append(.remove(contact))
        if let former { restore(former) }
    }
}

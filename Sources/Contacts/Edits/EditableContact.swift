import Foundation
public import Model

/// A contact as a form begins with it: the server's copy with the waiting edits on top.
public struct EditableContact: Hashable, Sendable {
    /// The contact's number on this computer.
    public let id: ContactID
    /// Nil until the server knows the contact.
    public let remote: RemoteID?
    /// False once archived: the server then takes hardly any change.
    public let isActive: Bool
    /// Whether it exists only as somebody's relation: the server then takes only what is about the person.
    public let isPartial: Bool
    /// The server has the contact no more; `createAgain` makes it anew.
    public let isGone: Bool
    /// Whether the contact is the user.
    public let isMe: Bool
    /// Only those that there are.
    public let values: [ContactKey: ContactValue]
    /// In the server's order, kind by kind; those that it does not know yet come last.
    public let parts: [EditablePart]
    /// The names of its tags.
    public let tags: [String]
    /// The days of which the server reminds; nil where that is not known.
    public let reminders: Set<ContactKey>?
    /// Those of them that somebody may have written, so that the server has none of its own: asked for again, it makes a second
    /// one.
    public let doubtfulReminders: Set<ContactKey>

    /// A contact to edit, of what is known of it.
    public init(
        id: ContactID, remote: RemoteID? = nil, isActive: Bool = true, isPartial: Bool = false, isGone: Bool = false,
        isMe: Bool = false, values: [ContactKey: ContactValue] = [:], parts: [EditablePart] = [],
        tags: [String] = [], reminders: Set<ContactKey>? = nil, doubtfulReminders: Set<ContactKey> = []
    ) {
        self.id = id
        self.remote = remote
        self.isActive = isActive
        self.isPartial = isPartial
        self.isGone = isGone
        self.isMe = isMe
        self.values = values
        self.parts = parts
        self.tags = tags
        self.reminders = reminders
        self.doubtfulReminders = doubtfulReminders
    }
}

/// A part of a contact in a form.
public struct EditablePart: Hashable, Sendable {
    /// Which part it is.
    public let part: PartID
    /// Which kind of part it is.
    public let kind: PartKind
    /// What it says.
    public let value: PartValue
    /// What of the contact's page shows it; nil where that is not known, as in a draft.
    public let field: FieldID?

    /// A part that says this.
    public init(part: PartID, kind: PartKind, value: PartValue, field: FieldID? = nil) {
        self.part = part
        self.kind = kind
        self.value = value
        self.field = field
    }
}

/// An open form, by whoever opened it; each has one of its own.
public struct FormID: Hashable, Sendable {
    private let id = UUID()

    /// Another one than all before.
    public init() {}
}

extension EditQueue {
    /// What a form of a contact begins with; nil if there is no such contact. From now on this form is open on it: see
    /// `formClosed`.
    public func editable(
        _ contact: ContactID, for form: FormID? = nil
    ) async throws(ContactStoreError) -> EditableContact? {
        // Meanwhile it may have turned out to be one that was made here.
        try await change { $0.openForm($0.contact(of: form) ?? contact, form) }
    }

    /// The form is open no more; without another on its contact, synchronisation may remove that again.
    public func formClosed(_ form: FormID) async throws(ContactStoreError) {
        try await change { $0.forms[form] = nil }
    }

    /// Stores the edits of one form in one transaction, in the order in which they are sent, in the place of its draft. The
    /// form is closed.
    @discardableResult
    public func store(
        _ changes: [PlannedChange], of contact: ContactID, closing form: FormID? = nil, inPlaceOf draft: Int64? = nil
    ) async throws(ContactStoreError) -> [Receipt] {
        let toastEnd = now + Self.toastTime
        return try await change { book in
            let contact = book.contact(of: form) ?? contact
            try book.close(form, draft)
            book.nameIfStored(contact)
            return book.store(changes, of: contact, toastEnd: toastEnd)
        }
    }

    /// Stores a new contact with its parts, in one transaction, in the place of the form's draft; it has a number of its own
    /// from now on. The form is closed.
    public func create(
        _ creation: ContactCreation, then changes: [PlannedChange], closing form: FormID? = nil,
        inPlaceOf draft: Int64? = nil
    ) async throws(ContactStoreError) -> [Receipt] {
        let toastEnd = now + Self.toastTime
        return try await change { book in
            try book.close(form, draft)
            return book.store(creation, then: changes, of: book.newContact(), toastEnd: toastEnd)
        }
    }

    /// As `create`, for the form of a contact that the server has no more: the new one takes its place with all its edits,
    /// which the form shows. Nil if the server has it again, or never had it.
    public func createAgain(
        _ contact: ContactID, as creation: ContactCreation, then changes: [PlannedChange], closing form: FormID? = nil,
        inPlaceOf draft: Int64? = nil
    ) async throws(ContactStoreError) -> [Receipt]? {
        let toastEnd = now + Self.toastTime
        return try await change { book in
            guard book.contacts[contact]?.isGone == true else { return nil }
            try book.close(form, draft)
            let removed = book.replaceGone(contact)
            return book.store(creation, then: changes, of: contact, toastEnd: toastEnd).replacing(removed)
        }
    }
}

extension EditBook {
    /// Takes the server's name of a contact from its stored copy.
    mutating func nameIfStored(_ contact: ContactID) {
        if contacts[contact] == nil, let copy = storedCopy(contact) { name(contact, as: copy.id) }
    }

    /// As of a number here, for a contact that the server calls so.
    mutating func nameIfStored(_ remote: RemoteID) {
        let number = lookup.flatMap { try? LocalNames.local(remote, $0.db) }
        if let number { nameIfStored(ContactID(Int64(number))) }
    }

    /// A form is closed, and its draft goes with it.
    mutating func close(_ form: FormID?, _ draft: Int64?) throws {
        try lookup?.removeDraft(draft)
        seenByForm = form.flatMap { forms[$0] }
        if let form { forms[form] = nil }
    }

    mutating func openForm(_ contact: ContactID, _ form: FormID?) -> EditableContact? {
        let contact = current(contact)
        let copy = storedCopy(contact)
        nameIfStored(contact)
        guard copy != nil || contacts[contact] != nil, deletion(of: contact) == nil else { return nil }
        let shown = goneOrShown(contact, over: copy)
        if let form {
            let doubtful = lookup?.doubtfulReminders(of: contact, copy) ?? []
            forms[form] = OpenForm(contact: contact, shown: shown, doubtfulReminders: doubtful)
        }
        return editable(contact, shown)
    }

    /// A contact as a form shows it.
    mutating func editable(_ contact: ContactID, _ shown: ShownContact) -> EditableContact {
        let copy = storedCopy(contact)
        let parts = shown.parts.map { place, value in
            let number =
                switch place.part {
                case .local(let id): id
                case .remote(let id): number(of: RemotePart(place.kind, id), in: contact)
                }
            let field = field(of: number, as: value)
            return (place: place, part: EditablePart(part: number, kind: place.kind, value: value, field: field))
        }
        return EditableContact(
            id: contact, remote: remote(contact), isActive: copy?.isActive ?? true,
            isPartial: copy?.isPartial ?? false, isGone: contacts[contact]?.isGone ?? false, isMe: shown.isMe,
            values: shown.values, parts: parts.sorted { $0.place.precedes($1.place) }.map(\.part),
            tags: shown.tags.sorted(), reminders: reminders(of: contact, copy, shown),
            doubtfulReminders: lookup?.doubtfulReminders(of: contact, copy) ?? [])
    }

    /// The reminders that there are with the edits on top; nil where nobody knows.
    func reminders(
        of contact: ContactID, _ copy: ServerContact?, _ shown: ShownContact
    ) -> Set<ContactKey>? {
        let stored = lookup?.reminders(of: contact, values: copy?.values ?? [:])
        // A contact that the server does not have yet has the reminders of its creation.
        guard var reminders = stored ?? (remote(contact) == nil ? [] : nil) else { return nil }
        let edits = showingWhatWasRefusedForGone(contact).edits.filter { $0.contact == contact && isShown($0) }
        // What a try has taken away comes back, unless it is switched off meanwhile.
        for edit in edits { reminders.formUnion(edit.lostReminders) }
        for edit in edits {
            switch edit.change {
            case .create(let creation): reminders = creation.reminders
            case .values(let change):
                for (key, isOn) in change.reminders where !isOn || !edit.lostReminders.contains(key) {
                    if isOn { reminders.insert(key) } else { reminders.remove(key) }
                }
            case .part, .addTags, .removeTags, .me, .delete: break
            }
        }
        return reminders.filter { shown.values[$0]?.remindableDay != nil }
    }

    /// Adds a creation and what follows it.
    mutating func store(
        _ creation: ContactCreation, then changes: [PlannedChange], of contact: ContactID, toastEnd: TimeInterval = 0
    ) -> [EditQueue.Receipt] {
        let shifted = changes.map { planned in
            PlannedChange(
                planned.change, of: planned.contact, needs: planned.needs.map { $0 + 1 }, isHeld: planned.isHeld)
        }
        return store([PlannedChange(.create(creation))] + shifted, of: contact, toastEnd: toastEnd)
    }

    /// Adds the edits of one form. What waits for the end of its toast does so until a moment at least.
    mutating func store(
        _ changes: [PlannedChange], of contact: ContactID, toastEnd: TimeInterval = 0
    ) -> [EditQueue.Receipt] {
        let contact = current(contact)
        var receipts: [EditQueue.Receipt] = []
        var numbers: [PartID: PartID] = [:]
        var made: [ContactID: ContactID] = [:]
        for planned in changes {
            var change = planned.change
            if case .part(var part) = change {
                if part.part.rawValue < 0 {
                    let number = numbers[part.part] ?? newPart(part.kind, of: contact)
                    numbers[part.part] = number
                    part = PartChange(kind: part.kind, part: number, before: part.before, after: part.after)
                }
                part.after = part.after?.naming(made)
                change = .part(part)
            }
            let maker = planned.contact.map { made[$0] ?? newContact() }
            if let new = planned.contact { made[new] = maker }
            for other in change.named { nameIfStored(other) }
            let needs = planned.needs.filter(receipts.indices.contains).map { receipts[$0].edit }
            let id = append(change, of: maker ?? contact, needs: needs)
            if planned.isHeld {
                update(id) { ($0.progress.isHeld, $0.notBefore) = (true, toastEnd) }
                heldHere.insert(id)
            }
            let stored = edit(id)?.change ?? change
            receipts.append(
                EditQueue.Receipt(
                    edit: id, contact: maker ?? contact, change: stored, isHeld: planned.isHeld, needs: needs))
        }
        return receipts
    }
}

extension PartValue {
    /// The same with the numbers that contacts have got.
    fileprivate func naming(_ numbers: [ContactID: ContactID]) -> PartValue {
        guard case .relationship(var value) = self, case .local(let other) = value.other, let number = numbers[other]
        else { return self }
        value.other = .local(number)
        return .relationship(value)
    }
}

extension PlacedPart {
    /// The server numbers parts as they come; what it does not know yet comes last.
    fileprivate func precedes(_ other: PlacedPart) -> Bool { place < other.place }

    private var place: (Int, Int, Int64) {
        let kind = PartKind.allCases.firstIndex(of: kind) ?? 0
        return switch part {
        case .remote(let id): (kind, 0, Int64(id.rawValue) ?? .max)
        case .local(let id): (kind, 1, id.rawValue)
        }
    }
}

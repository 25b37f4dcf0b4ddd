public import Foundation
public import Model

/// An edit with whom it is about.
public struct WaitingChange: Identifiable, Hashable, Sendable {
    /// The edit that waits.
    public let edit: Edit
    /// As it is shown; "" for a contact without a name.
    public internal(set) var name = ""
    /// What of the contact's page it changes.
    public let fields: Set<FieldID>
    /// What the server has where it carried the edit out otherwise than it was meant; nil for any other.
    public internal(set) var difference: EditConflict?
    /// What those are called whom its values name, as far as that is known.
    public internal(set) var people: [AnyContactID: String] = [:]
    /// What is reached by the field that it changes; nil where it changes none, or the type is not known.
    public internal(set) var fieldType: FieldTypeChoice?

    /// Which edit it is.
    public var id: EditID { edit.id }
    /// Whose edit it is.
    public var contact: ContactID { edit.contact }
    /// How far the edit is.
    public var state: EditState { edit.state }
    /// When it was made; nil for one that an earlier version stored.
    public var since: Date? { edit.madeAt }
    /// Why it was refused, and what of the contact that is about; nil unless it was.
    public var refusal: EditRefusal? { edit.refusal }
    /// Why it waits, why nobody knows whether it arrived, or why it was refused.
    public var issue: EditIssue? {
        if waitsForPerson { return .needed }
        if waitsForRelationship { return .relationship }
        // What its last try met says nothing while nobody here tries.
        let turn = pauseReason.flatMap { $0.isNotOurTurn || $0.isForbidden ? $0 : nil }
        return switch state {
        case .waiting: turn ?? edit.issue ?? pauseReason
        case .sending: turn == .unlockable ? turn : edit.progress.outcome
        case .sent: nil
        case .refused, .conflicting: edit.issue
        }
    }
    /// Whether it is undone as soon as it is known what became of it.
    public var isTakenBack: Bool { edit.undo != nil }
    /// Whether it may be dropped: a deletion that may be under way may not.
    public var isDroppable: Bool { state != .sending || !edit.isDeletion && !isTakenBack }
    /// Whether it may go at once if somebody says so: it waits for no other decision, and for no toast.
    public var isSendable: Bool {
        guard difference == nil else { return false }
        return switch state {
        case .waiting: !waitsForPerson && !waitsForRelationship && !edit.isHeld
        // What may have arrived is looked for.
        case .sending: true
        case .refused: isRetriable
        case .sent, .conflicting: false
        }
    }
    /// Whether the server is asked anew for what it refused, if somebody says so; false for what was not refused.
    public var isRetriable: Bool {
        switch issue {
        case .contactGone, .lostInDamage, .needed: false
        default: state == .refused
        }
    }
    /// Whether it waits for another one that was refused or conflicts.
    var waitsForPerson = false
    /// Whether it is a deletion that waits until a relationship has arrived, or is known not to have.
    var waitsForRelationship = false
    /// When it goes on, by the queue's clock; nil where that is no matter of time. See `EditQueue.timeLeft`.
    var goesOn: TimeInterval?
    /// Why nothing at all is sent now; nil where something may be.
    public internal(set) var pauseReason: EditIssue?
}

extension EditQueue {
    /// Calls back with what `waiting` returns, and again after each change.
    public func observeWaiting(onChange: @escaping @Sendable ([WaitingChange]) -> Void) -> ContactObservation {
        observe({ queue throws(ContactStoreError) in try await queue.waiting() }, onChange)
    }

    /// Calls back with what is read of the queue, and again whenever that is another.
    func observe<Value: Equatable & Sendable>(
        _ read: @escaping @Sendable (EditQueue) async throws(ContactStoreError) -> Value,
        _ onChange: @escaping @Sendable (Value) -> Void
    ) -> ContactObservation {
        let mailbox = store.changes.subscribeToEdits()
        return ContactObservation { [weak self] in
            defer { mailbox.close() }
            var last: Value?
            repeat {
                // A question that fails is asked again with the next change; what was told until then stays.
                guard let self, !Task.isCancelled else { return }
                if let value = try? await read(self), value != last, !Task.isCancelled {
                    last = value
                    onChange(value)
                }
            } while await mailbox.changed()
        }
    }

    /// All edits that are not over, as `edits`, in their order; among them those that the server carried out otherwise than
    /// they were meant, until somebody has seen that: see `acknowledge`.
    public func waiting() async throws(ContactStoreError) -> [WaitingChange] {
        let (edits, notices) = try await onEngine { engine, _ in
            let stopped = engine.book.editsWaitingForPerson
            let edits = engine.book.edits.filter { !engine.book.isPartOfReplacement($0) && !engine.book.isUnseen($0) }
                .map { engine.waiting($0, waitsForPerson: stopped.contains($0.id)) }
            return (edits, engine.book.notices)
        }
        let names = try await store.names(of: Set(edits.map(\.contact) + notices.map(\.contact)))
        let waiting = edits.map { change in
            var change = change
            change.name = names[change.contact] ?? change.edit.creation?.name ?? ""
            return change
        }
        let told = notices.map { notice in
            WaitingChange(edit: notice.edit, name: names[notice.contact] ?? "", fields: [], difference: notice.found)
        }
        let all = (told + waiting).sorted { $0.id < $1.id }
        let people = try await store.names(ofPeopleIn: all)
        let types = all.contains { $0.fieldTypeID != nil } ? try await store.formChoices()?.fieldTypes : nil
        return all.map { change in
            var change = change
            change.people = people.filter { change.namedPeople.contains($0.key) }
            change.fieldType = types?.first { $0.id == change.fieldTypeID }
            return change
        }
    }
}

extension WaitingChange {
    /// The type of the field that it changes.
    fileprivate var fieldTypeID: RemoteID? {
        guard let change = edit.partChange, case .field(let field)? = change.after ?? change.before else { return nil }
        return field.type
    }
}

extension EditBook {
    /// Whether its contact is to be deleted: it goes with that, or is seen again with the contact.
    fileprivate func isUnseen(_ edit: Edit) -> Bool { deletion(of: edit.contact).map { $0.id != edit.id } ?? false }
}

extension EditEngine {
    fileprivate func waiting(_ edit: Edit, waitsForPerson: Bool) -> WaitingChange {
        var edit = edit
        // As it was meant.
        if edit.state == .sending, let change = book.changeReplaced(by: edit) { edit.change = .part(change) }
        var change = WaitingChange(edit: edit, fields: book.fields(changedBy: edit))
        change.waitsForPerson = waitsForPerson
        change.waitsForRelationship = book.waitsForRelationship(edit)
        change.pauseReason = standstill
        change.goesOn = goesOn(edit)
        return change
    }

    /// When a moment ends what an edit waits for; nil where something else does.
    private func goesOn(_ edit: Edit) -> TimeInterval? {
        guard edit.state == .waiting || edit.state == .sending, !edit.isHeld, book.writeRefusal == nil else {
            return nil
        }
        let moment = max(edit.notBefore, pausedUntil)
        return moment > 0 && moment.isFinite ? moment : nil
    }
}

extension EditQueue {
    /// How many seconds it takes until a change goes on; nil where nobody knows, and where nothing holds it up any more.
    public func timeLeft(of change: WaitingChange) -> TimeInterval? {
        guard let moment = change.goesOn, !change.waitsForPerson, !change.waitsForRelationship else { return nil }
        return moment > now ? moment - now : nil
    }
}

extension ContactCreation {
    fileprivate var name: String {
        let texts = [ContactKey.firstName, .lastName].compactMap { key in
            if case .text(let text)? = values[key] { text } else { nil }
        }
        return texts.joined(separator: " ")
    }
}

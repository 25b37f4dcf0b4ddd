public import Foundation
import GRDB
public import Model
import Platform
import Synchronization

/// The pending changes of an account, from the form to the server.
///
/// One process edits: `ContactStore.takeEditing` says whether this one may.
public final class Outbox: Sendable {
    /// The time of the process.
    struct Clock: Sendable {
        /// In seconds since 1970 at the start of the process, and steady since, also while the computer sleeps.
        var now: @Sendable () -> TimeInterval
        /// Until a moment of that clock.
        var sleep: @Sendable (_ moment: TimeInterval) async throws -> Void
    }

    /// How long a toast of a held change shows at least, in seconds.
    static let toastTime: TimeInterval = 20

    let store: ContactStore
    let server: any WriteServer
    let clock: Clock
    let alarm = Alarm()
    private let onPictureUnused: @Sendable (PictureReference) -> Void
    private let onPhotoSent: @Sendable (PictureReference, Data) -> Void
    /// Nil before the first transaction, and after a failed transaction.
    private let memory = Mutex<OutboxMemory?>(nil)
    /// When the last question had no answer; nil since one had.
    let unanswered = Mutex<TimeInterval?>(nil)

    /// The outbox of an account over its store. Nothing is sent before `run`.
    ///
    /// `onPictureUnused` is told of the picture of a deleted contact if no other stored contact has it. `onPhotoSent` gets
    /// the bytes of a sent photo as soon as the server's copy of its contact shows it.
    public convenience init(
        store: ContactStore, server: some WriteServer,
        onPictureUnused: @escaping @Sendable (PictureReference) -> Void = { _ in },
        onPhotoSent: @escaping @Sendable (PictureReference, Data) -> Void = { _, _ in }
    ) {
        self.init(
            store: store, server: server, clock: .process, onPictureUnused: onPictureUnused, onPhotoSent: onPhotoSent)
    }

    init(
        store: ContactStore, server: some WriteServer, clock: Clock,
        onPictureUnused: @escaping @Sendable (PictureReference) -> Void = { _ in },
        onPhotoSent: @escaping @Sendable (PictureReference, Data) -> Void = { _, _ in }
    ) {
        self.store = store
        self.server = server
        self.clock = clock
        self.onPictureUnused = onPictureUnused
        self.onPhotoSent = onPhotoSent
        store.outbox.withLockHeld { $0 = self }
    }

    var now: TimeInterval { clock.now() }

    /// Changes contacts in one transaction that is on the disk when this returns, and lets the outbox go on.
    func change<Value: Sendable>(
        _ body: @escaping @Sendable (inout OutboxTransaction) throws -> Value
    ) async throws(ContactStoreError) -> Value {
        let value = try await store.writeSynced { [self] db in try transaction(db, body) }
        alarm.ring()
        return value
    }

    /// Looks up without a change of the disk.
    func look<Value: Sendable>(
        _ body: @escaping @Sendable (inout OutboxTransaction) throws -> Value
    ) async throws(ContactStoreError) -> Value {
        try await store.lookOnWriter { [self] db in try withMemory(db, body) }
    }

    /// Reads all anew the next time: the memory may be ahead of the disk.
    func forget() { memory.withLockHeld { $0 = nil } }

    /// Takes contacts that a server sent, in one transaction with their pending changes.
    func takeIn<Value>(_ intake: CopyIntake, _ body: (inout CopyIntake) throws -> Value) throws -> Value {
        let (value, hasChanged) = try transaction(intake.db) { transaction in
            var intake = intake
            intake.outbox = transaction
            let value = try body(&intake)
            let hasChanged = intake.hasChangedOutbox
            if let outbox = intake.outbox { transaction = outbox }
            return (value, hasChanged)
        }
        if hasChanged { alarm.ring() }
        return value
    }

    private func transaction<Value>(
        _ db: Database, _ body: (inout OutboxTransaction) throws -> Value
    ) throws -> Value {
        try withMemory(db) { transaction in
            var value: Value?
            try db.inTransaction {
                value = try body(&transaction)
                return .commit
            }
            guard let value else { throw ContactStoreError.other(code: -1) }
            for picture in transaction.unusedPictures { onPictureUnused(picture) }
            for (picture, photo) in transaction.sentPhotos { onPhotoSent(picture, photo) }
            return value
        }
    }

    /// Only the thread that writes the database comes here. A failure leaves no memory.
    private func withMemory<Value>(
        _ db: Database, _ body: (inout OutboxTransaction) throws -> Value
    ) throws -> Value {
        let known = memory.withLockHeld { memory in
            defer { memory = nil }
            return memory
        }
        let now = now
        var transaction = OutboxTransaction(
            db, decoder: store.decoder, planner: server.anyPlanner, memory: try known ?? OutboxMemory(db, now: now),
            now: now)
        let value = try body(&transaction)
        let isUnanswered = transaction.memory.unanswered > 0
        unanswered.withLockHeld { $0 = isUnanswered ? $0 ?? now : nil }
        memory.withLockHeld { $0 = transaction.memory }
        return value
    }
}

// Forms.
extension Outbox {
    /// The contact as a form begins with it; nil if it is not there or being deleted. From now on the form is open on it:
    /// see `formClosed`.
    public func editable(
        _ contact: ContactID, for form: FormID? = nil
    ) async throws(ContactStoreError) -> EditableContact? {
        try await look { transaction in
            guard let stored = try transaction.contact(contact), !stored.isToBeDeleted else { return nil }
            if let form, transaction.memory.forms[form] == nil {
                transaction.memory.forms[form] = (contact, transaction.now)
            }
            return try transaction.editable(stored, since: form.flatMap { transaction.memory.forms[$0]?.since })
        }
    }

    /// The form is open no longer. Synchronisation may remove its contact. A gone contact goes at once.
    public func formClosed(_ form: FormID) async {
        // A form that stays open keeps its contact.
        let gone = try? await look { transaction -> ContactID? in
            guard let contact = transaction.memory.forms.removeValue(forKey: form)?.contact else { return nil }
            return transaction.memory.gone.contains(contact) ? contact : nil
        }
        guard let contact = gone ?? nil else { return }
        // Else it goes with the next pass.
        try? await change { try $0.noteGone(contact) }
    }

    /// Saves a form of a contact, in one transaction that is on the disk when this returns. The draft goes, and the form is
    /// closed. A contact that is being deleted stays.
    public func save(
        _ save: FormSave, of contact: ContactID, closing form: FormID? = nil, inPlaceOf draft: Int64? = nil
    ) async throws(ContactStoreError) -> Receipt {
        try await change { transaction in
            try transaction.close(form, draft)
            guard let stored = try transaction.contact(contact) else {
                return Receipt(contact: contact, entries: [], isHeld: false)
            }
            return try transaction.save(save, of: stored)
        }
    }

    /// Saves the form of a new contact, which gets a number.
    public func create(
        _ save: FormSave, closing form: FormID? = nil, inPlaceOf draft: Int64? = nil
    ) async throws(ContactStoreError) -> Receipt {
        try await change { transaction in
            try transaction.close(form, draft)
            return try transaction.save(save, of: try transaction.newContact())
        }
    }

    /// Makes a contact anew that the server has no longer, with all that is shown. `save` is set on top. Nil if the server
    /// has the contact.
    public func createAgain(
        _ contact: ContactID, with save: FormSave = FormSave(), closing form: FormID? = nil,
        inPlaceOf draft: Int64? = nil
    ) async throws(ContactStoreError) -> Receipt? {
        try await change { transaction in
            guard let gone = try transaction.contact(contact), gone.isGone else { return nil }
            try transaction.close(form, draft)
            let shown = gone.shown.filter { $0.key != .existence && gone.hasHere($0.key) }.map {
                SlotEdit($0.key, to: $0.value)
            }
            let set = Set(save.edits.map(\.slot))
            // The server has none of it: each slot is set against nothing.
            let added = save.edits.map { SlotEdit($0.slot, to: $0.wanted) }
            let edits = shown.sorted { $0.slot.stored < $1.slot.stored }.filter { !set.contains($0.slot) } + added
            return try transaction.save(
                FormSave(edits, people: save.people, isMe: save.isMe, photo: save.photo),
                of: transaction.makeAnew(contact))
        }
    }

    /// Wants a contact deleted, not before `seconds` are over; nil for a contact that is not there.
    public func delete(
        _ contact: ContactID, after seconds: TimeInterval
    ) async throws(ContactStoreError) -> Receipt? {
        try await change { transaction in
            guard let stored = try transaction.contact(contact), !stored.isToBeDeleted else { return nil }
            return try transaction.delete(stored, after: seconds)
        }
    }

    /// Whether a person wants the contact deleted, and the server has it still.
    public func isBeingDeleted(_ contact: ContactID) async throws(ContactStoreError) -> Bool {
        try await look { $0.memory.pending[contact]?.rows[.existence].map { $0.wanted == nil } ?? false }
    }

    /// The toast of held changes still shows: none is sent before `seconds` are over, counted from now.
    public func hold(_ receipt: Receipt, for seconds: TimeInterval) async throws(ContactStoreError) {
        try await change { transaction in
            let moment = transaction.now + seconds
            try transaction.setHold(of: receipt.changes) { max($0, moment) }
        }
    }

    /// The toast of held changes is gone: they are sent like others.
    public func finish(_ receipt: Receipt) async throws(ContactStoreError) {
        try await change { try $0.setHold(of: receipt.changes) { _ in 0 } }
    }

    /// All held changes are final.
    public func finishAll() async throws(ContactStoreError) {
        let held = try await look { $0.heldChanges }
        if !held.isEmpty { try await change { try $0.setHold(of: held) { _ in 0 } } }
    }
}

extension WriteServer {
    fileprivate var anyPlanner: any WritePlanner { planner }
}

extension Outbox.Clock {
    /// The clock of the day at the start of the process, which runs on steadily.
    static let process: Outbox.Clock = {
        let (start, moment) = (ContinuousClock.now, Date.now.timeIntervalSince1970)
        return Outbox.Clock(
            now: {
                let (seconds, attoseconds) = (ContinuousClock.now - start).components
                return moment + TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
            },
            sleep: { until in
                // At most a day: a stored moment may be beyond all clocks.
                let seconds = min(until - moment, (ContinuousClock.now - start) / .seconds(1) + 86_400)
                try await Task.sleep(until: start + .seconds(seconds), clock: .continuous)
            })
    }()
}

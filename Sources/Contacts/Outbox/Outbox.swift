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

    private func transaction<Value>(_ db: Database, _ body: (inout OutboxTransaction) throws -> Value) throws -> Value {
        try withMemory(db) { transaction in
            var value: Value?
            try db.inTransaction {
                value = try body(&transaction)
                return .commit
            }
            guard let value else { throw ContactStoreError.other(code: -1) }
            for picture in transaction.unusedPictures { onPictureUnused(picture) }
            for (picture, photo) in transaction.sentPhotos { onPhotoSent(picture, photo) }
            // No row of the database changes with them.
            if transaction.hasForgottenNotices { store.changes.pauseChanged() }
            return value
        }
    }

    /// Only the thread that writes the database comes here. A failure leaves no memory.
    private func withMemory<Value>(_ db: Database, _ body: (inout OutboxTransaction) throws -> Value) throws -> Value {
        let known = memory.withLockHeld { memory in
            defer { memory = nil }
            return memory
        }
        let now = now
        var transaction = OutboxTransaction(
            db: db, decoder: store.decoder, reader: server.planner, memory: try known ?? OutboxMemory(db, now: now),
            now: now)
        let value = try body(&transaction)
        let isUnanswered = transaction.memory.unanswered > 0
        unanswered.withLockHeld { $0 = isUnanswered ? $0 ?? now : nil }
        memory.withLockHeld { $0 = transaction.memory }
        return value
    }
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

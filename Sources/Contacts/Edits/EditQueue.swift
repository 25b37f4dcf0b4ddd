import Foundation
import GRDB
public import Model
import Platform
import Synchronization

/// Stores what somebody changed before anything is sent, and sends it, once, when that is possible.
///
/// The rules are those of `EditBook`, the order of requests that of `EditEngine`; this carries both to disk and server.
public final class EditQueue: Sendable {
    /// A kept copy of each contact that edits are shown upon, and where the process finds the time.
    struct Surroundings: Sendable {
        var copies: @Sendable () -> any EditCopies
        /// In seconds, by a clock that runs on while the computer sleeps.
        var clock: @Sendable () -> TimeInterval
        /// The time of day, for people.
        var date: @Sendable () -> Date = { .now }
        /// Until a moment of that clock. A span would be too long by a sleep that comes before its timer.
        var sleep: @Sendable (_ moment: TimeInterval) async throws -> Void
    }

    /// An edit with the change as it was made, by which it can be undone.
    public struct Receipt: Sendable, Hashable {
        /// Which edit it is.
        public let edit: EditID
        /// Whose edit it is.
        public let contact: ContactID
        /// What was changed.
        public let change: ContactChange
        /// Whether it waits for the end of its toast: see `hold`.
        public var isHeld = false
        /// The edits of the same form that had to be carried out before.
        var needs: [EditID] = []
        /// What was refused, and put right by the form.
        var replaced: RemovedEdits?
    }

    let store: ContactStore
    let server: any EditServer
    private let lock: any SendingLock
    private let surroundings: Surroundings
    private let ledger: EditLedger
    private let alarm = Alarm()
    /// When the last question had no answer; nil since one had.
    private let unanswered = Mutex<TimeInterval?>(nil)
    /// Nobody is asked more often because a person uses the program.
    private static let minPause: TimeInterval = 5
    /// How long at most storing takes between an answer and the next request, in seconds.
    private static let maxStep: TimeInterval = 60
    /// How long after a store that cannot be written, or a lock that another process holds.
    private static let pause: TimeInterval = 30

    init(
        store: ContactStore, account: String, server: any EditServer, lock: any SendingLock,
        surroundings: Surroundings, policy: EditPolicy = EditPolicy()
    ) {
        self.store = store
        self.server = server
        self.lock = lock
        self.surroundings = surroundings
        ledger = EditLedger(
            account: account, surroundings: surroundings, policy: policy,
            onNews: { [changes = store.changes] in changes.changedElsewhere(Set($0.map { Int($0.rawValue) })) },
            onChange: { [alarm] in alarm.ring() })
        store.keep(ledger)
    }

    /// Sends what is stored and what will be, until the task is cancelled.
    ///
    /// After an end in the middle the next call finds out what came of the last request. Of several processes one sends;
    /// the others tell what became of it.
    @concurrent
    public func run() async {
        async let others: Void = followOthers()
        await sendAll()
        await others
        ledger.forget()
        lock.release()
    }

    /// Takes in what other processes store: nobody tells of it.
    private func followOthers() async {
        while !Task.isCancelled {
            // Cancelled while asleep: the loop ends.
            try? await surroundings.sleep(now + Self.pause)
            // What cannot be read now is read with the next change.
            if !Task.isCancelled, (try? await catchUp()) == true { alarm.ring() }
        }
    }

    private func sendAll() async {
        while !Task.isCancelled {
            let turn = lock.take()
            guard turn == .ours else {
                let reason = turn == .elsewhere ? EditIssue.elsewhere : .unlockable
                // Where not even that can be read, the reason is told another time.
                if (try? await pauseReason()) != reason {
                    try? await onEngine { engine, _ in engine.pauseReason = reason }
                }
                await wait(until: now + Self.pause)
                continue
            }
            do {
                try await takeOver()
                try await send()
            } catch {
                // What cannot be stored is not sent; what is in memory may be ahead of the disk.
                ledger.forget()
                // Others send what is in the file that is there now.
                if error as? ContactStoreError == .replaced { return lock.release() }
                if !Task.isCancelled { await wait(until: now + Self.pause) }
            }
        }
    }

    private func takeOver() async throws {
        try await onEngine { [surroundings] engine, db in try engine.takeOver(db, now: surroundings.clock()) }
    }

    private func send() async throws {
        let clock = surroundings.clock
        var begun = clock()
        while !Task.isCancelled {
            switch try await onEngine({ engine, db in try engine.step(db, now: clock()) }) {
            case .ask(let request):
                // Storing is not that slow: the computer has slept, and what was read before is old.
                let isLate = clock() - begun > Self.maxStep
                let response = isLate ? EditResponse(.postponed(wait: 0)) : await server.answer(request)
                let answered = clock()
                let isUnanswered = try await onEngine { engine, db in
                    try engine.receive(response, db, now: answered)
                    return engine.unanswered > 0
                }
                unanswered.withLockHeld { $0 = isUnanswered ? answered : nil }
                begun = answered
            case .wait(let moment):
                await wait(until: moment)
                begun = clock()
            }
        }
    }

    /// Until something was stored, or a moment has come; nil for as long as it takes.
    private func wait(until moment: TimeInterval?) async {
        let timer = moment.map { [surroundings, alarm] moment in
            Task {
                // A cancelled timer rings nobody.
                guard (try? await surroundings.sleep(moment)) != nil else { return }
                alarm.ring()
            }
        }
        await alarm.wait()
        timer?.cancel()
    }

    var account: String { ledger.account }

    /// The moment by the queue's clock.
    var now: TimeInterval { surroundings.clock() }

    /// Why nothing at all is sent now; nil where something may be.
    func pauseReason() async throws(ContactStoreError) -> EditIssue? {
        try await store.lookOnWriter { [ledger] db in try ledger.withEngine(db) { $0.standstill } }
    }

    /// Whether nothing is under way, and nothing will be before a moment.
    func isResting(until moment: TimeInterval) async throws(ContactStoreError) -> Bool {
        let now = now
        return try await onEngine { engine, _ in engine.isResting(until: moment, now: now) }
    }

    /// Takes in what another process has stored since the last time, and tells of it; false if there is nothing of it.
    func catchUp() async throws(ContactStoreError) -> Bool {
        try await store.lookOnWriter { [ledger] db in try ledger.withEngine(db) { try $0.catchUp(db) } }
    }

    /// One piece of work with the engine, its transactions synced to the disk.
    func onEngine<Value: Sendable>(
        _ body: @escaping @Sendable (inout EditEngine, Database) throws -> Value
    ) async throws(ContactStoreError) -> Value {
        let (value, isPauseNew) = try await store.writeSynced { [ledger] db in
            try ledger.withEngine(db) { engine in
                let before = (engine.standstill, engine.pausedUntil)
                let value = try body(&engine, db)
                return (value, before != (engine.standstill, engine.pausedUntil))
            }
        }
        // It is part of what is shown of an edit that waits.
        if isPauseNew { store.changes.pauseChanged() }
        return value
    }
}

extension EditQueue {
    /// Changes the book in one transaction that is on the disk when this returns, and lets the queue go on.
    @discardableResult
    func change<Value: Sendable>(
        _ body: @escaping @Sendable (inout EditBook) throws -> Value
    ) async throws(ContactStoreError) -> Value {
        let value = try await onEngine { [locks = store.locks] engine, db in
            let former = locks.edits
            do {
                return try engine.change(db) { book in
                    let value = try body(&book)
                    // Before another process can read it.
                    locks.setEdits(former.union(book.heldHere).filter { book.edit($0)?.isHeld ?? false })
                    return value
                }
            } catch {
                // The numbers of what was rolled back are given again.
                locks.setEdits(former)
                throw error
            }
        }
        alarm.ring()
        return value
    }

    /// Looks something up in the book.
    func onBook<Value: Sendable>(
        _ body: @escaping @Sendable (EditBook) throws -> Value
    ) async throws(ContactStoreError) -> Value {
        try await onEngine { engine, _ in try body(engine.book) }
    }

    /// All edits that are not over, in their order: also those that were carried out, until a copy has come that shows them.
    public func edits() async throws(ContactStoreError) -> [Edit] {
        try await onBook { $0.edits }
    }

    /// Undoes the edits of one form: those not sent are taken back, the opposite is added of those that were. What the form
    /// put right is refused again.
    public func undo(_ receipts: [Receipt]) async throws(ContactStoreError) {
        try await change { $0.undo(receipts) }
    }

    /// Gives up an edit, and returns that by which it comes back: see `restore`. Nil for one that was sent, and for one that
    /// may be under way: that is undone once it is known what became of it, unless it is a deletion.
    @discardableResult
    public func drop(_ edit: EditID) async throws(ContactStoreError) -> RemovedEdits? {
        try await change { book in
            book.dropSending(edit) ? nil : book.dropUnsent(edit)
        }
    }

    /// Sends a refused edit again. Returns false for any other, and for one that was only to follow what was given up.
    public func retry(_ edit: EditID) async throws(ContactStoreError) -> Bool {
        try await change { [surroundings] in $0.retry(edit, now: surroundings.clock()) }
    }

    /// There is a network, or a token, again.
    public func resume() async throws(ContactStoreError) {
        let now = now
        try await onEngine { engine, db in try engine.tryAgain(db, now: now) }
        alarm.ring()
    }

    /// Somebody uses the program, or the server has answered something else: what waits for an answer is tried now. Does
    /// nothing where nothing does.
    public func serverMayAnswer() {
        let isDue = unanswered.withLockHeld { last in
            guard let moment = last, now - moment >= Self.minPause else { return false }
            last = nil
            return true
        }
        // What cannot be stored is not sent, and says so itself.
        if isDue { Task { try? await resume() } }
    }
}

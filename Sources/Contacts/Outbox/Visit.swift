import Foundation
import Model
import Network

/// A visit to one contact: questions, comparison, then one write after the other. It reads no clock and sends nothing; the
/// outbox stores the contact after each step. Moments are in seconds of a clock that runs on in sleep.
struct Visit<Planner: WritePlanner>: Sendable {
    /// Between tries after failures of the server.
    static var pauses: [TimeInterval] { [60, 300, 1_800] }

    let planner: Planner
    let reconciler: Reconciler
    /// All answers so far; nil while nothing was asked.
    var reading: Planner.Reading?
    private(set) var theirs = ServerView()
    /// Whether the contact was there when it was read.
    private var isMade = false

    /// A visit that tests may take rules away from.
    init(_ planner: Planner, without rules: Set<OutboxRule> = []) {
        self.planner = planner
        reconciler = Reconciler(reader: planner, without: rules)
    }

    /// The whole contact that was read, as the store keeps it.
    var copy: Data? { reading.flatMap(planner.copy(in:)) }

    /// The next question. A stale contact is read as a whole, also where its pending changes need less.
    func nextRead(of contact: OutboxContact, isStale: Bool = false) -> Planner.Question? {
        var contact = contact
        if !reconciler.follows(.settlingReads), contact.isToBeDeleted { contact.attempt = nil }
        if let question = planner.nextRead(of: contact, after: reading) { return question }
        guard isStale else { return nil }
        contact.rows = [:]
        return planner.nextRead(of: contact, after: reading)
    }

    /// All questions are answered.
    mutating func compare(
        at now: TimeInterval, names: any ContactNames, in contact: inout OutboxContact, pace: inout Pace
    ) {
        theirs = reading.map { planner.view($0, parts: &contact.parts, names: names) } ?? ServerView()
        if reading == nil, !reconciler.follows(.reading) { theirs = contact.copy }
        isMade = !theirs.isEmpty
        if let reading, contact.remote == nil { contact.remote = planner.remote(in: reading) }
        let former = contact.attempt
        reconciler.receive(&theirs, at: now, in: &contact)
        if let attempt = contact.attempt {
            pace.wait = max(attempt.holdUntil, pace.retryAt)
        } else {
            let isRefused = former?.refusal.map { $0.from <= now } ?? false
            pace.wait = former == nil || isRefused ? 0 : pace.retryAt
            pace.isStale = false
        }
    }

    /// The next write, which is noted in the contact; nil at the end of the visit.
    mutating func nextWrite(
        at now: TimeInterval, names: any ContactNames, in contact: inout OutboxContact, pace: inout Pace
    ) -> PlannedWrite<Planner.Request>? {
        guard contact.attempt == nil, !contact.isGone else { return nil }
        // A row that came meanwhile may need another question.
        guard reading == nil || nextRead(of: contact) == nil else { return nil }
        reconciler.compare(theirs, in: &contact)
        guard let write = self.write(for: &contact, over: theirs, at: now, names: names) else { return nil }
        reconciler.begin(write, over: theirs, at: now, in: &contact)
        pace.isStale = false
        return write
    }

    /// The write was answered. Returns whether the visit goes on. A deletion that was carried out ends as an answer that the
    /// contact is gone.
    mutating func answered(
        _ answer: WriteAnswer<Planner.Reading>, to write: PlannedWrite<Planner.Request>, at now: TimeInterval,
        names: any ContactNames, in contact: inout OutboxContact, pace: inout Pace
    ) -> Bool {
        guard contact.attempt != nil else { return false }
        switch answer {
        case .done(let reading, let made):
            carriedOut(write, reading, made, now, names, &contact, &pace)
            // A contact that was just made is read before more of it is written. So are kept parts, and parts that
            // are wanted otherwise again: only the server has the values that a body must repeat.
            let isWantedAgain = write.sent.contains { $0.slot.isPart && contact.rows[$0.slot] != nil }
            return isMade && contact.attempt == nil && !isWantedAgain
        case .failed(.offline), .failed(.unauthorized), .failed(.rateLimited), .failed(.page(.certificate?)):
            // It was not carried out.
            contact.attempt = nil
        case .refused(let sentences):
            contact.attempt?.refusal = Attempt.Refusal(sentences: sentences, from: now)
            pace.wait = now
        case .failed(.failed):
            doubt(now, &contact, &pace)
            pace.failures += 1
            pace.retryAt = now + Self.pauses[min(pace.failures, Self.pauses.count) - 1]
            if pace.failures >= Self.pauses.count, reconciler.follows(.third) {
                contact.attempt?.refusal = Attempt.Refusal(sentences: [], from: now + Reconciler.hold)
                (pace.failures, pace.retryAt) = (0, 0)
            }
        case .failed(.lost), .failed(.page), .failed(.unavailable):
            doubt(now, &contact, &pace)
        }
        return false
    }
}

extension Visit {
    private mutating func carriedOut(
        _ write: PlannedWrite<Planner.Request>, _ reading: Planner.Reading?, _ made: RemoteID?, _ now: TimeInterval,
        _ names: any ContactNames, _ contact: inout OutboxContact, _ pace: inout Pace
    ) {
        let kept = contact.attempt?.kept ?? []
        (pace.failures, pace.retryAt) = (0, 0)
        if let made, contact.remote == nil { contact.remote = made }
        if let made, case .part(let kind, let id)? = write.makes { contact.parts.bind(id, to: made, kind) }
        let answer = reading.map { planner.view($0, parts: &contact.parts, names: names) }
        for state in write.sent { theirs.show(state.slot, state.value) }
        if let answer { theirs.merge(answer) }
        reconciler.carriedOut(&contact, answer: answer)
        if answer == nil, contact.id != OutboxContact.account, reconciler.follows(.readingAfter) { pace.isStale = true }
        // The server may have taken parts away that it was to leave alone. They are read again at once.
        let parts = write.sent.filter { kept.contains($0.slot) && $0.slot.isPart }
        guard !parts.isEmpty else { return }
        contact.attempt = Attempt(sent: parts, kept: Set(parts.map(\.slot)), holdUntil: now)
        pace.wait = now
    }

    /// The request may be under way for the length of a hold. The server is looked at once before.
    private func doubt(_ now: TimeInterval, _ contact: inout OutboxContact, _ pace: inout Pace) {
        let holds = reconciler.follows(.hold)
        contact.attempt?.holdUntil = holds ? now + Reconciler.hold : now
        pace.wait = reconciler.follows(.lookOnce) ? now : contact.attempt?.holdUntil ?? now
    }
}

extension Visit {
    /// The next request that changes nothing besides, or only values that the person agreed to. Others become problems.
    private func write(
        for contact: inout OutboxContact, over theirs: ServerView, at now: TimeInterval, names: any ContactNames
    ) -> PlannedWrite<Planner.Request>? {
        while let write = plan(contact, over: theirs, at: now, names: names) {
            let rows = write.sent.map(\.slot).filter { contact.rows[$0] != nil }
            let unseen = write.besides.filter { state in
                !rows.contains { contact.rows[$0]?.expected.contains(state) ?? false }
            }
            if unseen.isEmpty || rows.isEmpty { return write }
            for slot in rows { contact.rows[slot]?.problem = .sideEffects(values: unseen) }
        }
        return nil
    }

    /// The next request; nil when nothing can go now.
    func plan(
        _ contact: OutboxContact, over theirs: ServerView, at now: TimeInterval, names: any ContactNames
    ) -> PlannedWrite<Planner.Request>? {
        if contact.isToBeDeleted, let deletion = contact.rows[.existence] {
            guard contact.remote != nil, deletion.problem == nil, deletion.notBefore <= now else { return nil }
            return planner.plan([SlotState(.existence, nil)], of: contact, over: theirs, names: names)
        }
        let due = contact.rows.filter { slot, row in
            row.problem == nil && row.notBefore <= now
                && !(theirs.shows(slot) && planner.isSame(theirs[slot], row.wanted, in: slot))
                && canName(row.wanted, of: contact, names) && !contact.rows.isHeldBack(slot)
        }
        guard !due.isEmpty, contact.remote != nil || due[.existence] != nil else { return nil }
        let states = due.sorted { ($0.value.madeAt, $0.key.stored) < ($1.value.madeAt, $1.key.stored) }
        return planner.plan(states.map { SlotState($0.key, $0.value.wanted) }, of: contact, over: theirs, names: names)
    }

    /// Whether the server has each contact and part that a value of the contact names.
    private func canName(_ value: SlotValue?, of contact: OutboxContact, _ names: any ContactNames) -> Bool {
        if case .avatar(.photo(let photo))? = value {
            return contact.parts.remote(of: photo) != nil && contact.rows[.part(.photo, photo)] == nil
        }
        return value?.localContacts.allSatisfy { names.remote(of: $0) != nil } ?? true
    }
}

/// The memory of one contact, which ends with the process.
struct Pace: Hashable, Sendable {
    /// Nothing is asked of the contact before, in seconds.
    var wait: TimeInterval = 0
    /// After failures of the server nothing is written before, in seconds.
    var retryAt: TimeInterval = 0
    /// Failures of the server in a row.
    var failures = 0
    /// Whether the copy is older than the last write.
    var isStale = false
}

import Foundation
import GRDB
import Model

/// The pending changes as the disk has them, with the memory of the process about their sending.
struct OutboxMemory {
    /// A contact with its pending changes and its attempt.
    struct Pending {
        var rows: [Slot: PendingChange] = [:]
        var attempt: Attempt?
        /// The oldest change.
        var since = TimeInterval.infinity
    }

    var pending: [ContactID: Pending] = [:]
    /// The UUIDs of the contacts that the server does not have yet.
    var made: [ContactID: String] = [:]
    /// The contacts that the server has no longer.
    var gone: Set<ContactID> = []
    /// The contacts with relationships to a contact, or activities with it, by pending changes.
    var relating: [ContactID: Set<ContactID>] = [:]

    // The process alone knows the rest.

    var paces: [ContactID: Pace] = [:]
    /// The ends of the last writes, by the clock of the outbox.
    var ended: [RemoteID: TimeInterval] = [:]
    /// The open forms with their contacts, and the moments of their opening.
    var forms: [FormID: (contact: ContactID, since: TimeInterval)] = [:]
    /// When the reminders of contacts were read.
    var remindersRead: [ContactID: TimeInterval] = [:]
    var notices: [WaitingChange.ID: (notice: Notice, since: TimeInterval)] = [:]
    /// The contact with the request that is under way.
    var underWay: ContactID?
    /// Nothing is asked before.
    var pausedUntil: TimeInterval = 0
    var pause: OutboxPause?
    /// The moment when all pauses were last ended.
    var resumed = -TimeInterval.infinity
    /// How many questions in a row had no answer.
    var unanswered = 0

    static let pauses: [TimeInterval] = [2, 5, 15, 60, 120, 300]
    /// The longest wait that an answer may ask for.
    private static let maxWait: TimeInterval = 3_600
    /// More ends are not kept. The oldest are long before any answer that may come.
    private static let maxEnded = 2_000

    /// Takes the state of a contact.
    mutating func keep(_ rows: [Slot: PendingChange], _ attempt: Attempt?, of contact: ContactID) {
        for other in pending[contact]?.rows.relatives ?? [] { relating[other]?.remove(contact) }
        for other in rows.relatives { relating[other, default: []].insert(contact) }
        let since = rows.values.map(\.madeAt).min() ?? .infinity
        let entry = rows.isEmpty && attempt == nil ? nil : Pending(rows: rows, attempt: attempt, since: since)
        ChangeLog.note(pending[contact], becomes: entry)
        pending[contact] = entry
        if pending[contact] == nil, paces[contact]?.isStale != true { paces[contact] = nil }
    }

    /// A write of the contact ended.
    mutating func noteEnd(of remote: RemoteID?, at now: TimeInterval) {
        guard let remote else { return }
        if ended.count > Self.maxEnded { ended = ended.filter { now - $0.value < 600 } }
        ended[remote] = now
    }

    /// No answer of the server itself came: all wait. An answer to a question from before `resume` pauses nothing.
    mutating func notAnswered(_ failure: ServerFailure, asked: TimeInterval, at now: TimeInterval) {
        underWay = nil
        switch failure {
        case .unauthorized: (pausedUntil, pause) = (.infinity, .unauthorized)
        case .rateLimited(let wait): (pausedUntil, pause) = (now + max(1, wait), .rateLimited)
        case .page(let obstacle): pause(for: .page(obstacle), at: now)
        case .unavailable(let wait): pause(for: .unavailable, atLeast: wait ?? 0, at: now)
        case .offline, .lost, .failed: pause(for: .offline, at: now)
        }
        if asked < resumed, pause != .rateLimited { pausedUntil = 0 }
    }

    private mutating func pause(for reason: OutboxPause, atLeast wait: TimeInterval = 0, at now: TimeInterval) {
        unanswered += 1
        let step = Self.pauses[min(unanswered, Self.pauses.count) - 1]
        pausedUntil = now + max(step, min(wait, Self.maxWait))
        pause = reason
    }

    /// An answer of the server came.
    mutating func answered() {
        unanswered = 0
        (pausedUntil, pause) = (0, nil)
    }
}

extension OutboxMemory {
    /// Reads all pending changes. Each attempt gets a new hold.
    init(_ db: Database, now: TimeInterval) throws {
        self.init()
        let rows = try Row.fetchCursor(db, sql: "SELECT contact_id, slot, change FROM pending_change")
        while let row = try rows.next() {
            guard let slot = Slot(stored: try row.decode(forColumn: "slot")) else { throw StoredChangeError.unknown }
            let contact = ContactID(try row.decode(forColumn: "contact_id"))
            let change: PendingChange = try StoredForm.value(of: try row.decode(forColumn: "change"))
            pending[contact, default: Pending()].rows[slot] = change
        }
        for row in try Row.fetchAll(db, sql: "SELECT contact_id, attempt FROM attempt") {
            var attempt: Attempt = try StoredForm.value(of: try row.decode(forColumn: "attempt"))
            attempt.holdUntil = now + Reconciler.hold
            pending[ContactID(try row.decode(forColumn: "contact_id")), default: Pending()].attempt = attempt
        }
        for row in try Row.fetchAll(
            db,
            sql: """
                SELECT id, uuid, is_gone, (SELECT remote_id FROM contact WHERE contact.id = outbox_contact.id) AS remote
                FROM outbox_contact
                """)
        {
            let id = ContactID(try row.decode(forColumn: "id"))
            if try row.decode(forColumn: "is_gone") { gone.insert(id) }
            if let uuid = try row.decode(String?.self, forColumn: "uuid"),
                try row.decode(String?.self, forColumn: "remote") == nil
            {
                made[id] = uuid
            }
        }
        let stored = pending
        pending = [:]
        for (contact, entry) in stored { keep(entry.rows, entry.attempt, of: contact) }
    }
}

// The order of contacts.
extension OutboxMemory {
    /// The contact to visit now, or the moment of the next visit; infinity where no visit is due.
    func next(at now: TimeInterval) -> (contact: ContactID?, moment: TimeInterval) {
        guard pausedUntil <= now else { return (nil, pausedUntil) }
        var (next, first, soon) = (ContactID?.none, TimeInterval.infinity, TimeInterval.infinity)
        func look(_ contact: ContactID, _ since: TimeInterval) {
            guard let moment = due(contact) else { return }
            if moment > now { return soon = min(soon, moment) }
            if next == nil || (since, contact) < (first, next ?? contact) { (next, first) = (contact, since) }
        }
        for (contact, entry) in pending { look(contact, entry.since) }
        for (contact, pace) in paces where pace.isStale && pending[contact] == nil { look(contact, .infinity) }
        return (next, soon)
    }

    /// When the contact is visited next; nil where nothing of it can go.
    func due(_ contact: ContactID) -> TimeInterval? {
        let pace = paces[contact] ?? Pace()
        guard let entry = pending[contact] else { return pace.isStale && !gone.contains(contact) ? pace.wait : nil }
        if entry.attempt != nil { return pace.wait }
        let existence = entry.rows[.existence]
        if let existence, existence.wanted == nil {
            return existence.problem == nil ? max(pace.wait, existence.notBefore) : nil
        }
        if made[contact] != nil {
            return existence != nil && existence?.problem == nil ? pace.wait : nil
        }
        let free = entry.rows.filter { $1.problem == nil && canGo($1) && !entry.rows.isHeldBack($0) }.map(
            \.value.notBefore
        ).min()
        if let free { return max(free, pace.wait) }
        return pace.isStale && !gone.contains(contact) ? pace.wait : nil
    }

    /// Whether a pending change names the contact.
    func isNamed(_ contact: ContactID) -> Bool {
        pending.values.contains { $0.rows.values.contains { $0.wanted?.localContacts.contains(contact) ?? false } }
    }

    /// Whether the server has the contacts that the change names.
    private func canGo(_ row: PendingChange) -> Bool {
        row.wanted?.localContacts.allSatisfy { made[$0] == nil && !gone.contains($0) } ?? true
    }
}

extension [Slot: PendingChange] {
    /// The contacts that relationships and activities name, before or after.
    fileprivate var relatives: Set<ContactID> {
        Set(values.flatMap { [$0.base, $0.wanted] }.flatMap { $0?.relatedContacts ?? [] })
    }
}

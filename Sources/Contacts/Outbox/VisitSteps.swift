import Foundation
import GRDB
import Model

/// A visit with its next write, which is stored as an attempt; nil at its end.
struct VisitStep<Planner: WritePlanner>: Sendable {
    var visit: Visit<Planner>
    var write: PlannedWrite<Planner.Request>?
}

/// The steps of a visit to a contact, each in a transaction.
struct VisitSteps<Planner: WritePlanner>: Sendable {
    let id: ContactID
    /// When the visit began, by the clock of the outbox.
    let asked: TimeInterval
    let storage: BoundedStorage

    /// All questions of a visit are answered.
    func compare(_ visit: Visit<Planner>, in transaction: inout OutboxTransaction) throws -> Visit<Planner> {
        let now = transaction.now
        var visit = visit
        guard var contact = try transaction.contact(id) else {
            // It was removed, or its copy comes with the next pass.
            transaction.memory.paces[id] = transaction.memory.pending[id].map { _ in Pace(wait: now + 60) }
            return visit
        }
        let hadAttempt = contact.attempt != nil
        let others = contact.attempt.map { Self.others(in: $0.sent, of: contact) } ?? []
        var pace = transaction.memory.paces[id] ?? Pace()
        visit.compare(at: now, names: transaction, in: &contact, pace: &pace)
        transaction.memory.paces[id] = pace
        let days = [ContactKey.birthday, .death, .metOn]
        if days.allSatisfy({ visit.theirs.shows(.reminder($0)) }) { transaction.memory.remindersRead[id] = now }
        if contact.attempt == nil {
            if hadAttempt {
                try noteWrite(of: contact, others, in: &transaction)
            }
            if let copy = visit.copy { try transaction.store(copy, of: contact, within: storage) }
        }
        try transaction.keep(contact)
        return visit
    }

    /// The next write is noted before it goes. None goes by a reading that is old: the computer may have slept.
    func nextWrite(after visit: Visit<Planner>, in transaction: inout OutboxTransaction) throws -> VisitStep<Planner> {
        let now = transaction.now
        var step = VisitStep(visit: visit)
        guard now - asked < 60, var contact = try transaction.contact(id) else { return step }
        var pace = transaction.memory.paces[id] ?? Pace()
        step.write = step.visit.nextWrite(at: now, names: transaction, in: &contact, pace: &pace)
        transaction.memory.paces[id] = pace
        try transaction.keep(contact)
        if step.write != nil {
            transaction.memory.underWay = id
        } else if let due = transaction.memory.due(id), due <= now, transaction.memory.paces[id]?.isStale != true {
            // Another question may bring it on. Else it waits, so that others go on.
            let isRead = step.visit.reading == nil || step.visit.nextRead(of: contact) == nil
            if isRead { transaction.memory.paces[id, default: Pace()].wait = now + 60 }
        }
        return step
    }

    /// The write was answered.
    func answered(
        _ answer: WriteAnswer<Planner.Reading>, to write: PlannedWrite<Planner.Request>, _ visit: Visit<Planner>,
        in transaction: inout OutboxTransaction
    ) throws -> VisitStep<Planner> {
        let now = transaction.now
        transaction.memory.underWay = nil
        var visit = visit
        guard var contact = try transaction.contact(id), contact.attempt != nil else { return VisitStep(visit: visit) }
        switch answer {
        case .done:
            transaction.memory.answered()
            if write.sent == [SlotState(.existence, nil)] {
                transaction.memory.noteEnd(of: contact.remote, at: now)
                try transaction.noteGone(id)
                return VisitStep(visit: visit)
            }
        case .refused, .failed(.failed): break
        case .failed(let failure): transaction.memory.notAnswered(failure, asked: asked, at: now)
        }
        var pace = transaction.memory.paces[id] ?? Pace()
        let others = Self.others(in: write.sent, of: contact)
        let goesOn = visit.answered(answer, to: write, at: now, names: transaction, in: &contact, pace: &pace)
        transaction.memory.paces[id] = pace
        if contact.attempt == nil { try noteWrite(of: contact, others, in: &transaction) }
        if case .done(let reading?, _) = answer, let copy = visit.planner.copy(in: reading) {
            try transaction.store(copy, of: contact, within: storage)
        }
        try transaction.keep(contact)
        return goesOn ? try nextWrite(after: visit, in: &transaction) : VisitStep(visit: visit)
    }

    /// The other contacts of sent values. A removed activity is on the pages of its former attendees, too.
    private static func others(in sent: [SlotState], of contact: OutboxContact) -> [ContactID] {
        sent.flatMap { [$0.value, contact.rows[$0.slot]?.base, contact.copy[$0.slot]] }
            .flatMap { $0?.relatedContacts ?? [] }
    }

    /// A write of the contact ended. The pages of its other contacts are read once. Answers of before come too late.
    private func noteWrite(
        of contact: OutboxContact, _ others: [ContactID], in transaction: inout OutboxTransaction
    ) throws {
        transaction.memory.noteEnd(of: contact.remote, at: transaction.now)
        for other in others {
            transaction.memory.paces[other, default: Pace()].isStale = true
            transaction.memory.noteEnd(of: transaction.remote(of: other), at: transaction.now)
            try StoredSection.outdate(.activities, ofContact: other, transaction.db)
        }
    }
}

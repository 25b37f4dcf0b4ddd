import Foundation
import GRDB
import Model

/// A visit with its next write, which is stored as an attempt; nil at its end.
struct VisitStep<Planner: WritePlanner>: Sendable {
    var visit: Visit<Planner>
    var write: PlannedWrite<Planner.Request>?
}

// The steps of a visit.
extension OutboxTransaction {
    mutating func notAnswered(_ failure: ServerFailure) {
        memory.underWay = nil
        switch failure {
        case .unauthorized: (memory.pausedUntil, memory.pause) = (.infinity, .unauthorized)
        case .rateLimited(let wait): (memory.pausedUntil, memory.pause) = (now + max(1, wait), .rateLimited)
        case .page: memory.notAnswered(.page, at: now)
        case .offline, .lost, .failed: memory.notAnswered(.offline, at: now)
        }
    }

    /// All questions of a visit are answered.
    mutating func compare<Planner>(
        _ visit: Visit<Planner>, _ id: ContactID, within storage: BoundedStorage
    ) throws -> Visit<Planner> {
        var visit = visit
        guard var contact = try contact(id) else {
            // It was removed, or its copy comes with the next pass.
            memory.paces[id] = memory.pending[id].map { _ in Pace(wait: now + 60) }
            return visit
        }
        let hadAttempt = contact.attempt != nil
        let former = contact.attempt?.sent ?? []
        var pace = memory.paces[id] ?? Pace()
        visit.compare(at: now, names: self, in: &contact, pace: &pace)
        memory.paces[id] = pace
        let days = [ContactKey.birthday, .death, .metOn]
        if days.allSatisfy({ visit.theirs.shows(.reminder($0)) }) { memory.remindersRead[id] = now }
        if contact.attempt == nil {
            if hadAttempt { noteWrite(of: contact, former) }
            if let copy = visit.copy { try store(copy, of: contact, within: storage) }
        }
        try keep(contact)
        return visit
    }

    /// The next write is noted before it goes. None goes by a reading that is old: the computer may have slept.
    mutating func nextWrite<Planner>(
        _ visit: Visit<Planner>, _ id: ContactID, asked: TimeInterval
    ) throws -> VisitStep<Planner> {
        var step = VisitStep(visit: visit)
        guard now - asked < 60, var contact = try contact(id) else { return step }
        var pace = memory.paces[id] ?? Pace()
        step.write = step.visit.nextWrite(at: now, names: self, in: &contact, pace: &pace)
        memory.paces[id] = pace
        try keep(contact)
        if step.write != nil {
            memory.underWay = id
        } else if let due = memory.due(id), due <= now, memory.paces[id]?.isStale != true {
            // Another question may bring it on. Else it waits, so that others go on.
            let isRead = step.visit.reading == nil || step.visit.nextRead(of: contact) == nil
            if isRead { memory.paces[id, default: Pace()].wait = now + 60 }
        }
        return step
    }

    /// The write was answered. The flag says whether the visit goes on.
    mutating func answered<Planner>(
        _ answer: WriteAnswer<Planner.Reading>, to write: PlannedWrite<Planner.Request>, _ visit: Visit<Planner>,
        _ id: ContactID, within storage: BoundedStorage
    ) throws -> (Visit<Planner>, Bool) {
        memory.underWay = nil
        var visit = visit
        guard var contact = try contact(id), contact.attempt != nil else { return (visit, false) }
        let outcome: Visit<Planner>.Answer
        switch answer {
        case .done(let reading, let made):
            memory.answered()
            if write.sent == [SlotState(.existence, nil)] {
                memory.noteEnd(of: contact.remote, at: now)
                try noteGone(id)
                return (visit, false)
            }
            outcome = .done(reading, made: made)
        case .refused(let sentences): outcome = .refused(sentences)
        case .failed(.failed): outcome = .failed
        case .failed(let failure):
            notAnswered(failure)
            switch failure {
            case .offline, .unauthorized, .rateLimited: outcome = .notNow
            case .lost, .page, .failed: outcome = .unclear
            }
        }
        var pace = memory.paces[id] ?? Pace()
        let goesOn = visit.answered(outcome, to: write, at: now, names: self, in: &contact, pace: &pace)
        memory.paces[id] = pace
        if contact.attempt == nil { noteWrite(of: contact, write.sent) }
        if case .done(let reading?, _) = answer, let copy = visit.reconciler.planner.copy(in: reading) {
            try store(copy, of: contact, within: storage)
        }
        try keep(contact)
        return (visit, goesOn)
    }

    /// A write of the contact ended. The other pages of its relationships and activities are read once.
    private mutating func noteWrite(of contact: OutboxContact, _ sent: [SlotState]) {
        memory.noteEnd(of: contact.remote, at: now)
        for other in sent.flatMap({ $0.value?.relatedContacts ?? [] }) {
            memory.paces[other, default: Pace()].isStale = true
        }
    }
}

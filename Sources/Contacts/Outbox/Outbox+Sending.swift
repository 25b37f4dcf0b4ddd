public import Foundation
import GRDB
public import Model
import Platform

// The way to the server: visits to one contact after the other, one request at a time.
extension Outbox {
    /// Before a contact is looked at again that cannot be read, in seconds. Early in a hold it is shorter.
    private static let pause: TimeInterval = 60
    /// A person who uses the program does not make the questions more frequent, in seconds.
    private static let minPause: TimeInterval = 5
    /// Before the next try where the disk takes nothing, in seconds.
    private static let diskPause: TimeInterval = 30

    /// Sends until the task is cancelled.
    @concurrent
    public func run() async {
        // Photos that stay take room until the next start, and nothing else.
        _ = try? await change { try $0.photos.tidy($0.memory, at: $0.now) }
        while !Task.isCancelled {
            do {
                let (contact, moment) = try await look { $0.memory.next(at: $0.now) }
                if let contact {
                    try await visit(contact, server)
                } else {
                    await wait(until: moment)
                }
            } catch {
                // A change that cannot be stored is not sent.
                forget()
                // The file has another place: its changes are sent from there.
                if error as? ContactStoreError == .replaced { return }
                if !Task.isCancelled { await wait(until: now + Self.diskPause) }
            }
        }
        forget()
    }

    /// Until something was stored, or a moment has come.
    private func wait(until moment: TimeInterval) async {
        let timer = Task { [clock, alarm] in
            guard moment < .infinity else { return }
            // A cancelled timer rings for nothing.
            guard (try? await clock.sleep(moment)) != nil else { return }
            alarm.ring()
        }
        await alarm.wait()
        timer.cancel()
    }

    private func visit<Server: WriteServer>(_ id: ContactID, _ server: Server) async throws {
        var visit = Visit(server.planner)
        let asked = now
        while let question = try await nextRead(visit, id) {
            switch await server.ask(question, after: visit.reading) {
            case .success(let reading):
                visit.reading = reading
                try await answered()
            case .failure(.gone):
                return try await change { transaction in
                    transaction.memory.answered()
                    transaction.memory.noteEnd(of: transaction.remote(of: id), at: transaction.now)
                    try transaction.noteGone(id)
                }
            case .failure(.refused), .failure(.failed(.failed)):
                try await answered()
                return try await postpone(id, asked: asked)
            case .failure(.failed(let failure)):
                return try await notAnswered(failure, asked: asked)
            }
        }
        let read = visit
        let steps = VisitSteps<Server.Planner>(id: id, asked: asked, storage: store.storage)
        var step = try await change { try steps.nextWrite(after: steps.compare(read, in: &$0), in: &$0) }
        while let write = step.write {
            let answer = await server.send(write.request)
            let sent = step.visit
            step = try await change { try steps.answered(answer, to: write, sent, in: &$0) }
        }
    }

    private func nextRead<Planner>(
        _ visit: Visit<Planner>, _ id: ContactID
    ) async throws(ContactStoreError) -> Planner.Question? where Planner.Question: Sendable {
        guard !Task.isCancelled else { throw .cancelled }
        return try await look { transaction in
            guard let contact = try transaction.contact(id) else { return nil }
            return visit.nextRead(of: contact, isStale: transaction.memory.paces[id]?.isStale ?? false)
        }
    }

    private func answered() async throws(ContactStoreError) {
        let wasPaused = try await look { transaction in
            defer { transaction.memory.answered() }
            return transaction.memory.pause != nil
        }
        if wasPaused { store.changes.pauseChanged() }
    }

    private func notAnswered(_ failure: ServerFailure, asked: TimeInterval) async throws(ContactStoreError) {
        try await look { $0.memory.notAnswered(failure, asked: asked, at: $0.now) }
        store.changes.pauseChanged()
    }

    /// The contact is looked at again later; others go on. An answer from before `resume` postpones nothing.
    private func postpone(_ id: ContactID, asked: TimeInterval) async throws(ContactStoreError) {
        try await look { transaction in
            guard asked >= transaction.memory.resumed else { return }
            let held = transaction.now - (transaction.memory.pending[id]?.attempt?.holdUntil ?? 0) + Reconciler.hold
            let pause = min(OutboxMemory.pauses.first { $0 > held } ?? Self.pause, Self.pause)
            transaction.memory.paces[id, default: Pace()].wait = transaction.now + pause
        }
    }

    /// Reads for a form the values that only the server shows, such as its reminders. `editable` shows them then, and
    /// observers of the contact are told. A failure leaves them unknown.
    @concurrent
    public func readForForm(_ contact: ContactID) async {
        // The person sees the switch as unknown until the next form.
        try? await readForForm(contact, server)
    }

    private func readForForm<Server: WriteServer>(_ id: ContactID, _ server: Server) async throws {
        var visit = Visit(server.planner)
        let asked = now
        while true {
            let known = visit.reading
            let question = try await look { transaction -> Server.Planner.Question? in
                guard let contact = try transaction.contact(id), contact.remote != nil, contact.attempt == nil
                else { return nil }
                return server.planner.nextFormRead(of: contact, after: known)
            }
            guard let question, !Task.isCancelled else { break }
            guard case .success(let answer) = await server.ask(question, after: known) else { return }
            visit.reading = answer
        }
        guard visit.reading != nil else { return }
        let read = visit
        let steps = VisitSteps<Server.Planner>(id: id, asked: asked, storage: store.storage)
        try await change { transaction in
            let remote = transaction.remote(of: id)
            let isOlder = remote.flatMap { transaction.memory.ended[$0] }.map { $0 >= asked } ?? false
            guard !isOlder, try transaction.contact(id)?.attempt == nil else { return }
            _ = try steps.compare(read, in: &transaction)
        }
    }

    /// There is a network or a token again: all pauses end.
    public func resume() async throws(ContactStoreError) {
        try await look { transaction in
            transaction.memory.resumed = transaction.now
            // The server's own limit stays.
            if transaction.memory.pause != .rateLimited { transaction.memory.pausedUntil = 0 }
            if transaction.memory.pause == .unauthorized { transaction.memory.pause = nil }
            for id in transaction.memory.paces.keys where transaction.memory.pending[id]?.attempt == nil {
                transaction.memory.paces[id]?.wait = 0
            }
        }
        store.changes.pauseChanged()
        alarm.ring()
    }

    /// A person uses the program, or the server has answered something else: an unanswered question is asked again now.
    public func serverMayAnswer() {
        let isDue = unanswered.withLockHeld { last in
            guard let moment = last, now - moment >= Self.minPause else { return false }
            last = now
            return true
        }
        // The pause ends by itself.
        if isDue { Task { try? await resume() } }
    }

    /// A person wants all that can go to be sent now: pauses end, and refused changes are tried again.
    public func sendNow() async throws(ContactStoreError) {
        try await change { try $0.retryAll() }
        try await resume()
    }

    /// Waits until all is sent that can be, some seconds at most, and returns the rest. Held changes are final.
    public func sendAll(within seconds: TimeInterval) async throws(ContactStoreError) -> UnsentWork {
        try await finishAll()
        try await resume()
        let end = now + seconds
        while true {
            let isResting = try await look { transaction in
                let next = transaction.memory.next(at: transaction.now)
                // Without a server the next try is worth no wait.
                let isOut = transaction.memory.pause.map { $0 != .rateLimited } ?? false
                return next.contact == nil && (isOut || next.moment > end) && transaction.memory.underWay == nil
            }
            let work = try await unsent()
            if work.changes.isEmpty || isResting || now >= end || Task.isCancelled { return work }
            // Cancelled while asleep: the loop ends by itself.
            try? await Task.sleep(for: .milliseconds(100))
        }
    }
}

import Foundation
import Model
import Network
import Testing

@testable import Contacts

/// The way of requests: doubt, pauses, order, a failing disk and an end of the program.
@Suite(.timeLimit(.minutes(2))) struct OutboxSendingTests {
    private let lab: OutboxLab

    init() throws { lab = try OutboxLab() }

    private func questions() -> Int { lab.server.with { $0.questions } }

    // In doubt.

    /// After a restart an attempt has a new hold.
    @Test(arguments: [false, true])
    func inDoubtNothingIsWrittenBeforeTheHoldIsOver(restarts: Bool) async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        lab.trouble(.instead(.failed(.failed(status: 500))))
        try await lab.settled(lab.save(ada, [.first: .text("Eve"), .job: .text("Poet")]))
        if restarts {
            try await lab.pass(100)
            try await lab.settled(lab.restart())
        }
        #expect(try await lab.states() == [.inDoubt, .waiting])
        let change = try #require(try await lab.outbox.waiting().first)
        #expect(lab.outbox.timeLeft(of: change) == 120)
        try await lab.pass(119)
        #expect(lab.requests.count == 1)
        try await lab.pass(1)
        #expect(lab.requests.count == 3)
        #expect(try await lab.person(ada)?[.firstName] == .text("Eve"))
        #expect(try await lab.states().isEmpty)
    }

    /// `byPass`: a pass brings the contact. Else the program restarts, and looks for the contact.
    @Test(arguments: [false, true]) func aCreationInDoubtIsFoundByItsUUID(byPass: Bool) async throws {
        lab.trouble(.unanswered(.lost))
        lab.server.with { state in state.meanwhile = { [lab] in lab.server.with { $0.silence = .lost } } }
        let ann = try await lab.settled(lab.create([.first: .text("Ann"), .job: .text("Poet")]).contact)
        #expect(Set(try await lab.states()) == [.inDoubt, .waiting])
        if byPass { try await lab.bring(1) } else { await lab.restart() }
        #expect(try await lab.names() == ["Ann"])
        lab.server.with { $0.silence = nil }
        try await lab.pass(10)
        #expect(try await lab.names() == ["Ann"])
        #expect(try await lab.outbox.waiting().isEmpty)
        #expect(lab.server.with { $0.people.count } == 1 && lab.requests.count == 2)
        #expect(try await lab.person(ann)?[.job] == .text("Poet"))
        #expect(try await lab.store.remoteNumber(of: Int(ann.rawValue)) == 1)
    }

    /// The server is out of reach, or fails after a write. A Monica without its database answers each question by 500.
    @Test(arguments: [false, true]) func aQuestionIsAskedAgainAfterTwoFiveFifteenSeconds(isInDoubt: Bool) async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        let failure = isInDoubt ? ServerFailure.failed(status: 500) : .offline
        if isInDoubt {
            lab.trouble(.unanswered(failure))
            lab.server.with { state in state.meanwhile = { [lab] in lab.server.with { $0.silence = failure } } }
        } else {
            lab.server.with { $0.silence = failure }
        }
        try await lab.settled(lab.save(ada, [.first: .text("Eve")]))
        let first = questions()
        for (seconds, count) in [(1.9, 0), (0.1, 1), (4.9, 1), (0.1, 2), (14.9, 2), (0.1, 3)] {
            try await lab.pass(seconds)
            #expect(questions() == first + count, "after \(seconds)")
        }
        let pause: OutboxPause? = isInDoubt ? nil : .offline
        #expect(try await lab.outbox.waiting().map(\.pause) == [pause])
        lab.server.with { $0.silence = nil }
        try await lab.pass(60)
        #expect(try await lab.states().isEmpty)
        #expect(try await lab.names() == ["Eve"] && lab.requests.count == 1)
    }

    @Test func theThirdFailureInARowIsARefusal() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        let failure = TestServer.Trouble.instead(.failed(.failed(status: 500)))
        lab.trouble(failure, failure, failure)
        try await lab.settled(lab.save(ada, [.first: .text("Eve")]))
        try await lab.pass(120)
        try await lab.pass(299)
        #expect(lab.requests.count == 2)
        try await lab.pass(1)
        #expect(lab.requests.count == 3)
        try await lab.pass(120)
        #expect(try await lab.problem() == .refused(sentences: []))
        try await lab.settled(lab.outbox.sendNow())
        #expect(try await lab.states().isEmpty)
    }

    // Pauses.

    /// `wait` is the time until the next question; nil for none.
    @Test(
        arguments: [
            (.unauthorized, .unauthorized, nil), (.rateLimited(wait: 40), .rateLimited, 40),
            (.page(nil), .page(nil), 2), (.page(.challenge), .page(.challenge), 2),
            (.unavailable(wait: nil), .unavailable, 2), (.unavailable(wait: 40), .unavailable, 40),
            (.lost, .offline, 2),
        ] as [(ServerFailure, OutboxPause, TimeInterval?)])
    func allWaitForTheSameReason(failure: ServerFailure, reason: OutboxPause, wait: TimeInterval?) async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        let bob = try await lab.add([.firstName: .text("Bob")])
        lab.server.with { $0.silence = failure }
        try await lab.save(ada, [.first: .text("Eve")])
        try await lab.settled(lab.save(bob, [.first: .text("Bo")]))
        let waiting = try await lab.outbox.waiting()
        #expect(waiting.map(\.pause) == [reason, reason])
        #expect(try await lab.outbox.unsent().pause == reason)
        #expect(waiting.map { lab.outbox.timeLeft(of: $0) } == [wait, wait])
        #expect(questions() == 1)
        lab.server.with { $0.silence = nil }
        try await lab.pass(wait ?? 100_000)
        if wait == nil {
            #expect(questions() == 1)
            try await lab.settled(lab.outbox.resume())
        }
        #expect(try await lab.states().isEmpty)
        #expect(try await lab.outbox.unsent().pause == nil)
    }

    @Test(arguments: [ServerFailure.unauthorized, .rateLimited(wait: 30), .offline, .page(.certificate)])
    func aWriteThatWasNotCarriedOutIsNotInDoubt(failure: ServerFailure) async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        lab.trouble(.instead(.failed(failure)))
        try await lab.settled(lab.save(ada, [.first: .text("Eve")]))
        #expect(try await lab.states() == [.waiting])
        try await lab.outbox.resume()
        try await lab.pass(30)
        #expect(lab.requests.count == 2)
        #expect(try await lab.states().isEmpty)
    }

    @Test func anAnswerToAQuestionFromBeforeTheResumePausesNothing() {
        var memory = OutboxMemory()
        memory.resumed = 10
        for failure in [ServerFailure.unavailable(wait: 40), .offline, .unauthorized, .page(nil)] {
            memory.notAnswered(failure, asked: 9, at: 11)
            #expect(memory.pausedUntil == 0)
        }
        memory.notAnswered(.rateLimited(wait: 30), asked: 9, at: 11)
        #expect(memory.pausedUntil == 41)
        memory.answered()
        memory.notAnswered(.unavailable(wait: 40), asked: 10, at: 11)
        #expect(memory.pausedUntil == 51)
    }

    @Test func aPersonWhoComesBackAsksAtOnce() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        lab.server.with { $0.silence = .offline }
        try await lab.settled(lab.save(ada, [.first: .text("Eve")]))
        for seconds in [2.0, 5, 15, 60] { try await lab.pass(seconds) }
        lab.server.with { $0.silence = nil }
        lab.outbox.serverMayAnswer()
        try await lab.clock.advance { try await lab.outbox.waiting().isEmpty }
        #expect(lab.clock.now < 1_800_000_000 + 200)
    }

    @Test func aFailureFromBeforeAPersonSendsPostponesNothing() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        lab.server.with { state in
            state.silence = .failed(status: 503)
            state.whileAsked = { [lab] in
                lab.server.with { $0.silence = nil }
                lab.clock.advance(by: 1)
                try? await lab.outbox.resume()
            }
        }
        try await lab.settled(lab.save(ada, [.first: .text("Eve")]))
        #expect(try await lab.names() == ["Eve"] && lab.requests.count == 1)
    }

    // The order.

    @Test func theOldestChangeGoesFirst() async throws {
        try await lab.beOffline()
        var ids: [ContactID] = []
        for name in ["Ada", "Bob", "Cyd"] { ids.append(try await lab.add([.firstName: .text(name)])) }
        for id in [ids[2], ids[0], ids[1]] {
            try await lab.save(id, [.job: .text("Poet")])
            lab.clock.advance(by: 0.1)
        }
        let ann = try await lab.create([.first: .text("Ann")]).contact
        lab.clock.advance(by: 0.1)
        try await lab.save(ids[2], [.food: .text("figs")])
        let waiting = try await lab.outbox.waiting()
        #expect(waiting.map(\.contact) == [ids[2], ids[2], ids[0], ids[1], ann, ann])
        #expect(waiting.map(\.slot) == [.job, .food, .job, .job, .existence, .first])
        #expect(waiting.map(\.name) == ["Cyd", "Cyd", "Ada", "Bob", "Ann", "Ann"])
        try await lab.settled(lab.outbox.resume())
        #expect(lab.requests.map(\.contact?.rawValue) == ["3", "3", "1", "2", nil])
    }
}

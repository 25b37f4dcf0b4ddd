import Foundation
import Model
import Testing

@testable import Contacts

/// Pending changes beside a synchronisation.
@Suite(.timeLimit(.minutes(2))) struct OutboxPassTests {
    private let lab: OutboxLab

    init() throws { lab = try OutboxLab() }

    @Test(arguments: [false, true])
    func aCopyThatIsOlderThanTheLastWriteIsThrownAway(isDeletion: Bool) async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        let (old, asked) = (try #require(try await lab.person(ada)?.contact), lab.clock.now)
        lab.clock.advance(by: 1)
        if isDeletion {
            _ = try await lab.outbox.delete(ada, after: 0)
        } else {
            try await lab.save(ada, [.first: .text("Eve")])
        }
        try await lab.settle()
        lab.clock.advance(by: 1)
        try await lab.store.upsert([old], asked: asked)
        #expect(try await lab.names() == (isDeletion ? [] : ["Eve"]))
        if isDeletion { return }
        try await lab.store.upsert([old], asked: lab.clock.now)
        #expect(try await lab.names() == ["Ada"])
    }

    @Test func aCopyInDoubtIsNotStoredButCountsAsMet() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        lab.trouble(.unanswered(.lost))
        lab.server.with { state in state.meanwhile = { [lab] in lab.server.with { $0.silence = .lost } } }
        try await lab.save(ada, [.new(.field): .phone("1")])
        try await lab.settle()
        #expect(try await lab.states() == [.inDoubt])
        let copy = try #require(try await lab.person(ada)?.contact)
        #expect(copy.contactFields.count == 1)
        let met = try await lab.store.record([copy], SyncState())
        #expect(met.met == 1)
        #expect(try await lab.shown(ada)?.contactFields.count == 1)
        lab.server.with { $0.silence = nil }
        try await lab.pass(10)
        #expect(try await lab.shown(ada)?.contactFields.count == 1)
        #expect(try await lab.states().isEmpty)
    }

    @Test func aPassFindsTheContactThatWasMadeByItsUUID() async throws {
        lab.trouble(.unanswered(.lost))
        lab.server.with { state in state.meanwhile = { [lab] in lab.server.with { $0.silence = .lost } } }
        let ann = try await lab.create([.first: .text("Ann"), .job: .text("Poet")]).contact
        try await lab.settle()
        try await lab.bring(1)
        #expect(try await lab.names() == ["Ann"])
        lab.server.with { $0.silence = nil }
        try await lab.pass(10)
        #expect(try await lab.names() == ["Ann"])
        #expect(try await lab.person(ann)?[.job] == .text("Poet"))
        #expect(lab.server.with { $0.people.count } == 1)
        #expect(try await lab.states().isEmpty)
    }

    @Test func aPassReachesChangesAndConflictsWithThem() async throws {
        try await lab.beOffline()
        let ada = try await lab.add([.firstName: .text("Ada"), .job: .text("Poet")])
        try await lab.save(ada, [.first: .text("Eve"), .job: .text("Countess")])
        lab.change(ada) {
            $0[.firstName] = .text("Eve")
            $0[.job] = .text("Lady")
        }
        try await lab.bring(1)
        #expect(try await lab.outbox.waiting().map(\.slot) == [.job])
        #expect(try await lab.problem() == .conflict(values: [SlotState(.job, .text("Lady"))]))
        #expect(try await lab.shown(ada)?.job == "Countess")
    }

    @Test func aCopyThatShowsMoreKeepsWhatOnlyTheOutboxKnows() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        try await lab.save(ada, [.value(.metWhere): .text("Rome")])
        try await lab.settle()
        #expect(try await lab.editable(ada).values[.metWhere] == .text("Rome"))
        lab.change(ada) { $0[.job] = .text("Poet") }
        try await lab.bring(1)
        await lab.restart()
        #expect(try await lab.editable(ada).values[.metWhere] == .text("Rome"))
    }

    enum Use: Sendable, CaseIterable { case nothing, change, draft, form }

    @Test(arguments: Use.allCases) func aContactInUseIsNotRemoved(use: Use) async throws {
        try await lab.beOffline()
        let ada = try await lab.add([.firstName: .text("Ada")])
        let form = FormID()
        switch use {
        case .nothing: break
        case .change: try await lab.save(ada, [.first: .text("Eve")])
        case .draft: _ = try await lab.store.saveDraft(Data(), of: ada)
        case .form: _ = try await lab.outbox.editable(ada, for: form)
        }
        lab.clock.advance(by: 1)
        lab.server.with { $0.people[1] = nil }
        try await lab.store.remove(ids: [1])
        #expect(try await lab.names().count == (use == .nothing ? 0 : 1))
        #expect(try await lab.outbox.editable(ada)?.isGone == (use == .nothing ? nil : true))
        // The contact goes with its form; for one with a draft the next pass asks again.
        await lab.outbox.formClosed(form)
        for draft in try await lab.store.drafts() { try await lab.store.removeDraft(draft.id) }
        #expect(try await lab.names().count == ([.change, .draft].contains(use) ? 1 : 0))
        #expect(try await lab.store.missing(atMost: 9) == (use == .draft ? [1] : []))
        try await lab.store.remove(ids: [1])
        #expect(try await lab.names().count == (use == .change ? 1 : 0))
    }

    @Test func onlyContactsWithANameOfTheServerAreMissed() async throws {
        // The creation does not go: no token is taken.
        lab.trouble(.instead(.failed(.unauthorized)))
        _ = try await lab.add([.firstName: .text("Ada")])
        try await lab.create([.first: .text("Ann")])
        #expect(try await lab.store.missing(atMost: 9) == [1])
        #expect(try await lab.store.sample(of: 9) == [1])
        #expect(try await lab.store.listedCount() == 1)
        try await lab.store.removeListed(asked: lab.clock.now)
        #expect(try await lab.names() == ["Ann"])
    }

    @Test func theNumberOfAContactMadeHereIsNotGivenToAnother() async throws {
        let ann = try await lab.create([.first: .text("Ann")]).contact
        try await lab.settle()
        #expect(ann.rawValue >= 1 << 40)
        let receipt = try #require(try await lab.outbox.delete(ann, after: 0))
        _ = receipt
        try await lab.settle()
        #expect(try await lab.create([.first: .text("Bea")]).contact > ann)
    }
}

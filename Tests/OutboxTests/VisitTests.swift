import Model
import Testing

@testable import Contacts

/// Examples of answers to a write, a line each. The write goes at 100 seconds and is answered at 110.
struct VisitTests {
    struct Example: Sendable {
        let title: String
        let answer: WriteAnswer<ServerView>
        var failures = 0
        var goesOn = false
        var isUnderWay = true
        var holdUntil = 220.0
        /// The moment of the next look at the server.
        var wait = 110.0
        var retryAt = 0.0
        /// The moment from which it counts as refused.
        var refusedFrom: Double?
        var isStale = false
    }

    static let examples = [
        Example(
            title: "a whole answer", answer: .done(Plain.view("Eve"), made: nil), goesOn: true, isUnderWay: false,
            wait: 0),
        Example(
            title: "an answer without the contact", answer: .done(nil, made: nil), goesOn: true, isUnderWay: false,
            wait: 0, isStale: true
        ),
        Example(title: "no token", answer: .failed(.unauthorized), isUnderWay: false, wait: 0),
        Example(title: "too many requests", answer: .failed(.rateLimited(wait: 9)), isUnderWay: false, wait: 0),
        Example(title: "not a byte has left", answer: .failed(.offline), isUnderWay: false, wait: 0),
        Example(title: "refused: looked at before it counts", answer: .refused(["No."]), refusedFrom: 110),
        Example(title: "no answer: in doubt, looked at once", answer: .failed(.lost), holdUntil: 230),
        Example(title: "a page: in doubt, looked at once", answer: .failed(.page(nil)), holdUntil: 230),
        Example(
            title: "a failure: again after a minute", answer: .failed(.failed(status: 500)), holdUntil: 230,
            retryAt: 170),
        Example(
            title: "a second failure: after five", answer: .failed(.failed(status: 500)), failures: 1, holdUntil: 230,
            retryAt: 410),
        Example(
            title: "a third one is a refusal after the hold", answer: .failed(.failed(status: 500)), failures: 2,
            holdUntil: 230,
            refusedFrom: 230),
    ]

    @Test(arguments: examples) func answering(_ example: Example) throws {
        var (visit, contact, pace) = (Visit(PlainPlanner()), Self.contact, Pace())
        pace.failures = example.failures
        visit.reading = contact.copy
        visit.compare(at: 100, names: NoNames(), in: &contact, pace: &pace)
        let write = try #require(visit.nextWrite(at: 100, names: NoNames(), in: &contact, pace: &pace))
        let goesOn = visit.answered(
            example.answer, to: write, at: 110, names: NoNames(), in: &contact, pace: &pace)
        #expect(goesOn == example.goesOn, "\(example.title)")
        #expect((contact.attempt != nil) == example.isUnderWay, "\(example.title)")
        #expect(contact.attempt.map { $0.holdUntil == example.holdUntil } ?? true, "\(example.title)")
        #expect(contact.attempt?.refusal?.from == example.refusedFrom, "\(example.title)")
        #expect(pace.wait == example.wait && pace.retryAt == example.retryAt, "\(example.title)")
        #expect(pace.isStale == example.isStale, "\(example.title)")
    }

    private static let contact = Plain.contact("Ada", Plain.row("Ada", "Eve"))

    /// Only the server has the values that the next body of a part must repeat.
    @Test func aPartThatIsWantedOtherwiseAgainIsReadFirst() throws {
        let slot = Slot.part(.task, PartID(5))
        func task(_ title: String) -> SlotValue { .part(.task(TaskValue(title: title))) }
        for isWantedAgain in [true, false] {
            var (visit, contact, pace) = (Visit(PlainPlanner()), Self.contact, Pace())
            contact.copy.show(slot, task("Old"))
            let expected = [SlotState(slot, task("Old"))]
            contact.rows = [
                slot: PendingChange(base: task("Old"), wanted: task("New"), expected: expected, madeAt: 1)
            ]
            visit.reading = contact.copy
            visit.compare(at: 100, names: NoNames(), in: &contact, pace: &pace)
            let write = try #require(visit.nextWrite(at: 100, names: NoNames(), in: &contact, pace: &pace))
            if isWantedAgain { contact.rows[slot]?.wanted = task("Old") }
            let goesOn = visit.answered(
                .done(nil, made: nil), to: write, at: 110, names: NoNames(), in: &contact, pace: &pace)
            #expect(goesOn != isWantedAgain)
            #expect((contact.rows[slot] != nil) == isWantedAgain && pace.isStale)
        }
    }

    /// A contact that was just made is read before more of it is written.
    @Test func aVisitEndsAfterACreation() throws {
        var (visit, contact, pace) = (Visit(PlainPlanner()), Self.contact, Pace())
        (contact.remote, contact.copy) = (nil, ServerView())
        contact.rows[.existence] = PendingChange(base: nil, wanted: .on, madeAt: 1)
        contact.rows[.name] = PendingChange(base: nil, wanted: .text("Eve"), madeAt: 1)
        visit.compare(at: 100, names: NoNames(), in: &contact, pace: &pace)
        let write = try #require(visit.nextWrite(at: 100, names: NoNames(), in: &contact, pace: &pace))
        #expect(
            !visit.answered(
                .done(nil, made: RemoteID("9")), to: write, at: 110, names: NoNames(), in: &contact, pace: &pace))
        #expect(contact.remote == RemoteID("9") && contact.rows.isEmpty && pace.isStale)
    }
}

/// Names that resolve no contact.
struct NoNames: ContactNames {
    func remote(of id: ContactID) -> RemoteID? { nil }
    func local(of remote: RemoteID) -> ContactID? { nil }
}

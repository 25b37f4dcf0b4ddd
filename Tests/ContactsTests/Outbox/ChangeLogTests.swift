import Model
import Testing

@testable import Contacts

/// The log tells how far changes are, and nothing of a person.
struct ChangeLogTests {
    private typealias Pending = OutboxMemory.Pending

    @Test func eachStateOfAChangeIsALine() {
        let slot = Slot.value(.job)
        var change = PendingChange(base: nil, wanted: .value(.text("Secret")), madeAt: 0)
        let waiting = Pending(rows: [slot: change])
        let sending = Pending(rows: [slot: change], attempt: Attempt(sent: [SlotState(slot, change.wanted)]))
        change.problem = .refused(sentences: ["Secret"])
        let refused = Pending(rows: [slot: change])
        let steps = [nil, waiting, sending, sending, refused, nil]
        let lines = zip(steps, steps.dropFirst()).map { ChangeLog.lines($0, becomes: $1) }
        #expect(
            lines == [
                ["value:job: waiting"], ["value:job: sending"], [], ["value:job: refused"], ["value:job: ended"],
            ])
    }

    @Test func noNameOfATagAndNoNumberIsInALine() {
        let change = PendingChange(base: nil, wanted: .on, madeAt: 0)
        let rows = Pending(rows: [.tag("secret"): change, .part(.note, PartID(4_711)): change])
        #expect(ChangeLog.lines(nil, becomes: rows) == ["note: waiting", "tag: waiting"])
    }
}

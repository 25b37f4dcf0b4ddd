import GRDB
import Model
import Testing

@testable import Contacts

/// Changes are stored in forms that later versions read for ever.
struct OutboxTablesTests {
    private static let slots: [(Slot, String)] = [
        (.existence, "existence"), (.value(.metWhere), "value:met_where"), (.reminder(.death), "reminder:death"),
        (.part(.field, PartID(7)), "field:7"), (.part(.address, PartID(8)), "address:8"),
        (.part(.relationship, PartID(9)), "relationship:9"), (.tag("a:b"), "tag:a:b"), (.tag(""), "tag:"),
        (.avatar, "avatar"), (.me, "me"),
    ]

    @Test(arguments: slots) func slotsKeepTheirNames(slot: Slot, name: String) {
        #expect(slot.stored == name)
        #expect(Slot(stored: name) == slot)
    }

    @Test(arguments: ["", "value:age", "field:x", "existence:1", "note:1", "reminder", "me:"])
    func unknownSlotsAreNone(name: String) {
        #expect(Slot(stored: name) == nil)
    }

    /// One of each kind of value and problem.
    private static let changes: [(PendingChange, String)] = [
        (
            PendingChange(base: nil, wanted: .on, madeAt: 1, problem: .gone),
            #"{"value":{"expected":[],"made_at":1,"not_before":0,"problem":{"gone":{}},"wanted":{"on":true}},"version":1}"#
        ),
        (
            PendingChange(
                base: .value(.text("Ada")), wanted: nil,
                expected: [SlotState(.value(.firstName), .value(.text("Ada"))), SlotState(.value(.firstName), nil)],
                madeAt: 1.5, notBefore: 20, problem: .refused(sentences: ["Too long."])),
            #"{"value":{"base":{"value":{"text":"Ada"}},"expected":[{"slot":"value:first_name","value":{"value":{"text":"Ada"}}},{"slot":"value:first_name"}],"made_at":1.5,"not_before":20,"problem":{"refused":{"sentences":["Too long."]}}},"version":1}"#
        ),
        (
            PendingChange(
                base: .part(.address(AddressValue(city: "Oslo"))),
                wanted: .part(.field(FieldValue(type: RemoteID("2"), content: "a@b.c", labels: ["work"]))), madeAt: 1,
                problem: .conflict(values: [SlotState(.tag("t"), .on)])),
            #"{"value":{"base":{"part":{"address":{"city":"Oslo"}}},"expected":[],"made_at":1,"not_before":0,"problem":{"conflict":{"values":[{"slot":"tag:t","value":{"on":true}}]}},"wanted":{"part":{"field":{"content":"a@b.c","labels":["work"],"type":"2"}}}},"version":1}"#
        ),
        (
            PendingChange(
                base: .photo(PartID(3)), wanted: .value(.contact(.local(ContactID(5)))), madeAt: 1,
                problem: .sideEffects(values: [SlotState(.value(.birthday), .value(.day(.monthDay(month: 2, day: 29))))]
                )),
            #"{"value":{"base":{"photo":3},"expected":[],"made_at":1,"not_before":0,"problem":{"side_effects":{"values":[{"slot":"value:birthday","value":{"value":{"day":{"day":29,"month":2}}}}]}},"wanted":{"value":{"contact":{"local":5}}}},"version":1}"#
        ),
        (
            PendingChange(
                base: .value(.death(nil)),
                wanted: .part(.relationship(RelationshipValue(type: RemoteID("uncle"), other: .remote(RemoteID("4"))))),
                madeAt: 1),
            #"{"value":{"base":{"value":{"death":null}},"expected":[],"made_at":1,"not_before":0,"wanted":{"part":{"relationship":{"other":{"remote":"4"},"type":"uncle"}}}},"version":1}"#
        ),
    ]

    @Test(arguments: changes) func changesKeepTheirForm(change: PendingChange, text: String) throws {
        #expect(try StoredForm(value: change).text() == text)
        #expect(try StoredForm<PendingChange>.value(of: text) == change)
    }

    private static let attempt = Attempt(
        sent: [SlotState(.value(.firstName), .value(.text("Ada"))), SlotState(.reminder(.birthday), nil)],
        kept: [.reminder(.birthday)], known: [.part(.field, PartID(4))])
    private static let storedAttempt =
        #"{"value":{"kept":["reminder:birthday"],"known":["field:4"],"sent":[{"slot":"value:first_name","value":{"value":{"text":"Ada"}}},{"slot":"reminder:birthday"}]},"version":1}"#

    @Test func attemptsKeepTheirForm() throws {
        #expect(try StoredForm(value: Self.attempt).text() == Self.storedAttempt)
        #expect(try StoredForm<Attempt>.value(of: Self.storedAttempt) == Self.attempt)
    }

    @Test(arguments: [
        #"{"value":{"expected":[],"made_at":1,"not_before":0},"version":2}"#, "{}", "", "[1]",
        #"{"value":{"expected":[],"made_at":1,"not_before":0,"wanted":{"colour":1}},"version":1}"#,
    ]) func otherFormsAreNotRead(text: String) {
        #expect(throws: (any Error).self) { try StoredForm<PendingChange>.value(of: text) }
    }

    private func database() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { try OutboxTables.create($0) }
        return queue
    }

    private func contact() -> OutboxContact { OutboxContact(id: ContactID(1), remote: nil, uuid: "u") }

    @Test func theDifferenceOfTwoStatesIsStored() throws {
        let queue = try database()
        var first = contact()
        for (number, (change, _)) in Self.changes.enumerated() { first.rows[.tag("\(number)")] = change }
        let part = first.parts.id(of: .field, RemoteID("5"))
        first.rows[.part(.field, first.parts.newID())] = Self.changes[0].0
        first.attempt = Self.attempt
        try queue.write { try OutboxTables.save($0, first, over: contact()) }
        #expect(try read(queue) == first)

        var second = first
        second.rows[.tag("0")] = nil
        second.rows[.tag("1")]?.problem = nil
        second.attempt = nil
        // The server's part is another one here now.
        second.parts.bind(PartID(part.rawValue + 1), to: RemoteID("5"), .field)
        try queue.write { try OutboxTables.save($0, second, over: first) }
        #expect(try read(queue) == second)
    }

    private func read(_ queue: DatabaseQueue) throws -> OutboxContact {
        var contact = contact()
        try queue.read { try OutboxTables.load($0, into: &contact) }
        return contact
    }

    @Test func numbersOfPartsAreNeverUsedAgain() throws {
        let queue = try database()
        var first = contact()
        let part = first.parts.newID()
        first.rows[.part(.field, part)] = Self.changes[0].0
        try queue.write {
            try OutboxTables.save($0, first, over: contact())
            try $0.execute(sql: "DELETE FROM part")
        }
        var read = try read(queue)
        #expect(read.parts.newID() > part)
    }

    @Test(arguments: ["sqlite_sequence SET seq", "part SET id"]) func noNumberComesAfterTheLast(column: String) throws {
        let queue = try database()
        var first = contact()
        _ = first.parts.id(of: .field, RemoteID("5"))
        try queue.write {
            try OutboxTables.save($0, first, over: contact())
            try $0.execute(sql: "UPDATE \(column) = 9223372036854775807")
        }
        #expect(throws: StoredChangeError.damaged) { try read(queue) }
    }

    @Test(arguments: ["slot", "change"]) func damagedRowsAreNotRead(column: String) throws {
        let queue = try database()
        var first = contact()
        first.rows[.existence] = Self.changes[0].0
        try queue.write {
            try OutboxTables.save($0, first, over: contact())
            try $0.execute(sql: "UPDATE pending_change SET \(column) = CAST(x'ff00' AS TEXT)")
        }
        #expect(throws: (any Error).self) { try read(queue) }
    }
}

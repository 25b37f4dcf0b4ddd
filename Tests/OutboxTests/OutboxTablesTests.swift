import GRDB
import Model
import Testing

@testable import Contacts

/// Changes are stored in forms that later versions read for ever.
struct OutboxTablesTests {
    private static let slots: [(Slot, String)] = [
        (.existence, "existence"), (.value(.metWhere), "value:met_where"), (.reminder(.death), "reminder:death"),
        (.part(.field, PartID(7)), "field:7"), (.part(.address, PartID(8)), "address:8"),
        (.part(.relationship, PartID(9)), "relationship:9"), (.part(.reminder, PartID(10)), "reminder:10"),
        (.part(.note, PartID(11)), "note:11"), (.part(.call, PartID(12)), "call:12"),
        (.part(.task, PartID(13)), "task:13"), (.part(.activity, PartID(14)), "activity:14"),
        (.part(.gift, PartID(15)), "gift:15"), (.part(.debt, PartID(16)), "debt:16"),
        (.part(.pet, PartID(17)), "pet:17"),
        (.part(.photo, PartID(18)), "photo:18"),
        (.tag("a:b"), "tag:a:b"), (.tag(""), "tag:"),
        (.avatar, "avatar"), (.me, "me"),
    ]

    @Test(arguments: slots) func slotsKeepTheirNames(slot: Slot, name: String) {
        #expect(slot.stored == name)
        #expect(Slot(stored: name) == slot)
    }

    @Test(arguments: ["", "value:age", "field:x", "existence:1", "hobby:1", "reminder", "me:"])
    func unknownSlotsAreNone(name: String) {
        #expect(Slot(stored: name) == nil)
    }

    private static let home: AddressValue = {
        var home = AddressValue(
            name: "Home", street: "Hof 1", city: "Bonn", province: "NW", postalCode: "53111", country: "DE")
        (home.latitude, home.longitude, home.countrySpelling) = (50.5, 7.25, "de")
        return home
    }()

    /// All that a change has, and one of each kind of problem.
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
                base: .avatar(.photo(PartID(3))), wanted: .value(.contact(.local(ContactID(5)))), madeAt: 1,
                problem: .sideEffects(values: [SlotState(.value(.birthday), .value(.day(.monthDay(month: 2, day: 29))))]
                )),
            #"{"value":{"base":{"avatar":{"photo":3}},"expected":[],"made_at":1,"not_before":0,"problem":{"side_effects":{"values":[{"slot":"value:birthday","value":{"value":{"day":{"day":29,"month":2}}}}]}},"wanted":{"value":{"contact":{"local":5}}}},"version":1}"#
        ),
    ]

    @Test(arguments: changes) func changesKeepTheirForm(change: PendingChange, text: String) throws {
        #expect(try StoredForm(value: change).text() == text)
        #expect(try StoredForm<PendingChange>.value(of: text) == change)
        #expect(try StoredForm(value: StoredForm<PendingChange>.value(of: text)).text() == text)
    }

    private static let day = ContactDay.date(year: 2026, month: 5, day: 1)
    private static let attendees = [AnyContactID.local(ContactID(5)), .remote(RemoteID("4"))]
    private static let gift = GiftValue(
        name: "Book", comment: "Red", status: .offered, amount: "12.5", day: day, link: "https://a.example")

    /// One of each other kind of value.
    private static let values: KeyValuePairs<SlotValue, String> = [
        .avatar(.gravatar): #"{"avatar":{"gravatar":true}}"#, .avatar(.initials): #"{"avatar":{"initials":true}}"#,
        .avatar(.other("adorable")): #"{"avatar":{"other":"adorable"}}"#,
        .value(.death(nil)): #"{"value":{"death":null}}"#,
        .value(.death(.monthDay(month: 2, day: 3))): #"{"value":{"death":{"day":3,"month":2}}}"#,
        .value(.day(.year(1980))): #"{"value":{"day":{"year":1980}}}"#,
        .part(.photo(PhotoValue(fileName: "a.jpg"))): #"{"part":{"photo":{"file_name":"a.jpg"}}}"#,
        .part(.relationship(RelationshipValue(type: RemoteID("uncle"), other: .remote(RemoteID("4"))))):
            #"{"part":{"relationship":{"other":{"remote":"4"},"type":"uncle"}}}"#,
        .part(.reminder(ReminderValue(title: "Tea", description: "Green", day: day, unit: .year, every: 2))):
            #"{"part":{"reminder":{"day":{"day":1,"month":5,"year":2026},"description":"Green","every":2,"title":"Tea","unit":"year"}}}"#,
        .part(.note(NoteValue(body: "Likes tea", isFavorite: true))):
            #"{"part":{"note":{"body":"Likes tea","is_favorite":true}}}"#,
        .part(.call(CallValue(day: day, content: "Tea", contactCalled: true))):
            #"{"part":{"call":{"contact_called":true,"content":"Tea","day":{"day":1,"month":5,"year":2026}}}}"#,
        .part(.task(TaskValue(title: "Write", description: "With stamps", isDone: true))):
            #"{"part":{"task":{"description":"With stamps","is_done":true,"title":"Write"}}}"#,
        .part(.activity(ActivityValue(summary: "Walk", description: "Far", day: day, attendees: attendees))):
            #"{"part":{"activity":{"attendees":[{"local":5},{"remote":"4"}],"day":{"day":1,"month":5,"year":2026},"description":"Far","summary":"Walk"}}}"#,
        .part(.debt(DebtValue(userOwes: true, amount: "20", reason: "Lunch"))):
            #"{"part":{"debt":{"amount":"20","is_settled":false,"reason":"Lunch","user_owes":true}}}"#,
        .part(.gift(gift)):
            #"{"part":{"gift":{"amount":"12.5","comment":"Red","day":{"day":1,"month":5,"year":2026},"link":"https://a.example","name":"Book","status":"offered"}}}"#,
        .part(.pet(PetValue(name: "Tom", animal: .smallAnimal))):
            #"{"part":{"pet":{"animal":"small_animal","name":"Tom"}}}"#,
        .part(.address(home)):
            #"{"part":{"address":{"city":"Bonn","country":"DE","country_spelling":"de","latitude":50.5,"longitude":7.25,"name":"Home","postal_code":"53111","province":"NW","street":"Hof 1"}}}"#,
    ]

    @Test func valuesKeepTheirForm() throws {
        for (value, stored) in Self.values {
            let text = #"{"base":\#(stored),"expected":[],"made_at":1,"not_before":0,"wanted":\#(stored)}"#
            try changesKeepTheirForm(
                change: PendingChange(base: value, wanted: value, madeAt: 1), text: #"{"value":\#(text),"version":1}"#)
        }
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
        try DatabaseSchema.migrator.migrate(queue)
        return queue
    }

    private func contact() -> OutboxContact { OutboxContact(id: ContactID(1), remote: nil, uuid: "u") }

    private func save(_ contact: OutboxContact, over former: OutboxContact, _ queue: DatabaseQueue) throws {
        try queue.write {
            try OutboxTables.save(
                contact.rows, contact.attempt, of: contact.id, over: former.rows, former.attempt, $0)
            try OutboxTables.save(contact.parts, of: contact.id, naming: Set(contact.rows.keys), $0)
        }
    }

    /// Without the hold, which is not stored.
    private func read(_ queue: DatabaseQueue) throws -> OutboxContact {
        try queue.read { db in
            var contact = contact()
            let pending = try OutboxMemory(db, now: 0).pending[contact.id]
            contact.rows = pending?.rows ?? [:]
            contact.attempt = pending?.attempt
            #expect(contact.attempt.map { $0.holdUntil == 120 } ?? true)
            contact.attempt?.holdUntil = 0
            contact.parts = try OutboxTables.parts(of: contact.id, db)
            return contact
        }
    }

    @Test func theDifferenceOfTwoStatesIsStored() throws {
        let queue = try database()
        var first = contact()
        for (number, (change, _)) in Self.changes.enumerated() { first.rows[.tag("\(number)")] = change }
        let part = first.parts.id(of: .field, RemoteID("5"))
        first.rows[.part(.field, first.parts.newID())] = Self.changes[0].0
        first.attempt = Self.attempt
        try save(first, over: contact(), queue)
        #expect(try read(queue) == first)

        var second = first
        second.rows[.tag("0")] = nil
        second.rows[.tag("1")]?.problem = nil
        second.attempt = nil
        // The server's part is another one here now.
        second.parts.bind(PartID(part.rawValue + 1), to: RemoteID("5"), .field)
        try save(second, over: first, queue)
        #expect(try read(queue) == second)
    }

    @Test func numbersOfPartsAreNeverUsedAgain() throws {
        let queue = try database()
        var first = contact()
        let part = first.parts.newID()
        first.rows[.part(.field, part)] = Self.changes[0].0
        try save(first, over: contact(), queue)
        try queue.write { try $0.execute(sql: "DELETE FROM part") }
        var read = try read(queue)
        #expect(read.parts.newID() > part)
    }

    /// Rows that no change wrote, and numbers that none comes after.
    @Test(arguments: [
        "pending_change SET slot = CAST(x'ff00' AS TEXT)", "pending_change SET change = CAST(x'ff00' AS TEXT)",
        "sqlite_sequence SET seq = 9223372036854775807", "part SET id = 9223372036854775807",
    ]) func damagedRowsAreNotRead(damage: String) throws {
        let queue = try database()
        var first = contact()
        first.rows[.existence] = Self.changes[0].0
        _ = first.parts.id(of: .field, RemoteID("5"))
        try save(first, over: contact(), queue)
        try queue.write { try $0.execute(sql: "UPDATE \(damage)") }
        #expect(throws: (any Error).self) { try read(queue) }
    }
}

import Model
import Testing

@testable import Contacts
@testable import Monica

// The entries of sections.
extension PlannerTests {
    private static let day = ContactDay.date(year: 2026, month: 2, day: 3)
    private static let felt: SlotState = {
        var value = ActivityValue(summary: "Walk", day: PlannerTests.day)
        (value.type, value.emotions) = (RemoteID("3"), [RemoteID("20")])
        return .part(1, .activity(value))
    }()

    static let things: [Example] = [
        .init("a note", [], [note(9, "Tea")], #"POST notes {"body":"Tea","contact_id":5,"is_favorited":false}"#),
        .init(
            "a note that changes", [note(1, "Tea")], [note(1, "Tea", isFavorite: true)],
            #"PUT notes/101 {"body":"Tea","contact_id":5,"is_favorited":true}"#),
        .init("a note that goes", [note(1, "Tea")], [note(1, "").removed], "DELETE notes/101"),
        .init(
            "a call", [], [call(9, nil)],
            #"POST calls {"called_at":"2026-02-03","contact_called":false,"contact_id":5}"#),
        .init(
            "a call that changes", [call(1, "Tea")], [call(1, "Cake")],
            #"PUT calls/101 {"called_at":"2026-02-03","contact_called":false,"contact_id":5,"content":"Cake"}"#),
        .init("a call that goes", [call(1, nil)], [call(1, nil).removed], "DELETE calls/101"),
        .init(
            "a task that is done is made first", [], [task(9, "Write", "soon", isDone: true)],
            #"POST tasks {"contact_id":5,"description":"soon","title":"Write"}"#, sent: [task(9, "Write", "soon")]),
        .init(
            "a task that is done", [task(1, "Write", "soon")], [task(1, "Write", "soon", isDone: true)],
            #"PUT tasks/101 {"completed":true,"contact_id":5,"description":"soon","title":"Write"}"#),
        .init("a task that goes", [task(1, "a")], [task(1, "").removed], "DELETE tasks/101"),
        .init(
            "a gift", [], [gift(9)],
            """
            POST gifts {"amount":"12.5","comment":"Red","contact_id":5,"date":"2026-02-03","name":"Book",\
            "status":"idea","url":"https://a.example"}
            """),
        .init(
            "a gift that loses its amount", [gift(1)], [gift(1) { ($0.amount, $0.recipient) = (nil, nil) }],
            """
            PUT gifts/101 {"comment":"Red","contact_id":5,"date":"2026-02-03","name":"Book","recipient_id":7,\
            "status":"idea","url":"https://a.example"}
            """),
        .init(
            "a debt that is settled", [debt(1, "Tea")], [debt(1, nil, isSettled: true)],
            #"PUT debts/101 {"amount":"20","contact_id":5,"in_debt":"yes","reason":null,"status":"completed"}"#),
        .init(
            "a pet", [], [.part(9, .pet(PetValue(name: "Tom", animal: .cat)))],
            #"POST pets {"contact_id":5,"name":"Tom","pet_category_id":3}"#),
        .init(
            "a reminder of a month", [], [reminder(9, "Tea", .month, 2)],
            """
            POST reminders {"contact_id":5,"frequency_number":2,"frequency_type":"month",\
            "initial_date":"2026-02-03","title":"Tea"}
            """),
        .init(
            "a reminder of one day", [reminder(1, "Tea", .month, 2)], [reminder(1, "Tea", nil, 1)],
            """
            PUT reminders/101 {"contact_id":5,"frequency_number":1,"frequency_type":"one_time",\
            "initial_date":"2026-02-03","title":"Tea"}
            """),
        .init(
            "an activity of several", [], [activity(9, "Walk", .local(ContactID(8)), .remote(RemoteID("4")))],
            #"POST activities {"contacts":[5,6,4],"happened_at":"2026-02-03","summary":"Walk"}"#),
        .init(
            "it waits for all of them", [], [activity(9, "Walk", .local(ContactID(8)), .local(ContactID(9)))], nil),
        .init(
            "its type and feelings come again", [felt], [activity(1, "Ride")],
            """
            PUT activities/101 {"activity_type_id":3,"contacts":[5],"emotions":[20],"happened_at":"2026-02-03",\
            "summary":"Ride"}
            """),
        .init("an activity that goes", [activity(1, "a")], [activity(1, "").removed], "DELETE activities/101"),
    ]

    /// An entry that goes is looked for.
    @Test func questionsAboutThings() {
        let remote = RemoteID("5")
        var contact = OutboxContact(id: ContactID(7), remote: remote, uuid: "u")
        contact.parts.bind(PartID(2), to: RemoteID("102"), .call)
        contact.rows[Self.call(2, nil).slot] = PendingChange(base: nil, wanted: nil, madeAt: 1)
        let examples: [(ThingList, MonicaQuestion?)] = [
            (ThingList(), .things(.call, remote, named: [RemoteID("102")])), (ThingList(isWhole: true), nil),
            (ThingList(things: [.init(id: RemoteID("102"), value: .call(CallValue(day: .year(1))))]), nil),
        ]
        for (calls, question) in examples {
            #expect(MonicaPlanner(year: 2026).nextRead(of: contact, after: .init(things: [.call: calls])) == question)
        }
    }

    @Test func eachAnimalHasACategory() {
        #expect(Set(PetValue.Animal.allCases.map(\.category)) == Set(1...11))
        #expect([PetValue.Animal.reptile, .smallAnimal, .other].map(\.category) == [1, 10, 11])
    }

    static func note(_ id: Int64, _ body: String, isFavorite: Bool = false) -> SlotState {
        .part(id, .note(NoteValue(body: body, isFavorite: isFavorite)))
    }

    static func call(_ id: Int64, _ content: String?) -> SlotState {
        .part(id, .call(CallValue(day: day, content: content)))
    }

    static func task(_ id: Int64, _ title: String, _ more: String? = nil, isDone: Bool = false) -> SlotState {
        .part(id, .task(TaskValue(title: title, description: more, isDone: isDone)))
    }

    static func gift(_ id: Int64, _ change: (inout GiftValue) -> Void = { _ in }) -> SlotState {
        var value = GiftValue(name: "Book", comment: "Red", amount: "12.5", day: day, link: "https://a.example")
        value.recipient = RemoteID("7")
        change(&value)
        return .part(id, .gift(value))
    }

    static func debt(_ id: Int64, _ reason: String?, isSettled: Bool = false) -> SlotState {
        .part(id, .debt(DebtValue(userOwes: true, amount: "20", reason: reason, isSettled: isSettled)))
    }

    static func reminder(_ id: Int64, _ title: String, _ unit: ReminderValue.Unit?, _ every: Int) -> SlotState {
        .part(id, .reminder(ReminderValue(title: title, day: day, unit: unit, every: every)))
    }

    static func activity(_ id: Int64, _ summary: String, _ others: AnyContactID...) -> SlotState {
        .part(id, .activity(ActivityValue(summary: summary, day: day, attendees: others)))
    }
}

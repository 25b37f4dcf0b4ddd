import Foundation
import Model
import Testing

@testable import Contacts
@testable import Monica

/// The values that count as the same, and the questions of a visit.
extension PlannerTests {
    static let alike: [(Slot, SlotValue?, SlotValue?)] = [
        (.value(.job), .value(.text("a\u{A0}")), .value(.text(" a\n"))),
        (.value(.job), .value(.text(" ")), nil),
        (.value(.death), .value(.death(.year(2020))), .value(.death(.date(year: 2020, month: 1, day: 1)))),
        (.value(.metThrough), .value(.contact(.local(ContactID(8)))), .value(.contact(.remote(RemoteID("8"))))),
        (field(1, "").slot, field(1, "a ", "home", "Shed").value, field(1, "a", "shed", "Home", "home").value),
        (address("", nil, nil).slot, address("A", "fr", 1).value, address("A ", "FR", nil).value),
        (
            relationship(.remote(RemoteID("8"))).slot, relationship(.remote(RemoteID("8"))).value,
            relationship(.local(ContactID(8))).value
        ),
        (note(1, "").slot, note(1, "A ").value, note(1, "A").value),
        (call(1, nil).slot, call(1, " ").value, call(1, nil).value),
        (task(1, "").slot, task(1, "A ", " ").value, task(1, "A").value),
        (
            activity(1, "").slot,
            activity(1, "A ", .remote(RemoteID("8")), .local(ContactID(9)), .local(ContactID(8))).value,
            activity(1, "A", .remote(RemoteID("9")), .remote(RemoteID("8"))).value
        ),
        (reminder(1, "", 1, 1, 1).slot, reminder(1, "A ", 1999, 1, 2).value, reminder(1, "A", 1999, 1, 2).value),
    ]

    @Test(arguments: alike) func valuesThatTheServerKeepsAlike(
        _ slot: Slot, _ first: SlotValue?, _ second: SlotValue?
    ) {
        let planner = MonicaPlanner(year: 2026)
        #expect(planner.isSame(first, second, in: slot) && planner.isSame(second, first, in: slot))
        #expect(!planner.isSame(first, .value(.text("other")), in: slot))
    }

    /// The questions of a visit: the contact, and its reminders where a day goes into a request.
    @Test func questions() throws {
        let planner = MonicaPlanner(year: 2026)
        func next(_ born: Bool, _ states: SlotState..., remote: String? = "5", isMade: Bool = true) -> MonicaQuestion? {
            var contact = OutboxContact(id: ContactID(7), remote: remote.map { RemoteID($0) }, uuid: "u")
            for state in states {
                contact.rows[state.slot] = PendingChange(base: nil, wanted: state.value, madeAt: 1)
            }
            if !isMade { contact.attempt = Attempt(sent: states) }
            let day = #"{"date":"1990-02-03T00:00:00Z","is_age_based":false,"is_year_unknown":false}"#
            let json = #"{"id":5,"contactFields":[],"information":{"dates":{"birthdate":\#(born ? day : "null")}}}"#
            let read = remote == nil ? nil : MonicaContact(json: Data(json.utf8))
            return planner.nextRead(of: contact, after: remote == nil ? nil : .init(contact: read))
        }
        #expect(next(false, .text(.lastName, "a")) == nil)
        #expect(next(true, .text(.lastName, "a")) == .reminders(RemoteID("5")))
        #expect(next(true, .text(.job, "a")) == nil)
        #expect(next(true, .text(.metStory, "a")) == nil)
        #expect(next(false, Self.birthday) == .reminders(RemoteID("5")))
        #expect(next(false, .reminder(.birthday)) == nil)
        #expect(next(true, .reminder(.birthday, false)) == .reminders(RemoteID("5")))
        #expect(next(false, Self.reminder(1, "a", 1999, 1, 2)) == .reminders(RemoteID("5")))
        #expect(next(true, SlotState(.existence, nil)) == nil)
        #expect(next(false, SlotState(.existence, .on), remote: nil) == nil)
        #expect(next(false, SlotState(.existence, .on), remote: nil, isMade: false) == .newest(uuid: "u"))
        let contact = OutboxContact(id: ContactID(7), remote: RemoteID("5"), uuid: "")
        #expect(planner.nextRead(of: contact, after: nil) == .contact(RemoteID("5")))
        let account = OutboxContact(id: OutboxContact.account, remote: RemoteID("me"), uuid: "")
        #expect(planner.nextRead(of: account, after: nil) == .user)
    }

    /// Entries alone need their list alone.
    @Test func questionsAboutThings() {
        let (planner, remote) = (MonicaPlanner(year: 2026), RemoteID("5"))
        var contact = OutboxContact(id: ContactID(7), remote: remote, uuid: "u")
        contact.parts.bind(PartID(2), to: RemoteID("102"), .call)
        func want(_ states: SlotState...) {
            for state in states {
                contact.rows[state.slot] = PendingChange(base: nil, wanted: state.value, madeAt: 1)
            }
        }
        func next(_ things: [PartKind: ThingList]) -> MonicaQuestion? {
            planner.nextRead(of: contact, after: .init(things: things))
        }
        want(Self.call(1, "a"))
        #expect(planner.nextRead(of: contact, after: nil) == .things(.call, remote, named: []))
        #expect(next([.call: ThingList()]) == nil, "a new one needs the newest others")
        want(SlotState(Self.call(2, "a").slot, nil))
        #expect(next([.call: ThingList()]) == .things(.call, remote, named: [RemoteID("102")]))
        #expect(next([.call: ThingList(isWhole: true)]) == nil)
        let read = ThingList.Thing(id: RemoteID("102"), value: .call(CallValue(day: .year(1))))
        #expect(next([.call: ThingList(things: [read])]) == nil)
        want(Self.note(1, "a"))
        #expect(next([.call: ThingList(isWhole: true)]) == .things(.note, remote, named: []))
        want(.text(.job, "a"))
        #expect(planner.nextRead(of: contact, after: nil) == .contact(remote))
        #expect(next([.call: ThingList(isWhole: true), .note: ThingList()]) == .contact(remote))
    }
}

// The values of examples.
extension PlannerTests {
    static let names = SaveLab.Names(remotes: [ContactID(7): RemoteID("5"), ContactID(8): RemoteID("6")])

    static func view(_ states: [SlotState]) -> ServerView {
        var view = ServerView()
        for key in ContactKey.allCases where key.isReadable { view.show(.value(key), nil) }
        for kind in PartKind.allCases { view.show(.parts(kind)) }
        view.show(.tags)
        for state in states { view.show(state.slot, state.value) }
        return view
    }

    static func field(_ id: Int64, _ content: String, _ labels: String...) -> SlotState {
        let value = FieldValue(type: RemoteID("2"), content: content, labels: labels)
        return SlotState(.part(.field, PartID(id)), .part(.field(value)))
    }

    static func address(_ city: String, _ spelling: String?, _ latitude: Double?) -> SlotState {
        var value = AddressValue(city: city, country: spelling?.uppercased() ?? "ZZZ")
        (value.latitude, value.longitude) = (latitude, latitude.map { _ in -4.5 })
        value.countrySpelling = spelling
        if city.hasPrefix("A") { value.country = spelling }
        return SlotState(.part(.address, PartID(3)), .part(.address(value)))
    }

    static func relationship(_ other: AnyContactID, _ type: String = "parent") -> SlotState {
        let value = RelationshipValue(type: RemoteID(type), other: other)
        return SlotState(.part(.relationship, PartID(4)), .part(.relationship(value)))
    }

    static func note(_ id: Int64, _ body: String, isFavorite: Bool = false) -> SlotState {
        SlotState(.part(.note, PartID(id)), .part(.note(NoteValue(body: body, isFavorite: isFavorite))))
    }

    static func call(_ id: Int64, _ content: String?) -> SlotState {
        let value = CallValue(day: .date(year: 2026, month: 2, day: 3), content: content)
        return SlotState(.part(.call, PartID(id)), .part(.call(value)))
    }

    static func task(_ id: Int64, _ title: String, _ more: String? = nil, isDone: Bool = false) -> SlotState {
        let value = TaskValue(title: title, description: more, isDone: isDone)
        return SlotState(.part(.task, PartID(id)), .part(.task(value)))
    }

    static func activity(_ id: Int64, _ summary: String, _ others: AnyContactID...) -> SlotState {
        let day = ContactDay.date(year: 2026, month: 2, day: 3)
        let value = ActivityValue(summary: summary, day: day, attendees: others)
        return SlotState(.part(.activity, PartID(id)), .part(.activity(value)))
    }

    static func reminder(_ id: Int64, _ title: String, _ year: Int, _ month: Int, _ day: Int) -> SlotState {
        let value = ReminderValue(title: title, day: .date(year: year, month: month, day: day), unit: .year)
        return SlotState(.part(.reminder, PartID(id)), .part(.reminder(value)))
    }
}

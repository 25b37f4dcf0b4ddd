import Foundation
import Model
import Network
import Testing

@testable import Contacts
@testable import Monica

/// The request for due slots over a copy of the server, a line each. Contact 7 here has the number 5 there.
struct PlannerTests {
    struct Example: Sendable {
        let title: String
        let copy: [SlotState]
        let due: [SlotState]
        /// Nil where no request can go. The order of the keys in its body does not matter.
        let request: String?
        /// The slots of the attempt.
        let sent: [SlotState]
        let remote: RemoteID?
        let besides: [SlotState]
        let year: Int

        init(
            _ title: String, _ copy: [SlotState], _ due: [SlotState], _ request: String?, sent: [SlotState]? = nil,
            remote: RemoteID? = RemoteID("5"), besides: [SlotState] = [], year: Int = 2026
        ) {
            (self.title, self.copy, self.due, self.request) = (title, copy, due, request)
            (self.sent, self.remote, self.besides, self.year) = (sent ?? due, remote, besides, year)
        }
    }

    private static let name = SlotState.text(.firstName, "Ann")
    private static let birthday = SlotState.day(.birthday, .date(year: 1990, month: 2, day: 3))
    private static let death = SlotState.day(.death, .date(year: 2020, month: 5, day: 4))
    private static let leapDay = SlotState.day(.birthday, .monthDay(month: 2, day: 29))
    private static let anniversary = reminder(1, "Anniversary of the death of Ann", 2020, 5, 4)
    private static let dance = reminder(2, "Dance", 1999, 1, 2)

    // Members of the body of a person.
    private static let alive = #""is_deceased":false,"is_deceased_date_known":false"#
    private static let unborn = #""first_name":"Ann","is_birthdate_known":false"#
    private static let aged = #""first_name":"Ann","is_birthdate_known":true,\#(alive)"#
    private static let born = #"\#(aged),"birthdate_day":3,"birthdate_month":2,"birthdate_year":1990"#
    private static let died = #"\#(unborn),"is_deceased":true,"is_deceased_date_known":true"#
    private static let dead = #"\#(died),"deceased_date_day":4,"deceased_date_month":5,"deceased_date_year":2020"#

    static let persons: [Example] = [
        .init(
            "names are kept where they are left out", [name, .text(.nickname, "A"), .text(.gender, "Man")],
            [.text(.lastName, "Doe")], #"PUT contacts/5 {\#(unborn),\#(alive),"last_name":"Doe"}"#),
        .init(
            "names that go are null", [name, .text(.lastName, "Doe"), .text(.gender, "Man")],
            [.text(.lastName, nil), .text(.nickname, nil), .text(.gender, nil)],
            #"PUT contacts/5 {\#(unborn),\#(alive),"gender_id":null,"last_name":null,"nickname":null}"#),
        .init(
            "the rest comes again", [name, .text(.description, "tall"), birthday, .reminder(.birthday)],
            [.text(.gender, "Woman")],
            #"PUT contacts/5 {\#(born),"birthdate_add_reminder":true,"description":"tall","gender_id":"Woman"}"#,
            sent: [.text(.gender, "Woman"), .reminder(.birthday)]),
        .init(
            "a day takes its reminder along", [name, birthday, .reminder(.birthday)],
            [.day(.birthday, nil), .reminder(.birthday, false)], "PUT contacts/5 {\(unborn),\(alive)}"),
        .init(
            "a day alone, too", [name, birthday, .reminder(.birthday)], [.day(.birthday, nil)],
            "PUT contacts/5 {\(unborn),\(alive)}", sent: [.day(.birthday, nil), .reminder(.birthday, false)]),
        .init(
            "a reminder that is switched off", [name, birthday, .reminder(.birthday)], [.reminder(.birthday, false)],
            "PUT contacts/5 {\(born)}"),
        .init("a reminder without a day needs nothing", [name], [.reminder(.birthday)], nil),
        .init(
            "an age is reckoned by the server's clock", [name], [.day(.birthday, .year(2029))],
            #"PUT contacts/5 {\#(aged),"birthdate_age":-3,"birthdate_is_age_based":true}"#),
        .init(
            "a day that the server cannot keep", [name, leapDay], [.text(.description, "x")],
            #"PUT contacts/5 {\#(aged),"birthdate_day":29,"birthdate_month":2,"description":"x"}"#,
            sent: [.text(.description, "x"), .reminder(.birthday, false)],
            besides: [.day(.birthday, .monthDay(month: 3, day: 1))]),
        .init(
            "it can in a leap year", [name], [leapDay],
            #"PUT contacts/5 {\#(aged),"birthdate_day":29,"birthdate_month":2}"#,
            sent: [leapDay, .reminder(.birthday, false)], year: 2028),
        .init(
            "a death without a day", [name], [SlotState(.value(.death), .value(.death(nil)))],
            #"PUT contacts/5 {\#(unborn),"is_deceased":true,"is_deceased_date_known":false}"#),
        .init(
            "a death of a year is the first of January", [name], [.day(.death, .year(2020))],
            #"PUT contacts/5 {\#(died),"deceased_date_day":1,"deceased_date_month":1,"deceased_date_year":2020}"#),
        .init(
            "a reminder of a death", [name, death], [.reminder(.death)],
            #"PUT contacts/5 {\#(dead),"deceased_date_add_reminder":true}"#),
        .init(
            "none where one stands on the day", [name, reminder(1, "Grave", 2020, 5, 4)], [death, .reminder(.death)],
            "PUT contacts/5 {\(dead)}"),
        .init(
            "it stays by itself, and others too", [name, death, .reminder(.death), anniversary, dance],
            [.text(.lastName, "Doe")], #"PUT contacts/5 {\#(dead),"last_name":"Doe"}"#,
            sent: [.text(.lastName, "Doe"), anniversary, dance]),
        .init(
            "it goes along to another day",
            [
                name, .day(.death, .date(year: 2019, month: 5, day: 4)), .reminder(.death),
                reminder(1, "Anniversary of the death of Ann", 2019, 5, 4), reminder(2, "Grave", 2019, 5, 4),
            ], [death], "PUT contacts/5 {\(dead)}", sent: [death, anniversary, reminder(2, "Grave", 2019, 5, 4)]),
        .init(
            "it goes where it is switched off", [name, death, .reminder(.death), anniversary],
            [.reminder(.death, false)], "PUT contacts/5 {\(dead)}",
            sent: [.reminder(.death, false), anniversary.removed]),
        .init(
            "it goes with its day", [name, death, .reminder(.death), reminder(1, "The death of Ann", 2020, 5, 4)],
            [.day(.death, nil)], "PUT contacts/5 {\(unborn),\(alive)}",
            sent: [.day(.death, nil), anniversary.removed]),
        .init(
            "a new contact", [], [.exists, name, .text(.job, "Smith"), birthday, .reminder(.birthday), .tag("a")],
            #"POST contacts {\#(born),"birthdate_add_reminder":true,"uuid":"u"}"#,
            sent: [.exists, name, birthday, .reminder(.birthday)], remote: nil),
        .init("a deletion", [name], [SlotState.exists.removed], "DELETE contacts/5"),
    ]

    static let others: [Example] = [
        .init(
            "work", [.text(.job, "Smith")], [.text(.company, "Forge")],
            #"PUT contacts/5/work {"company":"Forge","job":"Smith"}"#),
        .init("no work", [.text(.job, "Smith")], [.text(.job, nil)], "PUT contacts/5/work {}"),
        .init("food", [], [.text(.food, "a/b")], #"PUT contacts/5/food {"food_preferences":"a/b"}"#),
        .init(
            "how you met, with the place that was sent last",
            [
                .text(.metWhere, "Rome"), .day(.metOn, .monthDay(month: 2, day: 3)), .reminder(.metOn),
                SlotState(.value(.metThrough), .value(.contact(.local(ContactID(8))))),
            ], [.text(.metStory, "long")],
            """
            PUT contacts/5/introduction {"add_reminder":true,"day":3,"general_information":"long",\
            "is_date_known":true,"met_through_contact_id":6,"month":2,"where":"Rome","year":null}
            """, sent: [.text(.metStory, "long"), .reminder(.metOn)]),
        .init(
            "nothing of it", [.text(.metStory, "long")], [.text(.metStory, nil)],
            #"PUT contacts/5/introduction {"is_date_known":false}"#),
        .init(
            "met through a contact without a name on the server", [],
            [SlotState(.value(.metThrough), .value(.contact(.local(ContactID(9)))))], nil),
        .init(
            "a new field", [], [field(1, "1", "home", "Shed")],
            #"POST contactfields {"contact_field_type_id":2,"contact_id":5,"data":"1","labels":["home","Shed"]}"#),
        .init(
            "labels that stay are left out", [field(1, "1", "home", "Shed")], [field(1, "2", "shed", "home")],
            #"PUT contactfields/101 {"contact_field_type_id":2,"contact_id":5,"data":"2"}"#),
        .init(
            "labels", [field(1, "1", "home")], [field(1, "1", "work")],
            #"PUT contactfields/101 {"contact_field_type_id":2,"contact_id":5,"data":"1","labels":["work"]}"#),
        .init(
            "another name of an address with its hidden values", [lyon], [address("Lyon", nil, nil, name: "Home")],
            #"PUT addresses/103 {"contact_id":5,\#(inLyon),"name":"Home"}"#),
        .init(
            "another address without its place on the map", [lyon], [address("Paris", nil, nil)],
            #"PUT addresses/103 {"city":"Paris","contact_id":5,"country":"zzz"}"#),
        .init("an address that is made again", [], [lyon], #"POST addresses {"contact_id":5,\#(inLyon)}"#),
        .init(
            "a new relationship", [], [relationship(.local(ContactID(8)))],
            #"POST relationships {"contact_is":5,"of_contact":6,"relationship_type_id":"parent"}"#),
        .init(
            "another kind of it", [relationship(.remote(RemoteID("77")), "friend")],
            [relationship(.remote(RemoteID("77")))], #"PUT relationships/104 {"relationship_type_id":"parent"}"#),
        .init(
            "removals come last", [relationship(.local(ContactID(8)))],
            [relationship(.local(ContactID(8))).removed, field(1, "1")],
            #"POST contactfields {"contact_field_type_id":2,"contact_id":5,"data":"1"}"#, sent: [field(1, "1")]),
        .init(
            "a removal", [relationship(.local(ContactID(8)))], [relationship(.local(ContactID(8))).removed],
            "DELETE relationships/104"),
        .init(
            "a reminder in a person's words", [], [reminder(1, "Dance", 1999, 1, 2)],
            """
            POST reminders {"contact_id":5,"frequency_number":1,"frequency_type":"year",\
            "initial_date":"1999-01-02","title":"Dance"}
            """),
        .init(
            "tags to go", [.tag("a"), .tag("b")], [.tag("c"), .tag("a", false), .tag("b", false)],
            #"POST contacts/5/unsetTag {"tags":["a","b"]}"#, sent: [.tag("a", false), .tag("b", false)]),
        .init("tags to come", [], [.tag("a b"), .tag("c")], #"POST contacts/5/setTags {"tags":["a b","c"]}"#),
    ]

    private static let lyon = address("Lyon", "zzz", 45.5)
    private static let inLyon = #""city":"Lyon","country":"zzz","latitude":45.5,"longitude":-4.5"#

    @Test(arguments: persons + others + things) func planning(_ example: Example) throws {
        let copy = Self.view(example.copy)
        var contact = OutboxContact(id: ContactID(7), remote: example.remote, uuid: "u", copy: copy)
        for kind in PartKind.allCases {
            for id in 1...4 { contact.parts.bind(PartID(Int64(id)), to: RemoteID("10\(id)"), kind) }
        }
        // The place where you met is in the copy alone.
        let theirs = Self.view(example.copy.filter { $0.slot != .value(.metWhere) })
        let write = MonicaPlanner(year: example.year).plan(example.due, of: contact, over: theirs, names: Self.names)
        #expect(Self.members(of: write?.request.text) == Self.members(of: example.request), "\(example.title)")
        guard let write else { return }
        #expect(write.sent == example.sent, "\(example.title)")
        #expect(write.besides == example.besides, "\(example.title)")
        let isNewPart = example.request?.hasPrefix("POST contacts") == false && write.request.method == .post
        #expect((write.makes != nil) == isNewPart, "\(example.title)")
    }

    /// The method with the path, and the values of the body by their keys.
    private static func members(of request: String?) -> [String: String]? {
        guard let request else { return nil }
        let line = request.prefix { $0 != "{" }
        let body = JSONText.members(of: Data(request.dropFirst(line.count).utf8)) ?? [:]
        return body.mapValues { String(decoding: $0, as: UTF8.self) }.merging(["": String(line)]) { $1 }
    }

    static let alike: [(Slot, SlotValue?, SlotValue?)] = [
        (.value(.job), .value(.text("a\u{A0}")), .value(.text("\u{FEFF}\u{200B} a\n"))),
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
        (gift(1).slot, gift(1).value, gift(1) { ($0.name, $0.amount) = ("Book ", "12.50") }.value),
        (debt(1, nil).slot, debt(1, " ").value, debt(1, nil).value),
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

    /// The reminders are read for a reminder of its own, and not where there is no day.
    @Test func questionsAboutReminders() {
        func next(_ state: SlotState) -> MonicaQuestion? {
            var contact = OutboxContact(id: ContactID(7), remote: RemoteID("5"), uuid: "u")
            contact.rows[state.slot] = PendingChange(base: nil, wanted: state.value, madeAt: 1)
            let read = MonicaContact(json: Data(#"{"id":5,"contactFields":[]}"#.utf8))
            return MonicaPlanner(year: 2026).nextRead(of: contact, after: .init(contact: read))
        }
        #expect(next(.reminder(.birthday)) == nil, "there is no day")
        #expect(next(Self.reminder(1, "a", 1999, 1, 2)) == .things(.reminder, RemoteID("5"), named: nil))
    }

    private static let names = EditLab.Names(remotes: [ContactID(7): RemoteID("5"), ContactID(8): RemoteID("6")])

    private static func view(_ states: [SlotState]) -> ServerView {
        var view = ServerView()
        for key in ContactKey.allCases where key.isReadable { view.show(.value(key), nil) }
        for kind in PartKind.allCases { view.show(.parts(kind)) }
        view.show(.tags)
        for state in states { view.show(state.slot, state.value) }
        return view
    }

    static func field(_ id: Int64, _ content: String, _ labels: String...) -> SlotState {
        .part(id, .field(FieldValue(type: RemoteID("2"), content: content, labels: labels)))
    }

    private static func address(
        _ city: String, _ spelling: String?, _ latitude: Double?, name: String? = nil
    ) -> SlotState {
        var value = AddressValue(name: name, city: city, country: spelling?.uppercased() ?? "ZZZ")
        (value.latitude, value.longitude) = (latitude, latitude.map { _ in -4.5 })
        value.countrySpelling = spelling
        if city.hasPrefix("A") { value.country = spelling }
        return .part(3, .address(value))
    }

    private static func relationship(_ other: AnyContactID, _ type: String = "parent") -> SlotState {
        .part(4, .relationship(RelationshipValue(type: RemoteID(type), other: other)))
    }

    static func reminder(_ id: Int64, _ title: String, _ year: Int, _ month: Int, _ day: Int) -> SlotState {
        .part(id, .reminder(ReminderValue(title: title, day: .date(year: year, month: month, day: day), unit: .year)))
    }
}

extension MonicaRequest {
    /// The request with words in place of their numbers.
    fileprivate var text: String {
        let body = body?.mapValues(\.inWords).json()
        return "\(method.rawValue) \(path)" + (body.map { " " + String(decoding: $0, as: UTF8.self) } ?? "")
    }
}

extension BodyValue {
    fileprivate var inWords: BodyValue {
        switch self {
        case .word(.gender(let word)): .text(word)
        case .word(.tags(let words, _)): .list(words.map { .text($0) })
        case .word(.relationshipType(let word)), .word(.photo(let word, _)): .text(word.rawValue)
        default: self
        }
    }
}

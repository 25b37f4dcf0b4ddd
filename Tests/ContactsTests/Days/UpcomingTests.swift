import Foundation
import Model
import Testing

@testable import Contacts

/// Birthdays and reminders of the next days, from stored contacts.
@Suite struct UpcomingTests {
    private let store: ContactStore

    init() throws {
        store = try ContactStore.inMemory()
    }

    private func born(_ id: Int, _ date: String, _ fields: FakeMonica.Fields = [:], unknown: String? = nil) throws
        -> Contact
    {
        var birthdate: FakeMonica.Fields = ["date": date + "T00:00:00Z"]
        if let unknown { birthdate[unknown] = true }
        return try makeContact(
            id, ["information": ["dates": ["birthdate": birthdate]]].merging(fields) { $1 })
    }

    private func moment(_ text: String) throws -> Date {
        try Date(text, strategy: .iso8601)
    }

    /// The events as "contact: event in days".
    private func upcoming(_ now: String, hoursEast: Int = 0) async throws -> [String] {
        let zone = try #require(TimeZone(secondsFromGMT: hoursEast * 3_600))
        return try await store.upcoming(now: moment(now), timeZone: zone).flatMap { upcoming in
            upcoming.events.map { event in
                let what =
                    switch event.occasion {
                    case .birthday(let age): "birthday \(age.map(String.init) ?? "?")"
                    case .relativesBirthday(let relative, let age):
                        "\(relative.name) (\(relative.relation ?? "?")) \(age.map(String.init) ?? "?")"
                    case .reminder(let title): title
                    }
                return "\(upcoming.id): \(what) in \(event.daysAhead)"
            }
        }
    }

    @Test func birthdaysOfSevenDaysComeInOrder() async throws {
        try await store.upsert([
            born(1, "1990-11-27"), born(2, "1980-11-21"), born(3, "1970-11-28"), born(4, "2000-11-20"),
            born(5, "2026-11-23", unknown: "is_year_unknown"), born(6, "1986-11-22", unknown: "is_age_based"),
            born(7, "2030-11-24"),
        ])
        #expect(
            try await upcoming("2026-11-21T12:00:00Z") == [
                "2: birthday 46 in 0", "5: birthday ? in 2", "7: birthday ? in 3", "1: birthday 36 in 6",
            ])
    }

    @Test func theWeekGoesOverTheEndOfTheYear() async throws {
        try await store.upsert([born(1, "1990-01-02")])
        #expect(try await upcoming("2026-12-29T12:00:00Z") == ["1: birthday 37 in 4"])
    }

    @Test func todayIsWhatItIsWhereTheUserIs() async throws {
        try await store.upsert([born(1, "1990-11-22")])
        #expect(try await upcoming("2026-11-21T23:30:00Z", hoursEast: 1) == ["1: birthday 36 in 0"])
        #expect(try await upcoming("2026-11-22T04:00:00Z", hoursEast: -5) == ["1: birthday 36 in 1"])
    }

    @Test func theLeapDayIsTheFirstOfMarchInOtherYears() async throws {
        try await store.upsert([born(1, "1992-02-29"), born(2, "1992-03-01")])
        #expect(try await upcoming("2027-02-27T12:00:00Z") == ["1: birthday 35 in 2", "2: birthday 35 in 2"])
        #expect(try await upcoming("2028-02-28T12:00:00Z") == ["1: birthday 36 in 1", "2: birthday 36 in 2"])
        #expect(try await upcoming("2027-03-02T12:00:00Z") == [])
    }

    @Test func theDeadAndTheArchivedAreLeftOut() async throws {
        try await store.upsert([
            born(1, "1990-11-22", ["is_dead": true]), born(2, "1990-11-22", ["is_active": false]),
        ])
        #expect(try await upcoming("2026-11-21T12:00:00Z") == [])
    }

    @Test func aChangedBirthdayIsFollowed() async throws {
        try await store.upsert([born(1, "1990-11-22")])
        try await store.upsert([born(1, "1990-11-23")])
        #expect(try await upcoming("2026-11-21T12:00:00Z") == ["1: birthday 36 in 2"])
        try await store.upsert([makeContact(1)])
        #expect(try await upcoming("2026-11-21T12:00:00Z") == [])
    }

    /// With children who exist only as relations, as (number, name, birthday); a child without a birthday has nil.
    private func parent(_ id: Int, of children: [(Int, String, String?)], _ fields: FakeMonica.Fields = [:]) throws
        -> Contact
    {
        let relatives: [FakeMonica.Fields] = children.map { id, name, birthday in
            let birthdate: FakeMonica.Fields = birthday.map { ["date": $0 + "T00:00:00Z"] } ?? ["date": NSNull()]
            return [
                "relationship": ["name": "child"],
                "contact": [
                    "id": id, "complete_name": name, "is_partial": true, "information": ["birthdate": birthdate],
                ],
            ]
        }
        let family: FakeMonica.Fields = ["family": ["contacts": relatives]]
        return try makeContact(id, ["information": ["relationships": family]].merging(fields) { $1 })
    }

    /// Its own copy; without a birthday for nil.
    private func relative(_ id: Int, _ name: String, _ birthday: String?) throws -> Contact {
        let birthdate: FakeMonica.Fields = ["date": birthday.map { $0 + "T00:00:00Z" } ?? NSNull()]
        return try makeContact(
            id, ["complete_name": name, "is_partial": true, "information": ["birthdate": birthdate]])
    }

    @Test func birthdaysOfPeopleWhoAreOnlyRelationsCount() async throws {
        try await store.upsert([
            parent(1, of: [(50, "Zoe", "2019-11-22"), (51, "Max", nil), (52, "Una", "2020-02-29")]),
            parent(2, of: [(50, "Zoe", "2019-11-22")]),
            parent(3, of: [(53, "Kim", "2019-11-22")], ["is_active": false]),
        ])
        #expect(try await upcoming("2026-11-21T12:00:00Z") == ["1: Zoe (child) 7 in 1"])
        #expect(try await upcoming("2027-02-28T12:00:00Z") == ["1: Una (child) 7 in 1"])
        // The relative's own page was edited, or read.
        try await store.upsert([relative(50, "Zoe", nil)])
        #expect(try await upcoming("2026-11-21T12:00:00Z") == [])
        try await store.upsert([relative(50, "Zoe", "2018-11-23")])
        #expect(try await upcoming("2026-11-21T12:00:00Z") == ["1: Zoe (child) 8 in 2"])
        // The copies of the parents have the former birthday.
        try await store.upsert([parent(1, of: [(50, "Zoe", "2019-11-22")], ["description": "Words"])])
        #expect(try await upcoming("2026-11-21T12:00:00Z") == ["1: Zoe (child) 8 in 2"])
        try await store.upsert([makeContact(1), makeContact(2)])
        #expect(try await upcoming("2026-11-21T12:00:00Z") == [])
    }

    /// After a write, the relative's own copy alone is read again.
    @Test func aNewBirthdayAndANewNameOfARelativeAreFollowed() async throws {
        try await store.upsert([parent(1, of: [(50, "Zoe", nil), (51, "Max", nil)])])
        #expect(try await upcoming("2026-11-21T12:00:00Z") == [])
        try await store.upsert([relative(50, "Zoe", "2018-11-23")])
        #expect(try await upcoming("2026-11-21T12:00:00Z") == ["1: Zoe (child) 8 in 2"])
        try await store.upsert([relative(50, "Zoë", "2018-11-23")])
        #expect(try await upcoming("2026-11-21T12:00:00Z") == ["1: Zoë (child) 8 in 2"])
        // The copy of the parent has the former name, and no birthday.
        try await store.upsert([parent(1, of: [(50, "Zoe", nil)], ["description": "Words"])])
        #expect(try await upcoming("2026-11-21T12:00:00Z") == ["1: Zoë (child) 8 in 2"])
        try await store.upsert([makeContact(1)])
        #expect(try await upcoming("2026-11-21T12:00:00Z") == [])
    }

    @Test func thousandsOfRelativesAreBounded() async throws {
        try await store.upsert([parent(1, of: (100..<2_100).map { ($0, "Child \($0)", "2019-11-22") })])
        #expect(try await upcoming("2026-11-21T12:00:00Z").count == 20)
    }

    @Test func theServersReminderOfAFormerBirthdayGoesWithIt() async throws {
        try await store.upsert([born(1, "1990-11-23")])
        func reminder(_ id: Int, _ day: String, automatic: Bool) throws -> ContactReminder {
            let date = try moment(day + "T00:00:00Z")
            return ContactReminder(
                contactID: 1,
                reminder: Reminder(
                    id: id, title: "\(id)", frequency: .years(1), initialDate: date, isAutomatic: automatic))
        }
        try await store.replaceReminders(with: [
            reminder(1, "1990-11-23", automatic: true), reminder(2, "1990-11-23", automatic: false),
            reminder(3, "1995-11-24", automatic: true),
        ])
        try await store.upsert([born(1, "1990-06-01")])
        #expect(try await upcoming("2026-11-21T12:00:00Z") == ["1: 2 in 2", "1: 3 in 3"])
    }

    @Test func remindersStandBesideTheBirthday() async throws {
        try await store.upsert([
            born(1, "1990-11-23"), makeContact(2), born(3, "1815-11-23", ["is_dead": true]),
        ])
        func reminder(_ id: Int, _ contact: Int, _ title: String, _ day: String, automatic: Bool = false) throws
            -> ContactReminder
        {
            ContactReminder(
                contactID: contact,
                reminder: Reminder(
                    id: id, title: title, frequency: .years(1), initialDate: try moment(day + "T00:00:00Z"),
                    isAutomatic: automatic))
        }
        try await store.replaceReminders(with: [
            reminder(1, 1, "Wish happy birthday", "1990-11-23", automatic: true),
            reminder(6, 1, "First met", "2000-11-24", automatic: true),
            reminder(7, 3, "Would have celebrated", "1815-11-23", automatic: true),
            reminder(2, 1, "Call", "2020-11-22"), reminder(3, 2, "Later", "2020-12-22"),
            reminder(4, 9, "Nobody", "2020-11-22"), reminder(5, 2, "Wedding day", "2010-11-25", automatic: true),
        ])
        #expect(
            try await upcoming("2026-11-21T12:00:00Z") == [
                "1: Call in 1", "1: birthday 36 in 2", "1: First met in 3", "3: Would have celebrated in 2",
                "2: Wedding day in 4",
            ])
        try await store.replaceReminders(with: [])
        #expect(try await upcoming("2026-11-21T12:00:00Z") == ["1: birthday 36 in 2"])
    }

    @Test func newsOfContactsAndRemindersAreTold() async throws {
        let (values, continuation) = AsyncStream.makeStream(of: [Int].self)
        let now = try moment("2026-11-21T12:00:00Z")
        let observation = store.observe { store async throws(ContactStoreError) in
            try await store.upcoming(now: now, timeZone: .gmt).map(\.id)
        } onChange: {
            continuation.yield($0)
        }
        var told = values.makeAsyncIterator()
        #expect(await told.next() == [])
        try await store.upsert([born(1, "1990-11-22"), makeContact(2)])
        #expect(await told.next() == [1])
        let reminder = Reminder(id: 1, title: "Call", frequency: .once, initialDate: now)
        try await store.replaceReminders(with: [ContactReminder(contactID: 2, reminder: reminder)])
        #expect(await told.next() == [2, 1])
        observation.cancel()
    }

    @Test func theLongestOverdueIsFirstToKeepInTouchWith() async throws {
        func contact(_ id: Int, every days: Int?, _ fields: FakeMonica.Fields) throws -> Contact {
            try makeContact(id, ["stay_in_touch_frequency": days ?? NSNull()].merging(fields) { $1 })
        }
        try await store.upsert([
            contact(1, every: 30, ["last_called": "2026-11-01T00:00:00.000000Z"]),
            contact(
                2, every: 7,
                [
                    "last_called": "2026-10-01T00:00:00.000000Z",
                    "last_activity_together": "2026-11-10T00:00:00.000000Z",
                    "stay_in_touch_trigger_date": "2026-12-24T00:00:00Z",
                ]),
            contact(3, every: 90, ["stay_in_touch_trigger_date": "2026-11-20T10:00:00Z"]),
            contact(4, every: nil, ["last_called": "2020-11-01T00:00:00.000000Z"]),
            contact(5, every: 7, ["last_called": "2020-11-01T00:00:00.000000Z", "is_dead": true]),
            contact(6, every: 0, [:]),
        ])
        let list = try await store.keepInTouch()
        let days = list.map { "\($0.id) \($0.due.formatted(.iso8601.year().month().day()))" }
        #expect(days == ["2 2026-11-17", "3 2026-11-20", "1 2026-12-01"])
    }
}

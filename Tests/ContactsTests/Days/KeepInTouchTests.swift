import Foundation
import Model
import Testing

@testable import Contacts

/// Days of the next contact, and mail addresses and numbers, from stored contacts.
@Suite struct KeepInTouchTests {
    private static let day = ContactDay.date(year: 2025, month: 11, day: 20)
    static let logged: [PartValue] = [
        .call(CallValue(day: day)), .activity(ActivityValue(summary: "Walk", day: day)),
    ]

    private let store: ContactStore

    init() throws {
        store = try ContactStore.inMemory()
    }

    @Test func overdueIsWhoseDayLiesBeforeToday() async throws {
        for (id, called) in [(1, "2026-11-12"), (2, "2026-11-13"), (3, "2026-11-14"), (4, "2026-10-01")] {
            let fields: FakeMonica.Fields = [
                "stay_in_touch_frequency": 7, "last_called": "\(called)T00:00:00.000000Z", "is_dead": id == 4,
            ]
            try await store.upsert([makeContact(id, fields)])
        }
        // The twentieth: the first one's day was the nineteenth, the second one's is this.
        let now = try Date("2026-11-20T23:30:00Z", strategy: .iso8601)
        let overdue = try await store.overdue(first: 5, now: now, timeZone: .gmt)
        #expect(overdue.count == 1)
        #expect(overdue.first.map(\.id) == [1])
        #expect(overdue.today.map(\.id) == [2])
        // Further east it is the next day already.
        let east = try #require(TimeZone(secondsFromGMT: 3_600))
        #expect(try await store.overdue(now: now, timeZone: east).count == 2)
        let one = try await store.overdue(first: 1, now: now, timeZone: east)
        #expect(one.count == 2)
        #expect(one.first.map(\.id) == [1])
    }

    /// A pending call or activity counts before the server has it, until its undo.
    @Test(arguments: logged) func aLoggedEntryCountsAtOnce(entry: PartValue) async throws {
        let lab = try OutboxLab(isRunning: false)
        let outbox = Outbox(store: store, server: lab.server, clock: lab.clock.ofOutbox)
        let fields: FakeMonica.Fields = ["stay_in_touch_frequency": 7, "last_called": "2025-11-01T00:00:00.000000Z"]
        try await store.upsert([makeContact(1, fields)])
        func expect(due day: String, overdue: Set<Int>) async throws {
            let (due, now) = (try Self.midnight(day), try Self.midnight("2025-11-20"))
            #expect(try await store.keepInTouch().map(\.due) == [due])
            #expect(try await store.overdue(now: now, timeZone: .gmt).ids == overdue)
        }
        try await expect(due: "2025-11-08", overdue: [1])
        let receipt = try #require(try await outbox.add(entry, to: [ContactID(1)]))
        try await expect(due: "2025-11-27", overdue: [])
        #expect(try await outbox.undo(receipt) == .undone)
        try await expect(due: "2025-11-08", overdue: [1])
    }

    private static func midnight(_ day: String) throws -> Date {
        try Date("\(day)T00:00:00Z", strategy: .iso8601)
    }

    @Test func aContactIsReachedByItsFirstMailAndPhoneThatWork() async throws {
        func field(_ type: String?, _ content: String, prefix: String? = nil) -> FakeMonica.Fields {
            let type: FakeMonica.Fields = [
                "type": type as Any? ?? NSNull(), "name": "Any", "protocol": prefix as Any? ?? NSNull(),
            ]
            return ["content": content, "contact_field_type": type]
        }
        try await store.upsert([
            makeContact(1, ["contactFields": [field("phone", "*#06#"), field("phone", "+1 555")]]),
            makeContact(2, ["contactFields": [field("email", "ada@example.org"), field("email", "b@example.org")]]),
            makeContact(3, ["contactFields": [field(nil, "ada")]]),
            // Types of the user.
            makeContact(
                5,
                [
                    "contactFields": [
                        field(nil, "+1 556", prefix: "sms:"), field(nil, "+1 557", prefix: "tel:"),
                        field(nil, "bob@example.org", prefix: "mailto:"),
                    ]
                ]),
        ])
        let reach = try await store.reach(ofContacts: [1, 2, 3, 4, 5])
        #expect(Set(reach.keys) == [1, 2, 3, 5])
        #expect(reach[5]?.mails.first?.link.absoluteString == "mailto:bob@example.org")
        #expect(reach[5]?.phones.first?.link.absoluteString == "tel:+1557")
        #expect(reach[1]?.mails == [] && reach[1]?.phones.first?.link.absoluteString == "tel:+1555")
        #expect(reach[2]?.mails.first?.link.absoluteString == "mailto:ada@example.org" && reach[2]?.phones == [])
        #expect(reach[3]?.mails == [] && reach[3]?.phones == [])
    }
}

import Avatars
import Foundation
import Model
import Monica
import Testing

@testable import CameoApp

/// The lists that the server keeps about a contact, as words.
@Suite struct DetailSectionsTests {
    private let server: AccountServer
    private let now: Date

    init() throws {
        server = try AccountServer.monica()
        now = try Date("2026-11-21T12:00:00Z", strategy: .iso8601)
    }

    private func detail(_ json: [ContactSection: String], contact: String = "") throws -> ContactDetail {
        let contact = try Contact(json: Data(#"{"id":1,"first_name":"Ada","hash_id":"h:a"\#(contact)}"#.utf8))
        let sections = ContactSections(json: json.mapValues { Data($0.utf8) })
        return ContactDetail(contact, sections: sections, server: server, now: now)
    }

    private func rows(_ section: ContactSection, _ json: String) throws -> [ContactDetail.Row] {
        try #require(try detail([section: json]).sections.first).rows
    }

    @Test func sectionsStandInTheirOrderAndEmptyOnesAreNotShown() throws {
        let detail = try detail([
            .pets: #"[{"id":1,"pet_category":{"name":"cat"}}]"#, .debts: #"[{"amount":"1"}]"#,
            .notes: #"[{"body":"b"}]"#, .tasks: "[]", .calls: #"[{"content":"c"}]"#,
        ])
        #expect(detail.sections.map(\.title) == ["Notes", "History", "Debts", "Pets"])
    }

    @Test func notesAreReadableAndTheNewestIsFirst() throws {
        let rows = try rows(
            .notes,
            #"[{"body":"old","created_at":"2020-01-02T00:00:00Z"},"#
                + #"{"body":"**New** _one_","is_favorited":true,"created_at":"2026-01-02T12:00:00Z"}]"#)
        #expect(rows.map(\.title) == ["New one", "old"])
        #expect(rows.first?.icon == "starred-symbolic")
        #expect(rows.first?.subtitle.contains("2026") == true)
    }

    @Test func anActivitySaysWhenWhatAndWithWhom() throws {
        let row = try #require(
            try rows(
                .activities,
                #"[{"summary":"Dinner","description":"Had a *great* time.","happened_at":"2025-10-01","#
                    + #""activity_type":{"name":"ate out"},"#
                    + #""attendees":{"contacts":[{"id":1,"complete_name":"Ada"},{"id":2,"complete_name":"Bob"}]}}]"#
            ).first)
        #expect(row.title == "Dinner")
        #expect(row.subtitle.hasPrefix("Had a great time.\n"))
        #expect(row.subtitle.contains("2025") && row.subtitle.hasSuffix("ate out · with Bob"))
    }

    @Test func callsAndActivitiesAreOneTimeline() throws {
        let detail = try detail([
            .calls: #"[{"id":1,"called_at":"2026-01-10T00:00:00Z"},{"id":2,"content":"Undated"}]"#,
            .activities: #"[{"id":3,"summary":"Later","happened_at":"2026-02-01"},"#
                + #"{"id":4,"summary":"Earlier","happened_at":"2025-02-01","attendees":{"contacts":["#
                + (1...6).map { #"{"id":\#($0),"complete_name":"P\#($0)"}"# }.joined(separator: ",") + "]}}]",
        ])
        let section = try #require(detail.sections.first)
        #expect(section.id == .history)
        #expect(section.rows.map(\.title) == ["Later", "You called", "Earlier", "Undated"])
        #expect(section.rows[2].faces.map(\.contactID) == [2, 3, 4])
    }

    @Test func lifeEventsConversationsAndDocumentsAreShown() throws {
        let detail = try detail([
            .lifeEvents: #"[{"id":1,"happened_at":"2026-01-10","note":"Oslo","#
                + #""life_event_type":{"default_life_event_type_key":"new_job"}}]"#,
            .conversations: #"[{"id":2,"happened_at":"2026-02-10","messages":["#
                + #"{"content":"Hello","written_by_me":true},{"content":""},{"content":"b","written_by_me":false}]}]"#,
            .documents: #"[{"id":3,"original_filename":"a.pdf","filesize":2000}]"#,
        ])
        #expect(detail.sections.map(\.title) == ["History", "Documents"])
        #expect(detail.sections.first?.rows.map(\.title) == ["You: Hello\nAda: b", "New Job"])
        #expect(detail.sections.first?.rows.last?.subtitle.hasPrefix("Oslo\n") == true)
        #expect(detail.sections.first?.rows.first?.subtitle.hasSuffix(" · 2 messages") == true)
        #expect(detail.sections.last?.rows.first?.subtitle.contains("kB") == true)
    }

    @Test func aTickedTaskStaysUntilTheContactIsOpenedAnew() throws {
        func tasks(_ done: Set<Int>) throws -> ContactDetail {
            let tasks = (1...3).map { #"{"id":\#($0),"title":"t\#($0)","completed":\#(done.contains($0))}"# }
            return try detail([.tasks: "[\(tasks.joined(separator: ","))]"])
        }
        let (before, after) = (try tasks([]), try tasks([1]))
        #expect(after.sections.first?.rows.map(\.title) == ["t2", "t3", "t1"])
        let kept = after.keepingPlaces(of: before)
        #expect(kept.sections.first?.rows.map(\.title) == ["t1", "t2", "t3"])
        #expect(kept.sections.first?.rows.first?.isDone == true)
    }

    @Test func aCallSaysWhoCalled() throws {
        let rows = try rows(
            .calls,
            #"[{"called_at":"2026-01-10T00:00:00Z","content":"Party","contact_called":true},"#
                + #"{"called_at":"2025-01-10T00:00:00Z"}]"#)
        #expect(rows.map(\.title) == ["Party", "You called"])
        #expect(rows.first?.subtitle.hasPrefix("Ada called · ") == true)
    }

    @Test func remindersSayTheNextDayAndTheSoonestIsFirst() throws {
        let rows = try rows(
            .reminders,
            #"[{"title":"Once","initial_date":"2020-01-01","frequency_type":"one_time"},"#
                + #"{"title":"Birthday","initial_date":"1815-12-10","frequency_type":"year","frequency_number":1},"#
                + #"{"title":"Water","initial_date":"2026-11-01","frequency_type":"week","frequency_number":3}]"#)
        #expect(rows.map(\.title) == ["Water", "Birthday", "Once"])
        #expect(rows[0].subtitle.hasSuffix(" · Every 3 weeks"))
        #expect(rows[1].subtitle.contains("2026") && rows[1].subtitle.hasSuffix(" · Every year"))
        #expect(rows[2].subtitle.contains("2020"))
    }

    @Test func whatIsToBeDoneComesFirst() throws {
        let rows = try rows(
            .tasks,
            #"[{"title":"a","completed":true,"completed_at":"2026-11-01T12:00:00Z"},{"title":"b","description":"d"}]"#)
        #expect(rows.map(\.title) == ["b", "a"])
        #expect(rows[0].subtitle == "d\nTo do")
        #expect(rows[1].subtitle.hasPrefix("Done on "))
    }

    @Test func aGiftLeadsToItsPage() throws {
        let row = try #require(
            try rows(
                .gifts,
                #"[{"name":"Book","comment":"hardback","amount_with_currency":"$12.50","status":"offered","#
                    + #""url":"https://example.com/book"}]"#
            ).first)
        #expect(row.subtitle == "hardback\nGiven · $12.50")
        #expect(row.action == .open(uri: "https://example.com/book"))
    }

    @Test func aDebtSaysWhoOwesWhom() throws {
        let rows = try rows(
            .debts,
            #"[{"in_debt":"no","status":"complete","amount_with_currency":"$5"},"#
                + #"{"in_debt":"yes","amount_with_currency":"$20","reason":"Lunch"}]"#)
        #expect(rows.map(\.title) == ["You owe $20", "Ada owes you $5"])
        #expect(rows.map(\.subtitle) == ["Lunch", "Settled"])
    }

    @Test func ofAnEndlessSectionTheRestIsOnTheServer() throws {
        let tasks = Array(repeating: #"{"title":"t"}"#, count: SectionEntries.maxCount).joined(separator: ",")
        let detail = try detail([.tasks: "[\(tasks)]"], contact: #","statistics":{"number_of_tasks":307}"#)
        let last = try #require(detail.sections.first?.ends.last)
        #expect(last.title == "7 more on the server")
        #expect(last.action == .open(uri: "https://monica.example.org/people/h:a"))
    }

    @Test func ofAnEndlessHistoryTheKindsOfTheRestAreNamed() throws {
        func entries(_ entry: String) -> String {
            "[" + Array(repeating: entry, count: SectionEntries.maxCount).joined(separator: ",") + "]"
        }
        let detail = try detail(
            [.activities: entries(#"{"summary":"s"}"#), .calls: entries(#"{"content":"c"}"#)],
            contact: #","statistics":{"number_of_activities":301,"number_of_calls":312}"#)
        let history = try #require(detail.sections.first)
        #expect(history.ends.map(\.title) == ["1 more activity on the server", "12 more calls on the server"])
    }
}

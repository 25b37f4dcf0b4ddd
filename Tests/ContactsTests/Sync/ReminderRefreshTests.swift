import Foundation
import Model
import Network
import Testing

@testable import Contacts

/// The reminders of all contacts, read once a day.
@MainActor
@Suite struct ReminderRefreshTests {
    private let monica = FakeMonica(contacts: 3)
    private let store: ContactStore

    init() throws {
        store = try ContactStore.inMemory()
    }

    private func refresh(notBefore oldest: Date? = nil) async throws {
        try await SeldomRefresh(server: monica.client(), store: store) { _ in }.reminders(notBefore: oldest)
    }

    /// Answers with a page of reminders, one a contact.
    private func answer(pages: Int, titled title: String = "Call") {
        monica.misbehave = { request in
            guard request.hasPrefix("reminders?page="), let page = Int(request.dropFirst(15).prefix { $0.isNumber })
            else { return nil }
            let body = """
                {"data":[{"id":\(page),"title":"\(title)","frequency_type":"week","frequency_number":1,
                "initial_date":"2026-11-21T00:00:00Z","delible":true,"contact":{"id":\(page)}},{"id":99},7],
                "meta":{"current_page":\(page),"last_page":\(pages),"total":\(pages)}}
                """
            return (200, body)
        }
    }

    private func upcoming() async throws -> [Int] {
        try await store.upcoming().map(\.id)
    }

    @Test func allPagesAreReadOnceADay() async throws {
        try await store.upsert((1...3).map { try makeContact($0) })
        answer(pages: 3)
        try await refresh()
        #expect(try await upcoming() == [1, 2, 3])
        #expect(monica.requests.count == 3)
        try await refresh()
        #expect(monica.requests.count == 3)
        try await refresh(notBefore: .now)
        #expect(monica.requests.count == 6)
    }

    /// The server keeps the reminders of a deleted contact, without their contact.
    @Test func aPageOfDeletedContactsEndsNoList() async throws {
        try await store.upsert((1...3).map { try makeContact($0) })
        answer(pages: 3)
        let usual = try #require(monica.misbehave)
        monica.misbehave = { (request) throws(TransportError) in
            guard request.hasPrefix("reminders?page=2") else { return try usual(request) }
            let body = #"{"data":[{"id":2,"title":"Call","contact":null}],"meta":{"current_page":2,"last_page":3}}"#
            return (200, body)
        }
        try await refresh()
        #expect(try await upcoming() == [1, 3])
    }

    /// The fields of an entry besides its number and its contact.
    private static let fields: [ContactSection: String] = [
        .pets: #""name":"Whiskers","pet_category":{"id":3,"name":"cat","is_common":true}"#,
        .lifeEvents: #""note":"Big day","life_event_type":{"default_life_event_type_key":"new_job"}"#,
        .conversations: #""happened_at":"2025-03-04T00:00:00Z","messages":[{"content":"Hello","written_by_me":false}]"#,
        .documents: #""original_filename":"a.pdf","filesize":2048"#,
        .tasks: #""title":"Send birthday card","completed":false"#,
    ]

    @Test(arguments: ContactSection.daily)
    func theEntriesOfAListComeToThePagesOfTheirContacts(section: ContactSection) async throws {
        try await store.upsert((1...3).map { try makeContact($0) })
        let fields = try #require(Self.fields[section])
        monica.misbehave = { request in
            guard request.hasPrefix("\(section.rawValue)?page=1") else { return nil }
            let entries = [(5, 1), (6, 2), (7, 1)].map { #"{"id":\#($0),\#(fields),"contact":{"id":\#($1)}}"# }
            return (200, #"{"data":[\#(entries.joined(separator: ","))]}"#)
        }
        try await SeldomRefresh(server: monica.client(), store: store) { _ in }.sections()
        for (id, expected) in [(1, [7, 5]), (2, [6]), (3, [])] as [(Int, [Int?])] {
            let page = try #require(try await store.storedContact(id: id)).sections
            let lists: [ContactSection: [Int?]] = [
                .pets: page.pets.map(\.id), .lifeEvents: page.lifeEvents.map(\.id),
                .conversations: page.conversations.map(\.id), .documents: page.documents.map(\.id),
                .tasks: page.tasks.map(\.id),
            ]
            #expect(lists[section] == expected, "\(id)")
            #expect(lists.values.joined().count == expected.count, "\(id)")
        }
    }

    /// Pets are read for all contacts together, and go with the next reading.
    @Test func petsOfAllContactsAreReadOnceADay() async throws {
        try await store.upsert((1...3).map { try makeContact($0) })
        var owners = [1: "Tom", 2: "Rex", 9: "Nobody"]
        monica.misbehave = { request in
            guard request.hasPrefix("pets?page=1") else { return nil }
            let pets = owners.map { id, name in
                #"{"id":\#(id),"name":"\#(name)","pet_category":{"id":3,"name":"cat"},"contact":{"id":\#(id)}}"#
            }
            return (200, #"{"data":[\#(pets.joined(separator: ",")),{"id":5},7]}"#)
        }
        let refresh = SeldomRefresh(server: try monica.client(), store: store) { _ in }
        func pets(_ id: Int) async throws -> [String?] {
            try await store.storedContact(id: id)?.sections.pets.map(\.value.name) ?? []
        }
        try await refresh.sections()
        #expect(try await pets(1) == ["Tom"])
        #expect(try await pets(2) == ["Rex"])
        #expect(try await pets(3) == [])
        try await refresh.sections()
        #expect(monica.requests.filter { $0.hasPrefix("pets") }.count == 1)
        owners = [2: "Max"]
        try await refresh.sections(notBefore: .now)
        #expect(try await pets(1) == [])
        #expect(try await pets(2) == ["Max"])
    }

    @Test func aProxyWithoutItsServerEmptiesNoList() async throws {
        try await store.upsert([makeContact(1)])
        monica.misbehave = { request in
            if request.hasPrefix("tasks?") { return (200, #"{"data":[{"id":1,"title":"Tea","contact":{"id":1}}]}"#) }
            return request.hasPrefix("journal?") ? (200, #"{"data":[{"id":2,"post":"Rain"}]}"#) : (200, #"{"data":[]}"#)
        }
        let refresh = SeldomRefresh(server: try monica.client(), store: store) { _ in }
        try await refresh.lists()
        monica.misbehave = { _ in (404, "404 page not found\n") }
        await #expect(throws: ServerError.self) { try await refresh.lists(notBefore: .now) }
        #expect(try await store.openTasks().map(\.title) == ["Tea"])
        #expect(try await store.journal().entries.map(\.id) == [2])
    }

    /// The tasks of all contacts stand on the page Today, and on the contacts' pages without another request.
    @Test func tasksOfAllContactsAreReadOnceADay() async throws {
        try await store.upsert([makeContact(1), makeContact(2), makeContact(3, ["is_active": false])])
        monica.misbehave = { request in
            guard request.hasPrefix("tasks?page=1") else { return nil }
            let tasks = [(1, "Tea", 1, false), (2, "Done", 1, true), (3, "Cake", 2, false), (4, "Never", 3, false)].map
            {
                #"{"id":\#($0.0),"title":"\#($0.1)","completed":\#($0.3),"contact":{"id":\#($0.2)}}"#
            }
            return (200, #"{"data":[\#(tasks.joined(separator: ","))]}"#)
        }
        let refresh = SeldomRefresh(server: try monica.client(), store: store) { _ in }
        for _ in 0..<2 {
            try await refresh.sections()
            #expect(try await store.openTasks().map { "\($0.contact.id) \($0.title)" } == ["2 Cake", "1 Tea"])
        }
        #expect(monica.requests.filter { $0.hasPrefix("tasks") }.count == 1)
        #expect(try await store.storedContact(id: 1)?.sections.tasks.map(\.title) == ["Done", "Tea"])
        monica.misbehave = nil
        try await refresh.sections(notBefore: .now)
        #expect(try await store.openTasks() == [])
    }

    @Test(arguments: [true, false]) func theJournalIsReadOnceADay(isThere: Bool) async throws {
        let entry = #"{"id":ID,"title":TITLE,"post":"Rain","date":"2026-11-2IDT04:57:24.000000Z"}"#
        monica.misbehave = { request in
            guard request.hasPrefix("journal?page=1") else { return nil }
            guard isThere else { return (404, #"{"message":"The route api/journal could not be found."}"#) }
            let entries = [("1", "null"), ("2", #""Day""#)].map {
                entry.replacing("ID", with: $0.0).replacing("TITLE", with: $0.1)
            }
            return (200, #"{"data":[\#(entries.joined(separator: ",")),{"id":5},7]}"#)
        }
        let refresh = SeldomRefresh(server: try monica.client(), store: store) { _ in }
        for _ in 0..<2 {
            try await refresh.journal()
            #expect(try await store.hasJournal() == isThere)
            #expect(try await store.journal().entries.map(\.id) == (isThere ? [2, 1] : []))
            #expect(try await store.journal().entries.map(\.title) == (isThere ? ["Day", nil] : []))
        }
        #expect(monica.requests.count == 1)
    }

    /// The number of entries does not tell: a whole journal can have as many as a page.
    @Test func theLastPageTellsWhetherTheJournalIsWhole() async throws {
        let entries = (1...JournalEntry.maxCount).map { #"{"id":\#($0),"post":"Rain"}"# }.joined(separator: ",")
        let refresh = SeldomRefresh(server: try monica.client(), store: store) { _ in }
        for (lastPage, isWhole) in [(1, true), (2, false), (1, true)] {
            monica.answer(#"{"data":[\#(entries)],"meta":{"current_page":1,"last_page":\#(lastPage)}}"#)
            try await refresh.journal(notBefore: .now)
            let journal = try await store.journal()
            #expect(journal.entries.count == JournalEntry.maxCount)
            #expect(journal.isWhole == isWhole)
        }
    }

    @Test func aPageThatDoesNotComeLeavesWhatWasStored() async throws {
        try await store.upsert([makeContact(1)])
        answer(pages: 1)
        try await refresh()
        monica.misbehave = { _ in (500, "{}") }
        await #expect(throws: ServerError.self) { try await refresh(notBefore: .now) }
        #expect(try await upcoming() == [1])
    }

    /// The reminders and all other sections fail before the tasks and the journal come.
    @Test func aListThatFailsHoldsUpNoOtherList() async throws {
        try await store.upsert([makeContact(1)])
        monica.misbehave = { request in
            if request.hasPrefix("tasks?") { return (200, #"{"data":[{"id":1,"title":"Tea","contact":{"id":1}}]}"#) }
            if request.hasPrefix("journal?") { return (200, #"{"data":[{"id":2,"post":"Rain"}]}"#) }
            return (500, "{}")
        }
        let refresh = SeldomRefresh(server: try monica.client(), store: store) { _ in }
        await #expect(throws: ServerError.server(status: 500)) { try await refresh.lists() }
        #expect(try await store.openTasks().map(\.title) == ["Tea"])
        #expect(try await store.journal().entries.map(\.id) == [2])
    }

    @Test func aRefusedTokenEndsTheReadingOfLists() async throws {
        monica.misbehave = { _ in (401, "{}") }
        let refresh = SeldomRefresh(server: try monica.client(), store: store) { _ in }
        await #expect(throws: ServerError.unauthorized) { try await refresh.lists() }
        #expect(monica.requests.count == 1)
    }

    @Test func aServerThatNeverEndsIsLeft() async throws {
        answer(pages: 1_000_000)
        try await refresh()
        #expect(monica.requests.count == 101)
    }

    /// A contact that is not among the read reminders keeps its own.
    @Test func ofATooLongListTheLatestRemindersAreRead() async throws {
        try await store.upsert((1...5).map { try makeContact($0) })
        let refresh = SeldomRefresh(server: try monica.client(), store: store, maxEntries: 300) { _ in }
        answer(pages: 3)
        try await refresh.reminders()
        answer(pages: 5)
        try await refresh.reminders(notBefore: .now)
        #expect(try await upcoming() == [1, 2, 3, 4, 5])
        #expect(monica.requests.suffix(4).map { $0.dropFirst(15).first } == ["1", "3", "4", "5"])
    }

    /// A contact that is not among the read entries keeps its section.
    @Test func ofATooLongListTheLatestPetsAreRead() async throws {
        try await store.upsert((1...5).map { try makeContact($0) })
        var (pages, name) = (3, "Tom")
        monica.misbehave = { request in
            guard request.hasPrefix("pets?page="), let page = Int(request.dropFirst(10).prefix { $0.isNumber })
            else { return nil }
            let body = """
                {"data":[{"id":\(page),"name":"\(name)","pet_category":{"id":3,"name":"cat"},"contact":{"id":\(page)}}],
                "meta":{"current_page":\(page),"last_page":\(pages),"total":\(pages)}}
                """
            return (200, body)
        }
        let refresh = SeldomRefresh(server: try monica.client(), store: store, maxEntries: 300) { _ in }
        try await refresh.sections()
        (pages, name) = (5, "Rex")
        try await refresh.sections(notBefore: .now)
        for (id, expected) in zip(1..., ["Tom", "Tom", "Rex", "Rex", "Rex"]) {
            let pets = try await store.storedContact(id: id)?.sections.pets
            #expect(pets?.map(\.value.name) == [expected], "\(id)")
        }
    }
}

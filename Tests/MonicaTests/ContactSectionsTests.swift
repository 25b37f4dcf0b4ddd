import Contacts
import Foundation
import Model
import Network
import Testing

@testable import Monica

@MainActor
struct ContactSectionsTests {
    /// The client's sections of a recorded answer.
    private func recorded(_ section: ContactSection, _ name: String? = nil) async throws -> ContactSections {
        let transport = try FakeTransport(RecordedAnswer(named: name ?? "contact-1-\(section)"))
        let entries = try await makeClient(transport).entries(in: section, ofContact: 1)
        return ContactSections(json: [section: entries.serverCopy])
    }

    private func read(_ section: ContactSection, _ json: String) -> ContactSections {
        ContactSections(json: [section: Data(json.utf8)])
    }

    @Test func asksForASectionInItsOwnWords() async throws {
        let transport = FakeTransport(#"{"data":[]}"#)
        let entries = try await makeClient(transport).entries(in: .calls, ofContact: 7)
        #expect(entries.count == 0 && entries.serverCopy == Data("[]".utf8))
        #expect(
            transport.requests.map(\.url.absoluteString)
                == ["https://monica.example.org/api/contacts/7/calls?page=1&limit=100&sort=-created_at"])
        #expect(transport.requests.first?.urgency == .person)
    }

    @Test func pagesAreAskedForAsLongAsThereAreSomeAndNotForEver() async throws {
        let transport = FakeTransport(#"{"data":[{"title":"a"}],"meta":{"current_page":1,"last_page":2}}"#)
        #expect(try await makeClient(transport).entries(in: .tasks, ofContact: 1).count == 2)
        let endless = FakeTransport(#"{"data":[{"title":"a"}],"meta":{"last_page":999999}}"#)
        #expect(try await makeClient(endless).entries(in: .tasks, ofContact: 1).count == 3)
        #expect(endless.requests.count == 3)
    }

    @Test func whatRepeatsTheContactOrHoldsPhotosIsNotKept() async throws {
        let body = #"{"data":[{"contact":{"id":1},"account":{"id":1},"photos":[{"dataUrl":"x"}],"name":"n","new":1}]}"#
        let entries = try await makeClient(FakeTransport(body)).entries(in: .gifts, ofContact: 1)
        #expect(String(decoding: entries.serverCopy, as: UTF8.self) == #"[{"name":"n","new":1}]"#)
    }

    /// The faces of the attendees have 10 MB together.
    @Test func picturesOfAttendeesTakeNoRoomOfActivities() async throws {
        let face = "data:image/png;base64," + String(repeating: "A", count: 100_000)
        let entries = (1...100).map {
            #"{"id":\#($0),"attendees":{"contacts":[{"id":1,"information":{"avatar":{"url":"\#(face)"}}}]}}"#
        }
        let client = try makeClient(FakeTransport(#"{"data":[\#(entries.joined(separator: ","))]}"#))
        let section = try await client.entries(in: .activities, ofContact: 1)
        #expect(section.count == 100 && section.serverCopy.count < 50_000)
        #expect(MonicaKind().withoutPictures(section.serverCopy) == section.serverCopy)
    }

    @Test func messagesDoNotRepeatTheirContact() async throws {
        let message = #"{"account":{"id":1},"contact":{"id":2},"content":"Hello","conversation":{"id":3},"new":1}"#
        let body = #"{"data":[{"contact":{"id":2},"id":3,"messages":[\#(message)]}]}"#
        let page = try await makeClient(FakeTransport(body)).entries(in: .conversations, page: 1)
        let copies = page.entries.map { String(decoding: $0.serverCopy, as: UTF8.self) }
        #expect(copies == [#"{"id":3,"messages":[{"content":"Hello","new":1}]}"#])
    }

    @Test func readsActivities() async throws {
        let activities = try await recorded(.activities).activities
        #expect(activities.map(\.summary) == ["Walk 🚶", "Dinner"])
        let dinner = try #require(activities.last)
        #expect(dinner.description == "Had a *great* time.")
        #expect(dinner.happenedAt == Date(timeIntervalSince1970: 1_759_276_800))
        #expect(dinner.typeName == "ate at a restaurant")
        #expect(dinner.attendees.count == 2 && dinner.attendees.contains { $0.id == 1 })
    }

    @Test func readsCalls() async throws {
        let call = try #require(try await recorded(.calls).calls.first)
        #expect(call.calledAt == Date(timeIntervalSince1970: 1_736_467_200))
        #expect(call.content == "Called about the party.")
        #expect(!call.contactCalled)
    }

    @Test func readsReminders() async throws {
        let reminder = try #require(try await recorded(.reminders).reminders.first)
        #expect(reminder.title == "On this date, Ada would have celebrated their birthday")
        #expect(reminder.frequency == .years(1))
        #expect(try reminder.initialDate == Date("1815-12-10T00:00:00Z", strategy: .iso8601))
    }

    @Test func readsTasks() async throws {
        let task = try #require(try await recorded(.tasks).tasks.first)
        #expect(task.title == "Send birthday card")
        #expect(task.isCompleted && task.completedAt != nil)
    }

    @Test func readsGifts() async throws {
        let gift = try #require(try await recorded(.gifts).gifts.first)
        #expect(gift.name == "Book" && gift.comment == "hardback" && gift.amount == "$12.50")
        #expect(gift.status == .offered)
        #expect(gift.link?.absoluteString == "https://example.com/book")
    }

    @Test func readsDebts() async throws {
        let debt = try #require(try await recorded(.debts).debts.first)
        #expect(debt.userOwes && !debt.isSettled)
        #expect(debt.amount == "$20.00" && debt.reason == "Lunch")
    }

    @Test func readsNotes() async throws {
        let notes = try await recorded(.notes, "list-notes").notes
        #expect(!notes.isEmpty && notes.allSatisfy { $0.id != nil && $0.createdAt != nil })
        #expect(try await recorded(.notes).notes.isEmpty)
    }

    @Test func aContactThatIsGoneHasNoSection() async throws {
        await #expect(throws: ServerError.notFound) { try await recorded(.notes, "contact-missing-notes") }
    }

    @Test func theJournalIsRead() async throws {
        let transport = try FakeTransport(RecordedAnswer(named: "list-journal"))
        let (entries, isWhole) = try await makeClient(transport).journal()
        #expect(isWhole && entries.map(\.title) == ["Day 0", "Day 2"])
        #expect(entries.allSatisfy { $0.text.hasPrefix("Dear diary…") && $0.writtenAt != nil })
    }

    @Test func lifeEventsAndConversationsAreRead() async throws {
        func recorded(_ name: String, _ section: ContactSection) async throws -> ContactSections {
            let transport = try FakeTransport(RecordedAnswer(named: name))
            let page = try await makeClient(transport).entries(in: section, page: 1)
            #expect(page.entries.allSatisfy { $0.contact > 0 })
            let entries = SectionEntries(objects: page.entries.map(\.serverCopy))
            return ContactSections(json: [section: entries.serverCopy])
        }
        let event = try #require(try await recorded("list-lifeevents", .lifeEvents).lifeEvents.first)
        #expect(event.type == "new_job" && event.note == "Big day" && event.happenedAt != nil)
        let conversation = try #require(try await recorded("list-conversations", .conversations).conversations.first)
        #expect(conversation.channel == "Email")
        #expect(conversation.messages.map(\.text) == ["Message 0", "Message 1", "Message 2"])
        #expect(conversation.messages.map(\.isFromUser) == [false, true, false])
        let document = read(.documents, #"[{"id":1,"original_filename":"a.pdf","filesize":2048}]"#).documents.first
        #expect(document == Document(id: 1, name: "a.pdf", size: 2048))
    }

    @Test(arguments: ContactSection.allCases)
    func brokenEntriesCostNothingElse(section: ContactSection) {
        let good = #"{"body":"g","summary":"g","content":"g","title":"g","name":"g","amount":"g"}"#
        let other =
            #"{"id":1,"pet_category":{"name":"cat"},"name":"g","original_filename":"g","happened_at":"2026-01-02"}"#
        let entries =
            #"null,3,"x",[],{},{"id":{}},\#(ContactSection.ofAccount.contains(section) ? other : good),{"body":[],"title":{},"name":null,"amount":false}"#
        let read = read(section, "[\(entries)]")
        // A long sum takes the compiler seconds.
        let counts: [Int] = [
            read.notes.count, read.activities.count, read.calls.count, read.reminders.count, read.tasks.count,
            read.gifts.count, read.debts.count, read.pets.count, read.lifeEvents.count, read.conversations.count,
            read.documents.count,
        ]
        #expect(counts.reduce(0, +) == 1)
    }

    @Test(arguments: ["", "{", "null", "{}", "3"])
    func whatIsNoListIsEmpty(json: String) {
        #expect(read(.notes, json).notes.isEmpty)
    }

    @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "no address", "mailto:a@example.org"])
    func aGiftLeadsToWebPagesOnly(url: String) {
        #expect(read(.gifts, #"[{"name":"n","url":"\#(url)"}]"#).gifts.first?.link == nil)
    }

    @Test func theNewestNotesComeWithTheContactAndTheOthersFollow() throws {
        let contact = try Contact(json: Data(#"{"id":1,"notes":[{"id":9,"body":"new"},{"id":8,"body":"b"}]}"#.utf8))
        let stored = read(.notes, #"[{"id":9,"body":"old"},{"id":3,"body":"c"}]"#)
        #expect(stored.notes(on: contact).map(\.body) == ["new", "b", "c"])
    }

    @Test(arguments: [
        ("one_time", 1, "2027-01-05", "2027-01-05"), ("one_time", 1, "2026-01-05", nil),
        ("week", 1, "2026-11-20", "2026-11-27"), ("week", 2, "2026-11-07", "2026-11-21"),
        ("month", 1, "2026-01-31", "2026-11-30"), ("month", 3, "2026-01-21", "2027-01-21"),
        ("year", 1, "1815-12-10", "2026-12-10"), ("year", 1, "2000-11-20", "2027-11-20"),
        ("year", 2, "2025-11-21", "2027-11-21"), ("year", 1, "2024-02-29", "2027-03-01"),
        ("month", 12, "2024-02-29", "2027-03-01"), ("year", 1, "2023-11-21", "2026-11-21"),
        ("year", 0, "2025-11-22", "2026-11-22"), ("month", Int.max, "2026-11-01", "2026-12-01"),
    ])
    func aReminderComesBack(type: String, number: Int, first: String, next: String?) throws {
        let json =
            #"[{"title":"t","frequency_type":"\#(type)","frequency_number":\#(number),"initial_date":"\#(first)"}]"#
        let reminder = try #require(read(.reminders, json).reminders.first)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let now = try Date("2026-11-21T13:00:00Z", strategy: .iso8601)
        let date = reminder.nextDate(at: now, calendar: calendar)
        #expect(date?.formatted(.iso8601.year().month().day()) == next)
    }
}

import Foundation
import Model
import Network
import Testing

@testable import Monica

/// The client refuses oversized data of a server before parsing.
@MainActor
@Suite struct JSONBoundsTests {
    /// As gzip makes 40 MB of from 40 KB, and Foundation gigabytes; here shorter.
    private static let bomb = "[" + String(repeating: "{},", count: 500_000) + "{}]"

    private static func client(_ body: String) throws -> MonicaClient {
        try makeClient(FakeTransport(body))
    }

    @Test func aContactOfMillionsOfValuesIsRefused() async throws {
        let body = #"{"data":{"id":1,"first_name":"A","tags":\#(Self.bomb)}}"#
        await #expect(throws: ServerError.unreadable) { try await Self.client(body).contact(id: 1) }
    }

    @Test func inAPageItCostsNothingButItself() async throws {
        let body = #"{"data":[{"id":1,"tags":\#(Self.bomb)},{"id":2}]}"#
        let page = try await Self.client(body).contacts(page: 1)
        #expect(page.contacts.map(\.id) == [2])
        #expect(page.unreadable == 1)
    }

    @Test func soAreTheUserAndTheServersOwnWords() async throws {
        let me = #"{"data":{"id":1,"x":\#(Self.bomb)}}"#
        await #expect(throws: ServerError.unreadable) { try await Self.client(me).me() }
        let refusal = FakeTransport(status: 422, #"{"message":"no","x":\#(Self.bomb)}"#)
        let client = try makeClient(refusal)
        await #expect(throws: ServerError.invalidRequest([])) { try await client.contacts(page: 1) }
    }

    @Test func inListsOfNotesPhotosAndRemindersItCostsNothingButItself() async throws {
        let notes = #"{"data":[{"id":1,"body":"a"},{"id":2,"body":"b","x":\#(Self.bomb)}]}"#
        #expect(try await Self.client(notes).entries(in: .notes, ofContact: 1).count == 1)
        let photos = #"{"data":[{"id":1},{"id":2,"x":\#(Self.bomb)}]}"#
        #expect(try await Self.client(photos).photos(page: 1, perPage: 8, urgency: .visible).entries.map(\.id) == [1])
        let reminders = #"""
            {"data":[{"title":"t","contact":{"id":7}},{"title":"t","contact":{"id":8},"x":\#(Self.bomb)}]}
            """#
        #expect(try await Self.client(reminders).reminders(page: 1).reminders.map(\.contactID) == [7])
    }

    @Test func aContactMayHaveAMegabyteOfTextAndPicturesBesides() throws {
        func contact(_ text: Int, picture: Int = 0) throws -> Contact {
            let url = "data:image\\/png;base64," + String(repeating: "A", count: picture)
            return try Contact(
                json: Data(
                    #"""
                    {"id":1,"description":"\#(String(repeating: "x", count: text))",
                    "information":{"avatar":{"url" : "\#(url)"}}}
                    """#.utf8))
        }
        #expect(try contact(1_000_000, picture: 10 << 20).avatar.url?.hasPrefix("data:image/png") == true)
        #expect(throws: ServerError.unreadable) { try contact(1 << 20) }
    }

    @Test func aTextIsNoPictureForBeginningLikeOne() {
        let text = "data:" + String(repeating: "x", count: 1 << 20)
        func isRead(_ json: String) -> Bool { JSONObject(parsing: Data(json.utf8)) != nil }
        for json in [
            #"{"id":1,"first_name":"\#(text)"}"#, #"{"id":1,"url":["\#(text)"]}"#, #"{"id":["url","\#(text)"]}"#,
        ] {
            #expect(!isRead(json), "\(json.prefix(30))")
        }
        #expect(isRead(#"{"dataUrl":"\#(text)"}"#))
    }

    @Test func aContactMayHaveAThousandFields() throws {
        let field = #"""
            {"id":1,"content":"+1 555","contact_field_type":{"id":2,"name":"Phone","protocol":"tel:","type":"phone"},
            "labels":[{"id":1,"label":"Work"}],"account":{"id":1},"created_at":"2026-01-01T00:00:00Z"}
            """#
        let fields = Array(repeating: field, count: 1_000).joined(separator: ",")
        #expect(try Contact(json: Data(#"{"id":1,"contactFields":[\#(fields)]}"#.utf8)).contactFields.count == 1_000)
    }

    @Test(arguments: [100, 600, 100_000])
    func whatIsDeeplyNestedIsRefusedWithoutRecursion(depth: Int) async throws {
        let deep = String(repeating: #"{"a":["#, count: depth / 2) + String(repeating: "]}", count: depth / 2)
        let body = #"{"data":{"id":1,"x":\#(deep)}}"#
        await #expect(throws: ServerError.unreadable) { try await Self.client(body).contact(id: 1) }
        await #expect(throws: ServerError.unreadable) { try await Self.client(body).me() }
        let unclosed = String(repeating: "[", count: depth)
        await #expect(throws: ServerError.unreadable) { try await Self.client(unclosed).me() }
    }

    @Test(arguments: ["[[[1]]]", "[1,2]", #"["a"]"#, "[null]", #"[[],"a"]"#])
    func aPageOfWhatIsNoContactIsNone(entries: String) async throws {
        let body = #"{"data":\#(entries)}"#
        await #expect(throws: ServerError.unreadable) { try await Self.client(body).contacts(page: 1) }
        await #expect(throws: ServerError.unreadable) { try await Self.client(body).reminders(page: 1) }
    }

    @Test func anEntryThatIsNoContactCostsNothingButItself() async throws {
        let page = try await Self.client(#"{"data":[[],{"id":7}]}"#).contacts(page: 1)
        #expect(page.contacts.map(\.id) == [7])
        #expect(page.unreadable == 1)
    }

    @Test func aPageOfMoreThanWasAskedForIsRefused() async throws {
        func body(_ count: Int) -> String {
            #"{"data":[\#((1...count).map { #"{"id":\#($0),"title":"t","contact":{"id":1}}"# }.joined(separator: ","))]}"#
        }
        #expect(try await Self.client(body(100)).contacts(page: 1).contacts.count == 100)
        await #expect(throws: ServerError.tooManyEntries) { try await Self.client(body(101)).contacts(page: 1) }
        await #expect(throws: ServerError.tooManyEntries) {
            try await Self.client(body(11)).contacts(page: 1, perPage: 10)
        }
        await #expect(throws: ServerError.tooManyEntries) { try await Self.client(body(101)).reminders(page: 1) }
        await #expect(throws: ServerError.tooManyEntries) {
            try await Self.client(body(101)).entries(in: .calls, ofContact: 1)
        }
        await #expect(throws: ServerError.tooManyEntries) {
            try await Self.client(body(9)).photos(page: 1, perPage: 8, urgency: .visible)
        }
        await #expect(throws: ServerError.tooManyEntries) {
            try await Self.client(body(5)).photos(ofContact: 1, perPage: 4, urgency: .visible)
        }
    }

    @Test func anAnswerOfMillionsOfMembersIsRefused() async throws {
        let members = (0..<100_000).map { #""\#($0)":1"# }.joined(separator: ",")
        await #expect(throws: ServerError.unreadable) { try await Self.client("{\(members)}").contacts(page: 1) }
    }

    @Test func ofASectionNoMoreIsKeptThanThereIsRoomFor() async throws {
        let note = #"{"body":"\#(String(repeating: "n", count: 900_000))"}"#
        let page = #"{"data":[\#(Array(repeating: note, count: 30).joined(separator: ","))]}"#
        let entries = try await Self.client(page).entries(in: .notes, ofContact: 1)
        #expect(entries.count == 4)
        #expect(entries.serverCopy.count <= 4 << 20)
        #expect(ContactSections(json: [.notes: entries.serverCopy]).notes.count == 4)
    }

    @Test func numbersOfPagesAreNoLargerThanCanBeReckonedWith() async throws {
        let meta = #"{"current_page":-9223372036854775808,"last_page":9223372036854775807,"total":9223372036854775807}"#
        let page = try await Self.client(#"{"data":[],"meta":\#(meta)}"#).contacts(page: 1)
        #expect(page.page == 1)
        #expect(page.lastPage == page.total && page.total == 1 << 40)
    }
}

import Foundation
import Model
import Network
import Testing

@testable import Monica

@MainActor
struct MonicaClientTests {
    private let emptyPage = #"{"data":[],"meta":{"current_page":1,"last_page":1,"total":0}}"#

    @Test func asksForPagesInItsOwnWords() async throws {
        let transport = FakeTransport(emptyPage)
        let client = try makeClient(transport, at: "https://h/sub")
        _ = try await client.contacts(page: 3, sort: .updatedDescending)
        let request = try #require(transport.requests.first)
        #expect(
            request.url.absoluteString
                == "https://h/sub/api/contacts?page=3&limit=100&sort=-updated_at&with=contactfields")
        #expect(request.content == .json)
        #expect(request.urgency == .background)
        #expect(request.answerTimeout == .seconds(60))
        #expect(request.bodyLimit == 40 << 20)
        #expect(request.sendsCredentials && !request.followsRedirects && request.countsAgainstLimit)
    }

    @Test func asksForPhotosInItsOwnWords() async throws {
        let transport = FakeTransport(emptyPage)
        let client = try makeClient(transport)
        _ = try await client.photos(ofContact: 7, urgency: .visible)
        _ = try await client.photos(page: 2, perPage: 5, urgency: .background)
        #expect(
            transport.requests.map { $0.url.absoluteString.replacing("https://monica.example.org/api/", with: "") } == [
                "contacts/7/photos?page=1&limit=10&sort=-created_at", "photos?page=2&limit=5&sort=-created_at",
            ])
        #expect(transport.requests.map(\.urgency) == [.visible, .background])
        // Half of the server's limit at most.
        #expect(transport.requests.allSatisfy { $0.purpose == .photo && $0.countsAgainstLimit })
        #expect(transport.requests.allSatisfy { $0.bodyLimit == 40 << 20 })
    }

    @Test func photosKnowTheirFileAndContact() async throws {
        let transport = try FakeTransport(RecordedAnswer(named: "contact-1-photos"))
        let photos = try await makeClient(transport).photos(ofContact: 1, urgency: .visible).entries
        #expect(photos.count == 3)
        #expect(photos.first?.fileName == "0IRKJv2ZEMvtphIezwYe7QTQrUdoObRyjkvQsnRj.jpg")
        #expect(photos.first?.contactID == 1)
    }

    @Test func remindersOfAllContactsKnowTheirContact() async throws {
        let transport = try FakeTransport(RecordedAnswer(named: "list-reminders"))
        let page = try await makeClient(transport).reminders(page: 2)
        #expect(
            transport.requests.map(\.url.absoluteString)
                == ["https://monica.example.org/api/reminders?page=2&limit=100&sort=created_at"])
        #expect(transport.requests.first?.urgency == .background)
        #expect(page.reminders.prefix(2).map(\.contactID) == [1, 3])
        #expect(page.reminders.prefix(2).map(\.reminder.isAutomatic) == [true, false])
        #expect(page.reminders.prefix(2).map(\.reminder.frequency) == [.years(1), .years(1)])
    }

    @Test func aReminderWithoutAContactOrATitleIsLeftOut() async throws {
        let entries = #"null,3,{"title":"t"},{"contact":{"id":1}},{"title":"t","contact":{"id":7}}"#
        let page = try await makeClient(FakeTransport(#"{"data":[\#(entries)]}"#)).reminders(page: 1)
        #expect(page.reminders.map(\.contactID) == [7])
        #expect(page.lastPage == 1)
    }

    @Test func oneBrokenContactDoesNotLoseThePage() async throws {
        let entries = #"[{"id":1},null,{"id":null},"x",[],{"id":2,"first_name":[]},{"no":"id"},{"id":"3"}]"#
        let page = try await makeClient(FakeTransport(#"{"data":\#(entries),"meta":null}"#)).contacts(page: 1)
        #expect(page.contacts.map(\.id) == [1, 2, 3])
        #expect(page.unreadable == 5)
        #expect(page.page == 1 && page.lastPage == 1)
    }

    @Test func whatTheProgramDoesNotKnowIsKept() async throws {
        let entry = #"{"avatar_of_plugin":{"a":[1,2.5,null,true]},"first_name":"\u00e9\/","id":1}"#
        let page = try await makeClient(FakeTransport(#"{"data":[\#(entry)]}"#)).contacts(page: 1)
        let json = try #require(page.contacts.first?.serverCopy)
        #expect(String(decoding: json, as: UTF8.self) == entry)
    }

    @Test(arguments: ["", "<xml>", "[]", "{}", #"{"data":null}"#, #"{"data":3}"#, #"{"data":{}}"#])
    func whatIsNoPageIsUnreadable(body: String) async throws {
        let client = try makeClient(FakeTransport(body))
        await #expect(throws: ServerError.unreadable) { try await client.contacts(page: 1) }
        await #expect(throws: ServerError.unreadable) { try await client.contact(id: 1) }
        await #expect(throws: ServerError.unreadable) { try await client.me() }
        await #expect(throws: ServerError.unreadable) {
            try await client.photos(page: 1, perPage: 1, urgency: .visible)
        }
    }

    @Test(arguments: [
        (["retry-after": "17"], ServerError.rateLimited(.seconds(17))),
        ([:], .rateLimited(.seconds(60))),
        (["retry-after": "soon"], .rateLimited(.seconds(60))),
        (["retry-after": "-5"], .rateLimited(.seconds(1))),
        (["retry-after": "999999999"], .rateLimited(.seconds(3_600))),
        (
            ["retry-after": "Sat, 21 Nov 2026 05:06:58 GMT", "date": "Sat, 21 Nov 2026 05:06:05 GMT"],
            .rateLimited(.seconds(53))
        ),
        (["retry-after": "Sat, 21 Nov 2020 05:06:58 GMT"], .rateLimited(.seconds(1))),
    ])
    func obeysTheWaitThatTheServerAsksFor(headers: [String: String], error: ServerError) async throws {
        let client = try makeClient(FakeTransport(status: 429, headers: headers, "{}"))
        await #expect(throws: error) { try await client.me() }
    }

    @Test(arguments: [
        (400, #"{"error":{"message":"One","error_code":30}}"#, ["One"]),
        (422, #"{"error":{"message":["One","Two"],"error_code":32}}"#, ["One", "Two"]),
        (422, #"{"message":"Bad.","errors":{"b":["Two","Three"],"a":["One"]}}"#, ["One", "Two", "Three"]),
        (422, #"{"message":"Bad."}"#, ["Bad."]),
        (422, #"{"error":[]}"#, []),
        (400, "Bad Request", []),
    ])
    func quotesTheServer(status: Int, body: String, messages: [String]) async throws {
        let client = try makeClient(FakeTransport(status: status, body))
        await #expect(throws: ServerError.invalidRequest(messages)) { try await client.contact(id: 1) }
    }

    @Test(arguments: [
        (403, ServerError.unauthorized), (401, .unauthorized), (404, .notFound), (410, .notFound),
        (503, .unavailable(nil)), (502, .server(status: 502)), (402, .server(status: 402)),
    ])
    func statusesHaveTheirErrors(status: Int, error: ServerError) async throws {
        let client = try makeClient(FakeTransport(status: status, "{}"))
        await #expect(throws: error) { try await client.me() }
    }

    /// A proxy finds no server, and another server has no such route. Both delete no contact.
    @Test(arguments: [
        ("404 page not found\n", ServerError.server(status: 404)), ("", .server(status: 404)),
        (#"{"message":"The route api/contacts/1 could not be found."}"#, .server(status: 404)),
        (#"{"error":{"message":"The resource has not been found","error_code":31}}"#, .notFound),
        (#"{"message":"No query results for model [App\\Models\\Contact\\Contact] 1"}"#, .notFound),
    ])
    func onlyTheServerSaysThatAContactIsGone(body: String, error: ServerError) async throws {
        let client = try makeClient(FakeTransport(status: 404, headers: ["content-type": "text/plain"], body))
        await #expect(throws: error) { try await client.contact(id: 1) }
    }

    /// A list that is not there empties a section of all contacts.
    @Test(arguments: [
        ("404 page not found\n", ServerError.server(status: 404)), ("", .server(status: 404)),
        ("{}", .server(status: 404)),
        (#"{"message":"no Route matched with those values"}"#, .server(status: 404)),
        (#"{"message":"The route api/pets could not be found."}"#, .notFound), (#"{"message":""}"#, .notFound),
    ])
    func onlyTheServerSaysThatItHasNoSuchList(body: String, error: ServerError) async throws {
        let client = try makeClient(FakeTransport(status: 404, headers: ["content-type": "text/plain"], body))
        await #expect(throws: error) { try await client.entries(in: .pets, page: 1) }
        await #expect(throws: error) { try await client.journal() }
    }

    @Test(arguments: [
        (200, ServerError.webPage), (203, .webPage), (301, .webPage), (302, .webPage),
        (303, .webPage), (307, .webPage), (308, .webPage), (400, .webPage),
        (401, .inFront(.loginPage)), (402, .webPage), (403, .inFront(.challenge)), (404, .webPage), (410, .webPage),
        (422, .webPage), (451, .inFront(.challenge)), (511, .webPage),
    ])
    func aWebPageSaysNothingAboutTheTokenNorTheContacts(status: Int, error: ServerError) async throws {
        let pages = [
            FakeTransport(status: status, headers: ["content-type": "text/html; charset=utf-8"], "Welcome"),
            FakeTransport(status: status, headers: [:], "\u{FEFF}\r\n <!DOCTYPE html><html></html>"),
            FakeTransport(status: status, headers: ["content-type": "application/json"], "<html>"),
        ]
        for page in pages {
            let client = try makeClient(page)
            await #expect(throws: error) { try await client.me() }
            await #expect(throws: error) { try await client.contact(id: 1) }
        }
    }

    @Test(arguments: [
        (429, ServerError.rateLimited(.seconds(60))), (500, .server(status: 500)), (502, .server(status: 502)),
        (503, .unavailable(nil)),
    ])
    func thePageOfAServerInTroubleSaysWhatItsStatusSays(status: Int, error: ServerError) async throws {
        let client = try makeClient(FakeTransport(status: status, headers: ["content-type": "text/html"], "<html>"))
        await #expect(throws: error) { try await client.me() }
    }

    @Test(arguments: [
        (TransportError.timedOut, ServerError.transport(.timedOut)),
        (.cancelled, .transport(.cancelled)),
        (.rateLimited(.seconds(9)), .rateLimited(.seconds(9))),
    ])
    func transportErrorsKeepTheirReason(error: TransportError, expected: ServerError) async throws {
        let client = try makeClient(FakeTransport { _ throws(TransportError) in throw error })
        await #expect(throws: expected) { try await client.contacts(page: 1) }
        await #expect(throws: expected) { try await client.checkServer() }
    }
}

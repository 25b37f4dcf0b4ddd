import Foundation
import Testing

@testable import DemoServer

/// Statuses and bodies equal the recordings, byte by byte.
@Suite struct ErrorTests {
    @Test(arguments: [
        ("/api/contacts?limit=101", "contacts-limit-101"), ("/api/contacts?limit=abc", "contacts-limit-abc"),
        ("/api/contacts?limit[]=2", "contacts-limit-array"), ("/api/contacts?limit=-1", "contacts-limit--1"),
        ("/api/contacts?sort=name", "contacts-sort-bad-name"), ("/api/contacts?sort=", "contacts-sort-bad-empty"),
        ("/api/contacts?sort=first_name", "contacts-sort-bad-first_name"),
        ("/api/contacts?sort=completed_at", "contacts-sort-bad-completed_at"),
        ("/api/contacts?sort=called_at", "contacts-sort-bad-called_at"),
        ("/api/contacts/99999", "contact-missing-404"), ("/api/contacts/0", "contact-id-0"),
        ("/api/contacts/abc", "contact-id-abc"), ("/api/contacts/99999/notes", "contact-missing-notes"),
        ("/api/contacts/99999/relationships", "contact-missing-relationships"),
        ("/api/nope", "error-404-unknown-route"),
        ("/api/groups", "list-groups"), ("/api/statistics", "list-statistics"),
        ("/api/photos/9999", "photo-missing-404"),
        ("/api/relationships", "list-relationships"), ("/api/contactfields", "list-contactfields"),
    ])
    func errorsAreAsRecorded(path: String, name: String) throws {
        let response = Lab().get(path)
        #expect(response.text == (try Recordings.text("\(name).json")))
        #expect(response.status == (try Recordings.status(name)))
        #expect(Set(response.headers.map { $0.name.lowercased() }) == (try Recordings.headerNames(name)))
    }

    @Test func withoutAGoodTokenTheAnswerIs401ForJSON() throws {
        for token in [nil, "wrong"] {
            let response = Lab().get("/api/contacts", token: token)
            #expect(response.status == 401)
            #expect(response.text == (try Recordings.text("error-401-no-token.json")))
            #expect(response["X-RateLimit-Limit"] == nil)
        }
    }

    @Test(arguments: [nil, "*/*", "text/html", "image/*"] as [String?])
    func withoutAGoodTokenEverybodyElseIsSentToTheLogin(accept: String?) throws {
        let response = Lab().get("/api/contacts", token: "wrong", accept: accept)
        #expect(response.status == 302)
        #expect(response["Location"] == "http://127.0.0.1:8421")
        #expect(response["Content-Type"]?.hasPrefix("text/html") == true)
        #expect(response["Set-Cookie"] == nil)
    }

    @Test func theSchemeOfTheTokenIsCaseSensitive() {
        let response = Lab().get("/api/me", token: nil, headers: [("Authorization", "bearer secret")])
        #expect(response.status == 401)
    }

    @Test func aGoodTokenNeedsNoAcceptHeader() {
        #expect(Lab().get("/api/me", accept: nil).status == 200)
    }

    @Test func errorsOfLaravelArePagesForThoseWhoDoNotAskForJSON() throws {
        let response = Lab().get("/api/nope", accept: nil)
        #expect(response.status == 404)
        #expect(response["Content-Type"] == "text/html; charset=UTF-8")
        #expect(!response.isHTTP10)
        #expect(Lab().get("/api/nope").isHTTP10)
    }

    @Test func otherMethodsAreNotAllowed() throws {
        let response = Lab().get("/api/me", method: "DELETE")
        #expect(response.status == 405)
        #expect(response.text == (try Recordings.text("error-405.json")))
        #expect(response["Allow"] == "GET, HEAD, GET, HEAD")
    }

    @Test func doubledSlashesAreUnknownAndTrailingOnesRedirected() throws {
        #expect(Lab().get("//api/contacts").status == 404)
        let response = Lab().get("/api/contacts/?limit=1")
        #expect(response.status == 301)
        #expect(response["Location"] == "http://127.0.0.1:8421/api/contacts?limit=1")
    }

    @Test func maintenanceIs503WithRetryAfter() {
        let lab = Lab()
        lab.monica.change { $0.mode = .maintenance }
        let response = lab.get("/api/contacts")
        #expect(response.status == 503)
        #expect(response["Retry-After"] == "10")
        #expect(response.text.contains("\"message\": \"Service Unavailable\""))
        #expect(lab.get("/api", accept: nil)["Content-Type"] == "text/html; charset=UTF-8")
    }

    @Test func aRevokedTokenIsNoToken() {
        let lab = Lab()
        lab.monica.change { $0.isTokenRevoked = true }
        #expect(lab.get("/api/me").status == 401)
    }

    @Test func monica5HasUsersAndNoContacts() {
        let lab = Lab()
        lab.monica.change { $0.mode = .monica5 }
        #expect(lab.get("/api/contacts").status == 404)
        #expect(lab.get("/api/me").status == 404)
        #expect(lab.get("/api/user").status == 200)
        #expect(lab.get("/api/vaults", token: nil).status == 401)
    }

    @Test func anotherServerAnswersWithPages() {
        let lab = Lab()
        lab.monica.change { $0.mode = .notMonica }
        #expect(lab.get("/api").status == 200)
        #expect(lab.get("/api")["Content-Type"]?.hasPrefix("text/html") == true)
    }
}

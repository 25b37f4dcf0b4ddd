import Foundation
import Model
import Network
import Testing

@testable import Monica

/// Each recorded answer, and its expected outcome.
struct RecordedAnswerTests {
    enum Outcome: Hashable {
        case welcome, user, contact, contactPage, photoPage, section
        /// A good answer to a question that the client does not ask.
        case otherJSON
        /// A picture, a visiting card: good, but not of the API.
        case noJSON
        case error(ServerError)
    }

    @Test(arguments: try RecordedAnswer.all())
    @MainActor func isTakenForWhatItIs(answer: RecordedAnswer) async throws {
        let claims = Self.outcomes.filter { $0.names.contains(answer.name) }
        try #require(claims.count == 1, "exactly one entry must say what \(answer.name) is")
        let client = try makeClient(FakeTransport(answer))
        switch claims[0].outcome {
        case .welcome: try await client.checkToken()
        case .user: #expect(try await client.me().id == 1)
        case .contact: try await expectContact(answer, client)
        case .contactPage: try await expectContactPage(answer, client)
        case .photoPage:
            let page = try await client.photos(page: 1, perPage: 10, urgency: .visible)
            #expect(page.entries.count == (try answer.entries()).count)
            #expect(page.entries.allSatisfy { $0.dataURL?.hasPrefix("data:image/") == true && $0.contactID != nil })
        case .section:
            let entries = try await client.entries(in: .notes, ofContact: 1)
            #expect(entries.count == (try answer.entries()).count)
        case .otherJSON:
            try answer.response.checkSuccess()
            _ = try #require(JSONObject(parsing: answer.body))
        case .noJSON: await expect(.unreadable, client)
        case .error(let error):
            // Only words about the contact say that it is gone. The same path at another address is a move.
            let isGone = try answer.response.isContactGone
            let ofContact = error == .notFound && !isGone ? .server(status: 404) : error
            await expect(
                error, client, ofList: answer.name == "contacts-trailing-slash" ? .inFront(.moved) : error, ofContact)
        }
    }

    @MainActor private func expect(
        _ error: ServerError, _ client: MonicaClient, ofList: ServerError? = nil, _ ofContact: ServerError? = nil
    ) async {
        await #expect(throws: ofList ?? error) { try await client.contacts(page: 1) }
        await #expect(throws: ofContact ?? error) { try await client.contact(id: 1) }
        await #expect(throws: error) { try await client.me() }
        await #expect(throws: error) { try await client.photos(ofContact: 1, urgency: .visible) }
        await #expect(throws: error) { try await client.entries(in: .notes, ofContact: 1) }
    }

    @MainActor private func expectContact(_ answer: RecordedAnswer, _ client: MonicaClient) async throws {
        let contact = try await client.contact(id: 1)
        let sent = try #require(JSONObject(parsing: answer.body)?.object("data"))
        #expect(contact.id == sent.fields["id"] as? Int)
        #expect(!contact.displayName.isEmpty)
        #expect(contact.createdAt != nil)
        #expect(try sameJSON(contact.serverCopy, sent.fields))
        #expect(try Contact(json: contact.serverCopy) == contact)
    }

    @MainActor private func expectContactPage(_ answer: RecordedAnswer, _ client: MonicaClient) async throws {
        let page = try await client.contacts(page: 1)
        let sent = try answer.entries()
        #expect(page.unreadable == 0)
        #expect(page.contacts.map(\.id) == sent.map { $0["id"] as? Int })
        #expect(page.total >= page.contacts.count)
        #expect(page.lastPage >= 1)
        for (contact, fields) in zip(page.contacts, sent) {
            #expect(try sameJSON(contact.serverCopy, fields))
            #expect(try Contact(json: contact.serverCopy) == contact)
        }
    }

    private func sameJSON(_ json: Data, _ fields: [String: Any]) throws -> Bool {
        try NSDictionary(dictionary: fields) == #require(JSONSerialization.jsonObject(with: json) as? NSDictionary)
    }
}

extension RecordedAnswer {
    fileprivate func entries() throws -> [[String: Any]] {
        try #require(JSONObject(parsing: body)?.fields["data"] as? [[String: Any]])
    }
}

extension RecordedAnswerTests {
    /// The names of each outcome. A name stands in exactly one list.
    static let outcomes: [(outcome: Outcome, names: Set<String>)] = [
        (.welcome, ["api-root"]),
        (.user, ["me", "me-no-accept"]),
        (
            .contact,
            [
                "contact-ada", "contact-ada-with-contactfields", "contact-adorable", "contact-archived", "contact-cjk",
                "contact-cjk-with-contactfields", "contact-default_empty_url", "contact-gravatar",
                "contact-gravatar_null_url", "contact-long_name", "contact-markup", "contact-me", "contact-partial",
                "contact-photo_deleted", "contact-photo_file_missing-ok", "contact-single_name", "contact-turing",
                "contact-zoe_bigphoto", "production-contact-default", "production-contact-forwarded",
                "put-avatar-adorable-ok", "put-avatar-default-ok", "visibility-public-contact-ada",
                "visibility-public-contact-default",
            ]
        ),
        (
            .contactPage,
            [
                "contacts-big-account-limit100", "contacts-default", "contacts-gzip", "contacts-if-none-match",
                "contacts-lang-ar", "contacts-limit-0", "contacts-limit-1.5", "contacts-limit-empty",
                "contacts-limit100", "contacts-limit20-page1", "contacts-limit20-page2", "contacts-limit20-page5",
                "contacts-page--1", "contacts-page-0", "contacts-page-1.5", "contacts-page-99999999999999999999",
                "contacts-page-abc", "contacts-page-array", "contacts-page-empty", "contacts-query-accent",
                "contacts-query-arabic", "contacts-query-archived", "contacts-query-cjk", "contacts-query-company",
                "contacts-query-email_field", "contacts-query-emoji", "contacts-query-empty", "contacts-query-job",
                "contacts-query-john", "contacts-query-nickname", "contacts-query-noaccent", "contacts-query-none",
                "contacts-query-percent", "contacts-query-phone_field", "contacts-query-quote",
                "contacts-query-two_words", "contacts-query-with-contactfields", "contacts-sort-created_at",
                "contacts-sort-minus-created_at", "contacts-sort-minus-updated_at", "contacts-sort-updated_at",
                "contacts-trailing-slash-followed", "contacts-with-contactfields", "production-contacts-page",
            ]
        ),
        (.photoPage, ["contact-1-photos", "list-photos"]),
        (
            .section,
            [
                "contact-1-activities", "contact-1-calls", "contact-1-debts", "contact-1-gifts", "contact-1-notes",
                "contact-1-reminders", "contact-1-tasks", "contact-28-notes-empty",
            ]
        ),
        (
            .otherJSON,
            [
                "activity-1", "address-1", "api-root-lang-fr", "call-1", "contact-1-addresses",
                "contact-1-contactfields", "contact-1-conversations", "contact-1-documents", "contact-1-logs",
                "contact-1-pets", "contact-1-relationships", "contact-missing-relationships", "contactfield-1",
                "list-activities", "list-activitytypecategories", "list-activitytypes", "list-addresses", "list-calls",
                "list-calls-sort-called", "list-companies", "list-contactfieldtypes", "list-conversations",
                "list-countries", "list-currencies", "list-debts", "list-documents", "list-genders", "list-gifts",
                "list-journal", "list-lifeevents", "list-logs", "list-notes", "list-notes-sort-favorited",
                "list-occupations", "list-pets", "list-places", "list-relationshiptypegroups", "list-relationshiptypes",
                "list-reminders", "list-tags", "list-tasks", "list-tasks-sort-completed", "note-1", "photo-1",
                "photo-2-png", "photo-3-webp", "photo-5-wide-1600x400", "photo-7-gif-animated", "photo-9-tiny-16x16",
                "photo-bmp", "ratelimit-59th", "ratelimit-60th", "ratelimit-after-window", "relationship-1",
                "reminder-1", "reminders-upcoming-0", "tags-1", "task-1", "visibility-public-photo",
            ]
        ),
        (
            .noJSON,
            [
                "dav-propfind", "dav-vcard-bearer", "dav-vcard-default", "dav-vcard-photo",
                "storage-symlink-avatar-default-no-token", "storage-symlink-photo-bearer",
                "storage-symlink-photo-no-token", "store-avatar-default-session-cookie", "store-photo-session-cookie",
                "store-photo-session-range", "visibility-public-fetch-photo-no-token",
            ]
        ),
        (
            .error(.unauthorized),
            [
                "api-lowercase-bearer",
                "error-401-bad-token", "error-401-expired-token",
                "error-401-no-token", "error-401-revoked-token", "oauth-login-not-configured",
                "store-avatar-default-bearer-accept-json",
                "store-photo-bearer-accept-json",
                "store-photo-bearer-xhr",
                "store-photo-wrong-token-accept-json",
            ]
        ),
        (
            .error(.webPage),
            [
                "contacts-trailing-slash", "error-302-bad-token-accept-html", "error-302-bad-token-no-accept",
                "error-302-followed", "error-302-no-token-no-accept", "error-404-unknown-route-no-accept",
                "oauth-login-page", "storage-symlink-missing", "store-avatar-default-bearer",
                "store-photo-basic-auth-token", "store-photo-bearer-accept-image", "store-photo-bearer-accept-star",
                "store-photo-bearer-follow-redirect", "store-photo-bearer-no-accept",
                "store-photo-missing-file-session", "store-photo-no-token", "store-photo-token-in-query",
                "store-photo-wrong-token",
            ]
        ),
        (
            .error(.notFound),
            [
                "contact-id-0", "contact-missing-404", "contact-missing-notes", "contact-other-account-404",
                "contacts-double-slash", "error-404-outside-api", "error-404-unknown-route",
                "list-groups", "list-statistics", "photo-missing-404",
                "photo-other-account-404",
            ]
        ),
        (
            .error(.invalidRequest(["The limit parameter is too big"])),
            ["contacts-limit-101", "contacts-limit-abc", "contacts-limit-array"]
        ),
        (
            .error(.invalidRequest(["The sorting criteria is invalid"])),
            ["contacts-sort-bad-empty", "contacts-sort-bad-first_name", "contacts-sort-bad-name"]
        ),
        (
            .error(
                .invalidRequest([
                    "The first name field is required.", "The is birthdate known field is required.",
                    "The is deceased field is required.", "The is deceased date known field is required.",
                ])), ["error-400-broken-json", "error-422-contact-missing-fields"]
        ),
        (.error(.invalidRequest(["The body field is required."])), ["error-422-note-missing-body"]),
        (.error(.invalidRequest(["The selected source is invalid."])), ["error-422-avatar-bad-source"]),
        (
            .error(.invalidRequest(["The photo id field is required when source is photo."])),
            ["error-422-avatar-photo-without-id"]
        ),
        (.error(.invalidRequest(["The selected photo id is invalid."])), ["error-404-avatar-photo-unknown"]),
        (
            .error(.invalidRequest(["Archived contact can’t be edited, please unarchive it first."])),
            ["error-archived-avatar"]
        ),
        (.error(.invalidRequest(["validation.photo"])), ["error-422-photo-not-image"]),
        (.error(.server(status: 301)), []),
        (
            .error(.server(status: 405)),
            ["contact-avatar-get-405", "error-405", "list-contactfields", "list-relationships"]
        ),
        (
            .error(.server(status: 500)),
            [
                "contact-id-abc", "contact-id-hash", "contacts-limit--1", "contacts-sort-bad-called_at",
                "contacts-sort-bad-completed_at", "contacts-sort-bad-favorited_at", "error-photo-missing-file-list",
                "error-photo-missing-file-no-accept", "photo-500-svg", "photo-missing-file", "photos-list-500-svg",
            ]
        ),
        (.error(.rateLimited(.seconds(53))), ["ratelimit-429-later"]),
        (
            .error(.rateLimited(.seconds(58))),
            ["ratelimit-429", "ratelimit-429-contacts", "ratelimit-429-dav", "ratelimit-429-no-accept"]
        ),
        (.error(.unavailable(.seconds(10))), ["error-503-maintenance-no-accept"]),
    ]
}

@testable import DemoServer

extension Scenario {
    static let others: [Scenario] = [
        Scenario(
            name: "Lists with times", state: { $0.nextContact = 164 },
            steps: [
                .unrecorded("POST", "/api/contacts", body("Stamps")),
                .unrecorded("POST", "/api/contacts", body("Other")),
                .change {
                    $0.notes.next = 65
                    $0.contactFields.next = 8
                    $0.reminders.next = 26
                    $0.relations.next = 13
                },
                .unrecorded("POST", "/api/notes", #"{"contact_id": 164, "body": "b"}"#),
                .unrecorded("POST", "/api/calls", #"{"contact_id": 164, "called_at": "2026-11-20"}"#),
                .unrecorded(
                    "POST", "/api/activities", #"{"summary": "s", "happened_at": "2026-11-20", "contacts": [164]}"#),
                .unrecorded(
                    "POST", "/api/contactfields", #"{"contact_id": 164, "contact_field_type_id": 1, "data": "x@y"}"#),
                .unrecorded("POST", "/api/addresses", #"{"contact_id": 164, "city": "Rome", "country": "IT"}"#),
                .unrecorded(
                    "POST", "/api/reminders",
                    """
                    {"contact_id": 164, "title": "t", "initial_date": "2027-01-01", "frequency_type": "year",
                    "frequency_number": 1}
                    """),
                .unrecorded(
                    "POST", "/api/relationships",
                    #"{"contact_is": 164, "of_contact": 165, "relationship_type_id": 8}"#),
                "list-notes-timestamps", "list-calls-timestamps", "list-activities-timestamps",
                "list-contactfields-timestamps", "list-addresses-timestamps", "list-reminders-timestamps",
                "list-relationships-timestamps",
            ]),
        Scenario(
            name: "A note whose client left",
            state: {
                $0.add(56, "NoteHolder")
                for id in 21...40 { $0.add(note: id, of: 56, "note fin \(id - 21) 1795322858") }
            }, steps: ["note-create-closed-at-once-then-list"]),
        Scenario(
            name: "Documents, and a kind of field that every account has",
            state: {
                $0.add(81, "Twin") { $0.lastName = "Maker" }
                $0.documents.next = 6
            }, steps: ["document-create", "contactfieldtype-delete-builtin"]),
        Scenario(
            name: "Too many requests", rateLimit: 5, state: { _ in },
            steps: (1...5).map { _ in Step.unlimited } + ["ratelimit-429-write"]),
        Scenario(
            name: "Without a thing, a route or a server", state: { _ in },
            steps: [
                "error-404-unknown-contact", "error-404-unknown-route", "error-404-unknown-route-no-token",
                "error-404-unknown-route-no-accept", "error-404-apache-html-encoded-slash", "error-404-apache-html-nul",
                "error-404-wrong-base", "error-wrong-base-no-api",
                .mode(.maintenance), "error-503-down", "error-503-down-no-accept", "error-503-down-post",
            ]),
    ]

    private static func body(_ name: String) -> String {
        """
        {"first_name": "\(name)", "is_birthdate_known": false, "is_deceased": false, "is_deceased_date_known": false}
        """
    }
}

extension Scenario.Step {
    /// A request that uses the limit up.
    static let unlimited = Scenario.Step.unrecorded("GET", "/api", "")
}

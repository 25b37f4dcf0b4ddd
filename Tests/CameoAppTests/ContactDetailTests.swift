import Foundation
import MonicaAPI
import Testing

@testable import CameoApp

/// A contact's detail as words and links.
@Suite struct ContactDetailTests {
    private let server: ServerAddress

    init() throws {
        server = try ServerAddress("https://monica.example.org")
    }

    private func detail(_ fields: [String: Any], now: Date = .now) throws -> ContactDetail {
        var contact: [String: Any] = ["id": 1]
        contact.merge(fields) { $1 }
        return ContactDetail(
            try Contact(json: JSONSerialization.data(withJSONObject: contact)), server: server, now: now)
    }

    @Test func aContactOfNothingButAnIDIsShown() throws {
        let detail = try detail([:])
        #expect(detail.name == "No name")
        #expect(detail.sections.isEmpty)
        #expect(detail.quickActions.isEmpty)
        #expect(detail.tags.isEmpty)
    }

    @Test func whatCanBeDoneAtOnceIsOffered() throws {
        let detail = try detail([
            "hash_id": "h:abc",
            "addresses": [["id": 1, "street": "12 Rue de l’Église", "city": "Paris", "country": ["name": "France"]]],
            "contactFields": [
                [
                    "id": 1, "content": "a@example.org",
                    "contact_field_type": ["name": "Email", "type": "email", "protocol": "mailto:"],
                ],
                [
                    "id": 2, "content": "+33 1 23",
                    "contact_field_type": ["name": "Phone", "type": "phone", "protocol": "tel:"],
                ],
            ],
        ])
        #expect(detail.quickActions.map(\.label) == ["Write a Mail", "Call", "Show on the Map", "Open on the Server"])
        #expect(detail.quickActions.last?.uri == "https://monica.example.org/people/h:abc")
        #expect(detail.sections.map(\.title) == ["Contact", "Addresses"])
    }

    @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "smb://h/x"])
    func aHarmfulLinkIsTextOnly(content: String) throws {
        let detail = try detail([
            "contactFields": [
                ["id": 1, "content": content, "contact_field_type": ["name": "Web", "protocol": NSNull()]]
            ]
        ])
        #expect(detail.sections.first?.rows.first?.title == content)
        #expect(detail.sections.first?.rows.first?.action == nil)
    }

    @Test func controlCharactersAndEndlessTextsAreCut() throws {
        let detail = try detail([
            "information": ["food_preferences": "a\u{0}\u{1B}[31m" + String(repeating: "b", count: 9_000)]
        ])
        let text = try #require(detail.sections.first?.rows.first?.title)
        #expect(text.count <= 2_000)
        #expect(!text.contains("\u{1B}"))
        #expect(text.hasPrefix("a[31m"))
    }

    @Test func coordinatesOutsideTheEarthAreNotAPlace() throws {
        let detail = try detail(["addresses": [["id": 1, "latitude": 123.0, "longitude": 2.0, "city": "Paris"]]])
        #expect(detail.quickActions.first?.uri == "geo:0,0?q=Paris")
    }

    @Test func relationshipsLeadToTheOtherContact() throws {
        let other: [String: Any] = ["id": 9, "complete_name": "Alan"]
        let detail = try detail([
            "information": [
                "relationships": [
                    "friend": [
                        "total": 1, "contacts": [["relationship": ["id": 1, "name": "bestfriend"], "contact": other]],
                    ]
                ]
            ]
        ])
        #expect(detail.sections.first?.rows.first?.subtitle == "Best friend")
        #expect(detail.sections.first?.rows.first?.action == .show(contactID: 9))
    }

    @Test func theLatestPastContactIsSaid() throws {
        let now = try Date("2026-11-21T12:00:00Z", strategy: .iso8601)
        let detail = try detail(
            [
                "last_called": "2026-10-31T00:00:00.000000Z", "last_activity_together": "2026-12-24T00:00:00.000000Z",
                "stay_in_touch_frequency": 30,
            ], now: now)
        #expect(detail.lines == ["Last contact: 3 weeks ago"])
        #expect(detail.sections.first?.rows.first?.title == "Every 30 days")
    }
}

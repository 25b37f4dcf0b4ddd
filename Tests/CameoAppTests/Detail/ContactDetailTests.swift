import Avatars
import Contacts
import Foundation
import Model
import Monica
import Testing

@testable import CameoApp

/// A contact's detail as words and links.
@Suite struct ContactDetailTests {
    private let server: AccountServer

    init() throws {
        server = try AccountServer.monica()
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

    @Test func rowsTellWhatOfTheContactTheyShow() throws {
        let detail = try detail([
            "description": "Loves tea", "addresses": [["id": 3, "city": "Paris"]],
            "contactFields": [["id": 7, "content": "ada"], ["content": "ben"]],
            "notes": [["id": 5, "body": "Met in Paris"]],
            "information": ["dates": ["birthdate": ["date": "1815-12-10T00:00:00Z"]]],
        ])
        #expect(
            detail.sections.flatMap { $0.rows.map(\.field) } == [
                .contactField(7), .contactField(nil), .address(3), .birthdate, .description, .entry(.notes, 5),
            ])
        #expect(detail.sections.map(\.id) == [.contactFields, .addresses, .about, .kept(.notes)])
    }

    @Test func ofSeveralAddressesAPersonChooses() throws {
        let mail = ["name": "Email", "type": "email", "protocol": "mailto:"]
        let detail = try detail([
            "contactFields": (1...20).map { number in
                ["id": number, "content": "a\(number)@example.org", "contact_field_type": mail] as [String: Any]
            }
        ])
        let action = try #require(detail.quickActions.first)
        #expect(action.uri == "mailto:a1@example.org")
        #expect(action.choices.count == 12)
        #expect(action.choices.prefix(2).map(\.title) == ["a1@example.org", "a2@example.org"])
        #expect(action.choices.prefix(2).map(\.uri) == ["mailto:a1@example.org", "mailto:a2@example.org"])
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
        #expect(detail.quickActions.map(\.label) == ["Write an Email", "Call", "Show on the Map"])
        #expect(detail.quickActions.flatMap(\.choices) == [])
        #expect(detail.sections.map(\.title) == ["Contact Details", "Addresses"])
    }

    @Test func aTypeOfTheUserIsAPhoneOrAMailByItsPrefix() throws {
        let types = [("Mobile", "tel:", "+33 1 23"), ("SMS", "sms:", "+33 1 24"), ("Post", "mailto:", "a@b.example")]
        let detail = try detail([
            "contactFields": types.map { name, prefix, content in
                ["content": content, "contact_field_type": ["name": name, "protocol": prefix]] as [String: Any]
            }
        ])
        #expect(detail.quickActions.map(\.label) == ["Write an Email", "Call"])
        #expect(detail.quickActions.map(\.uri) == ["mailto:a@b.example", "tel:+33123"])
        #expect(detail.quickActions.flatMap(\.choices) == [])
        let icons = detail.sections.flatMap(\.rows).map(\.icon)
        #expect(icons == ["call-start-symbolic", "call-start-symbolic", "mail-unread-symbolic"])
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
        // As in the list.
        let planned = try self.detail(["last_activity_together": "2026-12-24T00:00:00.000000Z"], now: now)
        let day = DayText.day(try Date("2026-12-24T00:00:00Z", strategy: .iso8601))
        #expect(planned.lines == ["Last contact: \(day)"])
    }

    private static let life: [String: [String: [String: String]]] = [
        "dates": [
            "birthdate": ["date": "1965-06-01T00:00:00Z"], "deceased_date": ["date": "2022-05-03T00:00:00Z"],
        ]
    ]

    @Test func theDeadAreNotCalledAndHaveNoAgeOfToday() throws {
        let detail = try detail([
            "is_dead": true, "information": Self.life, "last_called": "2020-10-31T00:00:00.000000Z",
            "stay_in_touch_frequency": 30,
            "contactFields": [
                ["content": "+49 30 123", "contact_field_type": ["name": "Phone", "type": "phone"]],
                ["content": "a@b.example", "contact_field_type": ["name": "Email", "type": "email"]],
            ],
        ])
        #expect(detail.lines == ["1965–2022"])
        #expect(detail.quickActions.isEmpty)
        let rows = detail.sections.flatMap(\.rows)
        #expect(rows.allSatisfy { $0.action == nil && $0.icon != "weather-clear-night-symbolic" })
        let died = try #require(rows.first { $0.title.hasPrefix("Died ") })
        #expect(died.title.hasSuffix("2022 (aged 56)"))
        let birthday = try #require(rows.first { $0.subtitle == "Birthday" })
        #expect(birthday.title.hasSuffix("1965"))
        #expect(rows.count == 4)
    }

    @Test(
        arguments: [
            (["deceased_date": ["date": "2022-05-03T00:00:00Z"]], "Died in 2022"),
            (["birthdate": ["date": "1965-06-01T00:00:00Z"]], "Deceased"),
            (
                [
                    "birthdate": ["date": "1965-06-01T00:00:00Z", "is_age_based": true],
                    "deceased_date": ["date": "2022-05-03T00:00:00Z"],
                ], "Died in 2022"
            ),
        ] as [([String: [String: any Sendable]], String)])
    func ofTheDeadAsMuchIsSaidAsIsKnown(dates: [String: [String: any Sendable]], words: String) throws {
        let detail = try detail(["is_dead": true, "information": ["dates": dates]])
        #expect(detail.lines == [words])
        #expect(!detail.sections.flatMap(\.rows).contains { $0.title.contains("aged") })
    }

    @Test func anAgeIsNoBirthday() throws {
        let birthdate: [String: Any] = ["date": "1990-01-01T00:00:00Z", "is_age_based": true]
        let detail = try detail(["information": ["dates": ["birthdate": birthdate]]])
        #expect(detail.sections.first?.rows.first?.subtitle == "Age")
    }

    @Test(
        arguments: [
            ("Georgia Ainsworth (Ziggy)", "Ziggy", nil), ("Ziggy", "Ziggy", nil), ("Alan Turing", "Al", "Al"),
            ("Al Alan", "Al", nil), ("Ada Lovelace", "Countess", "Countess"), ("Ada", "", nil),
        ] as [(String, String, String?)])
    func aNicknameIsSaidOnce(name: String, nickname: String, line: String?) throws {
        let fields: [String: Any] = [
            "complete_name": name, "nickname": nickname, "information": ["career": ["job": "Cook"]],
        ]
        #expect(try detail(fields).lines == [line, "Cook"].compactMap { $0 })
        let contact = try Contact(json: JSONSerialization.data(withJSONObject: fields.merging(["id": 1]) { $1 }))
        #expect(ContactEntry(ContactSummary(contact)).secondLine == line ?? "Cook")
    }

    @Test func eachCopyButtonSaysWhatItCopies() throws {
        let detail = try detail([
            "contactFields": [
                ["content": "+49 30 123", "contact_field_type": ["name": "Phone", "type": "phone"]],
                ["content": "a@b.example", "contact_field_type": ["name": "Email", "type": "email"]],
                ["content": "someone", "contact_field_type": ["name": "Chat"]],
            ],
            "addresses": [["street": "1 Main St", "city": "Town"]],
        ])
        let copies = detail.sections.flatMap(\.rows).compactMap(\.copy)
        #expect(
            copies.map(\.label) == [
                "Copy phone number +49 30 123", "Copy email address a@b.example", "Copy someone",
                "Copy address 1 Main St, Town",
            ])
        #expect(copies.map(\.text) == ["+49 30 123", "a@b.example", "someone", "1 Main St\nTown"])
    }

    @Test func whatHasNoDirectionOfItsOwnReadsFromLeftToRight() throws {
        let detail = try detail([
            "contactFields": [
                ["content": "+49 30 123", "contact_field_type": ["name": "Phone", "type": "phone"]],
                ["content": "a@b.example", "contact_field_type": ["name": "Email", "type": "email"]],
                ["content": "https://b.example/1", "contact_field_type": ["name": "Blog"]],
                ["content": "עדה", "contact_field_type": ["name": "Chat"]],
            ],
            "addresses": [["street": "12 / 3", "postal_code": "75001"], ["street": "דרך 12", "city": "חיפה"]],
        ])
        let isolated = detail.sections.flatMap(\.rows).filter(\.readsLeftToRight).map(\.title)
        #expect(isolated == ["+49 30 123", "a@b.example", "https://b.example/1", "12 / 3\n75001"])
    }

    @Test func aRelationIsCalledByItsGenderAsItIsStored() throws {
        let other: [String: Any] = ["id": 9, "complete_name": "Robin", "gender_type": "M"]
        let parent: [String: Any] = ["relationship": ["id": 1, "name": "parent"], "contact": other]
        let contact = try Contact(
            json: JSONSerialization.data(withJSONObject: [
                "id": 1, "information": ["relationships": ["family": ["contacts": [parent]]]],
            ]))
        func text(_ genders: [Int: GenderType]) -> String? {
            ContactDetail(contact, genders: genders, server: server).sections.first?.rows.first?.subtitle
        }
        #expect(text([:]) == "Father")
        #expect(text([9: .woman]) == "Mother")
    }

    @Test func aRelationIsShownAsItIsStored() throws {
        let photo = ["url": "https://monica.example.org/store/photos/old.jpg", "source": "photo"]
        let old: [String: Any] = ["id": 9, "complete_name": "Alan", "information": ["avatar": photo]]
        let contact = try Contact(
            json: JSONSerialization.data(withJSONObject: [
                "id": 1, "information": ["relationships": ["friend": ["contacts": [["contact": old]]]]],
            ]))
        let stored = try Contact(
            json: JSONSerialization.data(withJSONObject: [
                "id": 9, "complete_name": "Alan Turing",
                "information": [
                    "avatar": ["url": "https://monica.example.org/store/photos/new.jpg", "source": "photo"]
                ],
            ]))
        func row(_ related: [Int: ContactSummary]) -> ContactDetail.Row? {
            ContactDetail(contact, related: related, server: server).sections.first?.rows.first
        }
        #expect(row([:])?.title == "Alan")
        func picture(_ name: String) -> PictureReference {
            .server(key: "https://monica.example.org/store/photos/\(name)", contactID: 9)
        }
        #expect(row([:])?.avatar?.picture == picture("old.jpg"))
        let current = row([9: ContactSummary(stored)])
        #expect(current?.title == "Alan Turing")
        #expect(current?.avatar?.picture == picture("new.jpg"))
        #expect(current?.action == .show(contactID: 9))
    }

    @Test func allNamesHaveTheOrderThatThePersonPrefers() throws {
        let other = ContactReference(id: 9, firstName: "Alan", lastName: "Turing")
        let contact = Contact(
            id: 1, howYouMet: HowYouMet(through: other),
            relationships: ["parent", "sibling"].map { Relationship(group: .family, name: $0, contact: other) })
        let lunch = Activity(id: 2, summary: "Lunch", attendees: [other])
        let stored = ContactSummary(Contact(id: 9, firstName: "Alan", lastName: "Turing"))
        let known: [[Int: ContactSummary]] = [[:], [9: stored]]
        for related in known {
            let detail = ContactDetail(
                contact, sections: ContactSections(activities: [lunch]), related: related,
                holders: [RelationHolder(contact: stored, relation: nil)], server: server, nameOrder: .lastNameFirst)
            let rows = detail.sections.flatMap(\.rows)
            let people = Array(repeating: "Turing Alan", count: 3)
            #expect(rows.map(\.title) == ["Introduced by Turing Alan"] + people + ["Lunch"])
            #expect(rows.compactMap(\.avatar?.initials) == ["TA", "TA", "TA"])
            #expect(rows.last?.subtitle == "with Turing Alan")
            #expect(rows.last?.faces.map(\.initials) == ["TA"])
            #expect(detail.family.members[.parent]?.map(\.name) == ["Turing Alan"])
        }
    }

    @Test func aPartialContactBringsItsPictureAndHasAPage() throws {
        let url = "data:image/png;base64,iVBORw0KGgo="
        let child: [String: Any] = [
            "id": 9, "complete_name": "Child", "is_partial": true,
            "information": ["avatar": ["url": url, "source": "adorable"]],
        ]
        let detail = try detail([
            "information": ["relationships": ["family": ["contacts": [["contact": child]]]]]
        ])
        let row = try #require(detail.sections.first?.rows.first)
        #expect(row.action == .show(contactID: 9))
        #expect(row.avatar?.inlineURL == url)
    }
}

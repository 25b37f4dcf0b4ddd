import Foundation
import Model
import Network
import Testing

@testable import Monica

struct ContactTests {
    private static func recorded(_ name: String) throws -> [String: Any] {
        let answer = try JSONSerialization.jsonObject(with: RecordedAnswer(named: name).body) as? [String: Any]
        return try #require(answer?["data"] as? [String: Any])
    }

    private func decode(_ fields: Any) throws -> Contact {
        try Contact(json: JSONSerialization.data(withJSONObject: fields))
    }

    @Test func readsEverythingThatTheServerKnows() throws {
        let ada = try decode(Self.recorded("contact-ada-with-contactfields"))
        #expect(ada.id == 1)
        #expect(ada.hashID == "h:PkOAwRGdvMQq36zMpb")
        #expect(ada.firstName == "Ada")
        #expect(ada.lastName == "Lovelace")
        #expect(ada.nickname == "Countess")
        #expect(ada.completeName == "Ada Lovelace (Countess) ⚰")
        #expect(ada.displayName == "Ada Lovelace (Countess)")
        #expect(ada.gender == "Woman")
        #expect(ada.isStarred && ada.isActive && ada.isDeceased && !ada.isPartial && !ada.isMe)
        #expect(ada.lastCalled == Date(timeIntervalSince1970: 1_736_467_200))
        #expect(ada.lastActivity == Date(timeIntervalSince1970: 1_762_041_600))
        #expect(ada.birthdate?.year == 1815)
        #expect(ada.deceasedDate?.day == 27)
        #expect(ada.job == "Mathematician")
        #expect(ada.company == "Analytical Engines Ltd")
        #expect(ada.foodPreferences == "Kosher")
        #expect(ada.avatar.source == .photo)
        #expect(ada.howYouMet?.general == "Met at the conference — talked for hours.")
        #expect(ada.howYouMet?.date?.year == 2015)
        #expect(ada.howYouMet?.through == nil)
        #expect(ada.addresses.first?.city == "Paris")
        #expect(ada.addresses.first?.postalCode == "75001")
        #expect(ada.addresses.first?.country == "France")
        #expect(ada.addresses.first?.latitude == 48.85)
        #expect(ada.tags.map(\.name).prefix(2) == ["mathematics", "history"])
        #expect(ada.statistics?.activities == 2)
        let mentor = try #require(ada.relationships.first { $0.name == "mentor" })
        #expect(mentor.group == .work)
        #expect(mentor.contact.displayName == "Bob O’Neil")
        #expect(mentor.contact.avatar.source == .adorable)
        #expect(mentor.contact.genderType == .man)
        let mail = try #require(ada.contactFields.first)
        #expect(mail.type == .email)
        #expect(mail.link?.absoluteString == "mailto:person0@example.com")
        let phone = try #require(ada.contactFields.first { $0.type == .phone })
        #expect(phone.content == "+33 6 12 34 56 78")
        #expect(phone.link?.absoluteString == "tel:+33612345678")
        #expect(phone.labels == ["work", "Ferienhäuschen"])
    }

    @Test func readsNotesAndDatesOfAPartialContact() throws {
        #expect(try decode(Self.recorded("contact-cjk-with-contactfields")).notes.count == 3)
        let partial = try decode(Self.recorded("contact-partial"))
        #expect(partial.isPartial)
        #expect(partial.birthdate?.year == 2015)
        #expect(partial.avatar == AvatarInfo())
    }

    /// Objects that hold several parts of a contact.
    private static let containers: [[JSONStep]] = [
        [.key("information")], [.key("information"), .key("dates")], [.key("information"), .key("career")],
    ]

    /// The test replaces each value of a contact by each kind of wrong value. Nothing throws, and neighbouring values
    /// stay.
    @Test(arguments: ["contact-ada-with-contactfields", "contact-cjk-with-contactfields", "contact-partial"])
    func aWrongValueCostsNothingElse(name: String) throws {
        let original = Self.shortened(try Self.recorded(name))
        let untouched = try decode(original)
        let comparison = ContactComparison()
        #expect(Mirror(reflecting: untouched).children.count == comparison.parts.count + 1)
        // As the parser gives them.
        let wrong =
            [nil]
            + (try #require(
                try JSONSerialization.jsonObject(
                    with: Data(#"[null,42,-1.5,true,"nonsense",[],["x",1],{},{"id":"y"}]"#.utf8)) as? [Any?]))
        for path in Self.paths(original) where path.first != .key("id") {
            for value in wrong {
                let object = JSONObject(Self.replacing(path, in: original, by: value))
                let changed = try #require(object.flatMap { $0.contact(Data()) })
                let lost = comparison.differences(untouched, changed)
                guard lost.count > 1, !Self.containers.contains(path) else { continue }
                Issue.record("\(value ?? "nothing") at \(path) changes \(lost)")
            }
        }
    }

    @Test(arguments: [
        "{}", #"{"id":null}"#, #"{"id":0}"#, #"{"id":-3}"#, #"{"id":1.5}"#, #"{"id":true}"#, #"{"id":"x"}"#,
        #"{"id":[1]}"#, #"{"id":1e30}"#, #"{"id":99999999999999999999}"#,
    ])
    func aContactNeedsAnId(json: String) {
        #expect(throws: ServerError.unreadable) { try Contact(json: Data(json.utf8)) }
    }

    @Test func numbersAndTextsStandInForEachOther() throws {
        let contact = try decode([
            "id": "17", "first_name": 42, "nickname": 1.5, "is_starred": 1, "is_dead": "true", "is_active": "0",
            "stay_in_touch_frequency": "30", "addresses": [["postal_code": 75_001, "latitude": "48.85"]],
        ])
        #expect(contact.id == 17)
        #expect(contact.firstName == "42")
        #expect(contact.nickname == "1.5")
        #expect(contact.isStarred && contact.isDeceased && !contact.isActive)
        #expect(contact.stayInTouchFrequency == 30)
        #expect(contact.addresses.first?.postalCode == "75001")
        #expect(contact.addresses.first?.latitude == 48.85)
    }

    @Test func endlessListsAreCut() throws {
        let tags = (0..<5_000).map { ["id": $0, "name": "tag \($0)"] as [String: Any] }
        #expect(try decode(["id": 1, "tags": tags]).tags.count == 1_000)
    }

    @Test(arguments: ["", "null", "3", "[]", "{", #"{"id":1"#, String(repeating: "[", count: 100_000)])
    func whatIsNoObjectIsUnreadable(json: String) {
        #expect(throws: ServerError.unreadable) { try Contact(json: Data(json.utf8)) }
    }
}

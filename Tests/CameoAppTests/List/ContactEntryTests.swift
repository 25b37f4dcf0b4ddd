import Contacts
import Foundation
import Model
import Monica
import Testing

@testable import CameoApp

/// A row's texts for a contact that a search has found.
@Suite struct ContactEntryTests {
    private let ada: [String: Any] = [
        "id": 1, "first_name": "Ada", "last_name": "Lovelace", "complete_name": "Ada Lovelace", "nickname": "Countess",
        "information": [
            "career": ["job": "Mathematician", "company": "Analytical Engines"],
            "how_you_met": ["general_information": "At a conference"], "food_preferences": "Vegetarian",
        ],
        "tags": [["id": 1, "name": "Königsberg"]],
        "contactFields": [
            ["content": "ada@example.com", "contact_field_type": ["name": "Email", "type": "email"]],
            ["content": "+33 (0)6 12-34", "contact_field_type": ["name": "Phone", "type": "phone"]],
            ["content": "@enchantress", "contact_field_type": ["name": "Chat"]],
        ],
        "notes": [["id": 1, "body": "First line.\nShe has liked the works of Babbage for years.\nLast line."]],
    ]

    /// The name and the second line, with marked parts in brackets.
    private func shown(_ typed: String, nameOrder: NameOrder = .asOnServer) async throws -> [String] {
        let store = try ContactStore.inMemory()
        try await store.upsert([Contact(json: JSONSerialization.data(withJSONObject: ada))])
        let match = try #require(try await store.search(typed).matches.first)
        let entry = ContactEntry(match, nameOrder: nameOrder)
        return [marked(entry.name, entry.nameMarks), marked(entry.secondLine, entry.secondLineMarks)]
    }

    private func marked(_ text: String, _ marks: [Range<String.Index>]) -> String {
        marks.reversed().reduce(into: text) { $0.replaceSubrange($1, with: "[\(text[$1])]") }
    }

    @Test(arguments: [
        ("lov", "Ada [Lov]elace", "Countess"), ("ada lov", "[Ada] [Lov]elace", "Countess"),
        ("count", "Ada Lovelace", "Nickname: [Count]ess"), ("math", "Ada Lovelace", "Job: [Math]ematician"),
        ("engines", "Ada Lovelace", "Company: Analytical [Engines]"),
        ("ada@ex", "Ada Lovelace", "Email: [ada@ex]ample.com"), ("0612", "Ada Lovelace", "Phone: +33 (0)[6 12]-34"),
        ("enchant", "Ada Lovelace", "Chat: @[enchant]ress"), ("konigs", "Ada Lovelace", "Tag: [Königs]berg"),
        ("confer", "Ada Lovelace", "How you met: At a [confer]ence"),
        ("veget", "Ada Lovelace", "Food Preferences: [Veget]arian"),
        ("ada konigs", "[Ada] Lovelace", "Tag: [Königs]berg"),
    ])
    func aRowSaysWhereItMatches(typed: String, name: String, secondLine: String) async throws {
        #expect(try await shown(typed) == [name, secondLine])
    }

    @Test func ofALongTextTheRowShowsWhereItMatches() async throws {
        #expect(try await shown("babbage")[1] == "Note: …works of [Babbage] for years.")
    }

    @Test func theMarksFollowTheOrderOfTheNames() async throws {
        #expect(try await shown("lov", nameOrder: .lastNameFirst)[0] == "[Lov]elace Ada")
    }
}

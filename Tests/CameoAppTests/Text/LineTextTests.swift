import Contacts
import Foundation
import Model
import Monica
import Testing

@testable import CameoApp

/// Text from the server stays in its place: on one line, in its direction, of bounded length.
@Suite struct LineTextTests {
    private static let evil = "a\u{202E}b\u{0}c\u{2066}d\ne\t f\u{1B}[31m"
    private static let tamed = "abcd e f[31m"

    @Test(arguments: [
        ("plain", "plain"), ("  spaces  inside ", "spaces inside"), (evil, tamed), ("Zoë 🇫🇷 👩‍🚀 王", "Zoë 🇫🇷 👩‍🚀 王"),
        ("\u{202E}\u{0}\n", ""), ("‏שלום\u{200E}", "‏שלום\u{200E}"), ("a\u{2028}b\u{85}c", "a b c"),
    ])
    func aLineIsCleaned(text: String, line: String) {
        #expect(PlainText.line(text) == line)
    }

    @Test(arguments: ["x", "é", "👩‍👩‍👧‍👦", "ẍ̄̇̈̉̊", " y"])
    func aLineIsNoLongerThan300Characters(letter: String) {
        let line = PlainText.line(String(repeating: letter, count: 9_000))
        #expect(line.count <= 300 && line.hasSuffix("…"))
    }

    @Test func aLetterWithEndlessMarksIsCut() {
        let line = PlainText.line("e" + String(repeating: "\u{301}", count: 100_000))
        #expect(line.unicodeScalars.count < 2_000)
    }

    @Test func aTextKeepsItsLinesAndLosesTheRest() {
        #expect(PlainText.cleaned("one\u{202E}\r\ntwo\u{2029}three\tfour\u{7}") == "one\ntwo\nthree four")
    }

    @Test func marksStayWhereTheyWere() throws {
        let text = "x\u{202E} \n  Ada\u{0} Love\u{2067}lace y"
        let found = ["Ada", "Love\u{2067}lace"].compactMap { text.range(of: $0, options: .literal) }
        let (line, marks) = PlainText.line(text, marking: found)
        #expect(line == "x Ada Lovelace y")
        #expect(marks.map { line[$0] } == ["Ada", "Lovelace"])
        let plain = "Ada Lovelace"
        let range = try #require(plain.range(of: "Love"))
        #expect(PlainText.line(plain, marking: [range]).marks == [range])
    }

    @Test func noRowOfTheListShowsWhatWasNotCleaned() throws {
        let long = String(repeating: "n", count: 5_000)
        for (fields, second) in [
            (["nickname": "n" + Self.evil], "n" + Self.tamed),
            (["information": ["career": ["job": Self.evil, "company": Self.evil]]], "\(Self.tamed), \(Self.tamed)"),
            (["nickname": "\u{202E}", "information": ["career": ["job": "Cook"]]], "Cook"),
            (["nickname": long], String(long.prefix(299)) + "…"),
        ] as [([String: Any], String)] {
            let entry = try Self.entry(fields.merging(["complete_name": Self.evil]) { $1 })
            #expect(entry.name == Self.tamed)
            #expect(entry.secondLine == second)
        }
    }

    @Test func noLineOfTheDetailShowsWhatWasNotCleaned() throws {
        let evil = Self.evil
        let relation: [String: Any] = [
            "relationship": ["name": evil], "contact": ["id": 9, "complete_name": evil],
        ]
        let contact = try Self.contact([
            "complete_name": evil, "first_name": evil, "nickname": evil, "description": evil,
            "tags": [["name": evil], ["name": "\u{202E}"]],
            "information": [
                "career": ["job": evil, "company": evil], "food_preferences": evil,
                "how_you_met": ["general_information": evil], "relationships": ["friend": ["contacts": [relation]]],
            ],
            "addresses": [["name": evil, "street": evil, "city": evil, "country": ["name": evil]]],
            "contactFields": [
                [
                    "content": evil, "contact_field_type": ["name": evil, "type": "phone"],
                    "labels": [["label": evil]],
                ]
            ],
            "notes": [["body": evil]],
        ])
        let sections = ContactSections(
            json: try [
                .activities: [["summary": evil, "description": evil, "activity_type": ["name": evil]]],
                .calls: [["content": evil]], .reminders: [["title": evil, "description": evil]],
                .tasks: [["title": evil, "description": evil]],
                .gifts: [["name": evil, "comment": evil, "amount": evil, "url": "https://a.example/\(evil)"]],
                .debts: [["amount": evil, "reason": evil]],
            ].mapValues { try JSONSerialization.data(withJSONObject: $0) })
        let detail = ContactDetail(
            contact, sections: sections, server: try .monica())
        #expect(detail.tags.map(\.text) == [Self.tamed])
        let rows = detail.sections.flatMap(\.rows)
        #expect(rows.count >= 12)
        let shown =
            [detail.name] + detail.lines + detail.tags.map(\.text)
            + rows.flatMap { [$0.title, $0.subtitle, $0.copy?.text ?? "", $0.copy?.label ?? ""] }
        for text in shown {
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
            #expect(!text.contains("\u{202E}") && !text.contains("\u{2066}"))
        }
    }

    @Test func aNameOf300CharactersIsWhole() throws {
        let name = String(repeating: "Wolfeschlegel ", count: 21) + "Senior"
        #expect(name.count == 300)
        #expect(try Self.entry(["complete_name": name]).name == name)
    }

    private static func contact(_ fields: [String: Any]) throws -> Contact {
        try Contact(json: JSONSerialization.data(withJSONObject: fields.merging(["id": 1]) { $1 }))
    }

    private static func entry(_ fields: [String: Any]) throws -> ContactEntry {
        ContactEntry(ContactSummary(try contact(fields)))
    }
}

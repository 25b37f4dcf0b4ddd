import Foundation
import MonicaAPI
import Testing

struct DisplayNameTests {
    private func name(
        complete: String? = nil, first: String? = nil, last: String? = nil, nickname: String? = nil
    ) throws -> String {
        var fields: [String: Any] = ["id": 1]
        fields["complete_name"] = complete
        fields["first_name"] = first
        fields["last_name"] = last
        fields["nickname"] = nickname
        return try Contact(json: JSONSerialization.data(withJSONObject: fields)).displayName
    }

    @Test(arguments: [
        ("Ada Lovelace (Countess) ⚰", "Ada Lovelace (Countess)"),
        ("  Ada\n\tLovelace  ", "Ada Lovelace"),
        ("Ada\u{0}\u{7}\u{9b} L", "Ada L"),
        ("\u{202e}evil\u{202c} \u{2066}x\u{2069}", "evil x"),
        ("⚰", "⚰"),
        ("👩‍🚀 Ride", "👩‍🚀 Ride"),
        ("שרה\u{200f} כהן", "שרה\u{200f} כהן"),
        ("a\u{2028}b\u{3000}c", "a b c"),
    ])
    func isFitForOneLine(complete: String, shown: String) throws {
        #expect(try name(complete: complete) == shown)
    }

    @Test func fallsBackToThePartsOfTheName() throws {
        #expect(try name(complete: " ⚰", first: "Ada", last: "Lovelace") == "Ada Lovelace")
        #expect(try name(last: "Lovelace", nickname: "Countess") == "Lovelace")
        #expect(try name(complete: "\u{202e}", first: " ", nickname: "Countess") == "Countess")
        #expect(try name() == "")
    }

    @Test func isNeverEndless() throws {
        #expect(try name(complete: String(repeating: "ab ", count: 5_000)).count == 300)
        let zalgo = "Z" + String(repeating: "\u{301}", count: 100_000)
        #expect(try name(complete: zalgo).unicodeScalars.count <= 1_200)
    }
}

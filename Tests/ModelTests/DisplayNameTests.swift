import Model
import Testing

struct DisplayNameTests {
    private func name(
        complete: String? = nil, first: String? = nil, last: String? = nil, nickname: String? = nil
    ) -> String {
        Contact(id: 1, firstName: first, lastName: last, nickname: nickname, completeName: complete).displayName
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
    func isFitForOneLine(complete: String, shown: String) {
        #expect(name(complete: complete) == shown)
    }

    @Test func fallsBackToThePartsOfTheName() {
        #expect(name(complete: " ⚰", first: "Ada", last: "Lovelace") == "Ada Lovelace")
        #expect(name(last: "Lovelace", nickname: "Countess") == "Lovelace")
        #expect(name(complete: "\u{202e}", first: " ", nickname: "Countess") == "Countess")
        #expect(name() == "")
    }

    @Test func isNeverEndless() {
        #expect(name(complete: String(repeating: "ab ", count: 5_000)).count == 300)
        let zalgo = "Z" + String(repeating: "\u{301}", count: 100_000)
        #expect(name(complete: zalgo).unicodeScalars.count <= 1_200)
    }
}

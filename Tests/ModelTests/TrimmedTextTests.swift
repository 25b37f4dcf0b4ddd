import Foundation
import Model
import Testing

struct TrimmedTextTests {
    @Test(arguments: [
        "", " ", "a", " a b\t", "\r\n\u{85}a\u{2028}\u{2029}", "\u{A0}\u{3000}é\u{202F}", "\u{200B}x\u{200B}",
        "\u{FEFF}x ", " \u{301}", "x\u{301} ", "\u{180E}x", "👨‍👩‍👧 ", "\u{1680}\u{2000}\u{205F}y\u{B}\u{C}",
    ])
    func aTrimmedTextIsThatOfFoundation(text: String) {
        let signs = CharacterSet(charactersIn: "\u{FEFF}")
        let expected = text.trimmingCharacters(in: .whitespacesAndNewlines.union(signs))
        #expect(text.trimmed.unicodeScalars.elementsEqual(expected.unicodeScalars))
    }

    @Test func aHugeTextIsTrimmedAtItsEnds() {
        let text = String(repeating: "\u{301}", count: 900_000)
        #expect((" " + text + "\n").trimmed.utf8.count == text.utf8.count)
        #expect(String(repeating: "\n", count: 900_000).trimmed.isEmpty)
    }
}

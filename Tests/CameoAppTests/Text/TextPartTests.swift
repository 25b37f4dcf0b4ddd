import Foundation
import Testing

@testable import CameoApp

/// Long texts in parts that a label can show without delay.
@Suite struct TextPartTests {
    @Test func aShortTextIsOnePart() {
        let parts = TextPart.parts(of: "Likes tea.\nAnd cake.")
        #expect(parts.map(\.text) == ["Likes tea.\nAnd cake."])
        #expect(TextPart.excerpt(of: "Likes tea.").isWhole)
        #expect(TextPart.parts(of: "").isEmpty)
    }

    @Test func proseIsCutBetweenWordsAndComesWhole() {
        let text = Array(repeating: "some words of a note", count: 300).joined(separator: " ")
        let parts = TextPart.parts(of: text)
        #expect(parts.map(\.text).joined(separator: " ") == text)
        #expect(parts.allSatisfy { $0.text.count <= 1_000 && $0.cost <= TextPart.maxCost })
        #expect(parts.count < 9)
        let excerpt = TextPart.excerpt(of: text)
        #expect(!excerpt.isWhole && excerpt.part.text.hasSuffix("note…") || excerpt.part.text.count > 900)
    }

    @Test func linesAreCutBetweenEachOther() {
        let text = Array(repeating: "line", count: 100).joined(separator: "\n")
        let parts = TextPart.parts(of: text)
        #expect(parts.map(\.text).joined(separator: "\n") == text)
        #expect(parts.allSatisfy { $0.text.split(separator: "\n").count <= 40 })
    }

    @Test(arguments: ["x", "👨‍👩‍👧‍👦", "e\u{301}\u{302}", "क्षत्रिय", "مرحبا", " ", "🇫🇷", "\u{301}"])
    func aRunWithoutGapsIsCutAt250(piece: String) {
        let text = String(repeating: piece, count: 20_000 / piece.unicodeScalars.count)
        let parts = TextPart.parts(of: text)
        #expect(parts.map(\.text).joined(separator: piece == " " ? " " : "") == text)
        #expect(parts.allSatisfy { $0.text.unicodeScalars.count <= 290 })
    }

    @Test func emojiAreNotTakenApart() {
        let family = "👨‍👩‍👧‍👦"
        let text = String(repeating: family, count: 500)
        for part in TextPart.parts(of: text) { #expect(part.text.allSatisfy { String($0) == family }) }
        #expect(PlainText.cleaned(text).dropLast().allSatisfy { String($0) == family })
        #expect(PlainText.cleaned(text).unicodeScalars.count <= PlainText.maxLength)
    }

    @Test func ideographsBreakAnywhere() {
        let text = String(repeating: "漢字仮名", count: 225)
        #expect(TextPart.excerpt(of: text).isWhole)
    }
}

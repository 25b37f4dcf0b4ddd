import Foundation

@testable import CameoApp

func fuzzText(_ bytes: Data) {
    let text = String(decoding: bytes, as: UTF8.self)
    let line = PlainText.line(text)
    promise(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !isTurning($0) }, "a line with control characters")
    promise(line.count <= PlainText.maxLineLength + 1, "a line of \(line.count)")
    promise(PlainText.line(line) == line, "a line that is not plain yet")
    let cleaned = PlainText.cleaned(text)
    promise(
        cleaned.unicodeScalars.allSatisfy { ($0.value >= 0x20 || $0 == "\n") && !isTurning($0) }, "control characters")
    promise(cleaned.count <= PlainText.maxLength + 1, "a text of \(cleaned.count)")
    let plain = PlainText.cleaned(markdown: text)
    // A bullet becomes a box, an address stands behind its words.
    promise(plain.utf8.count <= 4 * text.utf8.count + 64, "more than there was")
    let marks = text.isEmpty ? [] : [text.startIndex..<text.index(text.startIndex, offsetBy: (text.count + 1) / 2)]
    let marked = PlainText.line(text, marking: marks)
    for mark in marked.marks { _ = marked.text[mark] }
}

/// Embeddings, overrides and isolates (Unicode Standard Annex 9, 2).
private func isTurning(_ scalar: Unicode.Scalar) -> Bool {
    (0x202a...0x202e).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
}

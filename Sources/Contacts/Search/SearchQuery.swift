import Foundation
import Model

/// The typed text of a search, taken apart.
struct SearchQuery: Equatable {
    /// A part of the query that a contact must have somewhere.
    enum Term: Equatable {
        /// Consecutive tokens, of which the last may be the beginning of a word.
        case word([String])
        /// Words of digits, which may also be one telephone number written with spaces, in one of these forms.
        case number(words: [[String]], alternatives: [String])
    }

    private static let maxWords = 12
    private static let maxLength = 300

    /// All must be found.
    let terms: [Term]

    var isEmpty: Bool { terms.isEmpty }

    init(_ typed: String) {
        var terms: [Term] = []
        var numeric: [Substring] = []
        func finishNumber() {
            if !numeric.isEmpty { terms += Self.numbers(numeric) }
            numeric = []
        }
        let parts = Self.withoutLabels(String(typed.prefix(Self.maxLength))).split(whereSeparator: \.isWhitespace)
            .prefix(Self.maxWords)
        for (place, part) in parts.enumerated() {
            let next = parts.dropFirst(place + 1).first
            if numeric.isEmpty, Self.isLabel(part), next.map({ Self.isNumeric($0, isFirst: true) }) == true { continue }
            if Self.isNumeric(part, isFirst: numeric.isEmpty) {
                numeric.append(part)
            } else {
                finishNumber()
                let tokens = Self.tokens(part)
                if !tokens.isEmpty { terms.append(.word(tokens)) }
            }
        }
        finishNumber()
        self.terms = terms
    }

    private static func numbers(_ parts: [Substring]) -> [Term] {
        let words = parts.map { tokens(withoutScheme($0)) }.filter { !$0.isEmpty }
        let numbers = PhoneNumber.numbers(in: parts.joined(separator: " ")).filter { !$0.digits.isEmpty }
        // Too few digits are no number, but may be part of an address or a date.
        guard !numbers.isEmpty,
            numbers.allSatisfy({ PhoneDigits.alternatives(of: $0).allSatisfy { $0.count >= PhoneDigits.minCount } })
        else { return words.map(Term.word) }
        return numbers.map { number in
            .number(
                words: numbers.count == 1 ? words : [[number.text]], alternatives: PhoneDigits.alternatives(of: number))
        }
    }

    private static func tokens(_ part: Substring) -> [String] {
        SearchToken.tokens(of: String(part), tails: false).map(\.folded)
    }

    /// Whether a part belongs to a number: digits with the signs that people, phones and web pages put between them. Behind such
    /// a part also the signs alone do, as in "030 – 5550144".
    private static func isNumeric(_ part: Substring, isFirst: Bool) -> Bool {
        let number = withoutScheme(part)
        return (!isFirst || number.contains(where: \.isNumber) || number.allSatisfy { "+＋(（".contains($0) })
            && number.unicodeScalars.allSatisfy(isOfNumber)
    }

    private static func withoutScheme(_ part: Substring) -> Substring {
        let bare = part.drop { sign in
            openings.contains(sign) || sign.unicodeScalars.allSatisfy { $0.properties.generalCategory == .format }
        }
        let number = bare.trimmingPrefix(/(?i)tel[:：](\/\/)?/)
        // Brackets count as signs of a number.
        return number.startIndex == bare.startIndex ? part : number
    }

    /// Without the words in front of telephone numbers, as in "Teléfono: +34 …" and "☎+34 …".
    private static func withoutLabels(_ typed: String) -> String {
        guard typed.contains(where: \.isNumber) else { return typed }
        let label = /(^|\s)([\p{L}\p{M}.]{1,15}\s?[:：]|\p{So})\s*(?=[+＋(（]?\p{Nd}[\p{Nd}\s.\/()–-]{5})/
        return typed.replacing(label) { $0.output.1 }
    }

    /// Whether a part introduces a number, as "Tel.:" and "☎" do.
    private static func isLabel(_ part: Substring) -> Bool {
        part.wholeMatch(of: /(?i)(tel|phone|fon|mobile?|cell|handy|fax)(\.:?|[:：])?/) != nil
            || part.unicodeScalars.first?.properties.generalCategory == .otherSymbol && part.count == 1
    }

    private static let openings = Set("<＜‹(（[")

    private static func isOfNumber(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .decimalNumber, .dashPunctuation, .openPunctuation, .closePunctuation, .format: true
        default: numberSigns.contains(scalar)
        }
    }

    private static let numberSigns = Set("+＋./／．,;−<>＜＞ーｰ˗⁃·•・".unicodeScalars)
}

/// In the language of SQLite's full-text search (sqlite.org/fts5.html, 3). Tokens hold letters, digits and pictures
/// only, so that nothing in them has a meaning there.
extension SearchQuery {
    /// For the index of names: the names that begin with the first term. Nil if the first term is a number.
    var beginningOfName: String? {
        guard case .word(let tokens) = terms.first else { return nil }
        let rest = terms.dropFirst().map { " AND \(Self.nameExpression($0))" }.joined()
        return "{name spelling} : (^ \(Self.phrase(tokens))\(rest))"
    }

    /// For the index of names.
    var inNames: String {
        terms.map(Self.nameExpression).joined(separator: " AND ")
    }

    /// For the index of all fields, which does not know the order of the tokens and so finds a little too much.
    func anywhere(with words: ShownWords) -> String {
        terms.map { Self.expression($0, or: words.indexed(for: $0)) }.joined(separator: " AND ")
    }

    private static func nameExpression(_ term: Term) -> String {
        switch term {
        case .word(let tokens): phrase(tokens)
        case .number(let words, _): words.map(phrase).joined(separator: " AND ")
        }
    }

    private static func expression(_ term: Term, or indexed: [String]) -> String {
        guard !indexed.isEmpty else { return expression(term) }
        let others = indexed.map { "{pet life_event} : (\(together(tokens(Substring($0)))))" }
        return "((\(expression(term))) OR \(others.joined(separator: " OR ")))"
    }

    private static func expression(_ term: Term) -> String {
        switch term {
        case .word(let tokens): return together(tokens)
        case .number(let words, let alternatives):
            let apart = words.map(together).joined(separator: " AND ")
            let joined = alternatives.map { "{phone other_contact} : \(phrase([$0]))" }.joined(separator: " OR ")
            return "((\(apart)) OR \(joined))"
        }
    }

    private static func together(_ tokens: [String]) -> String {
        (tokens.dropLast().map { "\"\($0)\"" } + tokens.suffix(1).map { phrase([$0]) }).joined(separator: " AND ")
    }

    /// The last token may be the beginning of a word.
    private static func phrase(_ tokens: [String]) -> String {
        "\"\(tokens.joined(separator: " "))\" *"
    }
}

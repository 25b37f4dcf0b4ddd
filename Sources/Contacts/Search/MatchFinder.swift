import Model

/// Finds out where in a contact's texts the words of a query stand.
struct MatchFinder {
    /// How much of a long text is shown in front of a match and in all, in characters.
    private static let lead = 30
    private static let maxLength = 160

    let query: SearchQuery

    /// Nil unless all words are found.
    func parts(in texts: some Sequence<(field: SearchField, values: [SearchValue])>) -> [SearchMatch.Part]? {
        var wanted = query.terms
        var parts: [SearchMatch.Part] = []
        for (field, values) in texts {
            // Most are found in the name: the other texts are not even read.
            if wanted.isEmpty { break }
            for value in values where !wanted.isEmpty {
                let text = SearchedText(value.text, field)
                let found = wanted.filter { !text.ranges(of: $0).isEmpty }
                guard !found.isEmpty else { continue }
                wanted.removeAll(where: found.contains)
                parts.append(part(found, in: text, label: value.label))
            }
        }
        return wanted.isEmpty ? parts : nil
    }

    private func part(
        _ terms: [SearchQuery.Term], in text: SearchedText, label: String?
    ) -> SearchMatch.Part {
        let ranges = terms.flatMap(text.ranges).sorted { $0.lowerBound < $1.lowerBound }
        let excerpt = excerpt(text.value, around: ranges.first?.lowerBound ?? text.value.startIndex)
        if excerpt == text.value {
            return SearchMatch.Part(field: text.field, text: excerpt, ranges: Self.joined(ranges), label: label)
        }
        let shorter = SearchedText(excerpt, text.field)
        let marked = terms.flatMap(shorter.ranges).sorted { $0.lowerBound < $1.lowerBound }
        return SearchMatch.Part(field: text.field, text: excerpt, ranges: Self.joined(marked), label: label)
    }

    /// The line with the match, and of a long line the part around it.
    private func excerpt(_ value: String, around match: String.Index) -> String {
        var start = value[..<match].lastIndex(where: \.isNewline).map { value.index(after: $0) } ?? value.startIndex
        let end = value[match...].firstIndex(where: \.isNewline) ?? value.endIndex
        if value.index(start, offsetBy: Self.maxLength, limitedBy: end) != nil,
            let near = value.index(match, offsetBy: -Self.lead, limitedBy: start)
        {
            // Begins with a whole word.
            start = value[near..<match].firstIndex(where: \.isWhitespace) ?? near
        }
        let excerpt = value[start..<end].drop(while: \.isWhitespace).prefix(Self.maxLength)
        // A letter may carry any number of marks.
        return String(String.UnicodeScalarView(excerpt.unicodeScalars.prefix(2 * Self.maxLength)))
    }

    /// Ranges in order that overlap or touch become one.
    private static func joined(_ ranges: [Range<String.Index>]) -> [Range<String.Index>] {
        ranges.reduce(into: []) { result, range in
            if let last = result.last, last.upperBound >= range.lowerBound {
                result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
    }
}

/// A text in its words, for the search.
struct SearchedText {
    let value: String
    let field: SearchField
    private let words: [SearchToken]
    private let numbers: [[PhoneNumber.Digit]]

    init(_ value: String, _ field: SearchField) {
        self.value = value
        self.field = field
        numbers = PhoneDigits.isRead(value, in: field) ? PhoneDigits.numbers(in: value) : []
        words = SearchToken.tokens(of: value, tails: true)
    }

    func ranges(of term: SearchQuery.Term) -> [Range<String.Index>] {
        switch term {
        case .word(let tokens):
            let inNumber = numberRanges([tokens.joined()])
            return inNumber.isEmpty ? wordRanges(tokens) : inNumber
        case .number(let words, let alternatives):
            let together = numberRanges(alternatives)
            if !together.isEmpty { return together }
            let apart = words.map { ranges(of: .word($0)) }
            return apart.contains(where: \.isEmpty) ? [] : apart.flatMap { $0 }
        }
    }

    private func wordRanges(_ tokens: [String]) -> [Range<String.Index>] {
        let ranges = wordRanges(tokens, in: words)
        // The part behind an apostrophe stands between two words that a person types one after the other.
        guard ranges.isEmpty, tokens.count > 1 else { return ranges }
        return wordRanges(tokens, in: SearchToken.tokens(of: value, tails: false))
    }

    private func wordRanges(_ tokens: [String], in words: [SearchToken]) -> [Range<String.Index>] {
        guard let last = tokens.last, words.count >= tokens.count else { return [] }
        return (0...words.count - tokens.count).compactMap { start in
            let run = words[start..<start + tokens.count]
            guard let begin = run.first, let end = run.last,
                end.hasForm(where: { $0.utf8.starts(with: last.utf8) }),
                zip(run, tokens).dropLast().allSatisfy({ word, token in word.hasForm { $0 == token } })
            else { return nil }
            return begin.range.lowerBound..<self.end(of: last, in: end.range)
        }
    }

    /// Where the folded beginning of a word ends in the word itself.
    private func end(of beginning: String, in range: Range<String.Index>) -> String.Index {
        for index in value[range].indices {
            let next = value.index(after: index)
            let forms = Spellings.all(of: SearchToken.bare(value[range.lowerBound..<next]))
            if forms.contains(where: { $0.utf8.starts(with: beginning.utf8) }) { return next }
        }
        return range.upperBound
    }

    /// Where the first of the numbers stands that is part of this one.
    private func numberRanges(_ alternatives: [String]) -> [Range<String.Index>] {
        for digits in numbers {
            let number = String(digits.map(\.value))
            for alternative in alternatives where !alternative.isEmpty {
                guard let found = number.firstRange(of: alternative) else { continue }
                let first = number.distance(from: number.startIndex, to: found.lowerBound)
                let last = digits[first + alternative.count - 1].index
                return [digits[first].index..<value.index(after: last)]
            }
        }
        return []
    }
}

private extension SearchToken {
    /// Whether the word can be written so.
    func hasForm(where isWanted: (String) -> Bool) -> Bool {
        if isWanted(folded) { return true }
        return Spellings.others(of: written, folded: folded).contains(where: isWanted)
    }
}

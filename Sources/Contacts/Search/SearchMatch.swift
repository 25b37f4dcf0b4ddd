/// A contact that a search has found, and why.
public struct SearchMatch: Sendable, Equatable, Identifiable {
    /// A text in which something was found.
    public struct Part: Sendable, Equatable {
        public let field: SearchField
        /// The name, the mail address, the line of the note.
        public let text: String
        /// What to mark in it, in order and apart from each other.
        public let ranges: [Range<String.Index>]
    }

    public let contact: ContactSummary
    /// For each word that was asked for, the first field in which it stands; the most telling field first.
    public let parts: [Part]

    public var id: Int { contact.id }
}

/// Finds out where in a contact's texts the words of a query stand.
struct MatchFinder {
    /// How much of a long text is shown in front of a match and in all, in characters.
    private static let lead = 30
    private static let longest = 160

    let query: SearchQuery

    func parts(in texts: [(field: SearchField, values: [String])]) -> [SearchMatch.Part] {
        var wanted = query.terms
        var parts: [SearchMatch.Part] = []
        for (field, values) in texts {
            for value in values where !wanted.isEmpty {
                let found = wanted.filter { !ranges(of: $0, in: value, field).isEmpty }
                guard !found.isEmpty else { continue }
                wanted.removeAll(where: found.contains)
                parts.append(part(found, in: value, field))
            }
        }
        return parts
    }

    private func part(_ terms: [SearchQuery.Term], in value: String, _ field: SearchField) -> SearchMatch.Part {
        let first = terms.compactMap { ranges(of: $0, in: value, field).first?.lowerBound }.min() ?? value.startIndex
        let text = excerpt(value, around: first)
        let all = terms.flatMap { ranges(of: $0, in: text, field) }.sorted { $0.lowerBound < $1.lowerBound }
        let apart = all.reduce(into: [Range<String.Index>]()) { result, range in
            if let last = result.last, last.upperBound >= range.lowerBound {
                result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return SearchMatch.Part(field: field, text: text, ranges: apart)
    }

    /// The line with the match, and of a long line the part around it.
    private func excerpt(_ value: String, around match: String.Index) -> String {
        var start = value[..<match].lastIndex(where: \.isNewline).map { value.index(after: $0) } ?? value.startIndex
        let end = value[match...].firstIndex(where: \.isNewline) ?? value.endIndex
        if value[start..<end].count > Self.longest,
            let near = value.index(match, offsetBy: -Self.lead, limitedBy: start)
        {
            // Begins with a whole word.
            start = value[near..<match].firstIndex(where: \.isWhitespace) ?? near
        }
        return String(value[start..<end].drop(while: \.isWhitespace).prefix(Self.longest))
    }

    private func ranges(
        of term: SearchQuery.Term, in value: String, _ field: SearchField
    ) -> [Range<String.Index>] {
        switch term {
        case .word(let tokens):
            return field == .phone ? numberRanges(tokens, in: value) : wordRanges(tokens, in: value)
        case .number(let words, let alternatives):
            if field == .phone {
                let together = numberRanges(alternatives, in: value)
                if !together.isEmpty { return together }
            }
            let apart = words.map { ranges(of: .word($0), in: value, field) }
            return apart.contains(where: \.isEmpty) ? [] : apart.flatMap { $0 }
        }
    }

    private func wordRanges(_ tokens: [String], in value: String) -> [Range<String.Index>] {
        guard let last = tokens.last else { return [] }
        let words = SearchToken.tokens(of: value, tails: true)
        guard words.count >= tokens.count else { return [] }
        return (0...words.count - tokens.count).compactMap { start in
            let run = words[start..<start + tokens.count]
            guard run.dropLast().map(\.folded) == tokens.dropLast(), let end = run.last, end.folded.hasPrefix(last),
                let begin = run.first
            else { return nil }
            return begin.range.lowerBound..<self.end(of: last, in: end.range, of: value)
        }
    }

    /// Where the folded beginning of a word ends in the word itself.
    private func end(of beginning: String, in range: Range<String.Index>, of value: String) -> String.Index {
        var folded = 0
        for index in value[range].indices {
            folded += Folding.fold(String(value[index])).unicodeScalars.count
            if folded >= beginning.unicodeScalars.count { return value.index(after: index) }
        }
        return range.upperBound
    }

    private func numberRanges(_ alternatives: [String], in value: String) -> [Range<String.Index>] {
        let digits = PhoneDigits.digits(of: value)
        let number = String(digits.map(\.digit))
        for alternative in alternatives {
            guard let found = number.firstRange(of: alternative) else { continue }
            let first = number.distance(from: number.startIndex, to: found.lowerBound)
            let last = first + alternative.count - 1
            guard last >= first else { continue }
            return [digits[first].index..<value.index(after: digits[last].index)]
        }
        return []
    }
}

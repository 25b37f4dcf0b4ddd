import Gtk

/// A part of a text that one label shows: a long text is too much for one.
nonisolated struct TextPart: Equatable {
    /// The highest cost of one label.
    static let maxCost = 1_000

    let text: String
    let cost: Int
    /// Web addresses in it.
    let links: [Range<String.Index>]

    /// All of a text in parts, each on lines of its own.
    static func parts(of text: String) -> [TextPart] {
        var parts: [TextPart] = []
        var rest = Substring(text)
        while !rest.isEmpty {
            let cut = Cut(rest, cost: maxCost)
            parts.append(TextPart(rest[..<cut.end], cost: cut.cost, isTorn: cut.isTorn))
            rest = rest[cut.next...]
        }
        return parts
    }

    /// The beginning of a text, and whether that is all of it.
    static func excerpt(of text: String, cost limit: Int = maxCost) -> (part: TextPart, isWhole: Bool) {
        let cut = Cut(Substring(text), cost: min(limit, maxCost))
        let part = TextPart(text[..<cut.end], cost: cut.cost, isTorn: cut.isTorn)
        guard cut.next < text.endIndex else { return (part, true) }
        let shown = part.text + "…"
        // The same positions, in bytes.
        return (TextPart(text: shown, cost: part.cost + 1, links: part.links), false)
    }

    private init(text: String, cost: Int, links: [Range<String.Index>]) {
        self.text = text
        self.cost = cost
        self.links = links
    }

    private init(_ text: Substring, cost: Int, isTorn: Bool) {
        let text = String(text)
        self.init(text: text, cost: cost, links: WebLinks.ranges(in: text, isTorn: isTorn))
    }
}

/// Where a text is cut that costs too much: between lines, else between words, else between letters.
private nonisolated struct Cut {
    /// The end of the first part, and the start of the rest.
    let end: String.Index
    let next: String.Index
    /// Of the first part.
    let cost: Int
    /// Whether the cut goes through a word.
    let isTorn: Bool

    private struct Gap {
        let end: String.Index
        let next: String.Index
        let cost: Int
    }

    init(_ text: Substring, cost limit: Int) {
        let scalars = text.unicodeScalars
        var counter = TextCost()
        var cost = 0
        var line: Gap?
        var word: Gap?
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let scalar = scalars[index]
            let further = counter.add(scalar)
            if cost + further > limit { break }
            let after = scalars.index(after: index)
            let gap = Gap(end: index, next: after, cost: cost)
            if scalar == "\n" { line = gap } else if scalar.properties.isWhitespace { word = gap }
            cost += further
            index = after
        }
        guard index < scalars.endIndex else {
            self.init(Gap(end: index, next: index, cost: cost), isTorn: false)
            return
        }
        if scalars[index].properties.isWhitespace {
            self.init(Gap(end: index, next: scalars.index(after: index), cost: cost), isTorn: false)
        } else if let gap = [line, word].compactMap({ $0 }).first(where: { 2 * $0.cost >= limit }) {
            self.init(gap, isTorn: false)
        } else {
            let end = Self.betweenLetters(index, in: scalars)
            self.init(Gap(end: end, next: end, cost: cost), isTorn: true)
        }
    }

    private init(_ gap: Gap, isTorn: Bool) {
        end = gap.end
        next = gap.next
        cost = gap.cost
        self.isTorn = isTorn
    }

    /// Up to some scalars before, where no letter or emoji is taken apart.
    private static func betweenLetters(_ index: String.Index, in scalars: Substring.UnicodeScalarView) -> String.Index {
        var place = index
        for _ in 0..<16 {
            guard place > scalars.startIndex else { return index }
            let before = scalars.index(before: place)
            if !scalars[place].joins, scalars[before].value != 0x200d {
                return place > scalars.startIndex ? place : index
            }
            place = before
        }
        return index
    }
}

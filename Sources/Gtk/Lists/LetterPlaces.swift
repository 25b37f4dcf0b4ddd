/// A part of a list under a letter or another heading.
public nonisolated struct ListSection: Hashable, Sendable {
    /// The letter, or another heading.
    public let letter: String
    /// The position of its first row.
    public let start: Int

    /// A section of the list; `start` is the position of its first row.
    public init(letter: String, start: Int) {
        self.letter = letter
        self.start = start
    }
}

/// The places of the section letters. A letter is at the first row of its section, or at the top while only later rows show.
/// The next letter pushes it away from there. Lengths are in application pixels.
nonisolated struct LetterPlaces {
    struct Place: Hashable {
        let letter: String
        /// The distance between the letter and the top of the visible part.
        let y: Double
    }

    /// The distance between a letter and the top of its row.
    static let inset = 8.0
    /// The gap between a letter and the following letter that pushes it away.
    private static let gap = 2.0

    var rowHeight: Double
    var letterHeight: Double
    /// The scroll position of the list.
    var position: Double
    var pageHeight: Double

    /// The letters on the screen, from the top.
    func places(of sections: [ListSection]) -> [Place] {
        guard rowHeight >= 1 else { return [] }
        var places: [Place] = []
        var index = firstVisible(of: sections)
        while index < sections.count {
            let top = self.top(of: sections[index])
            guard top < pageHeight else { break }
            var y = max(top, 0) + Self.inset
            if index + 1 < sections.count {
                let next = self.top(of: sections[index + 1])
                y = min(y, max(next, top) + Self.inset - letterHeight - Self.gap)
            }
            places.append(Place(letter: sections[index].letter, y: y.rounded()))
            index += 1
        }
        return places
    }

    private func top(of section: ListSection) -> Double {
        Double(section.start) * rowHeight - position
    }

    /// The last section that begins at the top of the visible part or above.
    private func firstVisible(of sections: [ListSection]) -> Int {
        var low = 0
        var high = sections.count
        while low < high {
            let middle = (low + high) / 2
            if top(of: sections[middle]) <= 0 { low = middle + 1 } else { high = middle }
        }
        return max(low - 1, 0)
    }
}

import Foundation

/// Makes the keys of one order in one language.
final class SortKeyMaker {
    private static let starHeading = "★"
    /// For names that begin with no letter.
    private static let otherHeading = "#"
    /// Longer names differ early enough.
    private static let longestName = 600

    private let order: ContactOrder
    private let collation: Collation
    private var headings: [Character: String] = [:]

    init(_ order: ContactOrder, collation: Collation) {
        self.order = order
        self.collation = collation
    }

    func key(for contact: ContactSummary) -> SortKey {
        let name = name(of: contact)
        var bytes: [UInt8] = []
        var heading: String?
        if order.starredFirst { bytes.append(contact.isStarred ? 0 : 1) }
        switch order.key {
        case .lastActivity: bytes += Self.latestFirst(contact.lastActivity)
        case .newest: bytes += Self.latestFirst(contact.createdAt)
        case .firstName, .lastName:
            let letter = name.first.map(self.heading)
            // Letters, then digits and pictures, then contacts without a name.
            bytes.append(letter == nil ? 2 : letter == Self.otherHeading ? 1 : 0)
            heading = letter ?? Self.otherHeading
        }
        if order.starredFirst, contact.isStarred { heading = heading.map { _ in Self.starHeading } }
        collation.appendKey(of: name, to: &bytes)
        // Equal names keep one order for ever.
        bytes.append(0)
        bytes += Self.bigEndian(UInt64(max(0, contact.id)))
        return SortKey(bytes, heading: heading)
    }

    private func name(of contact: ContactSummary) -> String {
        var name =
            switch (contact.firstName, contact.lastName) {
            case (let first?, let last?): order.key == .lastName ? "\(last) \(first)" : "\(first) \(last)"
            case (let only?, nil), (nil, let only?): only
            case (nil, nil): contact.nickname ?? contact.displayName
            }
        if name.utf8.count > Self.longestName { name = String(name.prefix(Self.longestName / 4)) }
        // Quotes and apostrophes in front of a name do not count.
        if let first = name.utf8.first, Self.isLetter(first) { return name }
        let stripped = name.drop { !$0.isLetter && !$0.isNumber }
        return stripped.isEmpty || stripped.startIndex == name.startIndex ? name : String(stripped)
    }

    private func heading(_ first: Character) -> String {
        if let known = headings[first] { return known }
        let heading = makeHeading(first)
        headings[first] = heading
        return heading
    }

    private func makeHeading(_ first: Character) -> String {
        guard first.isLetter else { return Self.otherHeading }
        let letter = String(first)
        if let consonant = Self.leadingConsonant(first) { return consonant }
        guard let base = Folding.fold(letter).first.map(String.init) else { return letter }
        return (collation.isForm(letter, of: base) ? base : letter).uppercased()
    }

    /// Of ASCII.
    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & ~0x20)
    }

    /// Korean syllables are listed under the consonant that they begin with.
    private static func leadingConsonant(_ syllable: Character) -> String? {
        guard let scalar = syllable.unicodeScalars.first, (0xac00...0xd7a3).contains(scalar.value) else { return nil }
        let consonants = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
        // The syllables stand in Unicode in the order of their 19 consonants, 588 to each.
        return String(consonants[consonants.index(consonants.startIndex, offsetBy: Int(scalar.value - 0xac00) / 588)])
    }

    /// Later dates get smaller bytes, no date the greatest.
    private static func latestFirst(_ date: Date?) -> [UInt8] {
        guard let seconds = date.flatMap({ Int64(exactly: $0.timeIntervalSince1970.rounded(.down)) }) else {
            return bigEndian(.max)
        }
        return bigEndian(~(UInt64(bitPattern: seconds) ^ 1 << 63))
    }

    private static func bigEndian(_ number: UInt64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}

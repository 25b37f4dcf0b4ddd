/// Finds out under which letter of a language's alphabet a name stands.
final class Headings {
    /// The beginning of a name.
    struct Beginning {
        enum Kind: UInt8 {
            case letter
            /// Of a script for which the language has no order.
            case foreignLetter
            /// A digit, a picture.
            case other
        }

        let kind: Kind
        let heading: String
        /// With these begin the keys of such names, unless the language takes more than one character for a letter.
        let letters: ArraySlice<UInt8>
    }

    /// For names that begin with no letter.
    static let other = "#"

    private let collation: Collation
    private var characters: [Character: Beginning] = [:]
    private var pairs: [String: Beginning] = [:]
    private lazy var plainLetters = makePlainLetters()

    init(_ collation: Collation) {
        self.collation = collation
    }

    func beginning(with first: Character) -> Beginning {
        if let known = characters[first] { return known }
        let beginning = make(String(first), first)
        characters[first] = beginning
        return beginning
    }

    /// The beginning of a name if its key does not begin with the key of its first character. Czech takes Ch for a
    /// letter, Danish Aa for Å.
    func beginning(withPairOf name: String) -> Beginning? {
        guard let first = name.first else { return nil }
        let pair = String(name.prefix(2))
        if let known = pairs[pair] { return known }
        let beginning = make(pair, first)
        pairs[pair] = beginning
        return beginning
    }

    private func make(_ text: String, _ first: Character) -> Beginning {
        guard first.isLetter else { return Beginning(kind: .other, heading: Self.other, letters: []) }
        let letters = collation.letters(of: text)
        return Beginning(
            kind: letters.isEmpty ? .foreignLetter : .letter,
            heading: Self.leadingConsonant(first) ?? heading(over: text, letters), letters: letters)
    }

    private func heading(over text: String, _ letters: ArraySlice<UInt8>) -> String {
        // English takes Å for a form of A, and Danish not.
        let base = Folding.fold(text).first.map(String.init).flatMap { base in
            let own = collation.letters(of: base)
            return letters.starts(with: own) && own.isEmpty == letters.isEmpty ? base : nil
        }
        return capitalised(plain(base ?? text))
    }

    /// The letter that has this text as a form: Swedish takes Ø for a form of Ö.
    private func plain(_ text: String) -> String {
        // Plain letters of ASCII are the plainest.
        guard collation.hasRules, let first = text.unicodeScalars.first, Self.alphabets.contains(first.value | 0x20),
            !first.isASCII || text.count > 1
        else { return text }
        return plainLetters[Array(collation.letters(of: text))] ?? text
    }

    private func capitalised(_ text: String) -> String {
        // Turkish has İ and I.
        if text == "i", collation.letters(of: "I") != collation.letters(of: "i") { return "İ" }
        return text.prefix(1).uppercased() + text.dropFirst().lowercased()
    }

    /// The form that sorts first, of each letter that the language tells from others. The dictionary's key is the
    /// letter's part of the sort key.
    private func makePlainLetters() -> [[UInt8]: String] {
        var found: [[UInt8]: (key: [UInt8], letter: String)] = [:]
        for scalar in Self.alphabets.compactMap(Unicode.Scalar.init) where scalar.properties.isLowercase {
            let letter = String(scalar)
            let key = collation.key(letter)
            let letters = Array(key.prefix { $0 != 0 })
            if let known = found[letters], !key.lexicographicallyPrecedes(known.key) { continue }
            found[letters] = (key, letter)
        }
        return found.mapValues(\.letter)
    }

    /// Where Unicode has the Latin, Greek and Cyrillic letters.
    private static let alphabets: Range<UInt32> = 0x61..<0x530

    /// Korean syllables are listed under the consonant that they begin with.
    private static func leadingConsonant(_ syllable: Character) -> String? {
        guard let scalar = syllable.unicodeScalars.first, (0xac00...0xd7a3).contains(scalar.value) else { return nil }
        let consonants = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
        // The syllables stand in Unicode in the order of their 19 consonants, 588 to each.
        return String(consonants[consonants.index(consonants.startIndex, offsetBy: Int(scalar.value - 0xac00) / 588)])
    }
}

nonisolated extension AvatarSubject {
    /// The letters on the circle, at most two; nil stands for the figure of a person.
    ///
    /// They are the first letters of first and last name, else of the nickname, else of the complete name.
    public var initials: String? {
        let letters = [firstName, lastName].compactMap { $0.flatMap(initial(of:)) }
        guard letters.isEmpty else { return letters.joined() }
        return nickname.flatMap(initial(of:)) ?? completeName.flatMap(initial(of:))
    }
}

/// The longest part of a name that is looked at, in characters.
private nonisolated let maxNameLength = 200
/// More than any letter or emoji needs; beyond are marks piled up to overflow the circle.
private nonisolated let maxScalars = 16
/// Digits of the shortest hash that stands where a name should (MD5).
private nonisolated let minHashDigits = 32

/// The first letter of a name's first word that is more than punctuation, a hash or a UUID.
private nonisolated func initial(of name: String) -> String? {
    var rest = name.prefix(maxNameLength)
    while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
        let word = rest[start...].prefix { !$0.isWhitespace }
        if !isIdentifier(word), let letter = word.first(where: isUsable) { return upperCased(letter) }
        rest = rest[word.endIndex...]
    }
    return nil
}

/// One character, even where upper-casing gives two: ß becomes S.
private nonisolated func upperCased(_ letter: Character) -> String {
    if letter.isASCII { return letter.uppercased() }
    guard let first = letter.unicodeScalars.first else { return "" }
    let bounded = String(String.UnicodeScalarView(letter.unicodeScalars.prefix(maxScalars)))
    // Georgian has capitals for headlines only: Unicode leaves its letters as they are at the start of a word, and few
    // fonts have the capitals.
    guard first.properties.titlecaseMapping != String(first) else { return bounded }
    return bounded.uppercased().first { isUsable($0) }.map(String.init) ?? bounded
}

/// Whether a character can stand for a person: a letter, a digit or a picture, but nothing invisible or punctuating.
private nonisolated func isUsable(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first, !scalar.properties.isDefaultIgnorableCodePoint else {
        return false
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber,
        .letterNumber, .otherNumber:
        return true
    case .otherSymbol:
        return !notPictures.contains(scalar)
    default:
        return false
    }
}

/// The blank Braille cell, the mark of lost characters, and the coffin that Monica sets behind the names of the dead.
private nonisolated let notPictures: Set<Unicode.Scalar> = ["\u{2800}", "\u{FFFC}", "\u{FFFD}", "\u{26B0}"]

/// Whether a word is a hash or a UUID, as imports leave them where a name was missing.
private nonisolated func isIdentifier(_ word: Substring) -> Bool {
    guard word.utf8.count >= minHashDigits else { return false }
    let parts = word.trimmingPrefix("{").utf8.split(separator: UInt8(ascii: "-"))
    let isUUID =
        parts.map { $0.prefix(while: \.isHexDigit).count } == [8, 4, 4, 4, 12]
        && parts.dropLast().allSatisfy { $0.allSatisfy(\.isHexDigit) }
    return isUUID || word.utf8.allSatisfy(\.isHexDigit)
}

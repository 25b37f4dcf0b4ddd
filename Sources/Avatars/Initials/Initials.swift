nonisolated extension AvatarSubject {
    /// The letters on the circle, at most two; nil stands for the figure of a person.
    ///
    /// They are the first letters of first and last name in the order in which the complete name shows these, else of the
    /// nickname, else of the complete name. Letters that would join stay apart.
    public var initials: String? {
        let names = [firstName, lastName].compactMap { $0 }
        let letters = (showsLastNameFirst ? names.reversed() : names).compactMap(initial(of:))
        guard letters.isEmpty else { return joined(letters) }
        return nickname.flatMap(initial(of:)) ?? completeName.flatMap(initial(of:))
    }

    private var showsLastNameFirst: Bool {
        guard let firstName, let lastName, let completeName else { return false }
        let complete = plain(completeName)
        guard let first = complete.firstRange(of: plain(firstName)), let last = complete.firstRange(of: plain(lastName))
        else { return false }
        return last.lowerBound < first.lowerBound
    }
}

/// A name as it can be looked for in another one: with single spaces, and without signs that are not seen.
private nonisolated func plain(_ name: String) -> String {
    let bounded = String.UnicodeScalarView(
        name.unicodeScalars.prefix(maxShownScalars).filter { $0.properties.generalCategory != .format })
    return String(bounded).split(whereSeparator: \.isWhitespace).joined(separator: " ")
}

/// Both letters in one text. In joined scripts an invisible sign parts them.
private nonisolated func joined(_ letters: [String]) -> String {
    let isJoined = letters.allSatisfy { letter in
        letter.unicodeScalars.first.map { scalar in joinedScripts.contains { $0.contains(scalar.value) } } ?? false
    }
    return letters.joined(separator: isJoined ? "\u{200C}" : "")
}

/// The ranges of scripts with joined letters (The Unicode Standard, ArabicShaping.txt).
private nonisolated let joinedScripts: [ClosedRange<UInt32>] = [
    // Arabic and Syriac, N'Ko, Mandaic with more of Syriac and Arabic, Mongolian, Phags-pa, Arabic's shaped letters.
    0x0600...0x077F, 0x07C0...0x07FF, 0x0840...0x08FF, 0x1800...0x18AF, 0xA840...0xA87F, 0xFB50...0xFDFF,
    0xFE70...0xFEFF,
    // Manichaean, Psalter Pahlavi, Hanifi Rohingya, Sogdian and Old Uyghur, Chorasmian, Adlam.
    0x10AC0...0x10AFF, 0x10B80...0x10BAF, 0x10D00...0x10D3F, 0x10F30...0x10FAF, 0x10FB0...0x10FDF, 0x1E900...0x1E95F,
]

/// The compared part of a name, in Unicode scalars.
private nonisolated let maxShownScalars = 400
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

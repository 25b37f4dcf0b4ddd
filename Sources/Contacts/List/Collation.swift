import Glibc

/// The alphabetic order of the desktop's language.
///
/// The comparison of two texts by a language's rules is slow. So each text is turned once into a key. The bytes of the
/// key sort right.
final class Collation {
    private let locale: locale_t?

    /// The empty name stands for the environment's language (LC_ALL, LC_COLLATE, LANG). Without any, as in the C
    /// locale, letters sort without their accents.
    init(localeName: String = "") {
        let locale = newlocale(LC_COLLATE_MASK | LC_CTYPE_MASK, localeName, nil)
        if let locale, Self.knowsAccents(locale) {
            self.locale = locale
        } else {
            if let locale { freelocale(locale) }
            self.locale = nil
        }
    }

    deinit {
        if let locale { freelocale(locale) }
    }

    /// Whether the language is installed and sorts otherwise than by the numbers of the characters.
    var hasRules: Bool { locale != nil }

    /// The letters and, after a zero, their accents; case does not count.
    func key(_ text: String) -> [UInt8] {
        var key: [UInt8] = []
        appendKey(of: text, to: &key)
        return key
    }

    /// Appends the bytes of `key(_:)` behind the present bytes of the key.
    func appendKey(of text: String, to key: inout [UInt8]) {
        guard let locale else { return Folding.append(text, to: &key) }
        var level = 1
        for byte in Self.transformed(text, locale) {
            if byte == Self.nextLevel { level += 1 }
            if level > 2 { break }
            key.append(byte == Self.nextLevel ? 0 : byte)
        }
    }

    /// The part of the key that is for the letters; empty if the language has no place for any of them.
    func letters(of text: String) -> ArraySlice<UInt8> {
        key(text).prefix { $0 != 0 }
    }

    private static func knowsAccents(_ locale: locale_t) -> Bool {
        let keys = ["e", "é", "f"].map { transformed($0, locale) }
        return keys[0].lexicographicallyPrecedes(keys[1]) && keys[1].lexicographicallyPrecedes(keys[2])
    }

    private static let nextLevel: UInt8 = 1

    /// All levels of the comparison (letters, accents, case, punctuation), with ones between them.
    private static func transformed(_ text: String, _ locale: locale_t) -> [UInt8] {
        // A guess that is nearly always long enough saves a second pass.
        var length = 16 * text.utf8.count + 16
        while true {
            var needed = 0
            let key = [UInt8](unsafeUninitializedCapacity: length + 1) { buffer, count in
                needed = buffer.withMemoryRebound(to: CChar.self) {
                    strxfrm_l($0.baseAddress, text, length + 1, locale)
                }
                count = min(needed, length)
            }
            if needed <= length { return key }
            length = needed
        }
    }
}

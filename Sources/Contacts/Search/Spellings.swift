import Foundation

/// The spellings of a word. Arabic and Persian forms of a letter are one letter, ä is also a or ae, and å is also aa.
///
/// A typed word has one form, a stored word has several. So a search compares each typed word only once.
enum Spellings {
    /// The form in which words are compared.
    static func fold(_ text: String) -> String {
        let folded = Folding.fold(text)
        guard !folded.utf8.allSatisfy({ $0 < 0xd8 || $0 > 0xdb }) else { return folded }
        return String(String.UnicodeScalarView(folded.unicodeScalars.map { arabic[$0] ?? $0 }))
    }

    /// How else a word can be written, in its folded form: "Jörg" is also "joerg", "Koenig" also "konig".
    static func others(of text: String, folded: String) -> [String] {
        (expanded(text) + [contracted(folded)].compactMap { $0 }).filter { $0 != folded }
    }

    /// Every form of a word that another one may be compared with, the folded one first.
    static func all(of text: String) -> [String] {
        let folded = fold(text)
        return [folded] + others(of: text, folded: folded)
    }

    /// With two letters for each umlaut, as where a keyboard has none. "Måløy" is "maaloey", "maaloy" and "maloey".
    private static func expanded(_ text: String) -> [String] {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return [] }
        let scalars = Array(text.precomposedStringWithCanonicalMapping.unicodeScalars)
        let pairs = Set(scalars.compactMap { umlauts[$0] })
        guard !pairs.isEmpty else { return [] }
        let ringed = pairs.filter { $0 == "aa" }
        let chosen = ringed.isEmpty || ringed == pairs ? [pairs] : [pairs, ringed, pairs.subtracting(ringed)]
        return chosen.map { written in
            let letters = scalars.map { scalar in
                umlauts[scalar].flatMap { written.contains($0) ? $0 : nil } ?? String(scalar)
            }
            return fold(letters.joined())
        }
    }

    /// With one letter for each pair that may be an umlaut's.
    private static func contracted(_ folded: String) -> String? {
        // Most words have none.
        guard zip(folded.utf8, folded.utf8.dropFirst()).contains(where: { $1 == UInt8(ascii: "e") || $0 == $1 }) else {
            return nil
        }
        let bytes = Array(folded.utf8)
        var kept: [UInt8] = []
        var place = 0
        while place < bytes.count {
            kept.append(bytes[place])
            place += place + 1 < bytes.count && isPair(bytes, at: place) ? 2 : 1
        }
        return kept.count == bytes.count ? nil : String(decoding: kept, as: UTF8.self)
    }

    /// The ue of "Quentin" is no ü.
    private static func isPair(_ bytes: [UInt8], at place: Int) -> Bool {
        switch (bytes[place], bytes[place + 1]) {
        case (UInt8(ascii: "a"), UInt8(ascii: "e")), (UInt8(ascii: "o"), UInt8(ascii: "e")),
            (UInt8(ascii: "a"), UInt8(ascii: "a")):
            true
        case (UInt8(ascii: "u"), UInt8(ascii: "e")): place == 0 || bytes[place - 1] != UInt8(ascii: "q")
        default: false
        }
    }

    private static let umlauts: [Unicode.Scalar: String] = [
        "ä": "ae", "Ä": "ae", "ö": "oe", "Ö": "oe", "ü": "ue", "Ü": "ue", "å": "aa", "Å": "aa", "ø": "oe", "Ø": "oe",
        "ő": "oe", "Ő": "oe", "ű": "ue", "Ű": "ue",
    ]

    /// Letters that keyboards of Arabic, Persian, Urdu and Kurdish have in forms of their own. Accents are gone before.
    private static let arabic: [Unicode.Scalar: Unicode.Scalar] = [
        // Yeh: alef maksura, Farsi yeh, yeh with tail, small v, e, barree.
        "\u{649}": "\u{64a}", "\u{6cc}": "\u{64a}", "\u{6cd}": "\u{64a}", "\u{6ce}": "\u{64a}", "\u{6d0}": "\u{64a}",
        "\u{6d2}": "\u{64a}",
        // Kaf: keheh, swash kaf.
        "\u{6a9}": "\u{643}", "\u{6aa}": "\u{643}",
        // Heh: teh marbuta, doachashmee, goal, goal with tail, ae.
        "\u{629}": "\u{647}", "\u{6be}": "\u{647}", "\u{6c1}": "\u{647}", "\u{6c3}": "\u{647}", "\u{6d5}": "\u{647}",
        // Alef wasla; waw of Kirghiz and Kurdish; the Urdu noon without a dot.
        "\u{671}": "\u{627}", "\u{6c6}": "\u{648}", "\u{6c7}": "\u{648}", "\u{6ba}": "\u{646}",
    ]
}

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
        let pairs = expanded(text)
        let others = pairs + contracted(folded) + pairs.flatMap(contracted)
        guard !others.isEmpty else { return [] }
        var known: Set = [folded]
        return others.filter { known.insert($0).inserted }
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

    /// One letter takes the place of each pair that may be an umlaut's: of all pairs, and of one kind at a time. So
    /// "Kjaergaard" is "kjargard", "kjargaard" and "kjaergard".
    private static func contracted(_ folded: String) -> [String] {
        // Most words have none.
        guard zip(folded.utf8, folded.utf8.dropFirst()).contains(where: { $1 == UInt8(ascii: "e") || $0 == $1 }) else {
            return []
        }
        let bytes = Array(folded.utf8)
        let kinds = Set(bytes.indices.compactMap { pair(bytes, at: $0) })
        guard kinds.count > 1 else { return kinds.isEmpty ? [] : [contraction(of: kinds, in: bytes)] }
        return [contraction(of: kinds, in: bytes)] + kinds.sorted().map { contraction(of: Set([$0]), in: bytes) }
    }

    private static func contraction(of kinds: Set<String>, in bytes: [UInt8]) -> String {
        var kept: [UInt8] = []
        var place = 0
        while place < bytes.count {
            kept.append(bytes[place])
            let isOne = pair(bytes, at: place).map { kinds.contains($0) } ?? false
            place += isOne ? 2 : 1
        }
        return String(decoding: kept, as: UTF8.self)
    }

    /// The pair of letters at a place, if it may be an umlaut's. The ue of "Bauer", "Neuer" and "Quentin" is no ü.
    private static func pair(_ bytes: [UInt8], at place: Int) -> String? {
        guard place + 1 < bytes.count else { return nil }
        return switch (bytes[place], bytes[place + 1]) {
        case (UInt8(ascii: "a"), UInt8(ascii: "e")): "ae"
        case (UInt8(ascii: "a"), UInt8(ascii: "a")): "aa"
        case (UInt8(ascii: "o"), UInt8(ascii: "e")): "oe"
        case (UInt8(ascii: "u"), UInt8(ascii: "e")) where place == 0 || !noUmlautBehind.contains(bytes[place - 1]): "ue"
        default: nil
        }
    }

    private static let noUmlautBehind = Array("aeoq".utf8)

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

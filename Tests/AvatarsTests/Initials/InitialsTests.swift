import Avatars
import Testing

struct InitialsTests {
    private func initials(
        _ first: String?, _ last: String? = nil, nickname: String? = nil, complete: String? = nil
    ) -> String? {
        AvatarSubject(contactID: 1, firstName: first, lastName: last, nickname: nickname, completeName: complete)
            .initials
    }

    /// Name, last name, initials.
    static let scripts: [(String, String?, String)] = [
        ("Ada", "Lovelace", "AL"), ("josé", "núñez", "JN"), ("Łukasz", "Żak", "ŁŻ"), ("Ægir", "Ørsted", "ÆØ"),
        ("Анна", "ёлкина", "АЁ"), ("Ελένη", "ωνάση", "ΕΩ"), ("Արամ", "խաչատրյան", "ԱԽ"), ("ნინო", "აბაშიძე", "ნა"),
        ("דוד", "כהן", "דכ"), ("محمد", "علي", "م\u{200C}ع"), ("ܝܘܚܢܢ", nil, "ܝ"), ("ދިވެހި", nil, "ދި"),
        ("नरेन्द्र", "मोदी", "नमो"), ("কাজী", "নজরুল", "কান"), ("ਗੁਰੂ", "ਨਾਨਕ", "ਗੁਨਾ"), ("મોહન", "ગાંધી", "મોગાં"),
        ("ଜଗନ୍ନାଥ", nil, "ଜ"), ("சுப்பிரமணிய", "பாரதி", "சுபா"), ("వేమన", nil, "వే"), ("ಕುವೆಂಪು", nil, "ಕು"),
        ("മോഹൻ", "ലാൽ", "മോലാ"), ("සුනිල්", nil, "සු"), ("สมชาย", "ใจดี", "สใ"), ("ສົມສັກ", nil, "ສົ"),
        ("བསྟན", nil, "བ"), ("အောင်", nil, "အေ"), ("ទេព", nil, "ទេ"), ("ᠮᠣᠩᠭᠣᠯ", nil, "ᠮ"), ("ኃይለ", "ሥላሴ", "ኃሥ"),
        ("ᏍᏏᏉᏯ", nil, "Ꮝ"), ("王", "小明", "王小"), ("さくら", "たなか", "さた"), ("サクラ", nil, "サ"),
        ("김", "민준", "김민"), ("한글", nil, "한"), ("ⴰⵎⴰⵣⵉⵖ", nil, "ⴰ"), ("ⲁⲛⲛⲁ", nil, "Ⲁ"),
        ("𞤀𞤣𞤢𞤥", nil, "𞤀"), ("𐐨𐐩", nil, "𐐀"),
    ]

    @Test(arguments: scripts)
    func namesInEveryScriptHaveTheirFirstLetters(first: String, last: String?, expected: String) {
        #expect(initials(first, last) == expected)
    }

    @Test(
        arguments: [
            ("Anna", "Nagy", "Nagy Anna", "NA"), ("太郎", "田中", "田中 太郎", "田太"), ("太郎", "田中", "田中太郎", "田太"),
            ("Ada", "Lovelace", "Ada Lovelace", "AL"), ("Jörg", "Weiß", "Weiß, Jörg", "WJ"),
            ("Ada", "Lovelace", "Lovelace Ada King (Countess)", "LA"), ("Anna", "Ann", "Anna Ann", "AA"),
            ("Annabel", "Ann", "Annabel Ann", "AA"), ("Bo", "Abo", "Bo Abo", "BA"),
            ("Ada", "Lovelace", "Countess", "AL"),
            ("Anna  Maria", "Nagy", "Nagy Anna Maria", "NA"), ("Anna", "Nagy", "Nagy\u{2068} Anna", "NA"),
            ("محمد", "علي", "علي محمد", "ع\u{200C}م"),
        ])
    func theyStandAsTheNameIsShown(first: String, last: String, complete: String, expected: String) {
        #expect(initials(first, last, complete: complete) == expected)
    }

    @Test(arguments: [
        ("ܝܘܚܢܢ", "ܡܪܝܡ"), ("ߒߞߏ", "ߡߊߡߊ"), ("ᠮᠣᠩᠭᠣᠯ", "ᠪᠠᠲᠤ"), ("𞤀𞤣𞤢𞤥", "𞤄𞤢"), ("علی", "رضا"), ("ࡀࡁ", "ࡂࡃ"),
    ])
    func lettersThatWouldJoinStayApart(first: String, last: String) throws {
        let letters = try #require(initials(first, last))
        #expect(letters.unicodeScalars.map(\.value).contains(0x200C))
        #expect(initials(first, "Lee")?.unicodeScalars.contains("\u{200C}") == false)
        #expect(initials(first)?.unicodeScalars.contains("\u{200C}") == false)
    }

    @Test func aLetterIsAWholeGrapheme() {
        #expect(initials("e\u{301}mile", "Zola") == "ÉZ")
        #expect(initials("🇫🇷 France", "👩‍🚀 Ride") == "🇫🇷👩‍🚀")
        #expect(initials("👨‍👩‍👧‍👦", "👍🏽") == "👨‍👩‍👧‍👦👍🏽")
        #expect(initials("क्षितिज")?.count == 1)
        #expect(initials("\u{1112}\u{1161}\u{11AB}글") == "한")
    }

    @Test func upperCasingNeverAddsALetter() {
        #expect(initials("ßarah", "ﬁnn") == "SF")
        #expect(initials("ŉaamloos", "ʻokina") == "NO")
        #expect(initials("ǆenan") == "Ǆ")
    }

    @Test func nicknameAndCompleteNameStandInForMissingNames() {
        #expect(initials(nil, "Curie") == "C")
        #expect(initials("Madonna", "") == "M")
        #expect(initials(nil, nil, nickname: "gigi", complete: "Zed") == "G")
        #expect(initials("", " ", nickname: "", complete: "zed zulu") == "Z")
        #expect(initials("?", "…", nickname: "“quote”") == "Q")
    }

    @Test func punctuationBeforeALetterIsPassedOver() {
        #expect(initials("(Bob)", "'t Hooft") == "BT")
        #expect(initials("  \t-ann", "\u{202E}\u{200B}lee") == "AL")
        #expect(initials("O'Brien", "von der Leyen") == "OV")
    }

    static let nothing: [String?] = [
        nil, "", "   ", "\n", ".", "!?", "—", "***", "$", "+", "\u{200B}", "\u{202E}\u{2066}", "\u{3164}", "\u{2800}",
        "\u{FFFD}", "\u{301}", "⚰", "d41d8cd98f00b204e9800998ecf8427e", "DA39A3EE5E6B4B0D3255BFEF95601890AFD80709",
        "123e4567-e89b-12d3-a456-426614174000", "{123E4567-E89B-12D3-A456-426614174000}",
    ]

    @Test(arguments: nothing)
    func whatIsNoNameHasThePersonsFigure(name: String?) {
        #expect(initials(name, name, nickname: name, complete: name) == nil)
    }

    @Test func aNameThatOnlyLooksLikeAHashKeepsItsLetter() {
        #expect(initials("Decade", "Facade") == "DF")
        #expect(initials("d41d8cd98f00b204e9800998ecf8427e", "Smith") == "S")
    }

    @Test func marksPiledOnALetterAreCut() throws {
        let zalgo = "Z" + String(repeating: "\u{334}\u{355}", count: 5_000) + "oe"
        #expect(try #require(initials(zalgo)).unicodeScalars.count <= 16)
        #expect(initials(String(repeating: "x", count: 100_000)) == "X")
    }
}

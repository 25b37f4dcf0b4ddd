import Foundation

/// The ASCII form of a name, nearly as the library does it that Monica uses.
enum Transliteration {
    static func ascii(_ text: String) -> String {
        var result = ""
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
            if scalar.isASCII {
                result.unicodeScalars.append(scalar)
            } else if let known = letters[scalar] {
                result += known
            }
        }
        return result
    }

    /// Latin letters that do not decompose, and the alphabets that the library knows. Hebrew, Thai, Hangul, kana and Han
    /// are not among them: such names have no initials.
    private static let letters: [Unicode.Scalar: String] = {
        var table: [Unicode.Scalar: String] = [:]
        func add(_ from: String, _ to: String) {
            for (scalar, latin) in zip(from.unicodeScalars, to.split(separator: " ")) { table[scalar] = String(latin) }
        }
        add("ØøŁłĐđÐðÞþÆæŒœßıĦħ’", "O o L l D d D d T t AE ae OE oe ss i H h '")
        add(
            "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ",
            "a b v g d e e zh z i i k l m n o p r s t u f kh c ch sh shh ' y ' e yu ya i i e g")
        add(
            "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЫЭЮЯІЇЄҐ",
            "A B V G D E E Zh Z I I K L M N O P R S T U F Kh C Ch Sh Shh Y E Yu Ya I I E G")
        add("αβγδεζηθικλμνξοπρσςτυφχψω", "a b g d e z i th i k l m n x o p r s s t y f x ps o")
        add("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ", "A B G D E Z I Th I K L M N X O P R S T Y F X Ps O")
        add(
            "ابتثجحخدذرزسشصضطظعغفقكلمنهويأإآىءةئؤپچژگکی",
            "a b t th j h kh d th r z s sh s d t th aa gh f k k l m n h o y a i aa a ' a y o p ch j g k y")
        add(
            "कखगघचछजझटठडढतथदधनपफबभमयरलवशषसहअआइईउऊएऐओऔ",
            "K Kh G Gh Ch Chh J Jh T Th D Dh T Th D Dh N P Ph B Bh M Y R L V Sh Sh S H A Aa I Ii U Uu E Ai O Au")
        return table
    }()
}

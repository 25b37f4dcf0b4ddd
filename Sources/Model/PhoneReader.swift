/// Takes a text apart into the telephone numbers in it.
struct PhoneReader {
    /// The end of a part of a text.
    enum End {
        /// A comma, a line, a word. Another number follows, or none.
        case boundary
        /// A slash, which also stands behind an area code.
        case slash
        /// A dash with spaces around, a wide space, or a bracket of a whole number.
        case dash
        /// A plus, which begins a number.
        case plus
        case text
    }

    private enum Sign {
        case digit(Character), bracket(isOpening: Bool)
        case plus, slash, dash, space, filler, bullet, unseen, boundary, colon, letter, code, other
    }

    /// Longer texts are no numbers.
    private static let maxLength = 500

    private var numbers: [PhoneNumber] = []
    /// Not finished: a slash may follow that parts an area code from its number.
    private var pending: (number: PhoneNumber, end: End)?
    private var current = PhoneNumber()
    private var last = Sign.space

    mutating func read(_ text: String) -> [PhoneNumber] {
        var signs = text.prefix(Self.maxLength).indices.map { (sign: Self.sign(text[$0]), index: $0) }
        signs.removeAll { if case .unseen = $0.sign { true } else { false } }
        if Self.isInternational(signs.map(\.sign)) { Self.leaveOutTrunkPrefix(&signs) }
        Self.markWholeNumbers(&signs)
        for place in signs.indices {
            let next = place + 1 < signs.count ? signs[place + 1].sign : .space
            take(signs[place].sign, at: signs[place].index, next: next, in: text)
        }
        end(.text)
        if let pending { numbers.append(pending.number) }
        return numbers
    }

    private mutating func take(_ sign: Sign, at index: String.Index, next: Sign, in text: String) {
        defer { last = sign }
        switch sign {
        case .digit(let digit):
            if case .letter = last, current.digits.isEmpty { current.hasOtherSigns = true }
            if case .bracket(isOpening: true) = last, current.digits.isEmpty { current.isBracketed = true }
            if Self.isFiller(last), !current.digits.isEmpty { current.isGrouped = true }
            current.digits.append(PhoneNumber.Digit(value: digit, index: index))
        case .plus:
            if !current.digits.isEmpty { end(.plus) }
            current.hasPlus = true
        case .slash: end(.slash)
        case .dash where Self.isSpace(last) && Self.isSpace(next): end(.dash)
        case .filler where Self.isSpace(last) && Self.isSpace(next): end(.dash)
        case .space where Self.isSpace(last): endPart()
        // Between whole numbers, or between the groups of one.
        case .bullet: endPart()
        case .boundary: end(.boundary)
        // A word in front of a number ends with it; an hour has it between digits.
        case .colon:
            if current.digits.isEmpty { current = PhoneNumber() } else { current.hasOtherSigns = true }
        case .letter: takeLetter(text[index...])
        case .code, .other: current.hasOtherSigns = true
        case .dash, .space, .bracket, .filler, .unseen: break
        }
    }

    private mutating func takeLetter(_ rest: Substring) {
        switch last {
        case .letter: break
        case .space, .bracket, .bullet, .boundary, .colon, .slash:
            if !current.digits.isEmpty || pending?.end == .dash { end(.boundary) }
        // "x12" and "ext. 12" behind a number are its extension.
        case .digit where rest.prefixMatch(of: /(?i)(x|ext\.?|extension)\s*\d/) != nil: end(.boundary)
        default: current.hasOtherSigns = true
        }
    }

    /// The plus of a number may stand in front of a bracket.
    private mutating func endPart() {
        if !current.digits.isEmpty { end(.dash) }
    }

    private mutating func end(_ end: End) {
        defer { current = PhoneNumber() }
        guard !current.digits.isEmpty || current.hasOtherSigns else {
            if end == .slash { pending?.end = .slash }
            if end == .boundary, let last = pending {
                numbers.append(last.number)
                pending = nil
            }
            return
        }
        guard let before = pending else { return finish(current, end) }
        if before.number.isWhole(before: current, at: before.end) {
            numbers.append(before.number)
            finish(current, end)
        } else {
            var joined = before.number
            joined.digits += current.digits
            joined.hasOtherSigns = joined.hasOtherSigns || current.hasOtherSigns
            joined.isGrouped = true
            finish(joined, end)
        }
    }

    private mutating func finish(_ number: PhoneNumber, _ end: End) {
        guard end == .boundary || end == .text else { return pending = (number, end) }
        numbers.append(number)
        pending = nil
    }

    private static func isInternational(_ signs: [Sign]) -> Bool {
        var zeros = 0
        for sign in signs {
            switch sign {
            case .plus: return true
            case .digit("0") where zeros < 2: zeros += 1
            case .digit where zeros < 2: zeros = .max
            default: break
            }
        }
        return zeros == 2
    }

    /// The codes of countries with a zero at the beginning of numbers that is dialled from abroad, too.
    private static let keepingZero: Set<String> = ["39", "378", "225", "229", "241", "242"]

    /// As in "+49 (0)30" and "+49 (030)", where the zero is dialled only inside the country.
    private static func leaveOutTrunkPrefix(_ signs: inout [(sign: Sign, index: String.Index)]) {
        var kept: [(sign: Sign, index: String.Index)] = []
        for (place, next) in zip(signs, signs.dropFirst().map { Optional($0.sign) } + [nil]) {
            if case .digit("0") = place.sign, case .bracket? = kept.last?.sign, case .digit? = next,
                let code = countryCode(kept[...]), !keepingZero.contains(code)
            {
                continue
            }
            kept.append(place)
            guard case .bracket = place.sign, kept.count >= 3, case .digit("0") = kept[kept.count - 2].sign,
                case .bracket = kept[kept.count - 3].sign,
                countryCode(kept.dropLast(3)).map({ !keepingZero.contains($0) }) ?? true
            else { continue }
            kept.removeLast(3)
            kept.append((.filler, place.index))
        }
        signs = kept
    }

    /// Brackets around a whole number are bullets, as in "555-0100 (555-0101)". Those around an area code part nothing.
    private static func markWholeNumbers(_ signs: inout [(sign: Sign, index: String.Index)]) {
        for place in signs.indices {
            guard case .bracket(isOpening: true) = signs[place].sign else { continue }
            let content = signs[(place + 1)...].prefix { if case .bracket = $0.sign { false } else { true } }
            let digits = content.filter { if case .digit = $0.sign { true } else { false } }
            guard digits.count >= PhoneNumber.minBracketed else { continue }
            signs[place].sign = .bullet
            if content.endIndex < signs.endIndex { signs[content.endIndex].sign = .bullet }
        }
    }

    /// The digits behind a plus at the end of the signs; nil unless they may be the code of a country.
    private static func countryCode(_ all: ArraySlice<(sign: Sign, index: String.Index)>) -> String? {
        // Brackets and blanks may be between.
        let signs = all.suffix(10)
        guard let plus = signs.lastIndex(where: { if case .plus = $0.sign { true } else { false } }) else { return nil }
        let digits = signs[plus...].compactMap { if case .digit(let digit) = $0.sign { digit } else { nil } }
        return (1...3).contains(digits.count) ? String(digits) : nil
    }

    private static func isSpace(_ sign: Sign) -> Bool { if case .space = sign { true } else { false } }

    private static func isFiller(_ sign: Sign) -> Bool {
        switch sign {
        case .space, .dash, .bracket, .filler, .bullet: true
        default: false
        }
    }

    private static func sign(_ character: Character) -> Sign {
        guard let scalar = character.unicodeScalars.first else { return .unseen }
        if let sign = signs[scalar] { return sign }
        if scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue {
            return .digit(Character(String(Int(digit))))
        }
        if character.isNewline { return .boundary }
        if character.isWhitespace { return .space }
        return switch scalar.properties.generalCategory {
        case .format, .nonspacingMark, .enclosingMark: .unseen
        case .dashPunctuation: .dash
        case .openPunctuation: .bracket(isOpening: true)
        case .closePunctuation: .bracket(isOpening: false)
        case .otherSymbol, .connectorPunctuation: .filler
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .modifierLetter: .letter
        default: .other
        }
    }

    /// Signs for which the category of Unicode is wrong, or too coarse.
    private static let signs: [Unicode.Scalar: Sign] = {
        var signs: [Unicode.Scalar: Sign] = [:]
        let groups: [(String, Sign)] = [
            ("+＋﬩﹢", .plus), ("/\\／＼⁄∕", .slash), ("−˗⁃ーｰ", .dash), (".．。'’", .filler), ("·•・", .bullet),
            (",;?|&，；？｜＆、،؛\t", .boundary),
            (":：", .colon), ("*#＊＃", .code), ("<＜", .bracket(isOpening: true)),
            (">＞", .bracket(isOpening: false)), ("\u{ad}", .unseen),
        ]
        for (scalars, sign) in groups {
            for scalar in scalars.unicodeScalars { signs[scalar] = sign }
        }
        signs[" "] = .space
        return signs
    }()
}

/// Identifiers that look as random as the server's. They encode their number, so no table is needed.
enum Identifiers {
    enum Kind: UInt64 {
        case contact = 1
        case note, activity, call, reminder, gift, debt, address, contactField, pet, photo, relation
        case activityType, activityCategory, contactFieldType, user
        case document, journal
    }

    private static let base62 = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let nodeMask: UInt64 = (1 << 48) - 1

    /// A UUID of version 4. Its last twelve digits are the scrambled number.
    static func uuid(of number: Int, kind: Kind, seed: UInt64) -> String {
        let high = Random.mixed(seed &+ kind.rawValue << 48 &+ UInt64(number))
        let node = (UInt64(number) &* multiplier ^ seed) & nodeMask
        let variant = ["8", "9", "a", "b"][Int(high >> 62)]
        return [
            hex(high & 0xFFFF_FFFF, 8), hex(high >> 32 & 0xFFFF, 4), "4" + hex(high >> 48 & 0xFFF, 3),
            variant + hex(high >> 20 & 0xFFF, 3), hex(node, 12),
        ].joined(separator: "-")
    }

    static func number(ofUUID uuid: String, kind: Kind, seed: UInt64) -> Int? {
        guard let last = uuid.split(separator: "-").last, last.count == 12, let node = UInt64(last, radix: 16) else {
            return nil
        }
        let number = Int((node ^ seed) &* inverse & nodeMask)
        return self.uuid(of: number, kind: kind, seed: seed) == uuid ? number : nil
    }

    /// Forty letters and digits; the first eleven are the number, scrambled.
    static func photoName(of number: Int, version: Int, seed: UInt64) -> String {
        var scrambled = UInt64(number) &* multiplier ^ seed
        var name: [Character] = []
        for _ in 0..<11 {
            name.append(base62[Int(scrambled % 62)])
            scrambled /= 62
        }
        var random = Random(seed &+ UInt64(version), number, .photos)
        return String(name) + random.characters(base62, count: 29)
    }

    static func number(ofPhotoName name: String, seed: UInt64) -> Int? {
        guard name.utf8.count == 40 else { return nil }
        var scrambled: UInt64 = 0
        for character in name.prefix(11).reversed() {
            guard let digit = base62.firstIndex(of: character) else { return nil }
            let (shifted, overflow) = scrambled.multipliedReportingOverflow(by: 62)
            let (sum, carry) = shifted.addingReportingOverflow(UInt64(digit))
            guard !overflow, !carry else { return nil }
            scrambled = sum
        }
        return Int(exactly: (scrambled ^ seed) &* inverse)
    }

    /// Of the odd multiplier, modulo 2^64: each of Newton's steps doubles the number of correct bits.
    private static let inverse: UInt64 = (0..<6).reduce(multiplier) { x, _ in x &* (2 &- multiplier &* x) }

    private static func hex(_ value: UInt64, _ digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

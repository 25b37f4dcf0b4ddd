/// SplitMix64: small, fast, and the same sequence for the same seed on every machine and for ever.
struct Random: RandomNumberGenerator {
    private var state: UInt64

    /// A sequence of its own for each purpose, so that a change of one does not move all others.
    init(_ seed: UInt64, _ number: Int, _ purpose: Purpose) {
        state = Random.mixed(seed &+ Random.mixed(UInt64(bitPattern: Int64(number)) &+ purpose.rawValue << 40))
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Random.mixed(state)
    }

    static func mixed(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    enum Purpose: UInt64 {
        case household = 1
        case culture, name, identity, life, work, avatar, dates, tags, addresses, contactFields, howMet
        case notes, activities, calls, reminders, tasks, gifts, debts, pets, photos, picture, token
    }
}

extension Random {
    mutating func chance(_ probability: Double) -> Bool {
        unit() < probability
    }

    /// 0 ≤ x < 1.
    mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    mutating func real(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * unit()
    }

    mutating func integer(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// A random element of a list with at least one.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[integer(0...(elements.count - 1))]
    }

    /// A random index, by weights.
    mutating func weighted(_ weights: [Double]) -> Int {
        var rest = unit() * weights.reduce(0, +)
        for (index, weight) in weights.enumerated() {
            rest -= weight
            if rest < 0 { return index }
        }
        return weights.count - 1
    }

    mutating func characters(_ alphabet: [Character], count: Int) -> String {
        String((0..<count).map { _ in pick(alphabet) })
    }
}

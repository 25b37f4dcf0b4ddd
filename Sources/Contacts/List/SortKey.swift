/// The bytes that decide a contact's place by comparison, made once for each contact and order.
struct SortKey: Comparable, Sendable {
    /// The first bytes, since comparing them as one number decides most pairs.
    private let head: UInt128
    private let bytes: [UInt8]
    /// The letter over this contact's part of the list; nil where the order has none.
    let heading: String?

    init(_ bytes: [UInt8], heading: String?) {
        self.bytes = bytes
        self.heading = heading
        let length = 16
        let first = bytes.prefix(length).reduce(into: UInt128(0)) { $0 = $0 << 8 | UInt128($1) }
        head = first << UInt128(8 * max(0, length - bytes.count))
    }

    static func < (left: SortKey, right: SortKey) -> Bool {
        left.head == right.head ? left.bytes.lexicographicallyPrecedes(right.bytes) : left.head < right.head
    }
}

/// What decides a contact's place: bytes to compare, made once for each contact and order.
struct SortKey: Comparable, Sendable {
    /// The first eight bytes, since comparing them as one number decides most pairs.
    private let head: UInt64
    private let bytes: [UInt8]
    /// The letter over this contact's part of the list; nil where the order has none.
    let heading: String?

    init(_ bytes: [UInt8], heading: String?) {
        self.bytes = bytes
        self.heading = heading
        let first = bytes.prefix(8).reduce(into: UInt64(0)) { $0 = $0 << 8 | UInt64($1) }
        head = first << UInt64(8 * (8 - min(bytes.count, 8)))
    }

    static func < (left: SortKey, right: SortKey) -> Bool {
        left.head == right.head ? left.bytes.lexicographicallyPrecedes(right.bytes) : left.head < right.head
    }

    static func == (left: SortKey, right: SortKey) -> Bool {
        left.head == right.head && left.bytes == right.bytes
    }
}

import CSoup
import Glibc

/// An IPv4 or IPv6 address.
public nonisolated struct IPAddress: Hashable, Sendable {
    /// The bytes in network order: 4 or 16.
    public let bytes: [UInt8]

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Parses `192.0.2.1` and `2001:db8::1`; nil for any other text, shortened and octal forms included.
    public init?(_ text: String) {
        var buffer = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &buffer) == 1 {
            bytes = Array(buffer.prefix(4))
        } else if inet_pton(AF_INET6, text, &buffer) == 1 {
            bytes = buffer
        } else {
            return nil
        }
    }

    /// The address of a GSocketAddress; nil when it is of another family, such as a socket in a folder.
    init?(_ address: UnsafeMutablePointer<GSocketAddress>) {
        let address = UnsafeMutableRawPointer(address)
        guard
            g_type_check_instance_is_a(
                address.assumingMemoryBound(to: GTypeInstance.self), g_inet_socket_address_get_type()) != 0,
            let inet = g_inet_socket_address_get_address(address.assumingMemoryBound(to: GInetSocketAddress.self)),
            let start = g_inet_address_to_bytes(inet)
        else { return nil }
        bytes = Array(UnsafeBufferPointer(start: start, count: Int(g_inet_address_get_native_size(inet))))
    }

    /// Whether it is a machine on the internet: not this one, not in the local network, and not in a reserved range.
    ///
    /// Follows the registries of special-purpose addresses (RFC 6890 and its updates). An address that embeds an IPv4 address
    /// is as public as that one.
    public var isPublic: Bool {
        if bytes.count == 4 { return !Self.specialIPv4.contains { $0.contains(bytes) } }
        if let embedded { return embedded.isPublic }
        return Self.globalIPv6.contains(bytes) && !Self.specialIPv6.contains { $0.contains(bytes) }
    }

    /// The IPv4 address in an IPv4-mapped address, or in an address of a translating gateway (RFC 6052).
    private var embedded: IPAddress? {
        guard Self.mappedIPv4.contains(bytes) || Self.translatedIPv4.contains(bytes) else { return nil }
        return IPAddress(bytes: Array(bytes.suffix(4)))
    }
}

nonisolated extension IPAddress {
    /// A block of addresses with a common prefix.
    private struct Block {
        let start: [UInt8]
        let bits: Int

        init(_ start: [UInt8], _ bits: Int) {
            self.start = start
            self.bits = bits
        }

        func contains(_ bytes: [UInt8]) -> Bool {
            (0..<bits).allSatisfy { bit in
                let (index, mask) = (bit / 8, UInt8(0x80) >> UInt8(bit % 8))
                let expected = index < start.count ? start[index] : 0
                return index < bytes.count && bytes[index] & mask == expected & mask
            }
        }
    }

    private static let specialIPv4: [Block] = [
        Block([0], 8), Block([10], 8), Block([127], 8),
        // Networks of carriers (RFC 6598).
        Block([100, 64], 10),
        Block([169, 254], 16), Block([172, 16], 12), Block([192, 168], 16),
        Block([192, 0, 0], 24), Block([192, 88, 99], 24), Block([198, 18], 15),
        // For documentation.
        Block([192, 0, 2], 24), Block([198, 51, 100], 24), Block([203, 0, 113], 24),
        // Multicast and reserved addresses, up to broadcast.
        Block([224], 3),
    ]

    /// All assigned addresses. Loopback, link-local, unique-local, multicast and unspecified addresses are outside.
    private static let globalIPv6 = Block([0x20], 3)
    private static let specialIPv6: [Block] = [
        // Protocol assignments, tunnels (Teredo, 6to4) and documentation.
        Block([0x20, 0x01, 0x00], 23), Block([0x20, 0x02], 16), Block([0x20, 0x01, 0x0d, 0xb8], 32),
        Block([0x3f, 0xff], 20),
    ]
    private static let mappedIPv4 = Block([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 96)
    private static let translatedIPv4 = Block([0x00, 0x64, 0xff, 0x9b], 96)
}

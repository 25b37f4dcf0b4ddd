import Crypto
import Foundation

/// SHA-256 of a picture's encoded bytes: equal pictures under different URLs are told by it.
nonisolated struct ContentDigest: Hashable, Sendable {
    static let byteCount = SHA256.byteCount

    let bytes: Data

    init(of data: Data) {
        bytes = Data(SHA256.hash(data: data))
    }

    /// Takes the 32 bytes of a digest that was made before.
    init?(bytes: Data) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Lower-case, 64 digits.
    var hex: String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 2 ? digits : "0" + digits
        }.joined()
    }

    /// Hashes off the main thread.
    @concurrent
    static func make(of data: Data) async -> ContentDigest {
        ContentDigest(of: data)
    }
}

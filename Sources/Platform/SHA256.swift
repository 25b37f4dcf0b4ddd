import CGLib
public import Foundation

/// The digest SHA-256 (FIPS 180-4) of some bytes, by GLib's `GChecksum`: Foundation has none on Linux.
public struct SHA256Digest: Hashable, Sendable {
    /// The length of a digest in bytes.
    public static let byteCount = 32

    /// The 32 bytes.
    public let bytes: Data

    /// The digest of some bytes.
    public init(of data: Data) {
        var digest = [UInt8](repeating: 0, count: Self.byteCount)
        guard let checksum = g_checksum_new(G_CHECKSUM_SHA256) else { preconditionFailure("GLib knows SHA-256") }
        defer { g_checksum_free(checksum) }
        data.withUnsafeBytes { bytes in
            g_checksum_update(checksum, bytes.bindMemory(to: guchar.self).baseAddress, gssize(bytes.count))
        }
        var length = gsize(digest.count)
        g_checksum_get_digest(checksum, &digest, &length)
        bytes = Data(digest)
    }

    /// The digest of a text in UTF-8.
    public init(of text: String) {
        self.init(of: Data(text.utf8))
    }

    /// A digest of its 32 bytes; nil for any other number of bytes.
    public init?(bytes: Data) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Computes the digest off the main thread.
    @concurrent
    public static func make(of data: Data) async -> SHA256Digest {
        SHA256Digest(of: data)
    }

    /// The digest as 64 lower-case hex digits.
    public var hex: String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 2 ? digits : "0" + digits
        }.joined()
    }
}

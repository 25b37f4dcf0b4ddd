import Foundation
import Platform

/// The form of a server's answer in the database: unchanged, as 0.1.0 wrote it, or compressed.
enum StoredCopy {
    /// The first byte of a compressed copy. No text begins with it, least of all JSON.
    private static let mark: UInt8 = 1
    /// The mark and the uncompressed length, in four bytes, big-endian.
    private static let headerBytes = 5
    /// In bytes: the most memory that decompression takes. Longer copies are stored uncompressed: they take the same space on
    /// the disk as in memory.
    static let maxBytes = 1 << 20

    static func isCompressed(_ stored: Data) -> Bool {
        stored.first == mark
    }

    /// The form of version 2.
    static func pack(_ copy: Data) -> Data {
        guard !copy.isEmpty, copy.count <= maxBytes, let compressed = Deflate.compressed(copy) else { return copy }
        let header = [mark] + (0..<4).reversed().map { UInt8(truncatingIfNeeded: copy.count >> (8 * $0)) }
        return Data(header) + compressed
    }

    /// The answer from either form; empty if the copy is damaged, and no answer is empty.
    static func unpack(_ stored: Data) -> Data {
        guard isCompressed(stored) else { return stored }
        let count = stored.dropFirst().prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard stored.count > headerBytes, count <= maxBytes else { return Data() }
        return Deflate.decompressed(stored.dropFirst(headerBytes), count: count) ?? Data()
    }
}

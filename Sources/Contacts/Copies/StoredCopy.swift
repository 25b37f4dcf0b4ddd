import Foundation
import Platform

/// How a copy of a server's answer lies in the database: as it came, which is what 0.1.0 wrote, or compressed.
enum StoredCopy {
    /// What a compressed copy begins with. No text does, least of all JSON.
    private static let mark: UInt8 = 1
    /// The mark and, in four bytes of which the first is the greatest, the length of what is compressed.
    private static let headerBytes = 5
    /// In bytes; no more memory is taken by one that is read. Longer copies are stored as they came: what they take in
    /// memory they take on the disk, too.
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

    /// What was stored in either form; empty if it is damaged, which is no copy of anything.
    static func unpack(_ stored: Data) -> Data {
        guard isCompressed(stored) else { return stored }
        let count = stored.dropFirst().prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard stored.count > headerBytes, count <= maxBytes else { return Data() }
        return Deflate.decompressed(stored.dropFirst(headerBytes), count: count) ?? Data()
    }
}

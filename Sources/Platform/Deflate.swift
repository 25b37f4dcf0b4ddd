import CZlib
public import Foundation

/// Bytes compressed by the system's zlib (RFC 1950), with its checksum at their end.
public enum Deflate {
    /// Decompression makes bytes at most this many times as long (zlib.net/zlib_tech.html).
    private static let maxRatio = 1_032

    /// Nil when there is not enough memory.
    public static func compressed(_ data: Data) -> Data? {
        var length = compressBound(uLong(data.count))
        var compressed = Data(count: Int(length))
        let result = compressed.withUnsafeMutableBytes { target in
            data.withUnsafeBytes { source in
                compress(
                    target.bindMemory(to: Bytef.self).baseAddress, &length,
                    source.bindMemory(to: Bytef.self).baseAddress, uLong(source.count))
            }
        }
        guard result == Z_OK else { return nil }
        return compressed.prefix(Int(length))
    }

    /// The decompressed bytes. Nil unless there are exactly `count` bytes, at least one. Allocates at most `count`
    /// bytes, and none for a count that the compressed bytes cannot have.
    public static func decompressed(_ data: Data, count: Int) -> Data? {
        guard count > 0, count / maxRatio <= data.count else { return nil }
        var bytes = Data(count: count)
        var (length, read) = (uLong(count), uLong(data.count))
        let result = bytes.withUnsafeMutableBytes { target in
            data.withUnsafeBytes { source in
                uncompress2(
                    target.bindMemory(to: Bytef.self).baseAddress, &length,
                    source.bindMemory(to: Bytef.self).baseAddress, &read)
            }
        }
        return result == Z_OK && length == uLong(count) && read == uLong(data.count) ? bytes : nil
    }
}

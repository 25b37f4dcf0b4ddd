import CSoup
import Foundation
import GLib
import Network

/// Decompresses bodies off the main thread.
///
/// libsoup would decompress while it reads, in one turn of the main loop for as long as there are bytes. A server that sends
/// only empty blocks would stop the loop for ever, and cancelling would not help.
nonisolated enum Decompression {
    private static let chunk = 64 << 10

    /// The decompressed body. A body without the encoding gzip stays unchanged. A body with that encoding stays
    /// unchanged too if it is in fact uncompressed.
    ///
    /// Throws `tooLarge` beyond `limit` bytes, `truncated` for a stream that is cut off and `malformed` for a broken one.
    @concurrent
    static func plain(_ body: Data, encoding: String?, limit: Int) async throws(TransportError) -> Data {
        guard let encoding, ["gzip", "x-gzip"].contains(encoding.lowercased()), !body.isEmpty else { return body }
        return try unzipped(body, limit: limit)
    }

    private static func unzipped(_ body: Data, limit: Int) throws(TransportError) -> Data {
        guard let converter = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP) else { throw .malformed }
        defer { g_object_unref(UnsafeMutableRawPointer(converter)) }
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: chunk, alignment: 16)
        defer { buffer.deallocate() }
        var (plain, position) = (Data(), 0)
        while true {
            if Task.isCancelled { throw .cancelled }
            var (read, written): (gsize, gsize) = (0, 0)
            var error: UnsafeMutablePointer<GError>?
            let result = body.withUnsafeBytes { bytes in
                g_converter_convert(
                    converter, bytes.baseAddress?.advanced(by: position), gsize(bytes.count - position),
                    buffer, gsize(chunk), G_CONVERTER_INPUT_AT_END, &read, &written, &error)
            }
            if let error {
                let problem = GLibError(consuming: error)
                if problem.isIO(G_IO_ERROR_PARTIAL_INPUT) { throw .truncated }
                // Many servers name a compression that they did not apply.
                if plain.isEmpty { return body }
                throw .malformed
            }
            guard plain.count + Int(written) <= limit else { throw .tooLarge }
            plain.append(buffer.assumingMemoryBound(to: UInt8.self), count: Int(written))
            position += Int(read)
            switch result {
            case G_CONVERTER_FINISHED: return plain
            case G_CONVERTER_CONVERTED where read > 0 || written > 0: continue
            default: throw .truncated
            }
        }
    }
}

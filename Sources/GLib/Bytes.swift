import CGtk
public import Foundation

extension Data {
    /// Copies the data of a GBytes.
    public nonisolated init(copying bytes: OpaquePointer) {
        var size: gsize = 0
        guard let start = g_bytes_get_data(bytes, &size), size > 0 else {
            self = Data()
            return
        }
        self = Data(bytes: start, count: Int(size))
    }

    /// The same bytes as a new GBytes, which the caller owns.
    public nonisolated func makeGBytes() -> OpaquePointer? {
        withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    }
}

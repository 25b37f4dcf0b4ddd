import Foundation

/// A picture inside a URL: `data:image/png;base64,…` (RFC 2397).
nonisolated enum DataURL {
    /// The longest picture, in bytes.
    static let longest = 20 << 20

    /// The encoded picture, decoded off the main thread; `invalidData` for anything but base64 of an image.
    @concurrent
    static func picture(in url: String, longest: Int = longest) async throws(ImageLoadError) -> Data {
        // Measured first: nothing is copied of what is too long.
        guard url.utf8.count <= longest / 3 * 4 + 200, let comma = url.firstIndex(of: ",") else { throw .invalidData }
        let type = url[..<comma].lowercased()
        guard type.hasPrefix("data:image/"), type.hasSuffix(";base64") else { throw .invalidData }
        let payload = url[url.index(after: comma)...]
        guard let text = payload.contains("%") ? payload.removingPercentEncoding : String(payload),
            let data = Data(base64Encoded: text), !data.isEmpty
        else { throw .invalidData }
        return data
    }
}

import Foundation
import Model

/// Pictures inside their URLs: `data:image/png;base64,…`.
nonisolated enum DataURL {
    /// The longest picture, in bytes.
    static let maxBytes = 20 << 20

    /// The encoded picture, decoded off the main thread; `invalidData` for anything but base64 of an image.
    @concurrent
    static func picture(in url: String, maxBytes: Int = maxBytes) async throws(ImageLoadError) -> Data {
        guard let picture = PictureURL.inlinePicture(url, maxBytes: maxBytes) else { throw .invalidData }
        return picture
    }
}

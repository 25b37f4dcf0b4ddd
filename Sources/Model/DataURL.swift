package import Foundation

/// Pictures inside their URLs: `data:image/png;base64,…`.
package enum DataURL {
    /// The longest picture, in bytes.
    package static let maxBytes = 20 << 20

    /// The encoded picture, decoded off the main thread; nil for anything but base64 of an image.
    @concurrent
    package static func picture(in url: String, maxBytes: Int = maxBytes) async -> Data? {
        PictureURL.inlinePicture(url, maxBytes: maxBytes)
    }
}

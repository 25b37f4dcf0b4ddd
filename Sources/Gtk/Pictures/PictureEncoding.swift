import CGtk
public import Foundation

nonisolated extension Picture {
    /// The picture as PNG, without loss; nil only if the system's PNG writer is missing.
    public func pngData() -> Data? {
        // The second lowest level is several times faster than the default, and its files are hardly larger for photos.
        encoded(as: "png", options: ["compression": "2"], keepingAlpha: !isOpaque)
    }

    /// The picture as JPEG of `quality` 0 to 100, with black behind transparent parts. Nil only if the system's JPEG writer is
    /// missing.
    public func jpegData(quality: Int) -> Data? {
        encoded(as: "jpeg", options: ["quality": String(min(max(quality, 0), 100))], keepingAlpha: false)
    }
}

nonisolated extension Picture {
    /// The picture as a small file for `PictureDecoder`: JPEG of high quality if it is opaque, PNG otherwise. Nil only if the
    /// system's writer is missing.
    public func storedData() -> Data? {
        isOpaque ? jpegData(quality: 90) : pngData()
    }
}

nonisolated extension Picture {
    /// Writes through the gdk-pixbuf module `type`.
    func encoded(as type: String, options: KeyValuePairs<String, String>, keepingAlpha: Bool) -> Data? {
        guard let pixbuf = makePixbuf(keepingAlpha: keepingAlpha) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        var keys: [UnsafeMutablePointer<CChar>?] = options.map { g_strdup($0.key) } + [nil]
        var values: [UnsafeMutablePointer<CChar>?] = options.map { g_strdup($0.value) } + [nil]
        defer { (keys + values).forEach { g_free($0) } }
        var buffer: UnsafeMutablePointer<gchar>?
        var size: gsize = 0
        guard gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &size, type, &keys, &values, nil) != 0, let buffer else {
            return nil
        }
        defer { g_free(buffer) }
        return Data(bytes: buffer, count: Int(size))
    }

    /// A new pixbuf of the pixels, without premultiplied alpha.
    private func makePixbuf(keepingAlpha: Bool) -> OpaquePointer? {
        guard
            let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, keepingAlpha ? 1 : 0, 8, gint(width), gint(height)),
            let target = gdk_pixbuf_get_pixels(pixbuf)
        else { return nil }
        let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
        let channels = keepingAlpha ? 4 : 3
        withPixels { pixels in
            for y in 0..<height {
                for x in 0..<width {
                    let pixel = pixels[y * width + x]
                    let alpha = pixel >> 24
                    let place = target + y * stride + x * channels
                    guard keepingAlpha, alpha < 255 else {
                        place[0] = UInt8(truncatingIfNeeded: pixel >> 16)
                        place[1] = UInt8(truncatingIfNeeded: pixel >> 8)
                        place[2] = UInt8(truncatingIfNeeded: pixel)
                        if keepingAlpha { place[3] = 255 }
                        continue
                    }
                    place[0] = straight(pixel >> 16 & 0xFF, alpha)
                    place[1] = straight(pixel >> 8 & 0xFF, alpha)
                    place[2] = straight(pixel & 0xFF, alpha)
                    place[3] = UInt8(alpha)
                }
            }
        }
        return pixbuf
    }

    /// The value of a channel without the multiplication by alpha.
    private func straight(_ channel: UInt32, _ alpha: UInt32) -> UInt8 {
        alpha == 0 ? 0 : UInt8(min(255, (channel * 255 + alpha / 2) / alpha))
    }
}

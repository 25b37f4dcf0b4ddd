import CGtk

/// Immutable pixels: premultiplied ARGB, 8 bits a channel, rows without gaps. Any thread may make and release them.
public nonisolated final class Picture: Sendable {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int

    /// The pixels as one immutable `GBytes`, so that any number of threads may read it.
    private nonisolated(unsafe) let bytes: OpaquePointer

    /// Made when the picture is first shown. GTK keeps data about a drawn texture, which the main thread uses without a lock.
    /// So the main thread must also release the texture.
    @MainActor private var shown: Texture?

    /// Takes over the reference of a `GBytes` with `width * height` native 32-bit ARGB pixels.
    init(adopting bytes: OpaquePointer, width: Int, height: Int) {
        precondition(width > 0 && height > 0 && g_bytes_get_size(bytes) == gsize(width * height * 4))
        self.bytes = bytes
        self.width = width
        self.height = height
    }

    /// `pixels` are rows from top to bottom, each pixel `0xAARRGGBB`, premultiplied.
    public convenience init(width: Int, height: Int, pixels: [UInt32]) {
        precondition(pixels.count == width * height)
        let bytes = pixels.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        guard let bytes else { preconditionFailure("g_bytes_new aborts rather than returning nothing") }
        self.init(adopting: bytes, width: width, height: height)
    }

    deinit {
        g_bytes_unref(bytes)
    }

    /// The size of the pixels in memory, in bytes.
    public var byteCount: Int { width * height * 4 }

    /// Calls `body` with all pixels, rows from top to bottom, each `0xAARRGGBB`, premultiplied.
    public func withPixels<Result>(_ body: (UnsafeBufferPointer<UInt32>) throws -> Result) rethrows -> Result {
        var size: gsize = 0
        let data = g_bytes_get_data(bytes, &size)
        let pixels = data?.assumingMemoryBound(to: UInt32.self)
        return try body(UnsafeBufferPointer(start: pixels, count: width * height))
    }

    /// Whether all pixels are opaque.
    public var isOpaque: Bool {
        withPixels { pixels in pixels.allSatisfy { $0 >= 0xFF00_0000 } }
    }

    /// The `GdkTexture` that widgets draw: the same one each time, valid as long as the picture.
    @MainActor package var texture: OpaquePointer {
        if let shown { return shown.pointer }
        let texture = Texture(bytes: bytes, width: width, height: height)
        shown = texture
        return texture.pointer
    }
}

/// Owns a `GdkTexture` and releases it on the main thread.
@MainActor
private final class Texture {
    nonisolated(unsafe) let pointer: OpaquePointer

    init(bytes: OpaquePointer, width: Int, height: Int) {
        #if _endian(little)
            let format = GDK_MEMORY_B8G8R8A8_PREMULTIPLIED
        #else
            let format = GDK_MEMORY_A8R8G8B8_PREMULTIPLIED
        #endif
        pointer = gdk_memory_texture_new(gint(width), gint(height), format, bytes, gsize(width * 4))
    }

    isolated deinit {
        g_object_unref(UnsafeMutableRawPointer(pointer))
    }
}

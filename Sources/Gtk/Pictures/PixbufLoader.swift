import CGtk

/// Runs one of gdk-pixbuf's decoders over one file.
nonisolated enum PixbufLoader {
    /// Decodes what `header` describes, asking for `size`, and returns a new reference to a `GdkPixbuf`, which is of
    /// another size where the decoder cannot scale.
    static func decode(
        _ header: PictureHeader, of bytes: ByteView, size: (width: Int, height: Int)
    ) throws(PictureError) -> OpaquePointer {
        // By its name, so that no other decoder tries its luck.
        guard let loader = gdk_pixbuf_loader_new_with_type(header.format.module, nil) else { throw .invalidData }
        defer { g_object_unref(loader) }
        var gate = SizeGate(expected: (header.width, header.height), wanted: size)
        let isWhole = withUnsafeMutablePointer(to: &gate) { gate in
            connect(gate, to: loader)
            // All at once: the WebP decoder wants its whole header in the first bytes that it gets.
            let isWritten = header.content(of: bytes).withUnsafeBufferPointer { content in
                gdk_pixbuf_loader_write(loader, content.baseAddress, gsize(content.count), nil) != 0
            }
            // Also after a failure: a loader that was not closed complains when it is freed.
            return gdk_pixbuf_loader_close(loader, nil) != 0 && isWritten
        }
        // Some decoders take the refusal of a size for success.
        guard isWhole, !gate.isRefused, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else { throw .invalidData }
        g_object_ref(UnsafeMutableRawPointer(pixbuf))
        return pixbuf
    }

    /// What decides about the size once the decoder itself has read it, before it makes room for pixels.
    private struct SizeGate {
        let expected: (width: Int, height: Int)
        let wanted: (width: Int, height: Int)
        var isRefused = false
    }

    private static func connect(
        _ gate: UnsafeMutablePointer<SizeGate>, to loader: UnsafeMutablePointer<GdkPixbufLoader>
    ) {
        let callback: @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>?, gint, gint, gpointer?) -> Void = {
            loader, width, height, data in
            guard let gate = data?.assumingMemoryBound(to: SizeGate.self) else { return }
            if gate.pointee.expected == (Int(width), Int(height)) {
                gdk_pixbuf_loader_set_size(loader, gint(gate.pointee.wanted.width), gint(gate.pointee.wanted.height))
            } else {
                // It read another size than we did, so what we allowed is not what it would allocate.
                gate.pointee.isRefused = true
                gdk_pixbuf_loader_set_size(loader, 0, 0)
            }
        }
        g_signal_connect_data(
            loader, "size-prepared", unsafeBitCast(callback, to: GCallback.self), gate, nil, GConnectFlags(rawValue: 0))
    }
}

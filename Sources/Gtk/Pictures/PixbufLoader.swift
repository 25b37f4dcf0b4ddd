import CGtk

/// Runs one of gdk-pixbuf's decoders over one file.
nonisolated enum PixbufLoader {
    /// Decodes the picture of `header`, and asks the decoder for `size`. Returns a new reference to a `GdkPixbuf`. It has
    /// another size if the decoder cannot scale.
    static func decode(
        _ header: PictureHeader, of bytes: ByteView, size: (width: Int, height: Int)
    ) throws(PictureError) -> OpaquePointer {
        let gate = SizeGate(expected: (header.width, header.height), wanted: size)
        let result = decode(by: header.format.module, gate) { header.write(bytes, by: $0) }
        guard let pixbuf = result.pixbuf else {
            throw DecoderProbe.stillDecodes() ? .invalidData : .noDecoder
        }
        return pixbuf
    }

    /// Whether a JPEG has another size from its first line on, and not only after decoding the whole. Nil if it cannot be
    /// decoded.
    static func scalesWhileDecoding(jpeg: [UInt8], size: (width: Int, height: Int)) -> Bool? {
        let sizes = SizeGate(expected: nil, wanted: size)
        let (pixbuf, isMadeWhileRead) = decode(by: PictureFormat.jpeg.module, sizes) { jpeg.withUnsafeBytes($0) }
        guard let pixbuf else { return nil }
        g_object_unref(UnsafeMutableRawPointer(pixbuf))
        return isMadeWhileRead
    }

    /// A new reference, and whether it had the wanted size during reading. `write` passes on the parts of the file until one is
    /// refused.
    private static func decode(
        by module: String, _ sizes: SizeGate, _ write: ((UnsafeRawBufferPointer) -> Bool) -> Bool
    ) -> (pixbuf: OpaquePointer?, isMadeWhileRead: Bool) {
        // The loader is chosen by name, so that no other decoder tries.
        guard let loader = gdk_pixbuf_loader_new_with_type(module, nil) else { return (nil, false) }
        defer { g_object_unref(loader) }
        var (gate, isMadeWhileRead) = (sizes, false)
        let isWhole = withUnsafeMutablePointer(to: &gate) { gate in
            connect(gate, to: loader)
            let isWritten = write { part in
                let bytes = part.bindMemory(to: guchar.self)
                return gdk_pixbuf_loader_write(loader, bytes.baseAddress, gsize(bytes.count), nil) != 0
            }
            isMadeWhileRead = isWritten && gate.pointee.isPrepared
            // Also after a failure: GTK warns if an open loader is freed.
            return gdk_pixbuf_loader_close(loader, nil) != 0 && isWritten
        }
        // Some decoders report success when a size is refused.
        guard isWhole, !gate.isRefused, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else { return (nil, false) }
        g_object_ref(UnsafeMutableRawPointer(pixbuf))
        return (pixbuf, isMadeWhileRead)
    }

    /// Decides about the size after the decoder has read it, and before the decoder allocates pixels.
    private struct SizeGate {
        /// Nil accepts any size.
        let expected: (width: Int, height: Int)?
        let wanted: (width: Int, height: Int)
        var isRefused = false
        /// The decoder has allocated pixels of the wanted size. A decoder that scales afterwards reports this only at its end.
        var isPrepared = false
    }

    private static func connect(
        _ gate: UnsafeMutablePointer<SizeGate>, to loader: UnsafeMutablePointer<GdkPixbufLoader>
    ) {
        let callback: @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>?, gint, gint, gpointer?) -> Void = {
            loader, width, height, data in
            guard let gate = data?.assumingMemoryBound(to: SizeGate.self) else { return }
            if gate.pointee.expected.map({ $0 == (Int(width), Int(height)) }) ?? true {
                gdk_pixbuf_loader_set_size(loader, gint(gate.pointee.wanted.width), gint(gate.pointee.wanted.height))
            } else {
                // The decoder read another size than the header's, so it would allocate more than the checked size.
                gate.pointee.isRefused = true
                gdk_pixbuf_loader_set_size(loader, 0, 0)
            }
        }
        g_signal_connect_data(
            loader, "size-prepared", unsafeBitCast(callback, to: GCallback.self), gate, nil, GConnectFlags(rawValue: 0))
        let prepared: @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>?, gpointer?) -> Void = { _, data in
            data?.assumingMemoryBound(to: SizeGate.self).pointee.isPrepared = true
        }
        g_signal_connect_data(
            loader, "area-prepared", unsafeBitCast(prepared, to: GCallback.self), gate, nil, GConnectFlags(rawValue: 0))
    }
}

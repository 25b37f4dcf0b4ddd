import CGtk
import CJPEG
import Foundation

/// Baselines of the decoding benchmarks.
enum OtherDecoders {
    /// libjpeg-turbo at an eighth of the size, into the pixels of a texture: the least that reading a JPEG takes.
    static func turboEighth(_ data: Data) -> [UInt8] {
        withUnsafeTemporaryAllocation(of: jpeg_error_mgr.self, capacity: 1) { errors in
            var info = jpeg_decompress_struct()
            // Its errors end the process, which is right for pictures that were made here.
            info.err = jpeg_std_error(errors.baseAddress)
            jpeg_CreateDecompress(&info, JPEG_LIB_VERSION, MemoryLayout<jpeg_decompress_struct>.size)
            defer { jpeg_destroy_decompress(&info) }
            return data.withUnsafeBytes { bytes in
                jpeg_mem_src(&info, bytes.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count))
                jpeg_read_header(&info, 1)
                info.scale_num = 1
                info.scale_denom = 8
                info.out_color_space = JCS_EXT_BGRA
                jpeg_start_decompress(&info)
                let stride = Int(info.output_width) * 4
                let rows = Int(info.output_height)
                let pixels = [UInt8](unsafeUninitializedCapacity: stride * rows) { buffer, count in
                    while info.output_scanline < info.output_height {
                        var row = buffer.baseAddress?.advanced(by: Int(info.output_scanline) * stride)
                        jpeg_read_scanlines(&info, &row, 1)
                    }
                    count = stride * rows
                }
                jpeg_finish_decompress(&info)
                return pixels
            }
        }
    }

    /// gdk-pixbuf at full size, without scaling.
    static func pixbufWhole(_ data: Data) throws {
        guard let loader = gdk_pixbuf_loader_new() else { throw Unmeasurable("gdk-pixbuf has no loader") }
        defer { g_object_unref(loader) }
        let isWritten = data.withUnsafeBytes { bytes in
            gdk_pixbuf_loader_write(
                loader, bytes.bindMemory(to: UInt8.self).baseAddress, gsize(bytes.count), nil) != 0
        }
        guard gdk_pixbuf_loader_close(loader, nil) != 0, isWritten, gdk_pixbuf_loader_get_pixbuf(loader) != nil else {
            throw Unmeasurable("gdk-pixbuf cannot read the sample")
        }
    }
}

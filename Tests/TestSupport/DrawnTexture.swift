import CGtk
import GLib
public import Gtk

/// A texture in a frame.
@MainActor
public struct DrawnTexture {
    /// The `GdkTexture`; valid as long as the view shows it.
    public let pointer: OpaquePointer

    /// In pixels.
    public var width: Int { Int(gdk_texture_get_width(pointer)) }

    /// The pixel at the top left, `0xAARRGGBB`, premultiplied.
    public var firstPixel: UInt32 {
        let (width, height) = (Int(gdk_texture_get_width(pointer)), Int(gdk_texture_get_height(pointer)))
        var pixels = [UInt32](repeating: 0, count: width * height)
        pixels.withUnsafeMutableBytes { buffer in
            gdk_texture_download(pointer, buffer.bindMemory(to: guchar.self).baseAddress, gsize(width * 4))
        }
        return pixels[0]
    }
}

extension TextureView {
    /// All textures that a frame drawn now has of this view: while one fades into another, both.
    public var drawnTextures: [DrawnTexture] {
        guard let snapshot = gtk_snapshot_new() else { return [] }
        // GTK itself calls this function for each frame.
        let widgetClass = UnsafeMutableRawPointer(cast(to: GTypeInstance.self).pointee.g_class)
            .assumingMemoryBound(to: GtkWidgetClass.self)
        widgetClass.pointee.snapshot(cast(), snapshot)
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return [] }
        defer { gsk_render_node_unref(node) }
        return textures(of: node).map { DrawnTexture(pointer: $0) }
    }
}

private func textures(of node: OpaquePointer?) -> [OpaquePointer] {
    guard let node else { return [] }
    switch gsk_render_node_get_node_type(node) {
    case GSK_CONTAINER_NODE:
        return (0..<gsk_container_node_get_n_children(node)).flatMap {
            textures(of: gsk_container_node_get_child(node, $0))
        }
    case GSK_CROSS_FADE_NODE:
        return textures(of: gsk_cross_fade_node_get_start_child(node))
            + textures(of: gsk_cross_fade_node_get_end_child(node))
    case GSK_TEXTURE_NODE:
        return [gsk_texture_node_get_texture(node)]
    default:
        return []
    }
}

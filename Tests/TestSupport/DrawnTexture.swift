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
        guard let node = drawnNode else { return [] }
        defer { gsk_render_node_unref(node) }
        return textures(of: node).map { DrawnTexture(pointer: $0) }
    }

    /// The width of the clip around a frame drawn now; nil without one.
    public var drawnClipWidth: Int? {
        guard let node = drawnNode else { return nil }
        defer { gsk_render_node_unref(node) }
        guard gsk_render_node_get_node_type(node) == GSK_CLIP_NODE, let clip = gsk_clip_node_get_clip(node) else {
            return nil
        }
        return Int(clip.pointee.size.width)
    }

    private var drawnNode: OpaquePointer? {
        guard let snapshot = gtk_snapshot_new() else { return nil }
        // GTK itself calls this function for each frame.
        let widgetClass = UnsafeMutableRawPointer(cast(to: GTypeInstance.self).pointee.g_class)
            .assumingMemoryBound(to: GtkWidgetClass.self)
        widgetClass.pointee.snapshot(cast(), snapshot)
        return gtk_snapshot_free_to_node(snapshot)
    }
}

private func textures(of node: OpaquePointer?) -> [OpaquePointer] {
    guard let node else { return [] }
    switch gsk_render_node_get_node_type(node) {
    case GSK_CONTAINER_NODE:
        return (0..<gsk_container_node_get_n_children(node)).flatMap {
            textures(of: gsk_container_node_get_child(node, $0))
        }
    case GSK_CLIP_NODE:
        return textures(of: gsk_clip_node_get_child(node))
    case GSK_CROSS_FADE_NODE:
        return textures(of: gsk_cross_fade_node_get_start_child(node))
            + textures(of: gsk_cross_fade_node_get_end_child(node))
    case GSK_TEXTURE_NODE:
        return [gsk_texture_node_get_texture(node)]
    default:
        return []
    }
}

import CGtk
import Foundation
import GLib
public import Gtk

/// The mouse of an X11 display.
extension TestWindow {
    /// Moves the pointer over the middle of a widget in the window; nil moves it to a corner of the screen.
    public func movePointer(over widget: Widget?) {
        guard let display = gdk_display_get_default(),
            let getDisplay = dlsym(nil, "gdk_x11_display_get_xdisplay"), let getRoot = dlsym(nil, "XDefaultRootWindow"),
            let warp = dlsym(nil, "XWarpPointer"), let flush = dlsym(nil, "XFlush"),
            let xDisplay = unsafeBitCast(getDisplay, to: XDisplay.self)(display)
        else { preconditionFailure("the display is not one of X11") }
        let root = unsafeBitCast(getRoot, to: XRoot.self)(xDisplay)
        let place = widget.map(Self.middle)
        let farAway: Int32 = 30_000
        unsafeBitCast(warp, to: XWarp.self)(
            xDisplay, 0, widget == nil ? root : xWindow, 0, 0, 0, 0, place?.x ?? farAway, place?.y ?? farAway)
        unsafeBitCast(flush, to: XFlush.self)(xDisplay)
    }

    /// In pixels of the window.
    private static func middle(of widget: Widget) -> (x: Int32, y: Int32) {
        var bounds = graphene_rect_t()
        var (left, top) = (0.0, 0.0)
        guard let native = gtk_widget_get_native(widget.cast()), let surface = gtk_native_get_surface(native),
            let window = gtk_widget_get_root(widget.cast()),
            gtk_widget_compute_bounds(
                widget.cast(), UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self), &bounds) != 0
        else { return (0, 0) }
        gtk_native_get_surface_transform(native, &left, &top)
        let scale = Double(gdk_surface_get_scale_factor(surface))
        let x = left + Double(bounds.origin.x + bounds.size.width / 2)
        let y = top + Double(bounds.origin.y + bounds.size.height / 2)
        return (Int32(x * scale), Int32(y * scale))
    }
}

private typealias XDisplay = @convention(c) (OpaquePointer) -> OpaquePointer?
private typealias XRoot = @convention(c) (OpaquePointer) -> UInt
private typealias XWarp =
    @convention(c) (OpaquePointer, UInt, UInt, Int32, Int32, UInt32, UInt32, Int32, Int32) -> Void
private typealias XFlush = @convention(c) (OpaquePointer) -> Void

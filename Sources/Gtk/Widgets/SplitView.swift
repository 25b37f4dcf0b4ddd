import CGtk
import GLib

/// A sidebar and a content side by side, or one of them at a time when there is no room for both.
///
/// The only code with AdwLeaflet: newer versions of libadwaita have AdwNavigationSplitView instead.
@MainActor
public final class SplitView: Widget {
    /// A sidebar beside its content, or one of them at a time where there is no room for both.
    public convenience init(sidebar: Widget, content: Widget) {
        self.init(made: adw_leaflet_new())
        adw_leaflet_append(opaque, sidebar.widget)
        let separator = gtk_separator_new(GTK_ORIENTATION_VERTICAL)
        if let page = adw_leaflet_append(opaque, separator) { adw_leaflet_page_set_navigatable(page, 0) }
        adw_leaflet_append(opaque, content.widget)
        // The leaflet inserts each new child before the others, where assistive technologies would read it first.
        for child in [sidebar.widget, separator, content.widget] { gtk_widget_insert_before(child, widget, nil) }
        adw_leaflet_set_can_navigate_back(opaque, 1)
        attach(content, as: "content")
        attach(sidebar, as: "sidebar")
    }

    /// Whether only one of the two is shown.
    public var isFolded: Bool { adw_leaflet_get_folded(opaque) != 0 }

    /// Whether the content, and not the sidebar, shows where there is no room for both.
    public var showsContent: Bool {
        get {
            guard let content = attachment("content", as: Widget.self) else { return false }
            return adw_leaflet_get_visible_child(opaque) == content.widget
        }
        set {
            guard let child = attachment(newValue ? "content" : "sidebar", as: Widget.self) else { return }
            // When both sides are visible, the leaflet must not move the focus to the child.
            if isFolded {
                adw_leaflet_set_visible_child(opaque, child.widget)
            } else {
                keepingFocus { adw_leaflet_set_visible_child(opaque, child.widget) }
            }
        }
    }

    /// Calls back when the view starts or stops folding.
    public func onFold(_ handler: @escaping @MainActor () -> Void) {
        onChange(of: "folded", handler)
    }

    /// Calls back when `showsContent` changes.
    public func onSwitch(_ handler: @escaping @MainActor () -> Void) {
        onChange(of: "visible-child", handler)
    }
}

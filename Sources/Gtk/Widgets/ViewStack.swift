import CGtk
import GLib

/// A stack of pages of equal rank that shows one of them (AdwViewStack).
@MainActor
public final class ViewStack: Widget {
    /// A stack without pages.
    public convenience init() {
        self.init(made: adw_view_stack_new())
    }

    /// Adds a page with the title and the icon of its tab.
    public func add(_ page: Widget, named name: String, title: String, icon: String) {
        adw_view_stack_add_titled_with_icon(opaque, page.widget, name, title, icon)
    }

    /// The name of the visible page.
    public var visiblePage: String {
        get { adw_view_stack_get_visible_child_name(opaque).map { String(cString: $0) } ?? "" }
        set { adw_view_stack_set_visible_child_name(opaque, newValue) }
    }

    /// Calls back when another page becomes visible.
    public func onPageChange(_ handler: @escaping @MainActor () -> Void) {
        onChange(of: "visible-child-name", handler)
    }

    /// Sets a number beside a page's title; 0 hides it.
    public func setBadge(_ number: Int, ofPage name: String) {
        guard let page = page(named: name) else { return }
        adw_view_stack_page_set_badge_number(page, guint(clamping: number))
        adw_view_stack_page_set_needs_attention(page, number > 0 ? 1 : 0)
    }

    private func page(named name: String) -> OpaquePointer? {
        guard let child = adw_view_stack_get_child_by_name(opaque, name) else { return nil }
        return adw_view_stack_get_page(opaque, child)
    }
}

/// The tabs of a view stack, at the bottom of a page (AdwViewSwitcherBar).
@MainActor
public final class ViewSwitcherBar: Widget {
    /// A switcher between the pages of a stack.
    public convenience init(_ stack: ViewStack) {
        self.init(made: adw_view_switcher_bar_new())
        adw_view_switcher_bar_set_stack(opaque, stack.opaque)
        adw_view_switcher_bar_set_reveal(opaque, 1)
    }

    /// Sets the screen reader's labels of the tabs, from the first one on. libadwaita's own labels leave out the numbers beside
    /// the titles.
    public func setAccessibleLabels(_ labels: [String]) {
        for (tab, label) in zip(tabs, labels) {
            gtk_accessible_reset_relation(tab.opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
            tab.setAccessibleLabel(label)
        }
    }

    /// Calls back when a tab is pressed by pointer, key or screen reader, the tab of the visible page too.
    public func onTabPressed(_ handler: @escaping @MainActor () -> Void) {
        for tab in tabs { tab.on("clicked") { _ in handler() } }
    }

    /// The tab buttons, which are private to libadwaita.
    private var tabs: [Widget] {
        func tabs(in widget: Widget) -> [Widget] {
            widget.children.flatMap { child in
                g_type_check_instance_is_a(child.cast(), gtk_toggle_button_get_type()) != 0 ? [child] : tabs(in: child)
            }
        }
        return tabs(in: self)
    }
}

import CGtk
import Foundation
public import GLib
public import Gtk

extension Object {
    /// Emits a signal without arguments, as if a person had done something.
    public func emit(_ signal: String) {
        var value = GValue()
        g_value_init(&value, type)
        g_value_set_object(&value, pointer)
        g_signal_emitv(&value, g_signal_lookup(signal, type), 0, nil)
        g_value_unset(&value)
    }

    var type: GType { cast(to: GTypeInstance.self).pointee.g_class.pointee.g_type }
    var typeName: String { String(cString: g_type_name(type)) }
}

/// A widget's shown and spoken content, as tests ask for it.
extension Widget {
    /// The widget and all below it that are shown, the outer ones first: no hidden pages, no rows off the screen.
    public var visibleTree: [Widget] {
        isVisible && gtk_widget_get_child_visible(cast()) != 0 ? [self] + children.flatMap(\.visibleTree) : []
    }

    /// The lines of all labels that are shown, as people read them.
    public var texts: [String] {
        visibleTree.compactMap(\.ownText).flatMap { $0.components(separatedBy: "\n") }.filter { !$0.isEmpty }
    }

    private var ownText: String? {
        if isKind(of: gtk_label_get_type()) { return String(cString: gtk_label_get_text(opaque)) }
        return typeName == "CameoTwoLines" ? TwoLines(borrowing: pointer).text : nil
    }

    /// The texts of all labels, hidden labels included.
    public var allTexts: [String] {
        let own = isKind(of: gtk_label_get_type()) ? [String(cString: gtk_label_get_text(opaque))] : []
        return own + children.flatMap(\.allTexts)
    }

    /// Whether a label has no room for its text.
    public var isEllipsized: Bool {
        isKind(of: gtk_label_get_type())
            && gtk_label_get_layout(opaque).map { pango_layout_is_ellipsized($0) != 0 } ?? false
    }

    /// The names of all icons that are shown.
    public var iconNames: [String] {
        visibleTree.filter { $0.isKind(of: gtk_image_get_type()) }
            .compactMap { gtk_image_get_icon_name($0.opaque).map { String(cString: $0) } }
    }

    /// All rows of boxed lists that are shown.
    public var listRows: [Widget] {
        visibleTree.filter { $0.isKind(of: gtk_list_box_row_get_type()) }
    }

    /// The rows of boxed lists that are shown, without the rows inside them.
    public var boxedRows: [Widget] { listRows.filter { $0.parent?.hasClass("boxed-list") == true } }

    /// All views of pictures that are shown.
    public var textureViews: [TextureView] {
        visibleTree.filter { $0.typeName == "CameoTextureView" }
            .map { TextureView(borrowing: $0.pointer) }
    }

    /// Whether something is said to be going on.
    public var hasSpinner: Bool {
        visibleTree.contains { $0.isKind(of: gtk_spinner_get_type()) }
    }

    /// The tooltips of all buttons that are shown.
    public var buttonTooltips: [String] {
        visibleTree.filter { $0.isKind(of: gtk_button_get_type()) }.compactMap(\.tooltip)
    }

    /// The label with a text; nil if none is shown.
    public func label(_ text: String) -> Widget? {
        visibleTree.first {
            $0.isKind(of: gtk_label_get_type()) && String(cString: gtk_label_get_text($0.opaque)) == text
        }
    }

    /// Clicks the button with this label; false if no such button shows.
    public func clickButton(_ label: String) -> Bool {
        guard let button = button(label) else { return false }
        button.emit("clicked")
        return true
    }

    /// The button with this label, or with no other text than this; nil if no such button shows.
    public func button(_ label: String) -> Button? {
        visibleTree.filter { $0.isKind(of: gtk_button_get_type()) }.map { Button(borrowing: $0.pointer) }
            .first { $0.label == label || $0.texts == [label] }
    }

    /// Clicks the button with this tooltip; false if no such button shows.
    @discardableResult
    public func click(_ tooltip: String) -> Bool {
        let buttons = visibleTree.filter { $0.isKind(of: gtk_button_get_type()) }
        guard let button = buttons.first(where: { $0.tooltip == tooltip }) else { return false }
        button.emit("clicked")
        return true
    }

    /// Chooses the item of an open menu; false if none is shown.
    public func clickMenuItem(_ label: String) -> Bool {
        guard let item = visibleTree.first(where: { $0.typeName == "GtkModelButton" && $0.texts.contains(label) })
        else { return false }
        item.emit("clicked")
        return true
    }

    /// The labels of the items of an open menu, or of the menu of a button: a list for each part between two lines.
    public var menuParts: [[String]] {
        let model =
            isKind(of: gtk_menu_button_get_type())
            ? gtk_menu_button_get_menu_model(opaque) : gtk_popover_menu_get_menu_model(opaque)
        return model.map(parts) ?? []
    }

    private func parts(of menu: UnsafeMutablePointer<GMenuModel>) -> [[String]] {
        var parts: [[String]] = [[]]
        for index in 0..<g_menu_model_get_n_items(menu) {
            if let section = g_menu_model_get_item_link(menu, index, "section") {
                parts += self.parts(of: section) + [[]]
                g_object_unref(section)
            } else if let label = g_menu_model_get_item_attribute_value(menu, index, "label", nil) {
                parts[parts.count - 1].append(String(cString: g_variant_get_string(label, nil)))
                g_variant_unref(label)
            }
        }
        return parts.filter { !$0.isEmpty }
    }

    /// The row of a boxed list with this title; nil if none is shown. An underscore marks its mnemonic.
    public func row(titled title: String) -> Widget? {
        visibleTree.first {
            $0.isKind(of: adw_preferences_row_get_type())
                && String(cString: adw_preferences_row_get_title($0.cast())) == title
        }
    }

    /// The switch of the row with this title.
    public func toggle(inRow title: String) -> Switch? {
        row(titled: title)?.visibleTree.first { $0.isKind(of: gtk_switch_get_type()) }
            .map { Switch(borrowing: $0.pointer) }
    }

    /// The check button with this name; nil if none is shown.
    public func check(_ name: String) -> CheckButton? {
        visibleTree.first { $0.isKind(of: gtk_check_button_get_type()) && $0.hasAccessibleLabel(name) }
            .map { CheckButton(borrowing: $0.pointer) }
    }

    /// The first widget of a type that is shown.
    public func first(ofType name: String) -> Widget? {
        visibleTree.first { $0.typeName == name }
    }

    /// Whether the widget has a class of the style.
    public func hasClass(_ name: String) -> Bool {
        gtk_widget_has_css_class(cast(), name) != 0
    }

    /// Whether the widget has the focus of its window, or one in it.
    public var hasFocusInside: Bool {
        guard let root = gtk_widget_get_root(cast()), let focus = gtk_root_get_focus(root) else { return false }
        return focus == UnsafeMutablePointer<GtkWidget>(cast()) || gtk_widget_is_ancestor(focus, cast()) != 0
    }

    /// Emits a signal with a text, which handlers answer with yes or no.
    public func emit(_ signal: String, _ text: String) {
        var values = [GValue(), GValue()]
        g_value_init(&values[0], type)
        g_value_set_object(&values[0], pointer)
        g_value_init(&values[1], cgtk_type_string())
        g_value_set_string(&values[1], text)
        var answer = GValue()
        g_value_init(&answer, cgtk_type_boolean())
        g_signal_emitv(values, g_signal_lookup(signal, type), 0, &answer)
        for index in values.indices { g_value_unset(&values[index]) }
        g_value_unset(&answer)
    }

    /// Chooses the item with an action in the menu of the button with a tooltip; false where it is not offered.
    @discardableResult
    public func choose(_ action: String, inMenu tooltip: String) -> Bool {
        guard let button = visibleTree.first(where: { $0.tooltip == tooltip }) else { return false }
        return gtk_widget_activate_action_variant(button.cast(), action, nil) != 0
    }

    func isKind(of type: GType) -> Bool {
        g_type_check_instance_is_a(cast(), type) != 0
    }

    /// Whether this is the widget's name for assistive technologies.
    public func hasAccessibleLabel(_ label: String) -> Bool {
        hasAccessible(GTK_ACCESSIBLE_PROPERTY_LABEL, label)
    }

    /// Whether assistive technologies say this after the widget's name.
    public func hasAccessibleDescription(_ description: String) -> Bool {
        hasAccessible(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description)
    }

    private func hasAccessible(_ property: GtkAccessibleProperty, _ text: String) -> Bool {
        let mismatch = checkProperty(opaque, property.rawValue, text)
        g_free(mismatch)
        return mismatch == nil
    }
}

/// GTK's own function for tests takes variable arguments, which Swift does not import. A pointer is passed in the same way
/// with and without them on the platforms that Linux runs on.
@MainActor
private let checkProperty: CheckProperty = {
    guard let function = dlsym(nil, "gtk_test_accessible_check_property") else {
        preconditionFailure("GTK is not loaded")
    }
    return unsafeBitCast(function, to: CheckProperty.self)
}()

private typealias CheckProperty =
    @convention(c) (OpaquePointer, UInt32, UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>?

extension Desktop {
    /// The text that this program has put on the clipboard; nil without one.
    public static var copiedText: String? {
        guard let display = gdk_display_get_default(),
            let content = gdk_clipboard_get_content(gdk_display_get_clipboard(display))
        else { return nil }
        var value = GValue()
        g_value_init(&value, cgtk_type_string())
        defer { g_value_unset(&value) }
        guard gdk_content_provider_get_value(content, &value, nil) != 0 else { return nil }
        return g_value_get_string(&value).map { String(cString: $0) }
    }
}

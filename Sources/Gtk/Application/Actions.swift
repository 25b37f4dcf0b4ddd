import CGtk
public import GLib

/// An object with named actions: the application ("app.") and windows ("win.").
@MainActor
public protocol ActionMap: Object {}

extension ActionMap {
    /// Adds an action and returns it, for enabling and disabling it.
    @discardableResult
    public func addAction(_ name: String, _ handler: @escaping @MainActor () -> Void) -> Action {
        let action = Action(name: name)
        action.on("activate") { _ in handler() }
        g_action_map_add_action(opaque, action.opaque)
        return action
    }

    /// Adds an action that takes a number, such as a contact's id.
    @discardableResult
    public func addAction(_ name: String, withNumber handler: @escaping @MainActor (Int64) -> Void) -> Action {
        let action = Action(name: name, parameter: "x")
        action.on("activate") { arguments in
            guard let number = arguments.variant(0) else { return }
            handler(Int64(g_variant_get_int64(number)))
        }
        g_action_map_add_action(opaque, action.opaque)
        return action
    }
}

extension ActionMap {
    /// Removes an action, if it exists.
    public func removeAction(_ name: String) {
        g_action_map_remove_action(opaque, name)
    }

    /// Adds an action with one of several values, which menus show as a choice.
    @discardableResult
    public func addChoice(
        _ name: String, value: String, _ handler: @escaping @MainActor (String) -> Void
    ) -> Action {
        let action = Action(name: name, parameter: "s", state: g_variant_new_string(value))
        // The handler dies with the action, so the pointer outlives it; the wrapper may go at once.
        let pointer = action.opaque
        action.on("change-state") { arguments in
            guard let variant = arguments.variant(0), let text = g_variant_get_string(variant, nil) else { return }
            g_simple_action_set_state(pointer, variant)
            handler(String(cString: text))
        }
        g_action_map_add_action(opaque, action.opaque)
        return action
    }

    /// Adds an action that is on or off, which menus show with a check mark.
    @discardableResult
    public func addToggle(_ name: String, isOn: Bool, _ handler: @escaping @MainActor (Bool) -> Void) -> Action {
        let action = Action(name: name, state: g_variant_new_boolean(isOn ? 1 : 0))
        let pointer = action.opaque
        action.on("change-state") { arguments in
            guard let variant = arguments.variant(0) else { return }
            g_simple_action_set_state(pointer, variant)
            handler(g_variant_get_boolean(variant) != 0)
        }
        g_action_map_add_action(opaque, action.opaque)
        return action
    }
}

/// A named action that menus, buttons and shortcuts start.
@MainActor
public final class Action: Object {
    /// Takes over the reference of `state`.
    convenience init(name: String, parameter: String? = nil, state: OpaquePointer? = nil) {
        let type = parameter.flatMap { g_variant_type_new($0) }
        defer { if let type { g_variant_type_free(type) } }
        let made = state.map { g_simple_action_new_stateful(name, type, $0) } ?? g_simple_action_new(name, type)
        guard let action = made else { preconditionFailure("GLib made no action") }
        self.init(adopting: UnsafeMutableRawPointer(action))
    }

    /// Chooses one of the values of `addChoice`, as a menu does.
    public func change(to value: String) {
        g_action_change_state(opaque, g_variant_new_string(value))
    }

    /// Turns the switch of `addToggle` on or off, as a menu does.
    public func change(to isOn: Bool) {
        g_action_change_state(opaque, g_variant_new_boolean(isOn ? 1 : 0))
    }

    /// Whether the action can be used now.
    public var isEnabled: Bool {
        get { g_action_get_enabled(opaque) != 0 }
        set { g_simple_action_set_enabled(opaque, newValue ? 1 : 0) }
    }
}

/// Named actions for a part of a window.
@MainActor
public final class ActionGroup: Object, ActionMap {
    /// A group without actions.
    public convenience init() {
        guard let group = g_simple_action_group_new() else { preconditionFailure("GLib made no group of actions") }
        self.init(adopting: UnsafeMutableRawPointer(group))
    }
}

extension Widget {
    /// Lets the widget and its descendants start the actions of a group as `prefix.name`.
    public final func insert(_ actions: ActionGroup, as prefix: String) {
        gtk_widget_insert_action_group(widget, prefix, actions.opaque)
    }
}

/// Items in sections, each with an action.
@MainActor
public final class Menu: Object {
    /// An empty menu.
    public convenience init() {
        guard let menu = g_menu_new() else { preconditionFailure("GLib made no menu") }
        self.init(adopting: UnsafeMutableRawPointer(menu))
    }

    /// Adds an item that starts an action.
    public func append(_ label: String, action: String) {
        g_menu_append(opaque, label, action)
    }

    /// Adds an item that shows only while its action is enabled.
    public func appendIfEnabled(_ label: String, action: String) {
        append(label, action: action, hiddenWhen: "action-disabled")
    }

    private func append(_ label: String, action: String, hiddenWhen state: String) {
        guard let item = g_menu_item_new(label, action) else { return }
        g_menu_item_set_attribute_value(item, "hidden-when", g_variant_new_string(state))
        g_menu_append_item(opaque, item)
        g_object_unref(UnsafeMutableRawPointer(item))
    }

    /// Adds an item that shows only while its action exists.
    public func appendIfPresent(_ label: String, action: String) {
        append(label, action: action, hiddenWhen: "action-missing")
    }

    /// Adds an item that opens a submenu.
    public func appendSubmenu(_ label: String, _ submenu: Menu) {
        g_menu_append_submenu(opaque, label, submenu.cast())
    }

    /// Adds a part with a line above it, or with a heading.
    public func appendSection(_ section: Menu, heading: String? = nil) {
        g_menu_append_section(opaque, heading, section.cast())
    }
}

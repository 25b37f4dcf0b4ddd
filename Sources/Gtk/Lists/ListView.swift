import CGtk
import GLib

/// The view of one row. It is made once and shows many items in turn.
@MainActor
public protocol ListRow: AnyObject {
    associatedtype Item: Identifiable & Equatable & Sendable where Item.ID: Sendable

    var root: Widget { get }
    /// The screen reader's label of the row.
    var accessibleLabel: String { get }
    /// Takes an item, or a new value of the present one. Shows the content that determines the size of the row and its parts.
    func bind(_ item: Item)
    /// Shows the remaining texts and the pictures in memory; it reads and requests nothing. Called when the row is visible, or
    /// when the main loop is idle.
    func fill()
    /// The item leaves the row.
    func unbind()
}

/// A list of any length that makes rows for its visible part (GtkListView).
@MainActor
public final class ListView<Row: ListRow>: Widget {
    /// Called for a click on a row and for Return.
    public var onActivate: ((Row.Item) -> Void)? {
        get { handlers.activate }
        set { handlers.activate = newValue }
    }

    /// Called when a person selects another item, or none. An item that moves in the list stays selected.
    public var onSelect: ((Row.Item?) -> Void)? {
        get { handlers.select }
        set { handlers.select = newValue }
    }

    /// Called when a person asks for the menu of an item: by the right button, a long press, or the menu key.
    public var onMenu: ((Row.Item, WidgetPoint) -> Void)? {
        get { handlers.menu }
        set { handlers.menu = newValue }
    }

    /// Called where a person picks items to do something with all of them.
    public var onPick: ((ListPick<Row.Item>) -> Void)? {
        get { handlers.pick }
        set { handlers.pick = newValue }
    }

    /// Whether each click and Space pick an item, also without Control.
    public var isPicking: Bool {
        get { handlers.isPicking }
        set { handlers.isPicking = newValue }
    }

    /// How often rows were bound: counted in tests and measurements.
    public var bindCount: Int { handlers.binding.count }

    private var handlers: ListHandlers<Row> {
        guard let handlers: ListHandlers<Row> = attachment(handlersKey) else {
            preconditionFailure("a list view that was not made here")
        }
        return handlers
    }

    /// A list of the model's items. `makeRow` makes the rows, and the list binds them to the items.
    public convenience init(_ model: ListModel<Row.Item>, makeRow: @escaping @MainActor () -> Row) {
        guard let selection = gtk_single_selection_new(OpaquePointer(model.retained()))
        else { preconditionFailure("GTK made no list") }
        let handlers = ListHandlers<Row>(model: model, selection: selection)
        gtk_single_selection_set_autoselect(selection, 0)
        gtk_single_selection_set_can_unselect(selection, 1)
        gtk_single_selection_set_selected(selection, GTK_INVALID_LIST_POSITION)

        let factory = Self.factory(handlers, makeRow)
        // The view takes the references of model and factory.
        self.init(made: gtk_list_view_new(selection, OpaquePointer(factory.retained())))
        attach(handlers, as: handlersKey)
        handlers.makeRow = makeRow
        handlers.list = widget
        model.observe(handlers)
        onKeyPressed { [weak handlers] in handlers?.pressed($0) ?? false }
        on("activate") { [weak handlers] arguments in handlers?.activate(at: Int(arguments.uint(0))) }
        Object(borrowing: UnsafeMutableRawPointer(selection)).onChange(of: "selected") { [weak handlers] in
            handlers?.selectionChanged()
        }
    }

    /// Makes all rows again, because their size changed. The scroll position stays.
    public func remakeRows() {
        guard let makeRow = handlers.makeRow else { return }
        let factory = Self.factory(handlers, makeRow)
        gtk_list_view_set_factory(opaque, factory.opaque)
    }

    private static func factory(_ handlers: ListHandlers<Row>, _ makeRow: @escaping @MainActor () -> Row) -> Object {
        guard let made = gtk_signal_list_item_factory_new() else { preconditionFailure("GTK made no factory") }
        let factory = Object(adopting: UnsafeMutableRawPointer(made))
        factory.on("setup") { [weak handlers] arguments in
            guard let item = arguments.object(0) else { return }
            let row = makeRow()
            gtk_list_item_set_child(OpaquePointer(item), row.root.widget)
            Object(borrowing: item).attach(row as AnyObject, as: rowKey)
            handlers?.watch(row, item: item)
        }
        factory.on("bind") { [weak handlers] arguments in
            guard let item = arguments.object(0), let row: Row = Object.attachment(rowKey, of: item),
                let box: ListItemBox<Row.Item> = boundBox(of: item)
            else { return }
            handlers?.binding.bind(box, to: row)
        }
        factory.on("unbind") { [weak handlers] arguments in
            guard let item = arguments.object(0), let row: Row = Object.attachment(rowKey, of: item) else { return }
            handlers?.binding.unbind(boundBox(of: item), from: row)
        }
        return factory
    }

    /// The position of the selected item.
    public var selectedPosition: Int? {
        get { handlers.selectedPosition }
        set { handlers.selectedPosition = newValue }
    }

    /// Selects the row of an item at `position`, without a call of `onSelect`. With `scrolls`, the list scrolls as little as
    /// needed to show the row, and a focus in the list moves there. With a nil position the list does not have the item yet,
    /// and selects its row later. It then scrolls to the row only with `scrollsLater`.
    public func choose(_ id: Row.Item.ID?, at position: Int?, scrolls: Bool = true, scrollsLater: Bool = true) {
        handlers.choose(id, at: position, scrolls: scrolls, scrollsLater: scrollsLater)
    }

    /// The item of the focused row; nil without one.
    public var focusedItem: Row.Item? { handlers.focusedItem }

    /// Scrolls as little as needed to show a row.
    public func scroll(to position: Int) {
        handlers.scroll(to: position)
    }

    /// Gives the focus to the selected row, or to a visible row if none is selected. Without `scrolling`, the list itself takes
    /// the focus where the selected row is hidden.
    public func focusSelected(scrolling: Bool = true) {
        handlers.focusSelected(scrolling: scrolling)
    }
}

let rowKey: AttachmentKey = "cameo-list-row"
private let handlersKey: AttachmentKey = "cameo-list-handlers"

@MainActor
private func boundBox<Item>(of listItem: UnsafeMutableRawPointer) -> ListItemBox<Item>? {
    guard let object = gtk_list_item_get_item(OpaquePointer(listItem)) else { return nil }
    return Object.attachment(itemKey, of: object)
}

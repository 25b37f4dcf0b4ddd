import CGtk
public import GLib

/// A GListModel over an array of values.
///
/// GObjects exist only for items that GTK requests. The same item keeps the same object, since selection and focus compare
/// objects. 100,000 items thus cost their structs and some hundred objects.
@MainActor
public final class ListModel<Item: Identifiable & Equatable & Sendable>: Object where Item.ID: Sendable {
    private let source = ListSource<Item>()

    /// A list without items.
    public convenience init() {
        guard let object = g_object_new_with_properties(listModelType, 0, nil, nil) else {
            preconditionFailure("GLib made no list model")
        }
        self.init(adopting: UnsafeMutableRawPointer(object))
        attach(source, as: sourceKey)
    }

    /// All items, in order.
    public var items: [Item] { source.items }

    /// The number of items.
    public var count: Int { source.count }

    /// Applies a change, which must start from the present items, and reports it to GTK in splices.
    public func apply(_ change: ListChange<Item>) {
        let observers = change.splices.isEmpty ? [] : source.observers.compactMap(\.observer)
        for observer in observers { observer.listWillChange() }
        // From the end to the start: items before a splice still have their old position, and items behind it the new one. So
        // the model is right at every step, and no array is copied for it.
        for splice in change.splices.reversed() {
            source.transition = .init(items: change.items, oldEnd: splice.oldStart, newStart: splice.newStart)
            g_list_model_items_changed(opaque, guint(splice.oldStart), guint(splice.removed), guint(splice.added))
        }
        source.transition = nil
        source.items = change.items
        source.ids = change.ids
        for item in change.updated { source.boxes[item.id]?.box?.update(item) }
        for observer in observers { observer.listDidChange(change.splices) }
    }

    /// Shows a new value of an item in its row, if it has one, before the list changes.
    public func showAhead(_ item: Item) {
        source.boxes[item.id]?.box?.update(item)
    }

    /// Notifies an observer before and after each change of the list's items or their positions.
    func observe(_ observer: any ListModelObserver) {
        source.observers.removeAll { $0.observer == nil }
        source.observers.append(.init(observer: observer))
    }

    /// Replaces the items and computes the difference here: only for short lists.
    public func replace(with items: [Item]) {
        apply(ListChange(from: self.items, to: items))
    }

    /// The ids of all items, in order.
    @usableFromInline var ids: [Item.ID] { source.ids }

    /// The position of an item. Inlinable: specialised code searches 100,000 items in less than a millisecond, unspecialised
    /// code in twenty.
    @inlinable
    public func position(of id: Item.ID) -> Int? { ids.firstIndex(of: id) }

    /// The value that is attached to an object of this model.
    public func item(of object: UnsafeMutableRawPointer) -> Item? {
        let box: ListItemBox<Item>? = Object.attachment(itemKey, of: object)
        return box?.value
    }

    /// The number of GObjects of items.
    public var objectCount: Int { source.boxes.count }
}

/// An observer that keeps its own state while a list changes. One splice removes a moved item and another inserts it, and GTK
/// takes the item for removed in between.
@MainActor
protocol ListModelObserver: AnyObject {
    func listWillChange()
    func listDidChange(_ splices: [ListDifference.Splice])
}

/// An item for GTK: the value is attached to a GObject.
@MainActor
final class ListItemBox<Item: Identifiable & Equatable & Sendable> where Item.ID: Sendable {
    private(set) var value: Item
    /// The row that shows the item, and the callback for changes of the value.
    private var shown: (row: ObjectIdentifier, change: (Item) -> Void)?
    private weak var source: ListSource<Item>?
    fileprivate var object: UnsafeMutableRawPointer?

    fileprivate init(_ value: Item, source: ListSource<Item>) {
        self.value = value
        self.source = source
    }

    isolated deinit {
        source?.forget(value.id)
    }

    /// A row starts showing the item.
    func show(in row: AnyObject, onChange change: @escaping (Item) -> Void) {
        shown = (ObjectIdentifier(row), change)
    }

    /// A row stops showing the item. When an item moves, its new row begins before the former one ends.
    func leave(_ row: AnyObject) {
        if shown?.row == ObjectIdentifier(row) { shown = nil }
    }

    fileprivate func update(_ new: Item) {
        guard value != new else { return }
        value = new
        shown?.change(new)
    }
}

/// The base class for the C functions of the interface. It is not generic, so that they can name it.
@MainActor
class AnyListSource {
    init() {}

    var count: Int { 0 }
    func makeObject(at position: Int) -> UnsafeMutableRawPointer? { nil }
}

@MainActor
private final class ListSource<Item: Identifiable & Equatable & Sendable>: AnyListSource where Item.ID: Sendable {
    struct WeakObserver {
        weak var observer: (any ListModelObserver)?
    }

    struct WeakBox {
        weak var box: ListItemBox<Item>?
    }

    /// During the report of a change: the new items from `newStart` on follow the old ones before `oldEnd`.
    struct Transition {
        let items: [Item]
        let oldEnd: Int
        let newStart: Int
    }

    var items: [Item] = []
    var ids: [Item.ID] = []
    var transition: Transition?
    var boxes: [Item.ID: WeakBox] = [:]
    var observers: [WeakObserver] = []

    override var count: Int {
        guard let transition else { return items.count }
        return transition.oldEnd + transition.items.count - transition.newStart
    }

    override func makeObject(at position: Int) -> UnsafeMutableRawPointer? {
        guard position < count else { return nil }
        let item: Item
        if let transition, position >= transition.oldEnd {
            item = transition.items[position - transition.oldEnd + transition.newStart]
        } else {
            item = items[position]
        }
        if let object = boxes[item.id]?.box?.object { return g_object_ref(object) }
        let box = ListItemBox(item, source: self)
        guard let object = g_object_new_with_properties(cgtk_type_object(), 0, nil, nil) else { return nil }
        box.object = UnsafeMutableRawPointer(object)
        boxes[item.id] = WeakBox(box: box)
        // Any thread may release the last reference; the box itself is released on the main actor.
        Object(borrowing: UnsafeMutableRawPointer(object)).attach(box, as: itemKey)
        return UnsafeMutableRawPointer(object)
    }

    /// The object of an item was released.
    func forget(_ id: Item.ID) {
        boxes[id] = nil
    }
}

let itemKey: AttachmentKey = "cameo-list-item"
private let sourceKey: AttachmentKey = "cameo-list-source"

@MainActor
private let listModelType: GType = {
    var parent = GTypeQuery()
    g_type_query(cgtk_type_object(), &parent)
    let type = g_type_register_static_simple(
        cgtk_type_object(), "CameoListModel", parent.class_size, nil, parent.instance_size, nil, GTypeFlags(rawValue: 0)
    )
    var interface = GInterfaceInfo()
    interface.interface_init = { interface, _ in
        guard let interface else { return }
        let list = interface.assumingMemoryBound(to: GListModelInterface.self)
        list.pointee.get_item_type = { _ in cgtk_type_object() }
        list.pointee.get_n_items = { model in
            guint(listSource(of: model)?.count ?? 0)
        }
        list.pointee.get_item = { model, position in
            listSource(of: model)?.makeObject(at: Int(position))
        }
    }
    g_type_add_interface_static(type, g_list_model_get_type(), &interface)
    return type
}()

@MainActor
private func listSource(of model: OpaquePointer?) -> AnyListSource? {
    guard let model else { return nil }
    return Object.attachment(sourceKey, of: UnsafeMutableRawPointer(model))
}

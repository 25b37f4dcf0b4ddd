import CGtk
import GLib

/// The handlers of a list for clicks, keys, selections and changes. They live as long as the list's widget.
@MainActor
final class ListHandlers<Row: ListRow> {
    private struct MadeRow {
        weak var row: Row?
        /// The row lives as long as this GtkListItem.
        let item: UnsafeMutableRawPointer
    }

    let model: ListModel<Row.Item>
    /// The selection and these handlers live as long as the list view.
    let selection: OpaquePointer
    var list: UnsafeMutablePointer<GtkWidget>?
    var activate: ((Row.Item) -> Void)?
    var select: ((Row.Item?) -> Void)?
    var menu: ((Row.Item, WidgetPoint) -> Void)?
    var pick: ((ListPick<Row.Item>) -> Void)?
    var isPicking = false
    var makeRow: (@MainActor () -> Row)?
    let binding = RowBinding<Row>()

    /// The chosen item. Its row is selected as long as the list has the item.
    private(set) var chosen: Row.Item.ID?
    /// The former place of the row that the program deselected last. After a deletion the next item is there.
    private var deselected: Int?
    /// Whether to scroll to the row of the chosen item as soon as it exists.
    private var awaitsChosen = false
    /// Whether the program, and not a person, selects a row.
    private var isChoosing = false
    private var rows: [MadeRow] = []
    /// The selected item, and whether the list had the focus, before the present change.
    private var before: (selected: (id: Row.Item.ID, position: Int)?, hadFocus: Bool)?
    /// The target of the present scrolling, until the row is in place.
    private var destination: Int?
    /// Whether the scrolling has not begun yet.
    private var isAboutToGo = false

    init(model: ListModel<Row.Item>, selection: OpaquePointer) {
        self.model = model
        self.selection = selection
    }

    var selectedPosition: Int? {
        get {
            let position = gtk_single_selection_get_selected(selection)
            return position == GTK_INVALID_LIST_POSITION ? nil : Int(position)
        }
        set {
            gtk_single_selection_set_selected(selection, newValue.map { guint($0) } ?? GTK_INVALID_LIST_POSITION)
        }
    }

    private var selectedItem: Row.Item? {
        // The position may come from a change that is still being reported.
        let box = gtk_single_selection_get_selected_item(selection).flatMap { object -> ListItemBox<Row.Item>? in
            Object.attachment(itemKey, of: object)
        }
        return box?.value
    }

    func activate(at position: Int) {
        guard position < model.count else { return }
        activate?(model.items[position])
    }

    func selectionChanged() {
        guard before == nil, !isChoosing else { return }
        let item = selectedItem
        chosen = item?.id
        awaitsChosen = false
        select?(item)
    }

    /// Selects the row of an item at a position, or no row. With `scrolls`, a newly selected row comes in sight.
    func choose(_ id: Row.Item.ID?, at position: Int?, scrolls: Bool, scrollsLater: Bool) {
        chosen = id
        awaitsChosen = scrollsLater && id != nil && position == nil
        let former = selectedPosition
        guard position != former else { return }
        deselected = position == nil ? former : nil
        isChoosing = true
        selectedPosition = position
        isChoosing = false
        if scrolls, let position { bringInSight(position) }
    }

    private func bringInSight(_ position: Int) {
        if hasFocus { focusSelected(scrolling: true) } else { scroll(to: position) }
    }

    /// The item of the row that has the focus.
    var focusedItem: Row.Item? { focusedPosition.map { model.items[$0] } }

    /// The position of the row that has the focus.
    var focusedPosition: Int? {
        guard let made = rows.first(where: { $0.row?.root.parent?.containsFocus == true }) else { return nil }
        let position = Int(gtk_list_item_get_position(OpaquePointer(made.item)))
        return position < model.count ? position : nil
    }

    /// One click activates a row. GTK's own single-click mode would also select each row below the pointer.
    func watch(_ row: Row, item: UnsafeMutableRawPointer) {
        rows.removeAll { $0.row == nil }
        rows.append(MadeRow(row: row, item: item))
        let isSeen: @MainActor () -> Void = { [weak self, weak row] in row.map { self?.binding.isSeen($0) } }
        row.root.onMap(isSeen)
        // The list's own widget for it gets the focus.
        row.root.onChange(of: "parent") { [weak self, weak row] in
            guard let row else { return }
            row.root.parent?.onChange(of: "has-focus", isSeen)
            self?.watchPicks(of: row, item: item)
        }
        row.root.onMenuRequest { [weak self] in self?.requestMenu(of: item, at: $0) }
        guard let gesture = gtk_gesture_click_new() else { return }
        Object(borrowing: UnsafeMutableRawPointer(gesture)).on("released") { [weak self] arguments in
            guard arguments.int(0) == 1 else { return }
            let position = gtk_list_item_get_position(OpaquePointer(item))
            guard position != GTK_INVALID_LIST_POSITION else { return }
            self?.activate(at: Int(position))
        }
        gtk_widget_add_controller(row.root.widget, gesture)
    }

    /// GTK before 4.12 moves from row to row by Tab. Here Tab leads to the buttons of a row, and then out of the list.
    func pressed(_ key: Key) -> Bool {
        guard let list else { return false }
        if picks(by: key) { return true }
        if let forward = key.tabDirection {
            let row = rows.lazy.compactMap(\.row).first { $0.root.parent?.containsFocus == true }
            if let row, forward || row.root.containsFocus, row.root.moveFocus(forward: forward) { return true }
            Widget(borrowing: UnsafeMutableRawPointer(list)).moveFocusOut(forward: forward)
            return true
        }
        guard key.opensMenu, menu != nil,
            let made = rows.first(where: { $0.row?.root.parent?.hasFocus == true }), let row = made.row
        else { return false }
        requestMenu(of: made.item, at: WidgetPoint(middleOf: row.root))
        return true
    }

    /// Scrolls as little as needed to show a row.
    func scroll(to position: Int) {
        guard let list, destination != position else { return }
        if isInView(position) {
            destination = nil
            scrollList(list, to: position)
        } else {
            destination = position
            guard !isAboutToGo else { return }
            isAboutToGo = true
            // GTK makes some two hundred rows at once around a distant row. This needs a turn of its own.
            MainLoop.beforeNextFrame { [weak self] in self?.go() }
        }
    }

    private func go() {
        isAboutToGo = false
        guard let list, let position = destination, position < model.count else { return destination = nil }
        binding.awaitsLayout = true
        scrollList(list, to: position)
        awaitLayout()
    }

    /// Gives the focus to the selected row, or to a visible row if none is selected. Without scrolling, the list itself takes
    /// the focus where the row is hidden.
    func focusSelected(scrolling: Bool) {
        guard let list else { return }
        guard let selectedPosition else {
            let next = deselected.flatMap { isInView($0) ? $0 : nil }
            if let row = next ?? firstInView, focusRow(at: row) { return }
            gtk_widget_grab_focus(list)
            return
        }
        if scrolling { scroll(to: selectedPosition) }
        guard scrolling || isInView(selectedPosition) else {
            return Widget(borrowing: UnsafeMutableRawPointer(list)).takeFocus()
        }
        // GTK also scrolls to a row that gets the focus, and would make all rows again. Until the row is in place, the list has
        // the focus.
        if destination == nil, focusRow(at: selectedPosition) { return }
        Widget(borrowing: UnsafeMutableRawPointer(list)).takeFocus()
    }

    /// Until the next layout the rows are not in place.
    private func awaitLayout() {
        guard let list else { return }
        binding.awaitsLayout = Widget(borrowing: UnsafeMutableRawPointer(list)).afterNextLayout { [weak self] in
            self?.laidOut()
        }
        if !binding.awaitsLayout { destination = nil }
    }

    private func laidOut() {
        binding.awaitsLayout = false
        guard !isAboutToGo else { return }
        let arrived = destination
        destination = nil
        guard focusIsOnList, let position = selectedPosition else { return }
        // A focused row scrolls into view. Only the person, or a scrolling that the program has begun, may cause that.
        if position == arrived || isInView(position) { _ = focusRow(at: position) }
    }

    func focusRow(at position: Int) -> Bool {
        widget(at: position)?.grabFocus() ?? false
    }

    /// The list's own widget for a row.
    private func widget(at position: Int) -> Widget? {
        let made = rows.first { made in
            made.row != nil && gtk_list_item_get_position(OpaquePointer(made.item)) == guint(position)
        }
        return made?.row?.root.parent
    }

    private func isInView(_ position: Int) -> Bool {
        guard !binding.awaitsLayout, let list, let row = widget(at: position) else { return false }
        let view = Widget(borrowing: UnsafeMutableRawPointer(list))
        guard row.isMapped, let top = row.top(in: view) else { return false }
        return top >= 0 && top + Double(row.height) <= Double(view.height)
    }

    /// The first row that is completely visible.
    private var firstInView: Int? {
        let positions = rows.compactMap { made -> Int? in
            guard made.row != nil else { return nil }
            let position = gtk_list_item_get_position(OpaquePointer(made.item))
            return position == GTK_INVALID_LIST_POSITION ? nil : Int(position)
        }
        return positions.sorted().first(where: isInView)
    }

    private func requestMenu(of item: UnsafeMutableRawPointer, at point: WidgetPoint) {
        let position = Int(gtk_list_item_get_position(OpaquePointer(item)))
        guard position < model.count else { return }
        menu?(model.items[position], point)
    }
}

extension ListHandlers: ListModelObserver {
    func listWillChange() {
        let selected = selectedPosition.flatMap { position in selectedItem.map { ($0.id, position) } }
        before = (selected, hasFocus)
    }

    func listDidChange(_ splices: [ListDifference.Splice]) {
        guard let before else { return }
        let position =
            before.selected.flatMap { place(of: $0.id, formerly: $0.position, splices) }
            ?? chosen.flatMap { firstAdded($0, by: splices) }
        if selectedPosition != position { selectedPosition = position }
        self.before = nil
        if destination != nil, destination == before.selected?.position { destination = position }
        awaitLayout()
        // A splice that removed the row has also removed its focus. Without a selected row the focus is on the list.
        if before.hadFocus, !hasFocus || focusIsOnList && selectedPosition == nil {
            focusSelected(scrolling: true)
        }
        guard awaitsChosen, let position else { return }
        awaitsChosen = false
        bringInSight(position)
    }

    /// The position of an item after a change. Only the moved items are searched.
    private func place(of id: Row.Item.ID, formerly old: Int, _ splices: [ListDifference.Splice]) -> Int? {
        var shift = 0
        for splice in splices where splice.oldStart <= old {
            guard old >= splice.oldStart + splice.removed else {
                return firstAdded(id, by: splices)
            }
            shift += splice.added - splice.removed
        }
        return old + shift
    }

    private func firstAdded(_ id: Row.Item.ID, by splices: [ListDifference.Splice]) -> Int? {
        let items = model.items
        return splices.lazy.flatMap { $0.newStart..<$0.newStart + $0.added }.first { items[$0].id == id }
    }

    private var hasFocus: Bool {
        list.map { Widget(borrowing: UnsafeMutableRawPointer($0)).containsFocus } ?? false
    }

    /// Whether the list itself has the focus, and not one of its rows.
    private var focusIsOnList: Bool {
        list.map { Widget(borrowing: UnsafeMutableRawPointer($0)).hasFocus } ?? false
    }
}

/// In GTK 4.8 only the widget's own action does this.
@MainActor
func scrollList(_ list: UnsafeMutablePointer<GtkWidget>, to position: Int) {
    gtk_widget_activate_action_variant(list, "list.scroll-to-item", g_variant_new_uint32(guint32(position)))
}

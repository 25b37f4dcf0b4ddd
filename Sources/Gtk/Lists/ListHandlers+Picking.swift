import CGtk
import GLib

/// The way in which a person picks items of a list, to do something with all of them.
public enum ListPick<Item> {
    /// The item is picked, or no longer.
    case toggle(Item)
    /// All items from the last one to this one are picked.
    case extend(Item)
    /// All items are picked.
    case all
}

extension ListHandlers {
    /// A press with Control or Shift picks the item of a row. It neither selects nor activates the row.
    func watchPicks(of row: Row, item: UnsafeMutableRawPointer) {
        // The list's own widget for the row has the margins too.
        guard let whole = row.root.parent, let gesture = gtk_gesture_click_new() else { return }
        gtk_event_controller_set_propagation_phase(gesture, GTK_PHASE_CAPTURE)
        Object(borrowing: UnsafeMutableRawPointer(gesture)).on("pressed") { [weak self] _ in
            let state = gtk_event_controller_get_current_event_state(gesture).rawValue
            let position = Int(gtk_list_item_get_position(OpaquePointer(item)))
            guard let self, let pick = self.pick, position < self.model.count,
                self.isPicking || state & (GDK_SHIFT_MASK.rawValue | GDK_CONTROL_MASK.rawValue) != 0
            else { return }
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            _ = self.focusRow(at: position)
            let picked = self.model.items[position]
            pick(state & GDK_SHIFT_MASK.rawValue != 0 ? .extend(picked) : .toggle(picked))
        }
        gtk_widget_add_controller(whole.widget, gesture)
    }

    /// Control with A picks all items, Control with Space the focused one, Shift with an arrow goes on to the next.
    func picks(by key: Key) -> Bool {
        guard let pick else { return false }
        if key.isControlA {
            pick(.all)
            return true
        }
        guard let position = focusedPosition else { return false }
        if key.isControlSpace || isPicking && key.character == " " {
            pick(.toggle(model.items[position]))
            return true
        }
        guard let next = key.shiftStep.map({ position + $0 }), model.items.indices.contains(next) else { return false }
        if !isPicking { pick(.toggle(model.items[position])) }
        pick(.extend(model.items[next]))
        if !focusRow(at: next) { scroll(to: next) }
        return true
    }
}

extension Key {
    fileprivate var isControlA: Bool { isControl && (latin == UInt32(GDK_KEY_a) || latin == UInt32(GDK_KEY_A)) }
    fileprivate var isControlSpace: Bool { isControl && value == UInt32(GDK_KEY_space) }

    /// One row down or up with Shift.
    fileprivate var shiftStep: Int? {
        guard modifiers & GDK_SHIFT_MASK.rawValue != 0, !isControl else { return nil }
        if value == UInt32(GDK_KEY_Down) || value == UInt32(GDK_KEY_KP_Down) { return 1 }
        return isUp ? -1 : nil
    }
}

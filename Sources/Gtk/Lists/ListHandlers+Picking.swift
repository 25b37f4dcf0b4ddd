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
    /// A press with Control or Shift picks the item of a row. It neither selects nor activates the row. A finger picks at the
    /// end of a tap: at its beginning it may also scroll, or open the menu.
    func watchPicks(of row: Row, item: UnsafeMutableRawPointer) {
        // The list's own widget for the row has the margins too.
        guard let whole = row.root.parent?.widget, let click = gtk_gesture_click_new(),
            let tap = gtk_gesture_click_new(), let hold = gtk_gesture_long_press_new()
        else { return }
        for gesture in [tap, hold] { gtk_gesture_single_set_touch_only(gesture, 1) }
        // GTK keeps its widget for a row that is made again. The former item is gone then.
        let take: @MainActor (OpaquePointer) -> Void = { [weak self, weak row] gesture in
            if row != nil { self?.takePick(of: item, by: gesture) }
        }
        Object(borrowing: UnsafeMutableRawPointer(click)).on("pressed") { arguments in
            // GTK activates the row at the beginning of a second tap.
            if gtk_gesture_single_get_current_sequence(click) == nil || arguments.int(0) > 1 { take(click) }
        }
        Object(borrowing: UnsafeMutableRawPointer(tap)).on("released") { arguments in
            guard arguments.int(0) == 1, gtk_widget_contains(whole, arguments.double(1), arguments.double(2)) != 0
            else { return }
            take(tap)
            // GTK's own gesture of the row misses the end of a tap that picks.
            gtk_widget_unset_state_flags(whole, GTK_STATE_FLAG_ACTIVE)
        }
        Object(borrowing: UnsafeMutableRawPointer(hold)).on("pressed") { _ in
            // A long press is for the menu. The row's own gesture for it leaves the gestures around the row as they are.
            gtk_gesture_set_state(tap, GTK_EVENT_SEQUENCE_DENIED)
        }
        for gesture in [click, tap, hold] {
            gtk_event_controller_set_propagation_phase(gesture, GTK_PHASE_CAPTURE)
            gtk_widget_add_controller(whole, gesture)
        }
    }

    private func takePick(of item: UnsafeMutableRawPointer, by gesture: OpaquePointer) {
        let state = gtk_event_controller_get_current_event_state(gesture).rawValue
        let position = Int(gtk_list_item_get_position(OpaquePointer(item)))
        guard let pick, position < model.count,
            isPicking || state & (GDK_SHIFT_MASK.rawValue | GDK_CONTROL_MASK.rawValue) != 0
        else { return }
        gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
        _ = focusRow(at: position)
        let picked = model.items[position]
        pick(state & GDK_SHIFT_MASK.rawValue != 0 ? .extend(picked) : .toggle(picked))
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

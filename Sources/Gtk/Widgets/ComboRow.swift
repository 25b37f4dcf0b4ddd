import CGtk
import Foundation
import GLib

/// A row of a boxed list with a choice of one text.
@MainActor
public final class ComboRow: Widget {
    public override class var gType: UInt { adw_combo_row_get_type() }

    /// A row with a choice of texts.
    public convenience init(title: String, texts: [String]) {
        self.init(made: adw_combo_row_new())
        adw_preferences_row_set_use_underline(cast(), 1)
        adw_preferences_row_set_title(cast(), title)
        adw_action_row_set_title_lines(cast(), 0)
        wrapChosen()
        setTexts(texts)
        // A hidden row would open its list away from it.
        let row = widget
        answer("mnemonic-activate") { _ in gtk_widget_grab_focus(row) != 0 }
    }

    /// libadwaita cuts the chosen text where there is little room beside the title. The list keeps rows of its own, which mark
    /// the chosen one.
    private func wrapChosen() {
        adw_combo_row_set_list_factory(cast(), adw_combo_row_get_factory(cast()))
        guard let bytes = Data(Self.chosen.utf8).makeGBytes() else { return }
        let factory = gtk_builder_list_item_factory_new_from_bytes(nil, bytes)
        adw_combo_row_set_factory(cast(), factory)
        g_bytes_unref(bytes)
        g_object_unref(factory.map { UnsafeMutableRawPointer($0) })
    }

    private static let chosen = """
        <interface>
          <template class="GtkListItem">
            <property name="child">
              <object class="GtkLabel">
                <property name="wrap">1</property>
                <property name="wrap-mode">word-char</property>
                <property name="xalign">1</property>
                <binding name="label">
                  <lookup name="string" type="GtkStringObject">
                    <lookup name="item">GtkListItem</lookup>
                  </lookup>
                </binding>
              </object>
            </property>
          </template>
        </interface>
        """

    /// Replaces the texts, and chooses the first one.
    public func setTexts(_ texts: [String]) {
        guard let list = gtk_string_list_new(nil) else { return }
        for text in texts { gtk_string_list_append(list, text) }
        adw_combo_row_set_model(cast(), list)
        g_object_unref(UnsafeMutableRawPointer(list))
    }

    /// The position of the chosen text; `GTK_INVALID_LIST_POSITION` without one.
    public var selected: Int {
        get { Int(adw_combo_row_get_selected(cast())) }
        set { if newValue != selected { adw_combo_row_set_selected(cast(), guint(clamping: newValue)) } }
    }

    /// Removes the choice.
    public func selectNone() {
        adw_combo_row_set_selected(cast(), GTK_INVALID_LIST_POSITION)
    }

    /// Calls back with the position when another text is chosen.
    public func onSelected(_ handler: @escaping @MainActor (Int) -> Void) {
        // The handler ends with the row, so the address outlives it. The wrapper may be released at once.
        let row = pointer
        onChange(of: "selected") {
            handler(Int(adw_combo_row_get_selected(row.assumingMemoryBound(to: AdwComboRow.self))))
        }
    }
}

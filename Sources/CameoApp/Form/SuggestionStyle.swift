import Gtk

/// How the suggestion that is chosen looks in the list below an entry.
enum SuggestionStyle {
    /// As Adwaita shows the item of a menu that the keyboard is at: it leaves that out for the rows of a list in a menu.
    static var style: String {
        let ring = Desktop.isHighContrast ? "box-shadow: inset 0 0 0 1px alpha(currentColor, 0.5);" : ""
        return """
            .suggestions > row:selected {
              background-color: alpha(currentColor, 0.1);
              \(ring)
            }
            """
    }
}

import Gtk

/// Less important text: second lines, captions, hints in empty fields.
enum DimText {
    /// Adwaita's own 0.55 has a contrast of 3.1:1 in the light style. WCAG 2.1 requires 4.5:1 (1.4.3). These values reach it,
    /// also on a row that is selected or under the pointer.
    static var opacity: Double { Desktop.isHighContrast ? 0.9 : 0.72 }

    /// The style for texts that Adwaita dims, in all windows. Newer versions have the class `dimmed` for `dim-label`.
    static var style: String {
        """
        .dim-label, .dimmed, row label.subtitle, entry > text > placeholder, headerbar .subtitle, windowtitle .subtitle {
          opacity: \(opacity);
        }

        row.entry.error .dim-label, row.entry.error label.subtitle,
        row.entry.warning .dim-label, row.entry.warning label.subtitle {
          opacity: 1;
        }

        /* In the list the colour is dimmed: opacity is drawn on a surface of its own for each label in each frame. */
        .contact-list .secondary, .section-letters, popover.menu accelerator {
          color: alpha(currentColor, \(opacity));
        }
        """
    }
}

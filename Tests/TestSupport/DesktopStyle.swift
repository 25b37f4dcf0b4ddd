import CGtk
import GLib
import XCTest

/// The look that a person chooses in the desktop's settings.
@MainActor
public enum DesktopStyle {
    /// At once.
    public static func setDark(_ isDark: Bool) {
        adw_style_manager_set_color_scheme(
            adw_style_manager_get_default(), isDark ? ADW_COLOR_SCHEME_FORCE_DARK : ADW_COLOR_SCHEME_DEFAULT)
    }

    /// Takes effect in a later turn of the main loop; skips the test where the setting is not installed.
    public static func setHighContrast(_ isHighContrast: Bool) throws {
        let schema = "org.gnome.desktop.a11y.interface"
        guard let source = g_settings_schema_source_get_default(),
            let found = g_settings_schema_source_lookup(source, schema, 1)
        else { throw XCTSkip("the settings of the desktop are not installed") }
        g_settings_schema_unref(found)
        guard let settings = g_settings_new(schema) else { return }
        g_settings_set_boolean(settings, "high-contrast", isHighContrast ? 1 : 0)
        g_settings_sync()
        g_object_unref(settings)
    }
}

import CGtk
import GLib

/// A widget that gives way where there is no room for it: it adds nothing to the least width of what it is in.
@MainActor
public final class Squeezer: Widget {
    /// Holds one widget.
    public convenience init(_ child: Widget) {
        self.init(made: adw_squeezer_new())
        adw_squeezer_set_homogeneous(opaque, 0)
        adw_squeezer_set_allow_none(opaque, 1)
        adw_squeezer_set_switch_threshold_policy(opaque, ADW_FOLD_THRESHOLD_POLICY_MINIMUM)
        adw_squeezer_add(opaque, child.widget)
    }
}

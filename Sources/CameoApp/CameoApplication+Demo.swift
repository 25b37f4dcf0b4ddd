import Foundation
import GLib
import Gtk

extension CameoApplication {
    /// Shows the demo in a process of its own: nothing of it meets the account that may be signed in here later, and who
    /// closes it is back where they were.
    func openDemo() {
        do throws(GLibError) {
            try Desktop.launch(Cameo.executable.path, ["--demo"], name: tr("Cameo"))
        } catch {
            window?.toast(tr("The demo does not start."))
        }
    }
}

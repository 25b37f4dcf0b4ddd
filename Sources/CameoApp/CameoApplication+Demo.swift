import Foundation
import GLib
import Gtk

extension CameoApplication {
    /// Whether the contacts are invented.
    var isDemo: Bool {
        if case .demo = mode { true } else { false }
    }

    /// Shows the demo in a process of its own: nothing of it meets the account that may be signed in here later. The page for
    /// signing in is out of sight meanwhile, and back with the end of the demo.
    func openDemo() {
        let window = window?.window
        window?.isVisible = false
        Task { [weak self] in
            do throws(GLibError) {
                try await Desktop.run(Cameo.executable.path, ["--demo"], name: tr("Cameo"))
            } catch {
                self?.window?.toast(tr("The demo does not start."))
            }
            window?.present()
        }
    }

    /// Ends the demo, of which nothing is kept.
    func leaveDemo() {
        quitsAfterLogOut = true
        Task { await logOut() }
    }
}

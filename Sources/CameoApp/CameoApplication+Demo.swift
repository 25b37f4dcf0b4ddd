import Foundation
import GLib
import Gtk

extension CameoApplication {
    /// Whether the contacts are invented.
    var isDemo: Bool {
        if case .demo = mode { true } else { false }
    }

    /// Shows the demo in a process of its own, separate from an account that may sign in here later. The sign-in page is hidden
    /// meanwhile, and returns at the end of the demo.
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

    /// Ends the demo, which stores nothing.
    func leaveDemo() {
        quitsAfterLogOut = true
        Task { await logOut() }
    }
}

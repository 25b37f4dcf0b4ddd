import CGtk
import GLib
import Gtk
import TestSupport
import XCTest

/// Dialogs over a window, as windows of their own or within it, as the library has them.
final class DialogTests: XCTestCase {
    func testTheFirstAnswerCounts() {
        onDisplay(limit: .seconds(30)) {
            let dialog = Self.question()
            let asking = Task { await dialog.ask() }
            while !dialog.isMapped { await Task.yield() }
            dialog.emit("response", "yes")
            dialog.emit("response", "no")
            let given = await asking.value
            XCTAssertEqual(given, "yes")
        }
    }

    func testAQuestionThatGoesIsAnsweredWithNothing() {
        onDisplay(limit: .seconds(30)) {
            let dialog = Self.question()
            let asking = Task { await dialog.ask() }
            while !dialog.isMapped { await Task.yield() }
            g_object_run_dispose(dialog.cast())
            let given = await asking.value
            XCTAssertEqual(given, "")
        }
    }

    func testTheDialogAboutAProgramHasItsAddresses() {
        onDisplay {
            let dialog = AboutDialog(over: nil, name: "Program", icon: "program", version: "1")
            dialog.setWebsite("https://program.example")
            dialog.setIssueURL("https://program.example/issues")
            XCTAssertEqual(dialog.stringProperty("website"), "https://program.example")
            XCTAssertEqual(dialog.stringProperty("issue-url"), "https://program.example/issues")
        }
    }

    @MainActor
    private static func question() -> MessageDialog {
        let dialog = MessageDialog(over: nil, heading: "Really?", body: "")
        dialog.addResponse("no", "_No")
        dialog.addResponse("yes", "_Yes", .destructive)
        dialog.setResponses(default: "no", close: "no")
        return dialog
    }
}

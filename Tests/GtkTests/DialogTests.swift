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

    func testAQuestionShowsItsWindow() {
        onDisplay(limit: .seconds(30)) {
            let application = Application(id: "io.github.cameo_contacts.Cameo.QuestionTests", isUnique: false)
            try application.register()
            let window = ApplicationWindow(application)
            let dialog = Self.question(over: window)
            let asking = Task { await dialog.ask() }
            while !dialog.isMapped { await Task.yield() }
            XCTAssertTrue(window.isMapped)
            dialog.emit("response", "no")
            _ = await asking.value
            window.destroy()
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
    private static func question(over window: ApplicationWindow? = nil) -> MessageDialog {
        let dialog = MessageDialog(over: window, heading: "Really?", body: "")
        dialog.addResponse("no", "_No")
        dialog.addResponse("yes", "_Yes", .destructive)
        dialog.setResponses(default: "no", close: "no")
        return dialog
    }
}

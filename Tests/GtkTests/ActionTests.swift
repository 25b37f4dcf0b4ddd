import GLib
import Gtk
import TestSupport
import XCTest

/// Actions with a state, as menus show them.
final class ActionTests: XCTestCase {
    func testAChoiceKeepsWhatWasChosenAndTellsOfIt() throws {
        try onDisplay {
            let application = try registeredApplication("Choice")
            var chosen: [String] = []
            let action = application.addChoice("sort", value: "first") { chosen.append($0) }
            XCTAssertEqual(application.state(of: "sort"), "'first'")
            action.change(to: "last")
            XCTAssertEqual(application.state(of: "sort"), "'last'")
            XCTAssertEqual(chosen, ["last"])
        }
    }

    func testAToggleTurnsEachTimeItIsActivated() throws {
        try onDisplay {
            let application = try registeredApplication("Toggle")
            var states: [Bool] = []
            let action = application.addToggle("starred-first", isOn: true) { states.append($0) }
            XCTAssertEqual(application.state(of: "starred-first"), "true")
            application.activate("starred-first")
            application.activate("starred-first")
            action.change(to: false)
            XCTAssertEqual(application.state(of: "starred-first"), "false")
            XCTAssertEqual(states, [false, true, false])
        }
    }

    func testADisabledActionDoesNothing() throws {
        try onDisplay {
            let application = try registeredApplication("Disabled")
            var count = 0
            let action = application.addAction("refresh") { count += 1 }
            application.activate("refresh")
            action.isEnabled = false
            application.activate("refresh")
            XCTAssertEqual(count, 1)
        }
    }

    func testAHandlerGoesWithItsApplication() {
        onDisplay {
            weak var captured: Probe?
            do {
                let application = Application(id: "io.github.cameo_contacts.Cameo.Tests", isUnique: false)
                let probe = Probe()
                captured = probe
                application.addChoice("sort", value: "a") { _ in probe.touch() }
                application.addToggle("on", isOn: false) { _ in probe.touch() }
            }
            waitUntil("both handlers are freed") { captured == nil }
        }
    }
}

private final class Probe {
    func touch() {}
}

@MainActor
private func registeredApplication(_ name: String) throws -> Application {
    // Its place on the bus stays taken until the process ends.
    let application = Application(id: "io.github.cameo_contacts.Cameo.Tests.\(name)", isUnique: false)
    try application.register()
    return application
}

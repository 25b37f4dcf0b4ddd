import Foundation
import FoundationXML
import GLib
import Gtk
import Resources
import TestSupport
import XCTest

@testable import CameoApp

/// The window of keyboard shortcuts lists all existing shortcuts, and no others.
final class ShortcutsTests: XCTestCase {
    /// Keys of GTK's own widgets: lists, the menu, typing.
    private static let ofWidgets: Set<String> = ["a...z", "F10", "Down", "Up", "Return", "Menu", "<Shift>F10"]
    /// Keys that text fields and input methods use themselves. Lists and pages get the remaining key presses.
    private static let ofPages: Set<String> = [
        "F2", "Delete", "<Control>Delete", "<Control>s", "<Control>z", "<Control>a", "<Control>space", "<Shift>Up",
        "<Shift>Down",
        "plus", "minus", "0", "r", "<Shift>r", "Left", "Right", "<Control>v", "<Control>c", "<Shift><Control>s",
    ]

    func testTheWindowListsAllShortcutsAndNoOther() throws {
        let listed = try Self.accelerators(in: Resources.shortcutsWindow)
        XCTAssertEqual(listed.count, Set(listed).count, "each once")
        let actions = MainActor.assumeIsolated { Shortcuts.ofActions.flatMap { $0.value } }
            // The keypad's keys do the same as their sisters.
            .filter { !$0.contains("KP_") }
        XCTAssertEqual(Set(listed), Set(actions).union(Self.ofWidgets).union(Self.ofPages))
    }

    func testNoShortcutIsSetElsewhere() {
        runCameo(.demo(.inventing(contacts: 1))) { _, application in
            for (action, keys) in application.shortcuts {
                let expected = Shortcuts.ofActions.first { $0.key == action }?.value
                XCTAssertEqual(Set(keys), Set(expected ?? []), action)
            }
            XCTAssertEqual(application.shortcuts.count, Shortcuts.ofActions.count)
        }
    }

    func testEverySentenceOfTheInterfaceFilesCanBeTranslated() throws {
        for text in [Resources.shortcutsWindow, Resources.preferencesWindow, Resources.signInPage] {
            let document = try XMLDocument(xmlString: text)
            XCTAssertNil(document.rootElement()?.attribute(forName: "domain"), "GTK 4.8 reads freed memory then")
            let names = ["title", "subtitle", "label", "description", "tooltip-text"]
            let condition = names.map { "@name='\($0)'" }.joined(separator: " or ")
            for node in try document.nodes(forXPath: "//property[\(condition)] | //item[not(*)]") {
                let element = try XCTUnwrap(node as? XMLElement)
                XCTAssertEqual(element.attribute(forName: "translatable")?.stringValue, "yes", node.xmlString)
            }
        }
    }

    private static func accelerators(in interface: String) throws -> [String] {
        try XMLDocument(xmlString: interface).nodes(
            forXPath: "//object[not(property[@name='direction']='rtl')]/property[@name='accelerator']"
        )
        .flatMap { ($0.stringValue ?? "").split(separator: " ").map(String.init) }
    }
}

import Contacts
import Foundation
import GLib
import TestSupport
import XCTest

@testable import CameoApp

/// A person's preferences survive a restart, with any installed version of the schema.
final class PreferencesTests: XCTestCase {
    override func setUpWithError() throws {
        // Any other would be the settings of the person who runs the tests.
        let backend = ProcessInfo.processInfo.environment["GSETTINGS_BACKEND"]
        try XCTSkipUnless(backend == "keyfile" || backend == "memory", "run through scripts/test")
    }

    override func tearDown() {
        MainActor.assumeIsolated {
            // The next test starts with the schema's values.
            guard let schema = try? Schema() else { return }
            let preferences = Preferences(schema.settings)
            preferences.order = ContactOrder(.shownName)
            preferences.showsArchived = false
            preferences.nameOrder = .asOnServer
            preferences.notifiesDaily = false
            preferences.hasCompactList = false
            preferences.windowSize = .init()
        }
    }

    func testEverythingIsRememberedOverARestart() throws {
        try onDisplay {
            let schema = try Schema()
            let first = Preferences(schema.settings)
            XCTAssertEqual(first.order, ContactOrder(.shownName))
            XCTAssertEqual(first.nameOrder, .asOnServer)
            XCTAssertFalse(first.notifiesDaily)
            first.order = ContactOrder(.newest, starredFirst: true)
            first.showsArchived = true
            first.nameOrder = .lastNameFirst
            first.notifiesDaily = true
            first.hasCompactList = true
            first.windowSize = .init(width: 700, height: 500, isMaximized: true)
            let second = Preferences(schema.settings)
            XCTAssertEqual(second.order, ContactOrder(.newest, starredFirst: true))
            XCTAssertTrue(second.showsArchived)
            XCTAssertEqual(second.nameOrder, .lastNameFirst)
            XCTAssertTrue(second.notifiesDaily)
            XCTAssertEqual(second.rowSize, .small)
            XCTAssertEqual(second.windowSize, .init(width: 700, height: 500, isMaximized: true))
        }
    }

    @MainActor func testTheListIsSortedByTheNameThatIsShownFirst() {
        let preferences = Preferences(nil)
        XCTAssertEqual(preferences.listed.order.key, .shownName)
        preferences.nameOrder = .lastNameFirst
        XCTAssertEqual(preferences.listed.order.key, .lastName)
        preferences.nameOrder = .firstNameFirst
        XCTAssertEqual(preferences.listed.order.key, .firstName)
        preferences.order = ContactOrder(.lastName)
        XCTAssertEqual(preferences.listed.order.key, .lastName, "the person's choice")
    }

    func testEveryValueIsOneThatTheSchemaAllows() throws {
        try onDisplay {
            let schema = try Schema()
            for key in ContactOrder.Key.allCases {
                Preferences(schema.settings).order = ContactOrder(key)
                XCTAssertEqual(Preferences(schema.settings).order.key, key)
            }
            for order in NameOrder.allCases {
                Preferences(schema.settings).nameOrder = order
                XCTAssertEqual(Preferences(schema.settings).nameOrder, order)
            }
        }
    }

    func testAnOlderSchemaKeepsWhatItHasKeysFor() throws {
        try onDisplay {
            let schema = try Schema(without: ["name-order", "daily-notification", "window-width"])
            let first = Preferences(try XCTUnwrap(schema.settings))
            first.nameOrder = .lastNameFirst
            first.notifiesDaily = true
            first.windowSize = .init(width: 700, height: 500)
            first.order = ContactOrder(.lastName)
            XCTAssertEqual(first.nameOrder, .lastNameFirst, "it holds for this run")
            let second = Preferences(schema.settings)
            XCTAssertEqual(second.nameOrder, .asOnServer)
            XCTAssertFalse(second.notifiesDaily)
            XCTAssertEqual(second.order.key, .lastName)
            XCTAssertEqual(second.windowSize, .init(width: 960, height: 500))
        }
    }

    func testAKeyOfAnotherTypeIsLeftAlone() throws {
        try onDisplay {
            let schema = try Schema(
                replacing: #"name="starred-first" type="b""#, with: #"name="starred-first" type="i""#
            ) {
                $0.replacing(
                    "<default>false</default>\n      <summary>Whether starred",
                    with: "<default>7</default>\n      <summary>Whether starred")
            }
            let preferences = Preferences(try XCTUnwrap(schema.settings))
            XCTAssertFalse(preferences.order.starredFirst)
            preferences.order.starredFirst = true
            XCTAssertFalse(Preferences(schema.settings).order.starredFirst)
        }
    }

    func testNoSchemaMeansDefaultsForThisRun() {
        onDisplay {
            XCTAssertNil(Settings.open(schema: "io.github.cameo_contacts.Missing"))
            XCTAssertNil(Settings.open(schema: Cameo.applicationID, in: TemporaryFolder().url))
            let preferences = Preferences(nil)
            preferences.order = ContactOrder(.newest)
            XCTAssertEqual(preferences.order.key, .newest)
            XCTAssertEqual(Preferences(nil).order, ContactOrder(.shownName))
        }
    }
}

/// Cameo's schema, or an older one, compiled in a folder of its own.
@MainActor
private final class Schema {
    private let folder = TemporaryFolder()

    /// As it is installed, without some of its keys.
    convenience init(without keys: [String] = []) throws {
        try self.init { text in
            keys.reduce(text) { text, key in
                guard let start = text.range(of: "<key name=\"\(key)\""),
                    let end = text[start.lowerBound...].range(of: "</key>")
                else { return text }
                return text.replacingCharacters(in: start.lowerBound..<end.upperBound, with: "")
            }
        }
    }

    convenience init(replacing old: String, with new: String, _ more: (String) -> String) throws {
        try self.init { more($0.replacing(old, with: new)) }
    }

    private init(_ change: (String) -> String) throws {
        let name = "\(Cameo.applicationID).gschema.xml"
        let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../data/\(name)")
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        let text = try String(contentsOf: source, encoding: .utf8)
        try change(text).write(to: folder.url.appending(path: name), atomically: true, encoding: .utf8)
        let process = try Process.run(
            URL(filePath: "/usr/bin/env"), arguments: ["glib-compile-schemas", "--strict", folder.url.path])
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0)
    }

    /// The settings anew, as after a start.
    var settings: Settings? { Settings.open(schema: Cameo.applicationID, in: folder.url) }
}

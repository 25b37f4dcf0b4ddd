import CGtk
import Contacts
import GLib
import Gtk
import Model
import Monica
import TestSupport
import XCTest

@testable import CameoApp

/// A contact's menu in a list offers the actions for this very contact.
final class ContactMenuTests: XCTestCase {
    @MainActor
    private static func store() async throws -> ContactStore {
        let store = try ContactStore.inMemory()
        let fields = [
            #"{"content":"ada@example.org","contact_field_type":{"type":"email"}}"#,
            #"{"content":"+44 20 1","contact_field_type":{"type":"phone"}}"#,
        ]
        // A type of the user.
        let mobile = #"{"content":"+44 20 1","contact_field_type":{"name":"Mobile","protocol":"tel:"}}"#
        for (id, json) in [(1, fields.joined(separator: ",")), (2, mobile), (3, "")] {
            let contact = #"{"id":\#(id),"complete_name":"Person 000\#(id)","contactFields":[\#(json)]}"#
            try await store.upsert([try Contact(json: Data(contact.utf8))])
        }
        return store
    }

    @MainActor
    private static func sidebar() async throws -> (ContactsSidebar, TestWindow) {
        let sidebar = ContactsSidebar(pictures: AvatarPictures(), menu: Menu())
        let window = TestWindow(sidebar.root, width: 360, height: 700)
        let store = try await store()
        sidebar.begin(with: store, at: nil)
        sidebar.contacts.show(try await store.list())
        await until("the contacts are there") { sidebar.root.texts.contains("Person 0001") }
        return (sidebar, window)
    }

    func testTheRowIsNotDrawnAsPressedWhileAndAfterItsMenuIsOpen() {
        onDisplay(limit: .seconds(30)) {
            let (sidebar, window) = try await Self.sidebar()
            let row = try XCTUnwrap(sidebar.list.children.first)
            // As a press of the mouse button does. Its release goes to the menu.
            gtk_widget_set_state_flags(row.cast(), GTK_STATE_FLAG_ACTIVE, 0)
            let entry = try XCTUnwrap(sidebar.contacts.model.items.first)
            sidebar.list.onMenu?(entry, WidgetPoint(middleOf: row))
            await until("the menu is open") { sidebar.root.texts.contains("Open in New Window") }
            let isPressed = { gtk_widget_get_state_flags(row.cast()).rawValue & GTK_STATE_FLAG_ACTIVE.rawValue != 0 }
            XCTAssertFalse(isPressed())
            let menu = try XCTUnwrap(sidebar.root.first(ofType: "GtkPopoverMenu"))
            // As by a click elsewhere.
            gtk_popover_popdown(menu.cast())
            await until("the menu is gone") { !sidebar.root.texts.contains("Open in New Window") }
            XCTAssertFalse(isPressed())
            // With the next frames GTK tells the window where the pointer is now.
            for _ in 0..<3 { await sidebar.list.nextFrame(within: .milliseconds(500)) }
            window.close()
        }
    }

    func testItLogsForWhomItMakesSense() {
        onDisplay(limit: .seconds(30)) {
            let (sidebar, window) = try await Self.sidebar()
            let dead = #"{"id":3,"complete_name":"Person 0003","is_dead":true}"#
            try await sidebar.rowMenu.store?.upsert([try Contact(json: Data(dead.utf8))])
            sidebar.mayWrite = true
            var (logged, opened) = ([String](), [Int]())
            sidebar.rowMenu.onLogged = { logged.append("\($0) \($1)") }
            sidebar.rowMenu.onLog = { opened.append($0) }
            for (entry, label) in zip(sidebar.contacts.model.items, ["Met", "Log…", "Edit"]) {
                sidebar.list.onMenu?(entry, WidgetPoint(middleOf: sidebar.list))
                await until("the menu is open") { sidebar.root.texts.contains("Open in New Window") }
                XCTAssertEqual(sidebar.root.texts.contains("Called"), label != "Edit")
                XCTAssertEqual(sidebar.root.texts.contains("Log…"), label != "Edit")
                XCTAssertTrue(sidebar.root.clickMenuItem(label))
                await until("the menu is gone") { !sidebar.root.texts.contains("Open in New Window") }
            }
            await until("all is done") { logged == ["activity 1"] && opened == [2] }
            window.close()
        }
    }

    func testItSelectsAContactAndUnselectsIt() {
        onDisplay(limit: .seconds(30)) {
            let (sidebar, window) = try await Self.sidebar()
            let entry = try XCTUnwrap(sidebar.contacts.model.items.first)
            for (label, picked) in [("Select", [1]), ("Unselect", [])] as [(String, Set<Int>)] {
                sidebar.list.onMenu?(entry, WidgetPoint(middleOf: sidebar.list))
                await until("the menu is open") { sidebar.root.texts.contains(label) }
                XCTAssertTrue(sidebar.root.clickMenuItem(label))
                await until("the menu is gone") { !sidebar.root.texts.contains(label) }
                await until("it is done") { sidebar.picks.ids == picked }
            }
            window.close()
        }
    }

    func testALineIsAboveTheDeletionOfAContact() {
        onDisplay(limit: .seconds(30)) {
            let (sidebar, window) = try await Self.sidebar()
            sidebar.mayWrite = true
            let entry = try XCTUnwrap(sidebar.contacts.model.items.first)
            sidebar.list.onMenu?(entry, WidgetPoint(middleOf: sidebar.list))
            await until("the menu is open") { sidebar.root.texts.contains("Open in New Window") }
            let menu = try XCTUnwrap(sidebar.root.first(ofType: "GtkPopoverMenu"))
            XCTAssertEqual(menu.menuParts.suffix(2), [["_Edit"], ["_Delete Contact"]])
            XCTAssertEqual(DetailMenu().button.menuParts.last, ["_Delete Contact"])
            gtk_popover_popdown(menu.cast())
            await until("the menu is gone") { !sidebar.root.texts.contains("Open in New Window") }
            for _ in 0..<3 { await sidebar.list.nextFrame(within: .milliseconds(500)) }
            window.close()
        }
    }

    private static let copies = ["Copy Email", "Copy Phone"]

    func testItOffersWhatTheContactHasAndDoesIt() {
        onDisplay(limit: .seconds(30)) {
            let (sidebar, window) = try await Self.sidebar()
            var opened: [Int] = []
            var copied: [String] = []
            sidebar.rowMenu.onOpenWindow = { opened.append($0) }
            sidebar.rowMenu.onCopy = { copied.append($0) }

            for (entry, offered) in zip(sidebar.contacts.model.items, [Self.copies, ["Copy Phone"], []]) {
                for label in ["Open in New Window"] + offered {
                    sidebar.list.onMenu?(entry, WidgetPoint(middleOf: sidebar.list))
                    await until("the menu is open") { sidebar.root.texts.contains("Open in New Window") }
                    XCTAssertEqual(sidebar.root.texts.filter(Self.copies.contains), offered)
                    XCTAssertTrue(sidebar.root.clickMenuItem(label))
                    await until("the menu is gone") { !sidebar.root.texts.contains("Open in New Window") }
                }
            }
            await until("all is done") { opened.count == 3 && copied.count == 3 }
            XCTAssertEqual(opened, [1, 2, 3])
            XCTAssertEqual(copied, ["ada@example.org", "+44 20 1", "+44 20 1"])
            window.close()
        }
    }
}

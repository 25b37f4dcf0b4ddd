import CGtk
import Contacts
import GLib
import Gtk
import TestSupport
import XCTest

@testable import CameoApp

/// The buttons of the rows of Today and Keep in Touch.
final class DayActionsTests: XCTestCase {
    func testBothListsHaveTheSameButtons() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            var opened: [String] = []
            lab.sidebar.onOpen = { opened.append($0) }
            let mail = SidebarLab.fields(mail: "ada@example.org", phone: "5")
            try await lab.store(1, "Ada", SidebarLab.overdue(days: 0).merging(mail) { $1 })
            try await lab.store(2, "Bob", SidebarLab.overdue(days: 0))
            try await lab.store(
                3, "Cyd", SidebarLab.overdue(days: 3).merging(SidebarLab.fields(phone: "+1 555 1")) { $1 })
            let ticks = ["Ada", "Bob", "Cyd"].map { "\($0): I Was in Touch" }
            let ways = ["Write an Email to Ada", "Call Cyd"]
            for tab in [SidebarTab.today, .keepInTouch] {
                lab.sidebar.mayWrite = true
                lab.sidebar.tab = tab
                await until("all can be ticked") { ticks.allSatisfy(lab.shows) }
                XCTAssertFalse(ways.contains(where: lab.shows))
                lab.sidebar.mayWrite = false
                await until("two can be reached") { ways.allSatisfy(lab.shows) }
                XCTAssertFalse(ticks.contains(where: lab.shows))
                for way in ways { XCTAssertTrue(lab.click(way)) }
            }
            XCTAssertEqual(opened, ["mailto:ada@example.org", "tel:+15551", "mailto:ada@example.org", "tel:+15551"])
            lab.window.close()
        }
    }

    func testTabReachesTheButtonOfARowAndReturnOpensTheRow() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            lab.sidebar.mayWrite = true
            var opened: [Int] = []
            lab.sidebar.onActivate = { opened.append($0.id) }
            try await lab.store(1, "Ada")
            try await lab.storeTasks(#"[{"id":7,"title":"Tea"}]"#, of: 1)
            try await lab.store(2, "Bob", SidebarLab.overdue(days: 1))
            let days = lab.sidebar.days
            for (tab, page, rows) in [
                (.today, days.today.root, [(2, "Bob: I Was in Touch"), (1, "Tea")]),
                (.keepInTouch, days.keepInTouch.root, [(2, "Bob: I Was in Touch")]),
            ] as [(SidebarTab, Widget, [(Int, String)])] {
                lab.sidebar.tab = tab
                await until("the buttons show") { rows.allSatisfy { lab.shows($0.1) } }
                let list = try XCTUnwrap(page.first(ofType: "GtkListView"))
                for (_, button) in rows {
                    let row = try XCTUnwrap(
                        list.children.first { $0.visibleTree.contains { $0.hasAccessibleLabel(button) } })
                    row.takeFocus()
                    XCTAssertTrue(list.pressFirst(GDK_KEY_Tab))
                    XCTAssertEqual(list.focusedWidget?.hasAccessibleLabel(button), true)
                    row.takeFocus()
                    // As Return does.
                    XCTAssertTrue(gtk_widget_activate(row.cast()) != 0)
                }
                XCTAssertEqual(opened, rows.map { $0.0 })
                opened = []
            }
            lab.window.close()
        }
    }

    func testOfSeveralAddressesThePersonChooses() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            var opened: [String] = []
            lab.sidebar.onOpen = { opened.append($0) }
            let mails = ["a@example.org", "b@example.org"].map {
                ["content": $0, "contact_field_type": ["type": "email"]] as [String: Any]
            }
            try await lab.store(1, "Ada", bornDaysAhead: 0, ["contactFields": mails])
            lab.sidebar.tab = .today
            let button = "Write an Email to Ada"
            await until("the button is there") { lab.shows(button) }
            for order in [["a@example.org", "b@example.org"], ["b@example.org", "a@example.org"]] {
                XCTAssertTrue(lab.click(button))
                await until("the menu is open") { lab.texts.contains("a@example.org") }
                XCTAssertEqual(lab.sidebar.root.first(ofType: "GtkPopoverMenu")?.menuParts, [order])
                XCTAssertTrue(lab.sidebar.root.clickMenuItem("b@example.org"))
                await until("the menu is gone") { !lab.texts.contains("a@example.org") }
            }
            await until("both are opened") { opened.count == 2 }
            XCTAssertEqual(opened, ["mailto:b@example.org", "mailto:b@example.org"])
            lab.window.close()
        }
    }
}

import CGtk
import Contacts
import Foundation
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// The tabs of the sidebar, and the search that is above all of them.
final class SidebarTabsTests: XCTestCase {
    func testTabsSayHowManyNeedSomething() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            XCTAssertTrue(lab.shows("Today") && lab.shows("Keep in Touch") && lab.shows("Contacts"))
            try await lab.store(1, "Ada", bornDaysAhead: 0)
            try await lab.store(2, "Bob", bornDaysAhead: 0)
            try await lab.store(3, "Cyd", bornDaysAhead: 1)
            try await lab.store(4, "Dan", SidebarLab.overdue(days: 5))
            try await lab.store(5, "Eve", SidebarLab.overdue(days: -3))
            await until("the tabs say it") { lab.shows("Today, 2") && lab.shows("Keep in Touch, 1") }
            try await lab.store.remove(ids: [1, 2, 4])
            await until("nobody needs anything") { lab.shows("Today") && lab.shows("Keep in Touch") }
            lab.window.close()
        }
    }

    func testTheLongestOverdueIsFirstToKeepInTouchWith() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            try await lab.store(1, "Ada", SidebarLab.overdue(days: -3))
            try await lab.store(2, "Bob", SidebarLab.overdue(days: 5))
            try await lab.store(3, "Cyd")
            await until("all are there") { lab.sidebar.contacts.model.count == 3 }
            lab.sidebar.tab = .keepInTouch
            await until("they are there") { lab.texts.contains("Due in 3 days") }
            XCTAssertEqual(lab.texts.filter { ["Ada", "Bob", "Cyd"].contains($0) }, ["Bob", "Ada"])
            XCTAssertTrue(lab.texts.contains(DayText.due(.now - 5 * 24 * 3600, now: .now)))
            lab.sidebar.clear()
            XCTAssertFalse(lab.sidebar.root.allTexts.contains("Bob"))
            XCTAssertEqual(lab.sidebar.tab, .contacts)
            lab.window.close()
        }
    }

    func testTitleAndNumberSayWhatTheTabShows() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            try await lab.store(1, "Ada", bornDaysAhead: 0)
            try await lab.store(2, "Bob", bornDaysAhead: 1, SidebarLab.overdue(days: 5))
            try await lab.store(3, "Cyd", SidebarLab.overdue(days: -3))
            try await lab.store(4, "Dan")
            let shown = [
                (SidebarTab.contacts, "Contacts", "4 contacts"), (.today, "Today", "2 contacts"),
                (.keepInTouch, "Keep in Touch", "2 contacts"), (.contacts, "Contacts", "4 contacts"),
            ]
            for (tab, title, number) in shown {
                lab.sidebar.tab = tab
                await until("the title of \(tab)") { Array(lab.sidebar.header.texts.prefix(2)) == [title, number] }
            }
            lab.sidebar.search.search(for: "bob")
            await until("the search") { lab.sidebar.header.texts.first == "Search Results" }
            XCTAssertFalse(lab.sidebar.header.texts.contains("4 contacts"))
            lab.sidebar.search.clear()
            await until("the tab again") { lab.sidebar.header.texts.first == "Contacts" }
            lab.window.close()
        }
    }

    func testTheNumberBesideTodayIsThatOfTheLine() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            try await lab.store(1, "Ada", bornDaysAhead: 1)
            await until("tomorrow is told") { lab.shows("Tomorrow: Ada") && lab.shows("Today") }
            // Due today, without an event.
            try await lab.store(2, "Bob", SidebarLab.overdue(days: 0))
            await until("he is counted") { lab.shows("Today: Bob") && lab.shows("Today, 1") }
            // An event, and due as well.
            try await lab.store(3, "Cyd", bornDaysAhead: 0, SidebarLab.overdue(days: 0))
            await until("she is counted once") { lab.shows("Today: Cyd and 1 more") && lab.shows("Today, 2") }
            lab.window.close()
        }
    }

    func testTheSidebarKeepsItsWidth() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            let width = { () -> Int in
                var natural: Int32 = 0
                gtk_widget_measure(lab.sidebar.root.cast(), GTK_ORIENTATION_HORIZONTAL, -1, nil, &natural, nil, nil)
                return Int(natural)
            }
            XCTAssertEqual(width(), ContactsSidebar.width)
            let long = String(repeating: "Sentences wrap in the sidebar. ", count: 8)
            lab.sidebar.saysSample = true
            lab.sidebar.banner.show(long, button: "Try Again")
            _ = try await lab.store.saveDraft(Data("form".utf8), of: nil)
            let draft = try await lab.store.drafts().first
            lab.sidebar.waiting.offer(try XCTUnwrap(draft), name: String(repeating: "Ada ", count: 40))
            lab.sidebar.show(.running(done: 1_234_567, total: 7_654_321))
            lab.sidebar.showPause(until: .now + .seconds(53))
            lab.sidebar.awaitNews()
            XCTAssertEqual(width(), ContactsSidebar.width)
            try await lab.store(1, String(repeating: "Ada ", count: 100), bornDaysAhead: 0)
            for tab in SidebarTab.allCases {
                lab.sidebar.tab = tab
                await until("\(tab) is there") { lab.sidebar.header.texts.contains("1 contact") || tab == .keepInTouch }
                XCTAssertEqual(width(), ContactsSidebar.width, "\(tab)")
            }
            lab.window.close()
        }
    }

    func testNobodyToKeepInTouchWithIsSaid() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            try await lab.store(1, "Ada")
            lab.sidebar.tab = .keepInTouch
            await until("it says so") { lab.texts.contains("No One to Catch Up With") }
            lab.window.close()
        }
    }

    func testTheSearchFindsEverybodyFromEachTab() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            try await lab.store(1, "Ada")
            try await lab.store(2, "Bob")
            for tab in SidebarTab.allCases {
                lab.sidebar.tab = tab
                lab.sidebar.search.search(for: "bob")
                await until("he is found from \(tab)") { lab.texts.contains("1 result") && lab.texts.contains("Bob") }
                XCTAssertFalse(lab.texts.contains("Ada"))
                lab.sidebar.search.clear()
                await until("the tab is back") { !lab.texts.contains("1 result") }
                XCTAssertEqual(lab.sidebar.tab, tab)
            }
            lab.window.close()
        }
    }

    func testTheChosenTabLeadsBackFromTheResults() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            try await lab.store(1, "Ada")
            for tab in SidebarTab.allCases {
                lab.sidebar.tab = tab
                lab.sidebar.search.search(for: "ada")
                await until("she is found from \(tab)") { lab.texts.contains("1 result") }
                let tabs = lab.sidebar.tabs.bar.visibleTree
                // As a key or a screen reader does.
                try XCTUnwrap(tabs.first { $0.hasAccessibleLabel(tab.title) }).emit("clicked")
                await until("the tab is back") { !lab.texts.contains("1 result") }
                XCTAssertEqual(lab.sidebar.tab, tab)
            }
            lab.window.close()
        }
    }

    func testEscapeEmptiesTheSearchAndGoesToTheList() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            try await lab.store(1, "Ada")
            await until("she is there") { lab.texts.contains("Ada") }
            lab.sidebar.search.search(for: "ada")
            await until("she is found") { lab.texts.contains("1 result") }
            let entry = try XCTUnwrap(
                lab.sidebar.root.visibleTree.first { $0.hasAccessibleLabel("Search Contacts") })
            entry.emit("stop-search")
            XCTAssertFalse(lab.sidebar.search.hasResults)
            XCTAssertFalse(lab.texts.contains("1 result"))
            XCTAssertTrue(lab.sidebar.list.hasFocusInside)
            lab.window.close()
        }
    }

    func testATabGivesTheFocusToItsFirstRow() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            try await lab.store(1, "Ada", bornDaysAhead: 0)
            try await lab.store(2, "Bob", SidebarLab.overdue(days: 3))
            try await lab.store(3, "Cyd", SidebarLab.overdue(days: 5))
            await until("all are there") { lab.sidebar.contacts.model.count == 3 }
            for (tab, first) in [(SidebarTab.today, "Ada"), (.keepInTouch, "Cyd"), (.today, "Ada")] {
                lab.sidebar.tab = tab
                lab.sidebar.focusList()
                await until("\(first) has the focus") {
                    let focused = lab.sidebar.root.focusedWidget?.texts ?? []
                    return focused.contains(first) && !focused.contains("Bob")
                }
            }
            lab.window.close()
        }
    }

    func testEachTabKeepsItsPlace() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            try await lab.store.upsert(
                (100...200).map { try lab.contact($0, "Person \($0)", SidebarLab.overdue(days: 3)) })
            await until("all are there") { lab.sidebar.contacts.model.count == 101 && lab.texts.contains("Person 100") }
            lab.sidebar.list.selectedPosition = 50
            lab.sidebar.list.scroll(to: 50)
            await until("the list scrolled") { lab.texts.contains("Person 150") }
            let place = lab.sidebar.place
            for tab in [SidebarTab.today, .keepInTouch] {
                lab.sidebar.tab = tab
                await until("\(tab) is there") { lab.texts.contains("Person 100") }
            }
            lab.sidebar.tab = .contacts
            await until("the list is there") { lab.texts.contains("Person 150") }
            XCTAssertEqual(lab.sidebar.place, place)
            lab.window.close()
        }
    }
}

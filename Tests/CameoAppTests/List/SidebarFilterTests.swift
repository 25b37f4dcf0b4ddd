import Contacts
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// The filter of the sidebar: chips, counts, and the way back to all contacts.
final class SidebarFilterTests: XCTestCase {
    @MainActor
    private static func lab() async throws -> SidebarLab {
        let lab = try SidebarLab()
        let work: [[String: Any]] = [["id": 1, "name": "work"]]
        try await lab.store(1, "Ada", ["is_starred": true, "tags": work])
        try await lab.store(2, "Ben", ["tags": work])
        try await lab.store(3, "Cleo")
        await until("all contacts show") { lab.texts.contains("3 contacts") }
        return lab
    }

    func testChipsAndTheCountFollowTheFilter() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await Self.lab()
            let filter = lab.sidebar.search.filter
            filter.set(ContactFilter(tags: ["work"]))
            await until("two contacts show") { lab.texts.contains("2 of 3 contacts") }
            filter.set(ContactFilter(isStarred: true, tags: ["work"]))
            await until("one contact shows") { lab.texts.contains("1 of 3 contacts") }
            XCTAssertTrue(lab.click("Remove Filter work"))
            XCTAssertEqual(filter.value, ContactFilter(isStarred: true))
            XCTAssertTrue(lab.click("Remove Filter Starred"))
            await until("all contacts show") { lab.texts.contains("3 contacts") }
            XCTAssertFalse(filter.chips.isVisible)
            lab.window.close()
        }
    }

    func testTagsAreTickedAndTwelveOfThemHaveASearch() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await Self.lab()
            let filter = lab.sidebar.search.filter
            let clubs = (1...9).map { "club \($0)" }
            try await lab.store(2, "Ben", Self.tags(["work", "friend"]))
            try await lab.store(3, "Cleo", Self.tags(clubs))
            filter.button.open()
            await until("the tags show") { filter.button.check("friend, 1 contact") != nil }
            XCTAssertNil(filter.button.first(ofType: "GtkSearchEntry"), "eleven tags need no search")
            try XCTUnwrap(filter.button.check("work, 2 contacts")).isOn = true
            await until("two contacts show") { lab.texts.contains("2 of 3 contacts") }
            try XCTUnwrap(filter.button.check("friend, 1 contact")).isOn = true
            await until("one contact shows") { lab.texts.contains("1 of 3 contacts") }
            XCTAssertEqual(filter.value.tags, ["work", "friend"])
            try XCTUnwrap(filter.button.check("work, 2 contacts")).isOn = false
            XCTAssertEqual(filter.value.tags, ["friend"])
            filter.button.close()
            await until("the choice is closed") { !filter.button.isOpen }

            try await lab.store(3, "Cleo", Self.tags(clubs + ["club 10"]))
            filter.button.open()
            await until("the search shows") { filter.button.first(ofType: "GtkSearchEntry") != nil }
            let entry = try XCTUnwrap(filter.button.first(ofType: "GtkSearchEntry"))
            SearchEntry(borrowing: entry.pointer).text = "Frie"
            await until("other tags go") { filter.button.check("work, 2 contacts") == nil }
            XCTAssertEqual(filter.button.check("friend, 1 contact")?.isOn, true)
            filter.button.close()
            await until("the choice is closed") { !filter.button.isOpen }
            lab.window.close()
        }
    }

    /// Fields of a contact with tags.
    private static func tags(_ names: [String]) -> [String: Any] {
        ["tags": names.enumerated().map { ["id": $0.offset + 1, "name": $0.element] as [String: Any] }]
    }

    func testAMergedTagLeavesAnotherFilterAsItIs() {
        let filter = ContactFilter(isStarred: true, tags: ["work", "friend"])
        XCTAssertEqual(filter.replacing("friends", with: "friend"), filter)
        XCTAssertEqual(filter.replacing("Work", with: "friend").tags, ["friend"])
        XCTAssertEqual(filter.replacing("work", with: "job").tags, ["job", "friend"])
        XCTAssertEqual(filter.replacing("work", with: nil), ContactFilter(isStarred: true, tags: ["friend"]))
    }

    func testANameInOtherCaseIsRefusedAsTheSameTag() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await Self.lab()
            let menu = FilterMenu()
            menu.mayWrite = true
            var replaced: [String?] = []
            menu.onReplace = { replaced.append($1) }
            let window = TestWindow(menu.root)
            menu.show(try await lab.store.tags(), ContactFilter())
            XCTAssertTrue(menu.root.click("Change Tag work"))
            let name = EntryRow(borrowing: try XCTUnwrap(menu.root.row(titled: "Name")).pointer)
            name.text = "Work"
            XCTAssertTrue(menu.root.clickButton("Rename"))
            XCTAssertTrue(menu.root.texts.contains("The server takes this for the same tag."))
            name.text = "job"
            XCTAssertTrue(menu.root.clickButton("Rename"))
            XCTAssertEqual(replaced, ["job"])
            window.close()
            lab.window.close()
        }
    }

    func testAnEmptyResultSaysSoAndLeadsBack() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await Self.lab()
            lab.sidebar.search.filter.set(ContactFilter(tags: ["gone"]))
            await until("nothing is found") { lab.texts.contains("No contact meets all filters.") }
            XCTAssertTrue(lab.sidebar.endInnermost())
            await until("all contacts show") { lab.texts.contains("3 contacts") }
            XCTAssertFalse(lab.sidebar.endInnermost())
            lab.window.close()
        }
    }

    func testASearchStaysWithinTheFilterAndEndsBeforeIt() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await Self.lab()
            try await lab.store(4, "Bea")
            let filter = lab.sidebar.search.filter
            filter.set(ContactFilter(tags: ["work"]))
            lab.sidebar.search.search(for: "be")
            await until("Ben is found") { lab.texts.contains("1 result") }
            filter.clear()
            await until("Bea is found too") { lab.texts.contains("2 results") }
            filter.set(ContactFilter(tags: ["work"]))
            await until("Bea is left out") { lab.texts.contains("1 result") }
            XCTAssertTrue(lab.sidebar.endInnermost())
            XCTAssertEqual(filter.value.tags, ["work"])
            XCTAssertTrue(lab.sidebar.endInnermost())
            XCTAssertTrue(filter.value.isEmpty)
            lab.window.close()
        }
    }
}

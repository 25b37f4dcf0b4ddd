import Contacts
import Foundation
import GLib
import Gtk
import MonicaAPI
import TestSupport
import XCTest

@testable import CameoApp

/// Who comes up in the next days, and with whom to keep in touch, beside the list of all.
final class SidebarViewsTests: XCTestCase {
    func testTheNextBirthdaysStandAboveTheList() {
        onDisplay(limit: .seconds(60)) {
            let lab = try Lab()
            try await lab.store(1, "Ada", bornDaysAhead: 1)
            await until("she is announced") { lab.texts.contains("Tomorrow · Birthday, turns 30") }
            XCTAssertTrue(
                lab.sidebar.root.visibleTree.contains { $0.hasAccessibleLabel("Ada, Tomorrow · Birthday, turns 30") })
            try await lab.store(2, "Bob", bornDaysAhead: 0)
            await until("he is first") { lab.texts.first { $0.contains("Birthday") }?.hasPrefix("Today") == true }
            lab.sidebar.search.isActive = true
            XCTAssertFalse(lab.texts.contains("Coming Up"))
            lab.sidebar.search.isActive = false
            XCTAssertTrue(lab.texts.contains("Coming Up"))
            try await lab.store.remove(ids: [1, 2])
            try await lab.store(3, "Cyd", bornDaysAhead: 100)
            await until("nothing is left of it") { !lab.texts.contains("Coming Up") }
            lab.window.close()
        }
    }

    func testMoreThanThereIsRoomForAreAPageAway() {
        onDisplay(limit: .seconds(60)) {
            let lab = try Lab()
            var activated: [Int] = []
            lab.sidebar.onActivate = { activated.append($0.id) }
            for id in 1...5 { try await lab.store(id, "Person \(id)", bornDaysAhead: 2) }
            await until("all are announced") { lab.sidebar.root.clickButton("Show All (5)") }
            await until("the page is there") { lab.sidebar.view == .upcoming && lab.texts.contains("Person 5") }
            XCTAssertEqual(lab.texts.count { $0.contains("Birthday") }, 5)
            XCTAssertTrue(lab.sidebar.root.click("Back to All Contacts"))
            XCTAssertEqual(lab.sidebar.view, .contacts)
            lab.sidebar.root.visibleTree.first { $0.hasAccessibleLabel(lab.label(1)) }?.emit("clicked")
            XCTAssertEqual(activated, [1])
            lab.window.close()
        }
    }

    func testTheLongestOverdueIsFirstToKeepInTouchWith() {
        onDisplay(limit: .seconds(60)) {
            let lab = try Lab()
            try await lab.store(1, "Ada", ["stay_in_touch_frequency": 7, "last_called": Lab.day(-4)])
            try await lab.store(2, "Bob", ["stay_in_touch_frequency": 7, "last_called": Lab.day(-12)])
            try await lab.store(3, "Cyd")
            await until("all are there") { lab.sidebar.contacts.model.count == 3 }
            lab.sidebar.view = .keepInTouch
            await until("they are there") { lab.texts.contains("Due in 3 days") }
            XCTAssertEqual(lab.texts.filter { ["Ada", "Bob", "Cyd"].contains($0) }, ["Bob", "Ada"])
            XCTAssertTrue(lab.texts.contains("Due for 5 days"))
            lab.sidebar.clear()
            XCTAssertFalse(lab.sidebar.root.allTexts.contains("Bob"))
            XCTAssertEqual(lab.sidebar.view, .contacts)
            lab.window.close()
        }
    }

    func testNobodyToKeepInTouchWithIsSaid() {
        onDisplay(limit: .seconds(60)) {
            let lab = try Lab()
            try await lab.store(1, "Ada")
            lab.sidebar.view = .keepInTouch
            await until("it says so") { lab.texts.contains("Nobody to Keep in Touch With") }
            lab.window.close()
        }
    }
}

/// A sidebar on the screen, over a store in memory.
@MainActor
private final class Lab {
    let store: ContactStore
    let sidebar: ContactsSidebar
    let window: TestWindow
    private var observation: ContactObservation?

    init() throws {
        store = try ContactStore.inMemory()
        sidebar = ContactsSidebar(pictures: AvatarPictures(), menu: Menu())
        window = TestWindow(sidebar.root, width: 320)
        sidebar.begin(with: store, at: nil)
        observation = store.observeList { [weak sidebar] list in
            Task { @MainActor in sidebar?.contacts.show(list) }
        }
    }

    var texts: [String] { sidebar.root.texts }

    func label(_ id: Int) -> String {
        texts.first { $0.contains("Birthday") }.map { "Person \(id), \($0)" } ?? ""
    }

    /// Stores a contact as if the server had sent it.
    func store(_ id: Int, _ name: String, _ fields: [String: Any] = [:]) async throws {
        let contact: [String: Any] = ["id": id, "complete_name": name].merging(fields) { $1 }
        try await store.upsert([Contact(json: JSONSerialization.data(withJSONObject: contact))])
    }

    /// Stores somebody whose thirtieth birthday is so many days from now.
    func store(_ id: Int, _ name: String, bornDaysAhead days: Int) async throws {
        let day = Self.day(days)
        let year = try XCTUnwrap(Int(day.prefix(4)))
        let born = "\(year - 30)" + day.dropFirst(4)
        try await store(id, name, ["information": ["dates": ["birthdate": ["date": born]]]])
    }

    /// A day so many days from now, as the server writes it.
    static func day(_ ahead: Int) -> String {
        let day = Calendar.current.date(byAdding: .day, value: ahead, to: .now) ?? .now
        return day.formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day()) + "T00:00:00Z"
    }
}

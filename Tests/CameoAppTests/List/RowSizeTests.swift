import Contacts
import Gtk
import TestSupport
import XCTest

@testable import CameoApp

/// The rows of the lists, with the marks at their end.
final class RowSizeTests: XCTestCase {
    func testACompactListHasSmallerRowsAndFacesAndKeepsItsPlace() throws {
        try onDisplay {
            let pictures = AvatarPictures()
            let (sidebar, window) = try shownSidebar(contacts: 200, pictures)
            sidebar.list.selectedPosition = 100
            sidebar.list.scroll(to: 100)
            waitUntil("the list scrolled") { sidebar.root.texts.contains("Person 0101") }
            let faces = { Set(sidebar.list.textureViews.map(\.width)) }
            waitUntil("the faces are there") { faces() == [50] }
            for (size, height, face) in [(RowSize.small, 48, 32), (.usual, 64, 50)] {
                pictures.rowSize = size
                sidebar.remakeRows()
                waitUntil("the rows are \(height) pixels high") {
                    faces() == [face] && sidebar.list.children.contains { $0.children.first?.height == height }
                }
                waitUntil("the selected row is in sight") { sidebar.root.texts.contains("Person 0101") }
                XCTAssertEqual(sidebar.list.selectedPosition, 100)
            }
            window.close()
        }
    }

    func testTheRowOfTheUserSaysSo() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            lab.pictures.marks.followUser(in: lab.store)
            try await lab.store(1, "Ada", ["is_me": true])
            try await lab.store(2, "Bob", bornDaysAhead: 0)
            await until("she is marked") { lab.shows("Ada, Me") && lab.texts.contains("Me") }
            XCTAssertEqual(lab.texts.count { $0 == "Me" }, 1)
            try await lab.store(2, "Bob", bornDaysAhead: 0, ["is_me": true])
            await until("he is marked") { lab.shows("Bob, Me") && lab.shows("Ada") }
            XCTAssertEqual(lab.texts.count { $0 == "Me" }, 1)
            lab.sidebar.tab = .today
            await until("and in the other lists") { lab.shows("Bob, Birthday, turns 28, Me") }
            lab.window.close()
        }
    }
}

import Contacts
import Gtk
import TestSupport
import XCTest

@testable import CameoApp

/// A long list of which only the first contacts are read shows them, and the others when they are read.
final class ListBeginningTests: XCTestCase {
    func testTheBeginningShowsUntilTheListIsThere() throws {
        try onSidebar { sidebar in
            let list = try contactList(3_000)
            sidebar.contacts.show(list.prefix(200))
            waitUntil("the beginning shows") { sidebar.contacts.model.count == 200 }
            XCTAssertEqual(sidebar.contacts.total, 3_000)
            // The list selects a contact outside the beginning as soon as the contact is there.
            sidebar.select(2_500)
            sidebar.contacts.show(list)
            waitUntil("the list is whole") { sidebar.contacts.model.count == 3_000 }
            waitUntil("the contact is selected") { sidebar.list.selectedPosition == 2_499 }
        }
    }

    func testWhatHasGoneSinceGoesFromTheBeginning() throws {
        try onSidebar { sidebar in
            sidebar.contacts.show(try contactList(3_000).prefix(200))
            waitUntil("the beginning shows") { sidebar.contacts.model.count == 200 }
            sidebar.list.selectedPosition = 4
            sidebar.contacts.show(try contactList(3_000) { id, fields in if id < 4 { fields["id"] = 0 } })
            waitUntil("the list is whole") { sidebar.contacts.model.count == 2_997 }
            XCTAssertEqual(sidebar.list.selectedPosition, 1)
        }
    }

    func testABeginningDoesNotReplaceAListThatIsThere() throws {
        try onSidebar { sidebar in
            let list = try contactList(3_000)
            sidebar.contacts.show(list)
            waitUntil("the list is whole") { sidebar.contacts.model.count == 3_000 }
            sidebar.contacts.show(list.prefix(200))
            settle()
            XCTAssertEqual(sidebar.contacts.model.count, 3_000)
        }
    }

    func testWhoWasFurtherDownWaitsForTheList() throws {
        try onSidebar(at: ListPlace(selected: 2_000, top: 1_990)) { sidebar in
            let list = try contactList(3_000)
            sidebar.contacts.show(list.prefix(200))
            settle()
            XCTAssertEqual(sidebar.contacts.model.count, 0)
            sidebar.contacts.show(list)
            waitUntil("the list is whole") { sidebar.contacts.model.count == 3_000 }
            waitUntil("the place is found") { sidebar.place.top == 1_990 }
        }
    }
}

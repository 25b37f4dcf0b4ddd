import Contacts
import Foundation
import Gtk
import Model
import Monica
import TestSupport
import XCTest

@testable import CameoApp

/// A person's place in the list stays, through all changes of the list.
final class ListPlaceTests: XCTestCase {
    /// People with these numbers, who stand in their order by first name, and the other way round by last name.
    @MainActor
    private static func list(_ numbers: some Sequence<Int>, byFirstName: Bool = true) throws -> ContactList {
        let contacts = try numbers.map { number in
            let name = String(format: "Person %04d", number)
            let fields: [String: Any] = [
                "id": number, "first_name": name, "complete_name": name,
                "last_name": String(format: "%04d", 9_999 - number),
            ]
            return ContactSummary(try Contact(json: JSONSerialization.data(withJSONObject: fields)))
        }
        return ContactList(sorting: contacts, by: ContactOrder(byFirstName ? .firstName : .lastName))
    }

    private let left = ListPlace(selected: 260, top: 250)

    func testTheListOpensWhereItWasLeft() throws {
        try onSidebar(at: left) { [left] sidebar in
            sidebar.contacts.show(try Self.list(1...500))
            waitUntil("the place is found again") { sidebar.place == left }
        }
    }

    func testAContactThatIsOpenedWhileTheListComesStaysChosen() throws {
        try onSidebar(at: ListPlace(selected: 4, top: nil)) { sidebar in
            sidebar.contacts.show(try Self.list(1...200))
            waitUntil("the contact of the last time is selected") { sidebar.place.selected == 4 }
            sidebar.select(9)
            var selections: [Int?] = []
            sidebar.onSelect = { selections.append($0?.id) }
            sidebar.contacts.show(try Self.list(1...500))
            waitUntil("all contacts came") { sidebar.contacts.isWhole && sidebar.contacts.model.count == 500 }
            settle()
            XCTAssertEqual(sidebar.place.selected, 9)
            XCTAssertEqual(selections, [])
        }
    }

    func testAfterARestartTheFocusIsOnTheFirstRowInSight() throws {
        try onSidebar(at: ListPlace(selected: nil, top: 250)) { sidebar in
            sidebar.focusList()
            sidebar.contacts.show(try Self.list(1...500))
            waitUntil("the place is found again") { sidebar.place.top == 250 }
            waitUntil("a row in sight has the focus") {
                let focused = sidebar.list.focusedItem.map(\.id) ?? 0
                return (250...252).contains(focused)
            }
        }
    }

    func testAfterARestartTheFocusIsOnTheSelectedRow() throws {
        try onSidebar(at: left) { sidebar in
            sidebar.focusList()
            sidebar.contacts.show(try Self.list(1...500))
            waitUntil("the selected row has the focus") { sidebar.list.focusedItem?.id == 260 }
        }
    }

    func testAChangeKeepsTheSelectionAndWhatIsOnTheScreen() throws {
        try onSidebar(at: left) { [left] sidebar in
            sidebar.contacts.show(try Self.list(101...500))
            waitUntil("the place is found") { sidebar.place == left }
            // Thirty come in front of it, and ten go.
            sidebar.contacts.show(try Self.list(Array(1...30) + Array(111...500)))
            waitUntil("the change shows") { sidebar.contacts.model.count == 420 }
            waitUntil("the same contacts are on the screen") { sidebar.place == left }
        }
    }

    func testAnotherOrderLeadsToTheSelection() throws {
        try onSidebar(at: left) { [left] sidebar in
            sidebar.contacts.show(try Self.list(1...500))
            waitUntil("the place is found again") { sidebar.place == left }
            // While a person scrolls, far from the selection.
            sidebar.list.scroll(to: 20)
            waitUntil("the list scrolled") { sidebar.root.texts.contains("Person 0021") }
            sidebar.contacts.awaitNewOrder()
            sidebar.contacts.show(try Self.list(1...500, byFirstName: false))
            waitUntil("the order is another one") { sidebar.contacts.model.items.first?.id == 500 }
            waitUntil("the selection is in sight") { sidebar.root.texts.contains("Person 0260") }
            settle()
            XCTAssertTrue(sidebar.root.texts.contains("Person 0260"))
            XCTAssertEqual(sidebar.place.selected, 260)
        }
    }

    func testAnotherOrderWithoutASelectionBeginsAtTheTop() throws {
        try onSidebar(at: ListPlace(selected: nil, top: 250)) { sidebar in
            sidebar.contacts.show(try Self.list(1...500))
            waitUntil("the place is found again") { sidebar.place.top == 250 }
            sidebar.contacts.awaitNewOrder()
            sidebar.contacts.show(try Self.list(1...500, byFirstName: false))
            waitUntil("the beginning is in sight") { sidebar.root.texts.contains("Person 0500") }
            settle()
            XCTAssertEqual(sidebar.place, ListPlace(selected: nil, top: nil))
        }
    }

    func testAContactThatMovesStaysSelected() throws {
        try onSidebar(at: left) { [left] sidebar in
            sidebar.contacts.show(try Self.list(1...500))
            waitUntil("the place is found again") { sidebar.place == left }
            var selections: [Int?] = []
            sidebar.onSelect = { selections.append($0?.id) }
            sidebar.contacts.show(try Self.list(1...500, byFirstName: false))
            waitUntil("the order is another one") { sidebar.contacts.model.items.first?.id == 500 }
            XCTAssertEqual(sidebar.place.selected, 260)
            XCTAssertEqual(selections, [])
        }
    }

    func testAChangeBetweenAKeyAndTheLayoutDoesNotLeadBackToTheTop() throws {
        try onSidebar(at: ListPlace(selected: nil, top: nil)) { sidebar in
            sidebar.contacts.show(try Self.list(1...400))
            waitUntil("the contacts are drawn") { sidebar.root.texts.contains("Person 0001") }
            waitUntil("all of them are there") { sidebar.contacts.isWhole }
            settle()
            // As Page Down and End do; the list follows only when it is laid out.
            sidebar.list.selectedPosition = 399
            sidebar.list.focusSelected()
            let items = sidebar.contacts.model.items
            sidebar.contacts.onWillChange?()
            sidebar.contacts.model.replace(with: Array(items.dropFirst(5)))
            sidebar.contacts.onChange?()
            settle()
            XCTAssertEqual(sidebar.place.selected, 400)
            XCTAssertTrue(sidebar.root.texts.contains("Person 0400"))
        }
    }

    func testAChangeThatMovesNobodyDoesNotLeadBackToTheTop() throws {
        try onSidebar(at: ListPlace(selected: nil, top: nil)) { sidebar in
            sidebar.contacts.show(try Self.list(1...400))
            waitUntil("all of them are there") { sidebar.contacts.isWhole && sidebar.contacts.model.count == 400 }
            settle()
            // This one comes while the beginning is in sight.
            sidebar.contacts.show(try Self.list(2...400))
            waitUntil("it shows") { sidebar.contacts.model.count == 399 }
            sidebar.list.scroll(to: 300)
            waitUntil("the list scrolled") { sidebar.root.texts.contains("Person 0302") }
            let onChange = sidebar.contacts.onChange
            var changes = 0
            sidebar.contacts.onChange = {
                onChange?()
                changes += 1
            }
            // As where something is stored that no row shows.
            sidebar.contacts.show(try Self.list(2...400))
            waitUntil("it was taken") { changes == 1 }
            settle()
            XCTAssertTrue(sidebar.root.texts.contains("Person 0302"))
        }
    }

    func testAPlaceWhoseContactsAreGoneIsTheBeginning() throws {
        try onSidebar(at: ListPlace(selected: 900, top: 901)) { sidebar in
            sidebar.contacts.show(try Self.list(1...100))
            waitUntil("the contacts are there") { sidebar.root.texts.contains("Person 0001") }
            XCTAssertEqual(sidebar.place, ListPlace(selected: nil, top: nil))
        }
    }

    func testAPlaceComesBackFromItsFile() {
        onMainLoop {
            let folder = TemporaryFolder()
            try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
            let file = folder.url.appending(path: "place.json")
            let place = ListPlace(selected: 7, top: 3)
            await place.save(to: file)
            let loaded = await ListPlace.load(from: file)
            XCTAssertEqual(loaded, place)
            try Data(repeating: 0x20, count: 5_000).write(to: file)
            let damaged = await ListPlace.load(from: file)
            XCTAssertNil(damaged)
        }
    }
}

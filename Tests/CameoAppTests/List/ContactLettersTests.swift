import Contacts
import Foundation
import GLib
import TestSupport
import XCTest

@testable import CameoApp
@testable import Gtk

/// The letters beside the contacts list.
final class ContactLettersTests: XCTestCase {
    func testALetterIsInSightInTheMiddleOfALongRun() throws {
        try onDisplay {
            let (sidebar, window) = try shownSidebar(contacts: 500)
            let letters = try XCTUnwrap(
                sidebar.root.first(ofType: "CameoSectionLetters")
                    .map { SectionLetters(borrowing: $0.pointer) })
            waitUntil("it has its place") { letters.height > 0 }
            XCTAssertEqual(letters.places.map(\.letter), ["P"])
            sidebar.list.scroll(to: 250)
            waitUntil("the list scrolled") { sidebar.root.texts.contains("Person 0250") }
            XCTAssertEqual(letters.places, [LetterPlaces.Place(letter: "P", y: LetterPlaces.inset)])
            window.close()
        }
    }

    func testALetterStandsBesideTheFirstRowOfItsSection() throws {
        try onDisplay {
            let names = ["Ada", "Alan", "Bob", "Cyd", "Person 0001"]
            let list = try contactList(
                of: names.enumerated().map { ["id": $0 + 1, "first_name": $1, "complete_name": $1] })
            let (sidebar, window) = try shownSidebar(list, AvatarPictures())
            let letters = try XCTUnwrap(
                sidebar.root.first(ofType: "CameoSectionLetters")
                    .map { SectionLetters(borrowing: $0.pointer) })
            waitUntil("it has its place") { letters.height > 0 && letters.places.count == 4 }
            for (letter, name) in [("A", "Ada"), ("B", "Bob"), ("C", "Cyd"), ("P", "Person 0001")] {
                let row = try XCTUnwrap(sidebar.list.children.first { $0.hasAccessibleLabel(name) })
                let place = try XCTUnwrap(letters.places.first { $0.letter == letter })
                let top = try XCTUnwrap(row.top(in: letters))
                XCTAssertEqual(place.y, top + LetterPlaces.inset, accuracy: 1, letter)
            }
            window.close()
        }
    }

    func testTheLettersFollowTheHeightOfTheRows() throws {
        try onDisplay {
            let names = ["Ada", "Bob", "Cyd", "Person 0001"]
            let list = try contactList(
                of: names.enumerated().map { ["id": $0 + 1, "first_name": $1, "complete_name": $1] })
            let pictures = AvatarPictures()
            // All rows are in sight: the list does not scroll.
            let (sidebar, window) = try shownSidebar(list, pictures)
            let letters = try XCTUnwrap(
                sidebar.root.first(ofType: "CameoSectionLetters")
                    .map { SectionLetters(borrowing: $0.pointer) })
            waitUntil("all are drawn") { letters.drawn.count == names.count && letters.drawn == letters.places }
            let usual = letters.drawn
            pictures.rowSize = .small
            sidebar.remakeRows()
            waitUntil("they are drawn again") { letters.drawn != usual && letters.drawn == letters.places }
            XCTAssertEqual(letters.drawn.count, names.count)
            for (small, usual) in zip(letters.drawn, usual).dropFirst() { XCTAssertLessThan(small.y, usual.y) }
            window.close()
        }
    }

    func testTheOrderByLastContactShowsDays() throws {
        try onDisplay {
            let sidebar = ContactsSidebar(pictures: AvatarPictures(), menu: Menu())
            let window = TestWindow(sidebar.root, width: 360, height: 700)
            let contacts = try contactList(of: [
                ["id": 1, "complete_name": "Ada", "nickname": "Countess", "last_called": "2026-03-05T00:00:00Z"],
                ["id": 2, "complete_name": "Bob", "last_activity_together": "2025-03-05T00:00:00Z"],
                ["id": 3, "complete_name": "Cyd", "nickname": "C"],
            ]).contacts
            sidebar.contacts.show(ContactList(sorting: contacts, by: ContactOrder(.lastActivity)))
            waitUntil("they are there") { sidebar.root.texts.contains("Cyd") }
            let days = [2026, 2025].map { year -> String in
                let day = Calendar.gmt.date(from: DateComponents(year: year, month: 3, day: 5))
                return DayText.lastContact(called: day, met: nil) ?? ""
            }
            XCTAssertEqual(
                sidebar.root.texts.drop { $0 != "Ada" }.prefix(6),
                ["Ada", days[0], "Bob", days[1], "Cyd", "No contact yet"])
            sidebar.contacts.show(ContactList(sorting: contacts))
            waitUntil("other orders show what is known") { sidebar.root.texts.contains("Countess") }
            XCTAssertFalse(sidebar.root.texts.contains { $0.hasPrefix("Last contact") })
            window.close()
        }
    }

    func testLargeTextKeepsItsDistance() {
        onDisplay {
            let lines = TwoLines()
            let texts = [Label("Ada"), Label("Countess", classes: ["caption"])]
            let height = texts.map { $0.naturalHeight(forWidth: 200) }.reduce(0, +)
            XCTAssertGreaterThan(Double(lines.naturalHeight(forWidth: 200)), Double(height) * 1.25)
            // At the usual size the picture decides.
            XCTAssertLessThan(lines.naturalHeight(forWidth: 200), 64)
        }
    }

    func testTheHeaderBarsOfBothSidesLookAlike() {
        onDisplay {
            let sidebar = ContactsSidebar(pictures: AvatarPictures(), menu: Menu())
            let detail = DetailPage(pictures: AvatarPictures())
            for header in [sidebar.header, detail.header] { XCTAssertTrue(header.hasClass("flat")) }
        }
    }
}

private extension Calendar {
    static var gmt: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }
}

import Contacts
import Foundation
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// A row gets its texts when the list shows the row. Rows compare by values that tell whether their texts would differ.
final class ListedContactTests: XCTestCase {
    func testARowSaysWhatItsListIsAbout() throws {
        try onDisplay {
            let contact = try listedContact(["last_activity_together": "2025-11-02T00:00:00Z"])
            XCTAssertEqual(ListedContact(contact, texts: RowTexts()).entry, ContactEntry(contact))
            let turned = ListedContact(contact, texts: RowTexts(nameOrder: .lastNameFirst))
            XCTAssertEqual(turned.entry, ContactEntry(contact, nameOrder: .lastNameFirst))
            XCTAssertNotEqual(turned.entry.name, ContactEntry(contact).name)
            let met = RowTexts(order: ContactOrder(.lastActivity))
            let today = CivilDay(of: .now, in: .current)
            XCTAssertEqual(met, RowTexts(order: ContactOrder(.lastActivity), today: today))
            let tomorrow = CivilDay(daysSince1970: today.daysSince1970 + 1)
            XCTAssertNotEqual(met, RowTexts(order: ContactOrder(.lastActivity), today: tomorrow))
            XCTAssertEqual(RowTexts(), RowTexts(today: tomorrow))
            // As on the page of the contact.
            let page = DayText.lastContact(called: contact.lastCalled, met: contact.lastActivity)
            XCTAssertTrue(try XCTUnwrap(page).hasSuffix("ago"))
            XCTAssertEqual(ListedContact(contact, texts: met).entry.secondLine, page)
            let day = DayText.day(CivilDay(daysSince1970: today.daysSince1970 + 7).midnight)
            let next = CivilDay(daysSince1970: today.daysSince1970 + 7).midnight.formatted(.iso8601)
            let planned = try listedContact(["last_activity_together": next])
            XCTAssertEqual(ListedContact(planned, texts: met).entry.secondLine, "Last contact: \(day)")
            let past = CivilDay(daysSince1970: today.daysSince1970 - 21).midnight.formatted(.iso8601)
            let both = try listedContact(["last_activity_together": next, "last_called": past])
            XCTAssertEqual(ListedContact(both, texts: met).entry.secondLine, "Last contact: 3 weeks ago")
            let stranger = ListedContact(try listedContact([:]), texts: met)
            XCTAssertEqual(stranger.entry.secondLine, "No contact yet")
        }
    }

    func testTheDeadHaveTheirYearsInEachOrder() throws {
        try onDisplay {
            let texts = RowTexts(order: ContactOrder(.lastActivity))
            let known: [[String: Any]] = [[:], ["last_activity_together": "2025-11-02T00:00:00Z"]]
            for fields in known {
                let dead = try listedContact(fields.merging(["is_dead": true]) { $1 })
                let entry = ListedContact(dead, texts: texts).entry
                XCTAssertEqual(entry.secondLine, YearsOfLife(dead).localizedDescription)
                XCTAssertEqual(entry, ContactEntry(dead))
            }
        }
    }

    func testRowsThatWouldSaySomethingElseDiffer() throws {
        try onDisplay {
            let contact = try listedContact([:])
            let row = ListedContact(contact, texts: RowTexts())
            // Read anew, it is another object of the same content.
            XCTAssertEqual(row, ListedContact(try listedContact([:]), texts: RowTexts()))
            XCTAssertNotEqual(row, ListedContact(try listedContact(["nickname": "Al"]), texts: RowTexts()))
            XCTAssertNotEqual(row, ListedContact(contact, texts: RowTexts(nameOrder: .lastNameFirst)))
            XCTAssertNotEqual(row, ListedContact(contact, texts: RowTexts(order: ContactOrder(.lastActivity))))
            XCTAssertEqual(row, ListedContact(contact, texts: RowTexts(order: ContactOrder(.lastName))))
        }
    }
}

@MainActor
private func listedContact(_ fields: [String: Any]) throws -> ContactSummary {
    let contact: [String: Any] = ["id": 1, "first_name": "Ada", "last_name": "Byron"]
    return try XCTUnwrap(try contactList(of: [contact.merging(fields) { $1 }]).contacts.first)
}

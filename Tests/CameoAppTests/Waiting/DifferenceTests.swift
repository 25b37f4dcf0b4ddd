import Foundation
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// What the server carried out otherwise than it was meant is told until somebody has seen it.
final class DifferenceTests: XCTestCase {
    private static func arrow(_ before: String, _ after: String) -> String {
        "\u{200e}\u{2068}\(before)\u{2069} → \u{2068}\(after)\u{2069}"
    }

    func testTheArrowLeadsToWhatThereIsToBeInAnyScript() {
        onDisplay {
            let row = ChangeDescription.Line(label: "First Name", before: "محمد", after: "أحمد").makeRow()
            XCTAssertTrue(row.texts.contains(Self.arrow("محمد", "أحمد")))
        }
    }

    func testANameOfTheOtherDirectionKeepsItsPlace() {
        onDisplay {
            let values = ValueChange(group: .food, deltas: [.food: Delta(before: nil, after: .text("Vegan"))])
            let edit = Edit(id: EditID(rawValue: 1), contact: ContactID(3), change: .values(values))
            let row = WaitingPage().makeRow(WaitingChange(edit: edit, name: "محمد", fields: []))
            XCTAssertEqual(row.root.title, "\u{200e}\u{2068}محمد\u{2069} · \u{2068}Food Preferences\u{2069}")
            let conflict = ConflictView(countries: Countries(Locale(identifier: "en")))
            conflict.show(WaitingChange(edit: edit, name: "محمد", fields: []))
            XCTAssertEqual(conflict.name, "محمد")
        }
    }

    func testItIsToldUntilSomebodyHasSeenIt() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab(contacts: 5)
            let queue = try XCTUnwrap(lab.demo.session.edits)
            try await lab.demo.synchronise()
            let values = ValueChange(group: .food, deltas: [.food: Delta(before: nil, after: .text("Vegan"))])
            var found = EditConflict()
            found.values[.food] = .text("Vegetarian")
            found.otherParts = [Delta(before: .address(AddressValue(street: "Main St")), after: nil)]
            found.tags = [Delta(before: "one", after: nil)]
            let notice = EditNotice(
                id: EditID(rawValue: 900), contact: ContactID(3), change: .values(values), found: found, madeAt: .now)
            try await queue.change { $0.notices.append(notice) }

            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 600)
            lab.page.marks.follow(queue)
            await until("it is told") { lab.page.marks.undecided(of: 3).count == 1 }
            page.show(lab.page.marks.changes, of: queue)
            let row = try XCTUnwrap(page.root.listRows.first)
            ExpanderRow(borrowing: row.pointer).isExpanded = true
            await until("it says what there is") { page.root.texts.contains(Self.arrow("Vegan", "Vegetarian")) }
            for text in [Self.arrow("Main St", "empty"), Self.arrow("one", "empty")] {
                XCTAssertTrue(page.root.texts.contains(text), text)
            }
            XCTAssertTrue(page.root.texts.contains("Sent, but the server shows a different value."))
            XCTAssertNil(page.root.button("_Discard"))
            XCTAssertTrue(page.root.clickButton("_Done"))
            await until("it is told no more") { lab.page.marks.changes.isEmpty }
            let waiting = try await queue.waiting()
            XCTAssertEqual(waiting, [])
            window.close()
            await lab.end()
        }
    }
}

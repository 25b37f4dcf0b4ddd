import Foundation
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// A contact that may be on the server already is chosen there, or made.
final class CandidatesTests: XCTestCase {
    private static func change() -> WaitingChange {
        let creation = ContactCreation(
            uuid: "c0ffee00-0000-4000-8000-000000000000",
            values: [.firstName: .text("Ada"), .lastName: .text("Lovelace")])
        var edit = Edit(id: EditID(rawValue: 7), contact: ContactID(1 << 40), change: .create(creation))
        edit.state = .conflicting
        var conflict = EditConflict()
        for number in ["11", "12"] {
            var copy = ServerContact(id: RemoteID(number))
            copy.values = [
                .firstName: .text("Ada"), .lastName: .text("Lovelace"), .company: .text("Company \(number)"),
            ]
            conflict.candidates.append(copy.id)
            conflict.offers[copy.id] = EditCandidate(copy)
        }
        edit.progress.conflict = conflict
        return WaitingChange(edit: edit, name: "Ada Lovelace", fields: [])
    }

    func testAPartThatMayBeItIsChosen() throws {
        try onDisplay {
            let number = PartValue.field(FieldValue(type: RemoteID("2"), content: "123"))
            var edit = Edit(
                id: EditID(rawValue: 7), contact: ContactID(1),
                change: .part(PartChange(kind: .field, part: PartID(1), before: nil, after: number)))
            edit.state = .conflicting
            let other = PartValue.field(FieldValue(type: RemoteID("2"), content: "1234"))
            edit.progress.conflict = EditConflict(candidates: [RemoteID("5"): ServerPart(value: other)])
            let view = ConflictView(countries: FormLab.english)
            let window = TestWindow(view.root, width: 600, height: 700)
            view.show(WaitingChange(edit: edit, name: "Ada", fields: []))
            XCTAssertTrue(view.root.texts.contains("123"))
            let row = try XCTUnwrap(view.root.listRows.first { $0.texts.contains("1234") })
            ChoiceRow(borrowing: row.pointer).isChosen = true
            XCTAssertEqual(view.candidate, .one(RemoteID("5")))
            XCTAssertTrue(view.isDecided)
            window.close()
        }
    }

    func testOneOfThemOrNoneIsChosen() throws {
        try onDisplay {
            let view = ConflictView(countries: FormLab.english)
            let window = TestWindow(view.root, width: 600, height: 700)
            view.show(Self.change())
            let texts = view.root.texts
            XCTAssertTrue(texts.contains("Company: Company 11"))
            XCTAssertTrue(texts.contains("Company: Company 12"))
            XCTAssertFalse(view.isDecided)
            @MainActor func choose(_ text: String) throws {
                let row = try XCTUnwrap(view.root.listRows.first { $0.texts.contains(text) })
                ChoiceRow(borrowing: row.pointer).isChosen = true
            }
            try choose("Company: Company 12")
            XCTAssertEqual(view.candidate, .one(RemoteID("12")))
            XCTAssertTrue(view.isDecided)
            try choose("None of These: Create New")
            XCTAssertEqual(view.candidate, .noneOfThem)
            window.close()
        }
    }
}

import Foundation
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// Changes of relationships say of whom they are.
final class NamedPeopleTests: XCTestCase {
    func testTheOtherPersonHasTheirName() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab(contacts: 40)
            let queue = try XCTUnwrap(lab.demo.session.edits)
            try await lab.demo.synchronise()
            var named: [String] = []
            for id in 1...40 where named.count < 3 {
                let stored = try await lab.demo.session.store.contact(id: id)
                let contact = try XCTUnwrap(stored)
                guard let reference = contact.relationships.first?.contact else { continue }
                let opened = try await queue.editable(ContactID(Int64(id)))
                let parts = opened?.parts ?? []
                let part = try XCTUnwrap(
                    parts.first { part in
                        guard case .relationship(let value) = part.value else { return false }
                        return value.other == .remote(RemoteID("\(reference.id)"))
                    })
                guard case .relationship(let before) = part.value else { continue }
                let after = PartValue.relationship(
                    RelationshipValue(type: RemoteID("colleague"), other: before.other))
                try await queue.store(
                    [
                        PlannedChange(
                            .part(PartChange(kind: .relationship, part: part.part, before: part.value, after: after)))
                    ], of: ContactID(Int64(id)))
                // Also one who is stored nowhere else.
                let listed = try await lab.demo.session.store.contact(id: reference.id)
                named.append(listed?.displayName ?? reference.displayName)
            }
            XCTAssertEqual(named.count, 3)
            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 900)
            page.show(try await queue.waiting(), of: queue)
            await until("all are listed") { page.root.boxedRows.count == named.count }
            for row in page.root.boxedRows { ExpanderRow(borrowing: row.pointer).isExpanded = true }
            for name in named {
                await until("\(name) is named") {
                    page.root.allTexts.contains { $0.hasSuffix("→ \u{2068}Colleague: \(name)\u{2069}") }
                }
            }
            window.close()
            await lab.end()
        }
    }

    func testAFieldIsCalledByWhatIsReachedByIt() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab(contacts: 5)
            let queue = try XCTUnwrap(lab.demo.session.edits)
            try await lab.demo.synchronise()
            let choices = try await lab.demo.session.client.formChoices()
            try await lab.demo.session.store.replaceFormChoices(with: choices)
            let types = choices.fieldTypes
            for type in types.prefix(3).map(\.id) + [RemoteID("99")] {
                let value = PartValue.field(FieldValue(type: type, content: "x@example.org"))
                try await queue.store(
                    [PlannedChange(.part(PartChange(kind: .field, part: PartID(-1), before: nil, after: value)))],
                    of: ContactID(3))
            }
            let countries = Countries(Locale(identifier: "en"))
            let titles = try await queue.waiting().map { ChangeDescription($0, countries: countries).title }
            XCTAssertEqual(titles, ["Email", "Phone", types[2].title, "Contact Details"])
            await lab.end()
        }
    }

    func testWhatNobodyAskedForHasNothingBesideIt() throws {
        let values = ValueChange(group: .food, deltas: [.food: Delta(before: nil, after: .text("Vegan"))])
        var change = WaitingChange(
            edit: Edit(id: EditID(rawValue: 1), contact: ContactID(3), change: .values(values)), name: "Zoë", fields: []
        )
        var found = EditConflict()
        found.values = [.food: .text("Vegetarian"), .nickname: .text("Zo"), .job: nil]
        change.difference = found
        let lines = ChangeDescription.found(found, change, countries: Countries(Locale(identifier: "en")))
        XCTAssertEqual(
            lines.map { [$0.label, $0.before, $0.after] },
            [
                ["Nickname", "", "Zo"], ["Job", "", "empty"], ["Food Preferences", "Vegan", "Vegetarian"],
            ])
    }
}

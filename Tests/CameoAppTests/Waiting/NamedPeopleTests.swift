import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// Changes name the contacts and the types of fields that they are about.
final class NamedPeopleTests: XCTestCase {
    func testTheOtherPersonHasTheirName() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab(contacts: 40)
            let outbox = try XCTUnwrap(lab.demo.session.outbox)
            try await lab.demo.synchronise()
            var named: [String] = []
            for id in 1...40 where named.count < 3 {
                let found = try await outbox.editable(ContactID(Int64(id)))
                let relation = found?.parts.lazy.compactMap { part in
                    if case .relationship(let value) = part.value { (part.slot, value.other) } else { nil }
                }.first
                guard let found, let (slot, other) = relation else { continue }
                let people = await FormStart.people(of: found, in: lab.demo.session.store)
                named.append(try XCTUnwrap(people[other]).name)
                let colleague = PartValue.relationship(RelationshipValue(type: RemoteID("colleague"), other: other))
                try await outbox.set([(slot, .part(colleague))], of: Int64(id))
            }
            XCTAssertEqual(named.count, 3)
            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 900)
            page.show(try await outbox.waiting(), of: outbox)
            await until("all are listed") { page.list.made.count == named.count }
            for row in page.list.made { row.root.isExpanded = true }
            for name in named {
                await until("\(name) is named") {
                    page.root.allTexts.contains { $0.hasSuffix("→ \u{2068}Colleague: \(name)\u{2069}") }
                }
            }
            window.close()
            await lab.end()
        }
    }

    func testAFieldHasTheNameOfItsType() {
        onDisplay {
            let value = PartValue.field(FieldValue(type: RemoteID("1"), content: "x@example.org"))
            var change = WaitingLab.change(.part(.field, PartID(-1)), to: .part(value))
            XCTAssertEqual(change.title, "Contact Details")
            change.fieldType = FieldTypeChoice(id: RemoteID("1"), title: "Mail", kind: .email)
            XCTAssertEqual(change.title, "Email")
        }
    }
}

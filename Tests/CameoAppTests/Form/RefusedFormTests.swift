import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// A form begins with the refused values, and says at their fields why they were refused.
final class RefusedFormTests: XCTestCase {
    private static let tooLong = String(repeating: "Z", count: 300)

    func testARefusedValueStandsInTheFormWithTheServersWords() {
        withRefused { lab in
            await lab.open(3)
            XCTAssertEqual(lab.model?.form[text: .firstName], Self.tooLong)
            XCTAssertTrue(lab.texts.contains { $0.hasPrefix("The server refused: ") && $0.contains("255") })
            await until("the refused name has the focus") {
                lab.editor.page.view?.focusedField == .value(.firstName)
            }
            // Leaving it as it is loses nothing, and asks nothing.
            XCTAssertFalse(lab.editor.isTouched)
            lab.type("Zoë", for: .firstName)
            XCTAssertFalse(lab.texts.contains { $0.hasPrefix("The server refused: ") })
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            try await lab.untilNothingWaits()
            let there = try await lab.demo.session.client.contact(id: 3)
            XCTAssertEqual(there.firstName, "Zoë")
        }
    }

    func testUndoBringsBackTheRefusedValue() {
        withRefused { lab in
            lab.demo.session.mayWrite = false
            await lab.open(3)
            lab.type("Zoë", for: .firstName)
            _ = await lab.editor.save()
            guard case .saved(let receipt)? = lab.ends.last else { return XCTFail("not saved") }
            let result = try await lab.demo.session.outbox?.undo(receipt)
            XCTAssertEqual(result, .undone)
            let after = try await lab.changes()
            XCTAssertEqual(after.map(\.wanted), [.value(.text(Self.tooLong))])
        }
    }

    func testADraftIsComparedWithLaterRefusals() {
        withRefused { lab in
            await lab.open(3)
            lab.type("Zed", for: .nickname)
            lab.editor.abandon()
            await lab.editor.draftsSettled()
            await lab.open(3)
            XCTAssertEqual(lab.model?.form[text: .nickname], "Zed")
            XCTAssertEqual(lab.model?.form[text: .firstName], Self.tooLong)
            XCTAssertNotNil(lab.model?.form.problem(at: .value(.firstName)))
            lab.type("Zoë", for: .firstName)
            _ = await lab.editor.save()
            try await lab.untilNothingWaits()
            let there = try await lab.demo.session.client.contact(id: 3)
            XCTAssertEqual([there.nickname, there.firstName], ["Zed", "Zoë"])
        }
    }

    func testARefusedContactIsMadeOnce() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let outbox = try XCTUnwrap(lab.demo.session.outbox)
            let contact = try await outbox.create([.firstName: Self.tooLong])
            lab.demo.session.send()
            try await outbox.wait { $0.contains(where: \.isRefused) }
            await lab.open(contact.rawValue)
            XCTAssertEqual(lab.model?.form[text: .firstName], Self.tooLong)
            lab.type("Zoë", for: .firstName)
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            try await lab.untilNothingWaits()
            XCTAssertEqual(lab.demo.server.contactCount, 6)
            let stored = try await lab.demo.session.store.contact(id: Int(contact.rawValue))
            XCTAssertEqual(stored?.firstName, "Zoë")
            await lab.end()
        }
    }

    /// With a first name of the third contact that the server has refused.
    private func withRefused(_ body: @escaping @MainActor (EditorLab) async throws -> Void) {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let outbox = try XCTUnwrap(lab.demo.session.outbox)
            try await outbox.set(.firstName, to: Self.tooLong, of: 3)
            lab.demo.session.send()
            try await outbox.wait { $0.first?.isRefused == true }
            try await body(lab)
            await lab.end()
        }
    }
}

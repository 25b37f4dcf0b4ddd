import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// A form of a contact that is being deleted says why it neither opens nor is saved.
final class DeletedContactFormTests: XCTestCase {
    private static let sentence = "This contact is being deleted."

    func testEditSaysWhyNoFormOpens() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            _ = try await lab.demo.session.outbox?.delete(ContactID(1), after: 60)
            var said: [String] = []
            lab.editor.onFailure = { said.append($0) }
            lab.editor.begin(ContactID(1), name: "Somebody", in: lab.demo.session)
            await until("it is said") { !said.isEmpty }
            XCTAssertEqual(said, [Self.sentence])
            XCTAssertNil(lab.model)
            await lab.end()
        }
    }

    func testDoneSaysWhyNothingIsSavedOnceTheDeletionIsUnderWay() {
        withOpenForm { lab in
            let outbox = try XCTUnwrap(lab.demo.session.outbox)
            lab.type("Zed", for: .nickname)
            _ = try await outbox.delete(ContactID(1), after: 0)
            lab.demo.server.inject(.hangUp, at: "/api/contacts/1", method: "DELETE")
            lab.demo.session.send()
            try await outbox.wait { $0.first?.state == .inDoubt }
            let isSaved = await lab.editor.save()
            XCTAssertFalse(isSaved)
            XCTAssertEqual(lab.editor.page.banner.text, Self.sentence)
            XCTAssertEqual(lab.model?.form[text: .nickname], "Zed")
        }
    }
}

import Contacts
import DemoServer
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// A form of a contact that is being deleted says why it neither opens nor is saved.
final class DeletedContactFormTests: XCTestCase {
    private static let sentence = "This contact is being deleted."

    func testDoneSaysWhyNothingIsSaved() {
        withOpenForm { lab in
            let queue = try XCTUnwrap(lab.demo.session.edits)
            lab.type("Zed", for: .nickname)
            try await queue.delete(ContactID(1), remote: nil, after: 60)
            try await queue.finishDeletion(of: ContactID(1))
            let isSaved = await lab.editor.save()
            XCTAssertFalse(isSaved)
            XCTAssertEqual(lab.editor.page.banner.text, Self.sentence)
            XCTAssertEqual(lab.model?.form[text: .nickname], "Zed")
        }
    }

    func testEditSaysWhyNoFormOpens() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let queue = try XCTUnwrap(lab.demo.session.edits)
            try await queue.delete(ContactID(1), remote: nil, after: 60)
            try await queue.finishDeletion(of: ContactID(1))
            var said: [String] = []
            lab.editor.onFailure = { said.append($0) }
            lab.editor.begin(ContactID(1), name: "Somebody", in: lab.demo.session)
            await until("it is said") { !said.isEmpty }
            XCTAssertEqual(said, [Self.sentence])
            XCTAssertNil(lab.model)
            XCTAssertEqual(
                EditingObstacle.undecidedDeletion.sentence,
                "Decide first whether to delete this contact, in Unsent Changes.")
            await lab.end()
        }
    }
}

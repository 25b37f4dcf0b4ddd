import Contacts
import DemoServer
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// A form of a contact that is being deleted says why it does not open.
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
}

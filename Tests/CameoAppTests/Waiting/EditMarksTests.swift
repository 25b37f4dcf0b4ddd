import Contacts
import DemoServer
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// What waits, or needs a person, is seen in the list and on the contact.
final class EditMarksTests: XCTestCase {
    func testRowAndPageSaySo() {
        withMainWindow { window, demo in
            try await demo.synchronise()
            window.show(demo.session, at: nil)
            await until("the contacts are there") { window.texts.contains("40 contacts") }
            let entry = try XCTUnwrap(window.sidebar.contacts.model.items.first?.entry)
            window.show(contactID: entry.id)
            await until("the contact is shown") { window.detail.detail.contactID == entry.id }
            XCTAssertEqual(Self.marks(in: window.sidebar.root), [])
            let queue = try XCTUnwrap(demo.session.edits)
            let contact = ContactID(Int64(entry.id))
            try await queue.store([PlannedChange(.addTags(["climbing"]))], of: contact)
            await until("the row says so") { Self.marks(in: window.sidebar.root) == ["Waiting to be sent"] }
            XCTAssertNil(window.detail.banner.text)

            let tooLong = Delta<ContactValue>(before: nil, after: .text(String(repeating: "Z", count: 300)))
            let refused = ValueChange(group: .person, deltas: [.nickname: tooLong])
            try await queue.store([PlannedChange(.values(refused))], of: contact)
            demo.session.send()
            await until("the row says that somebody has to decide", atMost: .seconds(20)) {
                Self.marks(in: window.sidebar.root) == ["Needs your decision"]
            }
            await until("the page says so too") { window.detail.banner.text == "1 change needs a decision" }
            await until("its button is there") { window.detail.root.clickButton("Unsent Changes") }
            XCTAssertTrue(window.detail.showsWaiting)
        }
    }

    /// What the icons of rows say.
    @MainActor
    private static func marks(in list: Widget) -> [String] {
        list.visibleTree.compactMap(\.tooltip).filter {
            ["Waiting to be sent", "Needs your decision"].contains($0)
        }
    }
}

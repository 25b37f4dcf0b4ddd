import Contacts
import DemoServer
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// The list and the contact's page mark waiting changes, and changes that need a person.
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
            let outbox = try XCTUnwrap(demo.session.outbox)
            try await outbox.set([(.tag("climbing"), .on)], of: Int64(entry.id))
            await until("the row says so") { Self.marks(in: window.sidebar.root) == ["Waiting to be sent"] }
            XCTAssertNil(window.detail.contactBanner.banner.text)

            try await outbox.set(.nickname, to: String(repeating: "Z", count: 300), of: Int64(entry.id))
            demo.session.send()
            await until("the row says that somebody has to decide", atMost: .seconds(20)) {
                Self.marks(in: window.sidebar.root) == ["Needs your decision"]
            }
            await until("the page says so too") {
                window.detail.contactBanner.banner.text == "1 change needs a decision"
            }
            await until("its button is there") { window.detail.root.clickButton("Unsent Changes") }
            XCTAssertTrue(window.detail.unsent.isShown)
        }
    }

    func testATagOfSeveralContactsIsMarkedAndCountedAtEach() {
        withMainWindow { window, demo in
            try await demo.synchronise()
            window.show(demo.session, at: nil)
            await until("the contacts are there") { window.texts.contains("40 contacts") }
            demo.server.stop()
            let ids = (1...5).map { ContactID(Int64($0)) }
            let receipt = try await demo.session.outbox?.setTags(adding: ["climbing"], of: ids)
            let tagged = try XCTUnwrap(receipt).changes.map { Int($0.contact.rawValue) }
            XCTAssertGreaterThan(tagged.count, 1)
            let marks = window.pictures.marks
            await until("they are told") { marks.changes.count == tagged.count }
            for id in tagged {
                XCTAssertEqual(marks.mark(of: id), .waiting)
                XCTAssertEqual(marks.fields(of: id), [.tags: .waiting])
            }
            XCTAssertEqual(marks.lines.map(\.sharedTag?.contacts), [tagged.count])
            await until("the sidebar says them", atMost: .seconds(20)) {
                window.texts.contains("\(tagged.count) changes waiting")
            }
        }
    }

    /// Tooltips of the rows' icons.
    @MainActor
    private static func marks(in list: Widget) -> [String] {
        list.visibleTree.compactMap(\.tooltip).filter {
            ["Waiting to be sent", "Needs your decision"].contains($0)
        }
    }
}

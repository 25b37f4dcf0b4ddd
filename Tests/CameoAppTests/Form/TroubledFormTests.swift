import Contacts
import DemoServer
import DemoServerFaults
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// An open form keeps its typed text, through all changes of the token and the contact. The program sends the text, or
/// reports it.
final class TroubledFormTests: XCTestCase {
    func testATokenThatIsRefusedLeavesTheFormOpen() {
        withTypedForm { window, demo, outbox in
            demo.server.inject(.status(401), at: "/api/*")
            demo.session.synchronise()
            let sentence = "Showing saved contacts: the server no longer accepts your token."
            await until("it is said") { window.texts.contains(sentence) }
            try Self.expectTyped(in: window)
            let isSaved = await window.detail.editor.save()
            XCTAssertTrue(isSaved)
            demo.session.send()
            _ = await demo.session.sendAll(within: 1)
            let waiting = try await outbox.waiting()
            XCTAssertEqual(waiting.map(\.state), [.waiting])
            XCTAssertEqual(demo.server.requests.count { $0.method == "PUT" }, 0)
            demo.server.clearFailures()
            demo.session.use(try XCTUnwrap(demo.session.token))
            try await outbox.wait { $0.isEmpty }
            let sent = try await demo.session.client.contact(id: 2)
            XCTAssertEqual(sent.nickname, "Zed")
        }
    }

    func testOneWhoseContactIsArchivedElsewhereLosesNothing() {
        withTypedForm { window, demo, outbox in
            demo.server.archiveContact(2)
            demo.session.synchronise()
            await until("the page knows") { window.detail.shown?.contact.isActive == false }
            try Self.expectTyped(in: window)
            let isSaved = await window.detail.editor.save()
            XCTAssertTrue(isSaved)
            demo.session.send()
            let changes = try await outbox.wait { $0.first?.isRefused == true }
            XCTAssertEqual(changes.map(\.wanted), [.value(.text("Zed"))])
            await until("it is said at the contact") {
                window.detail.contactBanner.banner.text == "1 change needs a decision"
            }
        }
    }

    func testAnArchivedContactTakesWhatWasTypedOnceItIsBack() {
        withTypedForm { window, demo, outbox in
            demo.server.archiveContact(2)
            _ = await window.detail.editor.save()
            demo.session.send()
            try await outbox.wait { $0.first?.isRefused == true }
            demo.server.archiveContact(2, false)
            try await outbox.retry(ContactID(2))
            try await outbox.wait { $0.isEmpty }
            let sent = try await demo.session.client.contact(id: 2)
            XCTAssertEqual(sent.nickname, "Zed")
        }
    }

    @MainActor
    private static func expectTyped(in window: MainWindow) throws {
        let view = try XCTUnwrap(window.detail.editor.page.view)
        XCTAssertEqual(view.model.form[text: .nickname], "Zed")
        XCTAssertTrue(window.detail.editor.isTouched)
        XCTAssertTrue(view.root.isMapped)
    }

    /// The form of a contact of a server, in which a nickname was typed.
    private func withTypedForm(_ body: @escaping @MainActor (MainWindow, DemoAccount, Outbox) async throws -> Void) {
        withMainWindow { window, demo in
            try await demo.synchronise()
            window.show(demo.session, at: nil)
            window.show(contactID: 2)
            await until("the contact is shown") { window.detail.canEdit }
            window.detail.beginEditing()
            await until("the form is open") { window.detail.editor.page.view != nil }
            let view = try XCTUnwrap(window.detail.editor.page.view)
            await view.filled()
            view.model.edit(.value(.nickname)) { $0[text: .nickname] = "Zed" }
            try await body(window, demo, try XCTUnwrap(demo.session.outbox))
            window.detail.editor.close(.closed)
        }
    }
}

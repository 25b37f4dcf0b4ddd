import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// Where the server lets the token change nothing, nothing offers to, until somebody finds out that it does.
final class RightsTests: XCTestCase {
    private static let sentence = "The server doesn’t let your token change anything."

    func testNothingOffersToChangeAnythingUntilItIsTriedAgain() {
        withStoredAccount { cameo, server in
            let (window, queue) = try await Self.forbidden(cameo, server)
            XCTAssertEqual(window.sidebar.banner.text, Self.sentence)
            XCTAssertFalse(window.mayWrite)
            XCTAssertFalse(window.detail.canEdit)
            await until("nothing new is offered") { window.sidebar.root.button("New Contact") == nil }
            let own = try XCTUnwrap(cameo.contactWindows.all.first)
            XCTAssertEqual(own.access, window.session?.access)
            await until("its own window says so") { own.window.texts.contains(Self.sentence) }
            // A synchronisation that goes well says nothing of it.
            cameo.session?.synchronise()
            await until("it is over") { cameo.session?.isSynchronising == false }
            XCTAssertEqual(window.sidebar.banner.text, Self.sentence)
            server.clearFailures()
            XCTAssertTrue(window.sidebar.root.clickButton("Try Again"))
            await until("it is sent") { Self.written(server) == 2 }
            await until("it may be changed again") { window.mayWrite && window.detail.canEdit }
            XCTAssertNil(window.sidebar.banner.text)
            while try await !queue.edits().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    func testAFormThatIsOpenStoresWhatWasTyped() {
        withStoredAccount { cameo, server in
            await until("the keyring gave the token") { cameo.session?.token != nil }
            let window = try XCTUnwrap(cameo.window)
            window.show(contactID: 5)
            await until("the contact is shown") { window.detail.canEdit }
            window.detail.beginEditing()
            await until("the form is open") { window.detail.editor.isOpen }
            let (_, queue) = try await Self.forbidden(cameo, server, showing: nil)
            XCTAssertTrue(window.detail.editor.isOpen)
            window.detail.editor.page.view?.model.edit(.value(.nickname)) { $0[text: .nickname] = "Zed" }
            _ = await window.detail.editor.save()
            let waiting = try await queue.waiting()
            XCTAssertEqual(waiting.map(\.state), [.waiting, .waiting])
            XCTAssertEqual(waiting.map { $0.issue?.isForbidden }, [true, true])
            XCTAssertEqual(Self.written(server), 1)
        }
    }

    func testAnotherTokenIsTried() {
        withStoredAccount { cameo, server in
            let (window, queue) = try await Self.forbidden(cameo, server)
            server.clearFailures()
            let session = try XCTUnwrap(cameo.session)
            await cameo.signedIn(session.account, token: try XCTUnwrap(session.token))
            while try await !queue.edits().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            await until("it may be changed again") { window.mayWrite }
        }
    }

    private static func written(_ server: DemoServer) -> Int {
        server.requests.count { $0.path == "/api/contacts/3/food" && $0.method == "PUT" }
    }

    /// With a change that the server has not let go.
    @MainActor
    private static func forbidden(
        _ cameo: CameoApplication, _ server: DemoServer, showing contact: Int? = 4
    ) async throws -> (MainWindow, EditQueue) {
        await until("the keyring gave the token") { cameo.session?.token != nil }
        let window = try XCTUnwrap(cameo.window)
        let queue = try XCTUnwrap(cameo.session?.edits)
        if let contact {
            window.show(contactID: contact)
            await until("the contact is shown") { window.detail.canEdit }
            window.onOpenContactWindow?(contact)
        }
        server.inject(.status(403), at: "/api/contacts/*", method: "PUT")
        let food = ValueChange(group: .food, deltas: [.food: Delta(before: nil, after: .text("Vegan"))])
        try await queue.store([PlannedChange(.values(food))], of: ContactID(3))
        await until("it is known") { cameo.session?.access != .allowed }
        while try await queue.edits().first?.state != .waiting { try await Task.sleep(for: .milliseconds(5)) }
        return (window, queue)
    }
}

import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import GLib
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
            await until("nothing new is offered") { !window.sidebar.root.buttonTooltips.contains("New Contact") }
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
            await until("something new is offered") { window.sidebar.root.buttonTooltips.contains("New Contact") }
            XCTAssertNil(window.sidebar.banner.text)
            try await queue.wait { $0.isEmpty }
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

    func testWhatWasTypedAndNotSavedIsOfferedMeanwhile() {
        withStoredAccount { cameo, server in
            await until("the keyring gave the token") { cameo.session?.token != nil }
            let window = try XCTUnwrap(cameo.window)
            let detail = window.detail
            window.beginNew()
            try await Self.type("Zoë", for: .firstName, andAbandonIn: window)
            window.show(contactID: 5)
            await until("the contact is shown") { detail.canEdit }
            detail.beginEditing()
            try await Self.type("Zed", for: .nickname, andAbandonIn: window)
            let (_, queue) = try await Self.forbidden(cameo, server, showing: nil)
            await until("it is offered") { detail.banner.text?.hasPrefix("Unsaved changes from") == true }
            XCTAssertTrue(detail.banner.root.clickButton("Continue"))
            await until("the form is open") { detail.editor.isOpen }
            XCTAssertEqual(detail.editor.page.view?.model.form[text: .nickname], "Zed")
            await detail.editor.page.view?.filled()
            XCTAssertFalse(window.texts.contains("Delete Contact"))
            let isSaved = await detail.editor.save()
            XCTAssertTrue(isSaved)
            let line = window.sidebar.waiting.root
            await until("the new one is offered") { line.texts.contains { $0.hasPrefix("Zoë, not saved, from") } }
            XCTAssertTrue(line.clickButton(try XCTUnwrap(line.texts.last)))
            await until("its form is open") { detail.editor.isOpen }
            XCTAssertEqual(detail.editor.page.view?.model.form[text: .firstName], "Zoë")
            let isNewSaved = await detail.editor.save()
            XCTAssertTrue(isNewSaved)
            let waiting = try await queue.waiting()
            XCTAssertEqual(waiting.map(\.state), [.waiting, .waiting, .waiting])
        }
    }

    func testAWindowOfAContactTriesAgainToo() {
        withStoredAccount { cameo, server in
            let (window, _) = try await Self.forbidden(cameo, server)
            let own = try XCTUnwrap(cameo.contactWindows.all.first).window
            await until("its own window offers it") { own.button("Try Again") != nil }
            server.clearFailures()
            XCTAssertTrue(own.clickButton("Try Again"))
            await until("it is sent") { Self.written(server) == 2 }
            await until("it may be changed again") { window.mayWrite && own.button("Try Again") == nil }
        }
    }

    func testWhatWasRefusedBeforeCanBePutRightMeanwhile() {
        let tooLong = String(repeating: "Z", count: 300)
        withStoredAccount { cameo, server in
            await until("the keyring gave the token") { cameo.session?.token != nil }
            let edits = try XCTUnwrap(cameo.session?.edits)
            let there = try await edits.editable(ContactID(4))
            let delta = Delta<ContactValue>(before: there?.values[.firstName], after: .text(tooLong))
            let name = ValueChange(group: .person, deltas: [.firstName: delta])
            try await edits.store([PlannedChange(.values(name))], of: ContactID(4))
            try await edits.wait { $0.first?.state == .refused }
            let (window, queue) = try await Self.forbidden(cameo, server, showing: nil)
            window.showWaiting()
            let page = try XCTUnwrap(window.detail.waiting)
            await until("both are listed") { page.root.listRows.count >= 2 }
            ExpanderRow(borrowing: try XCTUnwrap(page.root.listRows.first).pointer).isExpanded = true
            await until("it can be put right") { page.root.button("_Edit") != nil }
            page.access = .readOnly
            XCTAssertNil(page.root.button("_Edit"))
            page.access = window.detail.access
            await until("it can be put right again") { page.root.button("_Edit") != nil }
            XCTAssertTrue(page.root.clickButton("_Edit"))
            let editor = window.detail.editor
            await until("the form is open") { editor.page.view != nil }
            XCTAssertEqual(editor.page.view?.model.form[text: .firstName], tooLong)
            editor.page.view?.model.edit(.value(.firstName)) { $0[text: .firstName] = "Zoë" }
            let isSaved = await editor.save()
            XCTAssertTrue(isSaved)
            let waiting = try await queue.waiting()
            XCTAssertEqual(waiting.map(\.state), [.waiting, .waiting])
            XCTAssertEqual(waiting.map { $0.issue?.isForbidden }, [true, true])
            server.clearFailures()
            try await queue.sendNow()
            try await queue.wait { $0.isEmpty }
            let sent = try await cameo.session?.client.contact(id: 4)
            XCTAssertEqual(sent?.firstName, "Zoë")
        }
    }

    func testWhoeverTriesInVainWithTheKeyboardBeginsNoSearch() {
        withStoredAccount { cameo, server in
            let (window, queue) = try await Self.forbidden(cameo, server)
            // Two answers are about the token.
            try await queue.store([PlannedChange(.values(Self.food))], of: ContactID(4))
            let banner = window.sidebar.banner.root
            try XCTUnwrap(banner.button("Try Again")).grabFocus()
            XCTAssertTrue(banner.hasFocusInside)
            XCTAssertTrue(banner.clickButton("Try Again"))
            await until("both were tried") { server.requests.count { $0.path.hasSuffix("/food") } == 3 }
            await until("it is said again") { window.sidebar.banner.text == Self.sentence }
            XCTAssertTrue(window.sidebar.list.hasFocusInside)
        }
    }

    func testAnotherTokenIsTried() {
        withStoredAccount { cameo, server in
            let (window, queue) = try await Self.forbidden(cameo, server)
            server.clearFailures()
            let session = try XCTUnwrap(cameo.session)
            await cameo.signedIn(session.account, token: try XCTUnwrap(session.token))
            try await queue.wait { $0.isEmpty }
            await until("it may be changed again") { window.mayWrite }
        }
    }

    private static let food = ValueChange(group: .food, deltas: [.food: Delta(before: nil, after: .text("Vegan"))])

    private static func written(_ server: DemoServer) -> Int {
        server.requests.count { $0.path == "/api/contacts/3/food" && $0.method == "PUT" }
    }

    /// As when the program ends with the form open.
    @MainActor
    private static func type(_ text: String, for key: ContactKey, andAbandonIn window: MainWindow) async throws {
        let editor = window.detail.editor
        await until("the form is open") { editor.isOpen }
        editor.page.view?.model.edit(.value(key)) { $0[text: key] = text }
        editor.abandon()
        await editor.draftsSettled()
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
        try await queue.store([PlannedChange(.values(food))], of: ContactID(3))
        await until("it is known") { cameo.session?.access != .allowed }
        try await queue.wait { $0.last?.state == .waiting }
        return (window, queue)
    }
}

import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// A log-out, and the end of the program, while changes wait that no server has.
final class EndingWithChangesTests: XCTestCase {
    func testALogOutSaysWhatItWouldLoseAndSendsItFirst() {
        withStoredAccount { cameo, server in
            try await Self.change(in: cameo, whileFailing: server)
            cameo.askToLogOut()
            await until("it asks") { TopLevels.question("Log Out and Lose 1 Change?") != nil }
            let question = try XCTUnwrap(TopLevels.question("Log Out and Lose 1 Change?"))
            XCTAssertEqual(question.defaultAnswers.onReturn, "cancel")
            XCTAssertEqual(question.defaultAnswers.onEscape, "cancel")
            XCTAssertNotNil(question.button("_Send First"))
            server.clearFailures()
            question.answer(with: "send")
            await until("nobody is signed in") { cameo.window?.page == .signIn && !cameo.isLoggingOut }
            XCTAssertEqual(Self.sent(to: server), 1)
        }
    }

    @MainActor
    func testALogOutSaysWhichChangesThisVersionCannotSend() {
        var work = UnsentWork()
        XCTAssertFalse(work.sentences.joined().contains("newer version"))
        work.unreadable = 2
        XCTAssertTrue(
            work.sentences.contains(
                "2 changes can only be sent by the newer version of Cameo that made them."))
    }

    func testWhatCannotBeSentIsAskedAboutAgain() {
        withStoredAccount { cameo, server in
            try await Self.change(in: cameo, whileFailing: server)
            cameo.askToLogOut()
            await until("it asks") { TopLevels.question("Log Out and Lose 1 Change?") != nil }
            server.stop()
            TopLevels.question("Log Out and Lose 1 Change?")?.answer(with: "send")
            await until("the question is gone") { TopLevels.question("Log Out and Lose 1 Change?") == nil }
            await until("it asks again") { TopLevels.question("Log Out and Lose 1 Change?") != nil }
            let question = try XCTUnwrap(TopLevels.question("Log Out and Lose 1 Change?"))
            XCTAssertTrue(question.texts.joined().contains("Can’t reach the server."))
            XCTAssertNil(question.button("_Send First"))
            XCTAssertNotNil(question.button("_Log Out Anyway"))
            question.answer(with: "cancel")
            await until("it is gone") { TopLevels.question("Log Out and Lose 1 Change?") == nil }
            XCTAssertNotNil(cameo.session)
        }
    }

    func testADeletionIsSentWhenTheLastWindowCloses() {
        withStoredAccount { cameo, server in
            await until("the keyring gave the token") { cameo.session?.token != nil }
            let queue = try XCTUnwrap(cameo.session?.edits)
            let count = server.contactCount
            try await queue.delete(ContactID(3), remote: RemoteID("3"), after: 3_600)
            cameo.window?.window.close()
            await until("the server has it no more") { server.contactCount == count - 1 }
            // Without its answer the change would be left for the next start, which is said. At its end the program closes the
            // contacts.
            await SendingTests.untilNothingIsLeft { (try? await queue.edits().count) ?? 0 }
        }
    }

    func testWhatIsTypedWhileChangesAreSentIsAskedAboutBeforeALogOut() {
        withStoredAccount { cameo, server in
            try await Self.change(in: cameo, whileFailing: server)
            cameo.askToLogOut()
            await until("it asks") { TopLevels.question("Log Out and Lose 1 Change?") != nil }
            server.clearFailures()
            server.inject(.slowFirstByte(.seconds(2)), at: "/api/contacts/3", method: "GET", times: 1)
            TopLevels.question("Log Out and Lose 1 Change?")?.answer(with: "send")
            let detail = try XCTUnwrap(cameo.window?.detail)
            let name = try await cameo.session?.store.contact(id: 5)?.displayName
            cameo.window?.show(contactID: 5)
            await until("the contact is shown") { detail.detail.shownName == name }
            detail.beginEditing()
            await until("the form is open") { detail.editor.isOpen }
            detail.editor.page.view?.model.edit(.value(.nickname)) { $0[text: .nickname] = "Zed" }
            let heading = "Save Changes to \(detail.detail.shownName)?"
            await until("it asks about the form") { TopLevels.question(heading) != nil }
            TopLevels.question(heading)?.answer(with: "keep")
            await until("the question is gone") { TopLevels.question(heading) == nil }
            XCTAssertTrue(detail.editor.isOpen)
            XCTAssertNotNil(cameo.session)
        }
    }

    func testNothingCanBeTypedWhileTheProgramSendsBeforeItEnds() {
        withStoredAccount { cameo, server in
            try await Self.change(in: cameo, whileFailing: server)
            server.clearFailures()
            server.inject(.slowFirstByte(.seconds(2)), at: "/api/contacts/3", method: "GET", times: 1)
            cameo.quit()
            await until("the window is gone") { cameo.window == nil }
            XCTAssertEqual(Self.sent(to: server), 0)
            await until("the change is sent") { Self.sent(to: server) == 1 }
        }
    }

    func testAWindowThatComesBackEndsTheSendingBeforeTheEnd() {
        withStoredAccount { cameo, server in
            try await Self.change(in: cameo, whileFailing: server)
            server.clearFailures()
            server.inject(.slowFirstByte(.seconds(3)), at: "/api/contacts/3", method: "GET", times: 1)
            let asked = server.requestCount("/api/contacts/3")
            cameo.window?.window.close()
            await until("it is being sent") { server.requestCount("/api/contacts/3") > asked }
            cameo.activate()
            await cameo.ending?.value
            XCTAssertNotNil(cameo.window)
            XCTAssertEqual(Self.sent(to: server), 0)
            await until("the change is sent all the same") { Self.sent(to: server) == 1 }
        }
    }

    func testSendingFirstEndsTheToastOfADeletion() {
        withStoredAccount { cameo, server in
            let (_, own) = try await Self.openWindow(of: 3, in: cameo)
            XCTAssertTrue(own.window.choose("contact.delete", inMenu: "Contact Menu"))
            await until("it can be taken back") { own.window.texts.contains("Undo") }
            server.inject(.slowFirstByte(.seconds(2)), at: "/api/contacts/3*")
            cameo.askToLogOut()
            await until("it asks") { TopLevels.question("Log Out and Lose 1 Change?") != nil }
            TopLevels.question("Log Out and Lose 1 Change?")?.answer(with: "send")
            await until("the window is gone") { cameo.contactWindows.all.isEmpty }
            XCTAssertFalse(server.requests.contains { $0.method == "DELETE" })
            server.clearFailures()
            await until("nobody is signed in") { cameo.window?.page == .signIn && !cameo.isLoggingOut }
            XCTAssertTrue(server.requests.contains { $0.method == "DELETE" })
        }
    }

    func testALogOutDeletesThePhotosThatDeletionsHaveLeft() {
        withStoredAccount { cameo, server in
            await until("the keyring gave the token") { cameo.session?.token != nil }
            let queue = try XCTUnwrap(cameo.session?.edits)
            server.inject(.status(503), at: "/api/photos/*", method: "DELETE")
            var left: [RemoteID] = []
            for contact in 3...20 where left.isEmpty {
                try await queue.delete(ContactID(Int64(contact)), remote: RemoteID("\(contact)"), after: 0)
                while try await !queue.edits().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
                left = try await queue.leftPhotos()
            }
            XCTAssertGreaterThan(left.count, 0)
            server.clearFailures()
            server.forgetRequests()
            cameo.askToLogOut()
            await until("it asks") { TopLevels.question("Log Out?") != nil }
            TopLevels.question("Log Out?")?.answer(with: "log-out")
            await until("nobody is signed in") { cameo.window?.page == .signIn && !cameo.isLoggingOut }
            let deleted = server.requests.filter { $0.method == "DELETE" }.map(\.path)
            XCTAssertEqual(Set(deleted), Set(left.map { "/api/photos/\($0.rawValue)" }))
        }
    }

    func testALogOutSendsNothingThatWasGivenUp() {
        withStoredAccount { cameo, server in
            await until("the keyring gave the token") { cameo.session?.token != nil }
            let detail = try XCTUnwrap(cameo.window?.detail)
            cameo.window?.show(contactID: 3)
            await until("the contact is shown") { detail.shown?.contact.id == 3 }
            detail.deleteContact()
            await until("it can be taken back") { detail.undo.isShown }
            cameo.askToLogOut()
            await until("it asks") { TopLevels.question("Log Out and Lose 1 Change?") != nil }
            server.forgetRequests()
            // The write of a file that the log-out waits for takes its time.
            let queue = try XCTUnwrap(cameo.session?.edits)
            cameo.saving = Task { for _ in 0..<200 { _ = try? await queue.edits() } }
            TopLevels.question("Log Out and Lose 1 Change?")?.answer(with: "log-out")
            await until("nobody is signed in") { cameo.window?.page == .signIn && !cameo.isLoggingOut }
            XCTAssertEqual(server.requests.filter { $0.path.hasPrefix("/api/contacts/3") }.map(\.method), [])
        }
    }

    func testADeletionInAnotherWindowCanBeTakenBackWhenTheMainOneCloses() {
        let folder = TemporaryFolder()
        withStoredAccount(in: folder) { cameo, server in
            let (queue, own) = try await Self.openWindow(of: 3, in: cameo)
            let name = own.window.title
            XCTAssertTrue(own.window.choose("contact.delete", inMenu: "Contact Menu"))
            let sentence = "\(name) deleted"
            await until("it can be taken back") { own.window.texts.contains(sentence) }
            server.forgetRequests()
            cameo.window?.window.close()
            await until("the place in the list is kept") { folder.files.contains { $0.hasSuffix("place.json") } }
            var held = 1
            for _ in 0..<100 where held == 1 { held = try await queue.edits().count }
            XCTAssertEqual(held, 1)
            XCTAssertTrue(own.window.clickButton("Undo"))
            await until("it is back") { own.window.title == name && !own.window.texts.contains("Undo") }
            let left = try await queue.edits()
            XCTAssertEqual(left.count, 0)
            XCTAssertFalse(server.requests.contains { $0.method == "DELETE" })
            own.window.close()
        }
    }

    func testADeletionIsSentWhenTheWindowOfAContactClosesLast() {
        let folder = TemporaryFolder()
        withStoredAccount(in: folder) { cameo, server in
            let (queue, own) = try await Self.openWindow(of: 4, in: cameo)
            let count = server.contactCount
            cameo.window?.window.close()
            await until("the place in the list is kept") { folder.files.contains { $0.hasSuffix("place.json") } }
            for _ in 0..<100 { _ = try await queue.edits() }
            try await queue.delete(ContactID(3), remote: RemoteID("3"), after: 3_600)
            own.window.close()
            await until("the server has it no more") { server.contactCount == count - 1 }
            // Without its answer the change would be left for the next start, which is said. At its end the program closes the
            // contacts.
            await SendingTests.untilNothingIsLeft { (try? await queue.edits().count) ?? 0 }
        }
    }

    func testWhatIsSentAtTheNextStartIsWhatNobodyHasToDecideAbout() {
        withStoredAccount { cameo, server in
            await until("the keyring gave the token") { cameo.session?.token != nil }
            let session = try XCTUnwrap(cameo.session)
            let queue = try XCTUnwrap(session.edits)
            let name = Delta<ContactValue>(before: nil, after: .text(String(repeating: "Z", count: 300)))
            let refused = ValueChange(group: .person, deltas: [.nickname: name])
            // The second follows from the first.
            for _ in 1...2 { try await queue.store([PlannedChange(.values(refused))], of: ContactID(3)) }
            while try await queue.waiting().first?.state.needsDecision != true {
                try await Task.sleep(for: .milliseconds(5))
            }
            var left = await session.unsent()
            XCTAssertEqual(left?.count, 2)
            XCTAssertNil(left?.farewell)
            server.stop()
            for contact in [4, 5] {
                try await queue.store([PlannedChange(.addTags(["new"]))], of: ContactID(Int64(contact)))
            }
            left = await session.sendAll(within: 20)
            XCTAssertEqual(left?.farewell, "2 changes are sent when Cameo runs again")
        }
    }

    func testALogOutCountsFormsThatWereNotSaved() {
        withStoredAccount { cameo, _ in
            await until("the keyring gave the token") { cameo.session?.token != nil }
            let session = try XCTUnwrap(cameo.session)
            _ = try await session.store.saveDraft(Data("form".utf8), of: ContactID(3), account: session.account.id)
            cameo.askToLogOut()
            await until("it asks") { TopLevels.question("Log Out and Lose 1 Change?") != nil }
            let question = try XCTUnwrap(TopLevels.question("Log Out and Lose 1 Change?"))
            XCTAssertTrue(question.texts.joined().contains("1 form was not saved."))
            // It is in no request.
            XCTAssertNil(question.button("_Send First"))
            XCTAssertNotNil(question.button("_Log Out Anyway"))
            question.answer(with: "cancel")
        }
    }

    /// The window of a contact, once it shows it.
    @MainActor
    private static func openWindow(
        of contact: Int, in cameo: CameoApplication
    ) async throws -> (EditQueue, ContactWindow) {
        await until("the keyring gave the token") { cameo.session?.token != nil }
        cameo.window?.onOpenContactWindow?(contact)
        let own = try XCTUnwrap(cameo.contactWindows.all.first)
        await until("it is shown") { own.window.title != "Cameo" }
        return (try XCTUnwrap(cameo.session?.edits), own)
    }

    private static func sent(to server: DemoServer) -> Int {
        server.requests.count { $0.path == "/api/contacts/3/work" && $0.method == "PUT" }
    }

    /// A change of a contact that the server cannot take now.
    @MainActor
    private static func change(
        in cameo: CameoApplication, whileFailing server: DemoServer
    ) async throws {
        await until("the keyring gave the token") { cameo.session?.token != nil }
        let queue = try XCTUnwrap(cameo.session?.edits)
        let opened = try await queue.editable(ContactID(3))
        let form = try XCTUnwrap(opened)
        server.inject(.status(503), at: "/api/contacts/3")
        let delta = Delta<ContactValue>(before: form.values[.job], after: .text("Smith"))
        try await queue.store(
            [PlannedChange(.values(ValueChange(group: .work, deltas: [.job: delta])))], of: form.id)
        await until("the server was asked") { server.requests.contains { $0.path == "/api/contacts/3" } }
    }
}

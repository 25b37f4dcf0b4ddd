import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import Gtk
import Model
import Network
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
            let outbox = try XCTUnwrap(cameo.session?.outbox)
            let count = server.contactCount
            _ = try await outbox.delete(ContactID(3), after: 3_600)
            cameo.window?.window.close()
            await until("the server has it no more") { server.contactCount == count - 1 }
            // Without its answer the change would be left for the next start, which is said. At its end the program closes the
            // contacts.
            await SendingTests.untilNothingIsLeft { (try? await outbox.waiting().count) ?? 0 }
        }
    }

    func testWhatIsTypedWhileChangesAreSentIsAskedAboutBeforeALogOut() {
        withStoredAccount { cameo, server in
            try await Self.change(in: cameo, whileFailing: server)
            cameo.askToLogOut()
            await until("it asks") { TopLevels.question("Log Out and Lose 1 Change?") != nil }
            server.clearFailures()
            server.inject(.slowFirstByte(.seconds(6)), at: "/api/contacts/3", method: "GET", times: 1)
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
            server.inject(.slowFirstByte(.seconds(10)), at: "/api/contacts/3", method: "GET", times: 1)
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

    func testALogOutSendsNothingThatWasGivenUp() {
        withStoredAccount { cameo, server in
            await until("the keyring gave the token") { cameo.session?.token != nil }
            let detail = try XCTUnwrap(cameo.window?.detail)
            cameo.window?.show(contactID: 3)
            await until("the contact is shown") { detail.shown?.contact.id == 3 }
            detail.deleteContact()
            await until("it can be taken back") { detail.changes.undo.isShown }
            cameo.askToLogOut()
            await until("it asks") { TopLevels.question("Log Out and Lose 1 Change?") != nil }
            server.forgetRequests()
            // The write of a file that the log-out waits for takes its time.
            let outbox = try XCTUnwrap(cameo.session?.outbox)
            cameo.saving = Task { for _ in 0..<200 { _ = try? await outbox.waiting() } }
            TopLevels.question("Log Out and Lose 1 Change?")?.answer(with: "log-out")
            await until("nobody is signed in") { cameo.window?.page == .signIn && !cameo.isLoggingOut }
            XCTAssertEqual(server.requests.filter { $0.path.hasPrefix("/api/contacts/3") }.map(\.method), [])
        }
    }

    func testADeletionInAnotherWindowCanBeTakenBackWhenTheMainOneCloses() {
        let folder = TemporaryFolder()
        withStoredAccount(in: folder) { cameo, server in
            let (outbox, own) = try await Self.openWindow(of: 3, in: cameo)
            let name = own.window.title
            XCTAssertTrue(own.window.choose("contact.delete", inMenu: "Contact Menu"))
            let sentence = "\(name) deleted"
            await until("it can be taken back") { own.window.texts.contains(sentence) }
            server.forgetRequests()
            cameo.window?.window.close()
            await until("the place in the list is kept") { folder.files.contains { $0.hasSuffix("place.json") } }
            var held = 1
            for _ in 0..<100 where held == 1 { held = try await outbox.waiting().count }
            XCTAssertEqual(held, 1)
            XCTAssertTrue(own.window.clickButton("Undo"))
            await until("it is back") { own.window.title == name && !own.window.texts.contains("Undo") }
            let left = try await outbox.waiting()
            XCTAssertEqual(left.count, 0)
            XCTAssertFalse(server.requests.contains { $0.method == "DELETE" })
            own.window.close()
        }
    }

    func testADeletionIsSentWhenTheWindowOfAContactClosesLast() {
        let folder = TemporaryFolder()
        withStoredAccount(in: folder) { cameo, server in
            let (outbox, own) = try await Self.openWindow(of: 4, in: cameo)
            let count = server.contactCount
            cameo.window?.window.close()
            await until("the place in the list is kept") { folder.files.contains { $0.hasSuffix("place.json") } }
            for _ in 0..<100 { _ = try await outbox.waiting() }
            _ = try await outbox.delete(ContactID(3), after: 3_600)
            own.window.close()
            await until("the server has it no more") { server.contactCount == count - 1 }
            // Without its answer the change would be left for the next start, which is said. At its end the program closes the
            // contacts.
            await SendingTests.untilNothingIsLeft { (try? await outbox.waiting().count) ?? 0 }
        }
    }

    func testWhatIsSentAtTheNextStartIsWhatNobodyHasToDecideAbout() {
        withStoredAccount { cameo, server in
            await until("the keyring gave the token") { cameo.session?.token != nil }
            let session = try XCTUnwrap(cameo.session)
            let outbox = try XCTUnwrap(session.outbox)
            let tooLong = String(repeating: "Z", count: 300)
            try await outbox.set(
                [(.value(.nickname), .value(.text(tooLong))), (.value(.lastName), .value(.text(tooLong)))], of: 3)
            try await outbox.wait { $0.allSatisfy(\.needsPerson) }
            var left = await session.unsent()
            XCTAssertEqual(left?.count, 2)
            XCTAssertNil(left?.farewell)
            server.stop()
            for contact: Int64 in [4, 5] { try await outbox.set([(.tag("new"), .on)], of: contact) }
            left = await session.sendAll(within: 20)
            XCTAssertEqual(left?.farewell, "2 changes are sent when Cameo runs again")
        }
    }

    func testALogOutCountsFormsThatWereNotSaved() {
        withStoredAccount { cameo, _ in
            await until("the keyring gave the token") { cameo.session?.token != nil }
            let session = try XCTUnwrap(cameo.session)
            _ = try await session.store.saveDraft(Data("form".utf8), of: ContactID(3))
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

    func testEachLogOutSaysThatSavedPhotosStay() {
        withStoredAccount { cameo, _ in
            let window = try XCTUnwrap(cameo.window?.window)
            var losing = UnsentWork()
            losing.drafts = 1
            let cases: [(UnsentWork?, Bool, String)] = [
                (nil, true, "Log Out?"), (nil, false, "Log Out?"), (UnsentWork(), false, "Log Out?"),
                (losing, false, "Log Out and Lose 1 Change?"),
            ]
            for (known, isElsewhere, heading) in cases {
                let asking = Task {
                    await LogOutDialog.ask(
                        losing: known, over: window, canSend: true, isOpenElsewhere: isElsewhere)
                }
                await until("it asks") { TopLevels.question(heading) != nil }
                let question = try XCTUnwrap(TopLevels.question(heading))
                XCTAssertTrue(question.texts.joined().contains("Photos that you saved or copied stay."), heading)
                XCTAssertEqual(question.texts.joined().contains("open in another session"), isElsewhere, heading)
                let isUnknown = known == nil && !isElsewhere
                XCTAssertEqual(question.texts.joined().contains("Unsent changes will be lost."), isUnknown, heading)
                question.answer(with: "cancel")
                let answer = await asking.value
                XCTAssertEqual(answer, "cancel")
                await until("it is gone") { TopLevels.question(heading) == nil }
            }
        }
    }

    func testALogOutSaysTheObstacleInFrontOfTheServer() {
        onMainLoop {
            var losing = UnsentWork()
            losing.changes = [WaitingLab.change()]
            for obstacle in [Obstacle.certificate, .challenge] {
                losing.pause = .page(obstacle)
                XCTAssertTrue(losing.sentences.contains(obstacle.sentence))
                XCTAssertEqual(losing.mayArrive, obstacle == .challenge)
            }
        }
    }

    /// The window of a contact, once it shows it.
    @MainActor
    private static func openWindow(
        of contact: Int, in cameo: CameoApplication
    ) async throws -> (Outbox, ContactWindow) {
        await until("the keyring gave the token") { cameo.session?.token != nil }
        cameo.window?.onOpenContactWindow?(contact)
        let own = try XCTUnwrap(cameo.contactWindows.all.first)
        await until("it is shown") { own.window.title != "Cameo" }
        return (try XCTUnwrap(cameo.session?.outbox), own)
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
        let outbox = try XCTUnwrap(cameo.session?.outbox)
        server.inject(.status(503), at: "/api/contacts/3")
        try await outbox.set(.job, to: "Smith", of: 3)
        await until("the server was asked") { server.requests.contains { $0.path == "/api/contacts/3" } }
    }
}

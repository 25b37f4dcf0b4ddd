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
            server.clearFailures()
            question.answer(with: "send")
            await until("nobody is signed in") { cameo.window?.page == .signIn && !cameo.isLoggingOut }
            let sent = server.requests.filter { $0.path == "/api/contacts/3/work" && $0.method == "PUT" }
            XCTAssertEqual(sent.count, 1)
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
            XCTAssertTrue(question.texts.joined().contains("The server can’t be reached now."))
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
        }
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

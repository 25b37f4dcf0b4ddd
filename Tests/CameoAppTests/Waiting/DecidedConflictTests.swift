import DemoServer
import Foundation
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// A decision in Unsent Changes can be undone, as long as its toast shows.
final class DecidedConflictTests: XCTestCase {
    func testWhatWasChosenAndSentIsTakenBack() {
        withConflict { lab, main, page in
            try Self.choose("Mine", in: page)
            XCTAssertTrue(page.root.clickButton("_Send"))
            await until("it can be taken back") { main.detail.undo.isShown }
            try await lab.untilNothingWaits()
            var there = try await lab.onServer()
            XCTAssertEqual(there.job, "Mine")
            XCTAssertTrue(main.detail.undo.takeBack())
            while there.job != "Theirs" {
                try await Task.sleep(for: .milliseconds(20))
                there = try await lab.onServer()
            }
            XCTAssertEqual(there.company, "Mine & Co.", "nobody was asked about that")
        }
    }

    func testAServersValueThatWasChosenIsAQuestionAgain() {
        withConflict { lab, main, page in
            try Self.choose("Theirs", in: page)
            // The server has it already.
            XCTAssertNil(page.root.button("_Send"))
            XCTAssertTrue(page.root.clickButton("_Done"))
            await until("it can be taken back") { main.detail.undo.isShown }
            XCTAssertTrue(main.detail.undo.takeBack())
            await until("it is a question again") { lab.marks.changes.map(\.state).contains(.conflicting) }
            XCTAssertEqual(lab.marks.changes.first?.edit.deltas[.job]?.after, .text("Mine"))
        }
    }

    func testCancelLeavesItForLater() {
        withConflict { lab, _, page in
            XCTAssertEqual(page.header.button("_Cancel")?.isMapped, true)
            XCTAssertTrue(page.root.clickButton("_Cancel"))
            XCTAssertEqual(page.page, .list)
            await until("there is a way back instead") { page.header.button("_Cancel")?.isMapped != true }
            XCTAssertEqual(lab.marks.changes.first?.state, .conflicting)
        }
    }

    func testThePageSaysWhoseItIs() {
        withConflict { lab, _, page in
            let name = try XCTUnwrap(lab.marks.changes.first?.name)
            for fillsWindow in [false, true] {
                page.fillsWindow = fillsWindow
                await until("it is on the page, once") { page.root.texts.count { $0 == name } == 1 }
                XCTAssertTrue(page.root.texts.contains("Someone else changed this, too. Choose what to keep."))
            }
        }
    }

    func testADeletionThatWasAQuestionIsTakenBack() {
        withMain { lab, main in
            try await lab.queue.delete(ContactID(3), remote: RemoteID("3"), after: 0)
            try await lab.change([.job: "Theirs"], in: lab.other)
            let page = try await Self.conflict(of: lab, in: main)
            try Self.choose("Delete Anyway", in: page)
            XCTAssertTrue(page.root.clickButton("_Send"))
            await until("it can be taken back") { main.detail.undo.isShown }
            XCTAssertTrue(main.detail.undo.takeBack())
            await until("nothing waits") { lab.marks.changes.isEmpty }
            XCTAssertEqual(lab.demo.server.contactCount, 5)
        }
    }

    func testAContactThatWasMadeAgainIsTakenBack() {
        withMain { lab, main in
            try await lab.change([.job: "Mine"], in: lab.demo.session)
            try await lab.deleteThere()
            lab.demo.session.send()
            await until("it is refused") { main.pictures.marks.changes.first?.issue == .contactGone }
            main.showWaiting()
            let page = try XCTUnwrap(main.detail.waiting)
            ExpanderRow(borrowing: try XCTUnwrap(page.root.listRows.first).pointer).isExpanded = true
            await until("its buttons are there") { page.root.button("Create _Again") != nil }
            XCTAssertTrue(page.root.clickButton("Create _Again"))
            await until("it can be taken back") { main.detail.undo.isShown }
            try await lab.untilNothingWaits()
            XCTAssertEqual(lab.demo.server.contactCount, 5)
            XCTAssertTrue(main.detail.undo.takeBack())
            await until("it is gone again", atMost: .seconds(30)) { lab.demo.server.contactCount == 4 }
            await until("it is refused again") { lab.marks.changes.first?.issue == .contactGone }
        }
    }

    @MainActor
    private static func choose(_ text: String, in page: WaitingPage) throws {
        let row = try XCTUnwrap(page.root.listRows.first { $0.texts.contains(text) })
        ChoiceRow(borrowing: row.pointer).isChosen = true
    }

    /// Sends what conflicts, and shows the choice.
    @MainActor
    private static func conflict(of lab: ConflictLab, in main: MainWindow) async throws -> WaitingPage {
        _ = try await lab.clash()
        await until("it is marked") { main.pictures.marks.changes.first?.state == .conflicting }
        main.showWaiting()
        let page = try XCTUnwrap(main.detail.waiting)
        ExpanderRow(borrowing: try XCTUnwrap(page.root.listRows.first).pointer).isExpanded = true
        await until("its buttons are there") { page.root.button("_Choose…") != nil }
        XCTAssertTrue(page.root.clickButton("_Choose…"))
        await until("the choices are there") { page.page == .conflict }
        return page
    }

    private func withConflict(
        _ body: @escaping @MainActor (ConflictLab, MainWindow, WaitingPage) async throws -> Void
    ) {
        withMain { lab, main in
            try await lab.change([.job: "Mine", .company: "Mine & Co."], in: lab.demo.session)
            try await lab.change([.job: "Theirs"], in: lab.other)
            try await body(lab, main, Self.conflict(of: lab, in: main))
        }
    }

    private func withMain(_ body: @escaping @MainActor (ConflictLab, MainWindow) async throws -> Void) {
        withMainWindow { main, _ in
            let lab = try await ConflictLab()
            main.show(lab.demo.session, at: nil)
            try await body(lab, main)
            main.leave()
            await lab.end()
        }
    }
}

import DemoServer
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// The line below the lists names data that is not on the server, or not even saved.
final class WaitingLineTests: XCTestCase {
    func testWhatWaitsIsSaidAfterAWhile() {
        withLine { line, demo in
            let changes = [WaitingLab.change()]
            let start = ContinuousClock.now
            line.show(changes)
            XCTAssertFalse(line.root.isVisible)
            await until("it is said", atMost: .seconds(20)) { line.root.texts == ["1 change waiting"] }
            XCTAssertGreaterThanOrEqual(ContinuousClock.now - start, .seconds(5))
            XCTAssertEqual(line.root.iconNames, ["emblem-synchronizing-symbolic"])
            var opened = 0
            line.onOpen = { opened += 1 }
            XCTAssertTrue(line.root.clickButton("1 change waiting"))
            XCTAssertEqual(opened, 1)
            // The number falls while a tag of several contacts is sent.
            for count in [3, 2] {
                line.show(WaitingLab.tag(to: "pals", contacts: count).lines)
                XCTAssertEqual(line.root.texts, ["\(count) changes waiting"])
            }
            // So it does beside a change that is not sent.
            let refused = WaitingLab.change(to: nil, .problem(.refused(sentences: [])))
            for count in [3, 2] {
                line.show([refused] + WaitingLab.tag(to: "pals", contacts: count).lines)
                XCTAssertEqual(line.root.texts, ["1 change needs a decision, \(count) waiting"])
            }
            // A decision alone does not count as a change that waits.
            line.show([refused])
            line.show([refused] + changes)
            XCTAssertEqual(line.root.texts, ["1 change needs a decision"])
            line.show([])
            XCTAssertFalse(line.root.isVisible)
            // The next change counts as new.
            line.show(changes)
            XCTAssertFalse(line.root.isVisible)
        }
    }

    func testWhatNeedsAPersonIsSaidAtOnceAndBeforeAllElse() {
        withLine { line, demo in
            let changes = [WaitingLab.change(to: nil, .problem(.refused(sentences: [])))]
            let draft = try await Self.draft(in: demo)
            line.offer(draft)
            line.show(changes)
            // Nor does it stand in the way of a new contact that was not saved: nothing else leads to that.
            XCTAssertEqual(line.root.texts.first, "1 change needs a decision")
            XCTAssertEqual(line.root.iconNames, ["dialog-warning-symbolic", "document-edit-symbolic"])
            var (opened, continued): (Int, [Draft]) = (0, [])
            line.onOpen = { opened += 1 }
            line.onContinue = { continued.append($0) }
            XCTAssertTrue(line.root.clickButton("1 change needs a decision"))
            XCTAssertEqual(opened, 1)
            XCTAssertEqual(continued, [])
            XCTAssertTrue(line.root.clickButton(try XCTUnwrap(line.root.texts.last)))
            XCTAssertEqual(opened, 1)
            XCTAssertEqual(continued, [draft])
        }
    }

    func testANewContactThatWasNotSavedIsOffered() {
        withLine { line, demo in
            let draft = try await Self.draft(in: demo)
            line.offer(draft)
            XCTAssertEqual(line.root.texts.count, 1)
            XCTAssertTrue(line.root.texts.first?.hasPrefix("Unsaved changes from ") == true)
            var continued: [Draft] = []
            line.onContinue = { continued.append($0) }
            XCTAssertTrue(line.root.clickButton(try XCTUnwrap(line.root.texts.first)))
            XCTAssertEqual(continued, [draft])
            line.offer(nil)
            XCTAssertFalse(line.root.isVisible)
        }
    }

    @MainActor
    private static func draft(in demo: DemoAccount) async throws -> Draft {
        _ = try await demo.session.store.saveDraft(Data("form".utf8), of: nil)
        let drafts = try await demo.session.store.drafts()
        return try XCTUnwrap(drafts.first)
    }

    private func withLine(_ body: @escaping @MainActor (WaitingLine, DemoAccount) async throws -> Void) {
        onDisplay(limit: .seconds(60)) {
            let demo = try await DemoAccount(.init(contacts: 5, rateLimit: nil))
            try await demo.synchronise()
            let line = WaitingLine()
            let box = Box(.vertical)
            box.append(line.root)
            let window = TestWindow(box, width: 400, height: 200)
            try await body(line, demo)
            window.close()
            await demo.end()
        }
    }
}

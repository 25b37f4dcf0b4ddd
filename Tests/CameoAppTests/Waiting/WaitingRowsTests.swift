import DemoServer
import Foundation
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// Many changes block no window.
final class WaitingRowsTests: XCTestCase {
    func testTheRowsOfAPageThatIsNotOnTheScreenYetComeToo() {
        onDisplay(limit: .seconds(60)) {
            let demo = try await DemoAccount(.init(contacts: 5, rateLimit: nil))
            let queue = try XCTUnwrap(demo.session.edits)
            try await demo.synchronise()
            for number in 0..<100 {
                try await queue.store([PlannedChange(.addTags(["tag \(number)"]))], of: ContactID(3))
            }
            let page = WaitingPage()
            page.show(try await queue.waiting(), of: queue)
            let window = TestWindow(page.root, width: 600, height: 600)
            await until("all are there", atMost: .seconds(30)) { page.list.made.count == 100 }
            window.close()
            await demo.end()
        }
    }

    func testNewsMakeOnlyTheRowsThatAreNew() {
        onDisplay(limit: .seconds(60)) {
            let demo = try await DemoAccount(.init(contacts: 5, rateLimit: nil))
            let queue = try XCTUnwrap(demo.session.edits)
            try await demo.synchronise()
            let count = 300
            for number in 0..<count {
                try await queue.store([PlannedChange(.addTags(["tag \(number)"]))], of: ContactID(3))
            }
            var changes = try await queue.waiting()
            XCTAssertEqual(changes.count, count)
            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 600)
            var longest = ContinuousClock.now.duration(to: .now)
            func measure(_ body: () -> Void) {
                let start = ContinuousClock.now
                body()
                longest = max(longest, ContinuousClock.now - start)
            }
            measure { page.show(changes, of: queue) }
            await until("all are there", atMost: .seconds(30)) { page.list.made.count == count }
            XCTAssertEqual(page.list.madeCount, count)
            let first = try XCTUnwrap(page.list.made.first)
            first.root.isExpanded = true
            await until("its buttons are there") { page.root.button("_Discard") != nil }
            // One goes, and one is refused.
            changes.remove(at: 7)
            var refused = changes[3].edit
            (refused.state, refused.issue) = (.refused, .refused(["No."]))
            changes[3] = WaitingChange(edit: refused, fields: [])
            measure { page.show(changes, of: queue) }
            XCTAssertEqual(page.list.made.count, count - 1)
            XCTAssertEqual(page.list.madeCount, count, "none is made anew")
            XCTAssertTrue(page.list.made.first === first)
            XCTAssertTrue(first.root.isExpanded)
            await until("the refusal is said") { page.root.texts.contains("The server refused: No.") }
            measure { page.show(changes, of: queue) }
            XCTAssertLessThan(longest, .milliseconds(50))
            print("WaitingPage with \(count) changes: \(longest) at most")
            window.close()
            await demo.end()
        }
    }
}

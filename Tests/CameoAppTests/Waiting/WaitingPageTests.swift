import DemoServer
import DemoServerFaults
import Foundation
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// What waits is listed, and says what can be done about it.
final class WaitingPageTests: XCTestCase {
    func testReadOnlyOffersNothingThatIsSent() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            await lab.open()
            lab.type("Zed", for: .nickname)
            _ = await lab.editor.save()
            let changes = try await lab.demo.session.edits?.waiting() ?? []
            XCTAssertEqual(changes.count, 1)
            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 600)
            page.show(changes, of: lab.demo.session.edits)
            XCTAssertNotNil(page.root.button("_Send"))
            page.access = .readOnly
            XCTAssertNil(page.root.button("_Send"))
            await until("it is said why") {
                page.root.texts.contains("Read-Only is on: nothing on the server is changed.")
            }
            page.access = .allowed
            XCTAssertNotNil(page.root.button("_Send"))
            window.close()
            await lab.end()
        }
    }

    func testTheTitleIsWholeInANarrowWindowWithThreeButtons() {
        onDisplay(limit: .seconds(60)) {
            let demo = try await DemoAccount(.init(contacts: 5, rateLimit: nil))
            let queue = try XCTUnwrap(demo.session.edits)
            try await demo.synchronise()
            try await queue.store([PlannedChange(.values(Self.food))], of: ContactID(3))
            let changes = try await queue.waiting()
            let page = WaitingPage()
            // Without a compositor, borders take some of a window's 360 pixels.
            let window = TestWindow(page.root, width: 350, height: 600)
            for fillsWindow in [true, false, true] {
                page.fillsWindow = fillsWindow
                page.show(changes, of: queue)
                await until("\"Send\" is there") { page.root.button("_Send")?.isMapped == true }
                XCTAssertEqual(page.header.button("_Send") == nil, fillsWindow)
            }
            await until("the window has its buttons") {
                page.header.first(ofType: "GtkWindowControls").map { $0.width > 90 } ?? false
            }
            await until("the title has come back to where Send was") { page.header.label("Unsent Changes") != nil }
            let title = try XCTUnwrap(page.header.label("Unsent Changes"))
            for words in try ["Unsent Changes"] + Self.translatedTitles() {
                page.title.title = words
                await page.root.nextFrame(within: .seconds(5))
                await until("“\(words)” is whole") { title.isMapped && !title.isEllipsized }
            }
            window.close()
            await demo.end()
        }
    }

    func testWhatTheServerForbidsCanBeTriedAgain() {
        onDisplay(limit: .seconds(60)) {
            let demo = try await DemoAccount(.init(contacts: 5, rateLimit: nil))
            let queue = try XCTUnwrap(demo.session.edits)
            try await demo.synchronise()
            demo.server.inject(.status(403), at: "/api/contacts/*", method: "PUT")
            try await queue.store([PlannedChange(.values(Self.food))], of: ContactID(3))
            demo.session.send()
            await until("it is known") { demo.session.access != .allowed }
            var changes: [WaitingChange] = []
            while changes.first?.state != .waiting {
                try await Task.sleep(for: .milliseconds(5))
                changes = try await queue.waiting()
            }
            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 600)
            page.access = demo.session.access
            page.show(changes, of: queue)
            let sentence = "The server doesn’t let your token change anything."
            await until("it is said why") {
                page.root.texts.contains(sentence)
                    && page.root.texts.contains("The server doesn’t let your token change anything: Injected failure.")
            }
            demo.server.clearFailures()
            XCTAssertTrue(page.root.clickButton("_Send"))
            await until("it may be changed again") { demo.session.access == .allowed }
            while !changes.isEmpty {
                try await Task.sleep(for: .milliseconds(5))
                changes = try await queue.waiting()
            }
            let there = try await demo.session.client.contact(id: 3)
            XCTAssertEqual(there.foodPreferences, "Vegan")
            window.close()
            await demo.end()
        }
    }

    func testItIsSaidForHowLongAChangeWaits() {
        onDisplay(limit: .seconds(60)) {
            let demo = try await DemoAccount(.init(contacts: 5, rateLimit: nil))
            let queue = try XCTUnwrap(demo.session.edits)
            try await demo.synchronise()
            demo.server.inject(.status(500), at: "/api/contacts/*", method: "PUT")
            try await queue.store([PlannedChange(.values(Self.food))], of: ContactID(3))
            demo.session.send()
            var changes: [WaitingChange] = []
            while changes.first?.state != .waiting || changes.first?.issue == nil {
                changes = try await queue.waiting()
            }
            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 600)
            page.show(changes, of: queue)
            await until("it is said why") {
                page.root.texts.contains { $0.hasPrefix("The server failed with status 500.") }
            }
            await until("it is said when") { page.root.texts.contains { $0.hasSuffix("Trying again in 60 seconds.") } }
            await until("it is said anew", atMost: .seconds(20)) {
                page.root.texts.contains { $0.hasSuffix("Trying again in 50 seconds.") }
            }
            demo.server.clearFailures()
            XCTAssertTrue(page.root.clickButton("_Send"))
            while !changes.isEmpty {
                try await Task.sleep(for: .milliseconds(5))
                changes = try await queue.waiting()
            }
            window.close()
            await demo.end()
        }
    }

    func testItIsSaidFirstWhyNothingGoes() {
        onDisplay(limit: .seconds(60)) {
            let demo = try await DemoAccount(.init(contacts: 5, rateLimit: nil))
            let queue = try XCTUnwrap(demo.session.edits)
            try await demo.synchronise()
            demo.server.stop()
            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 600)
            try await queue.store([PlannedChange(.values(Self.food))], of: ContactID(3))
            page.show(try await queue.waiting(), of: queue)
            let sentence = "Can’t reach the server."
            XCTAssertFalse(page.root.texts.contains(sentence))
            demo.session.send()
            var changes: [WaitingChange] = []
            while changes.first?.pauseReason != .offline {
                try await Task.sleep(for: .milliseconds(5))
                changes = try await queue.waiting()
            }
            page.show(changes, of: queue)
            // Once, above the changes.
            await until("it is said") { page.root.texts.contains { $0.hasPrefix(sentence) } }
            let (first, row) = (
                page.root.texts.firstIndex { $0.hasPrefix(sentence) }, page.root.listRows.first?.texts.first
            )
            XCTAssertLessThan(try XCTUnwrap(first), try XCTUnwrap(row.flatMap(page.root.texts.firstIndex)))
            XCTAssertEqual(page.root.texts.count { $0.hasPrefix(sentence) }, 1)
            XCTAssertEqual(page.root.texts.count { $0.contains("Trying again in ") }, 1)
            page.access = .readOnly
            XCTAssertFalse(page.root.texts.contains { $0.hasPrefix(sentence) })
            window.close()
            await demo.end()
        }
    }

    func testADeletionSaysWhatStays() {
        onDisplay(limit: .seconds(60)) {
            let demo = try await DemoAccount(.init(contacts: 5, rateLimit: nil))
            let queue = try XCTUnwrap(demo.session.edits)
            try await demo.synchronise()
            try await queue.delete(ContactID(3), remote: nil, after: 60)
            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 600)
            page.show(try await queue.waiting(), of: queue)
            let row = try XCTUnwrap(page.root.listRows.first)
            XCTAssertTrue(row.texts.contains { $0.hasSuffix("· \u{2068}Delete Contact\u{2069}") })
            XCTAssertNil(page.root.button("_Send"), "it goes with the toast that offers to undo it")
            ExpanderRow(borrowing: row.pointer).isExpanded = true
            await until("it is said") {
                page.root.texts.contains("Notes and reminders stay on the server but are not shown.")
            }
            window.close()
            await demo.end()
        }
    }

    /// What the page is called in each language.
    private static func translatedTitles(_ file: String = #filePath) throws -> [String] {
        let catalogues = URL(filePath: file).appending(path: "../../../../po").standardizedFileURL
        let files = try FileManager.default.contentsOfDirectory(at: catalogues, includingPropertiesForKeys: nil)
        let title = /msgctxt "short title"\nmsgid "Unsent Changes"\nmsgstr "(.+)"/
        return try files.filter { $0.pathExtension == "po" }.map { file in
            let text = try String(contentsOf: file, encoding: .utf8)
            return try String(XCTUnwrap(text.firstMatch(of: title), file.lastPathComponent).1)
        }
    }

    private static let food = ValueChange(group: .food, deltas: [.food: Delta(before: nil, after: .text("Vegan"))])

    func testWhatMayBeUnderWayIsDroppedOnce() {
        onDisplay(limit: .seconds(60)) {
            let demo = try await DemoAccount(.init(contacts: 5, rateLimit: nil))
            let queue = try XCTUnwrap(demo.session.edits)
            try await demo.synchronise()
            demo.server.inject(.hangUp, at: "/api/contacts/*", method: "PUT")
            let food = ValueChange(group: .food, deltas: [.food: Delta(before: nil, after: .text("Vegan"))])
            try await queue.store([PlannedChange(.values(food))], of: ContactID(3))
            demo.session.send()
            var changes: [WaitingChange] = []
            while changes.first?.issue != .lost {
                try await Task.sleep(for: .milliseconds(5))
                changes = try await queue.waiting()
            }
            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 600)
            page.show(changes, of: queue)
            ExpanderRow(borrowing: try XCTUnwrap(page.root.listRows.first).pointer).isExpanded = true
            await until("its buttons are there") { page.root.button("_Discard") != nil }
            XCTAssertTrue(page.root.clickButton("_Discard"))
            while changes.first?.isTakenBack != true {
                try await Task.sleep(for: .milliseconds(5))
                changes = try await queue.waiting()
            }
            page.show(changes, of: queue)
            await until("it is said") {
                page.root.texts.contains("To be undone once Cameo knows whether it arrived")
            }
            XCTAssertNil(page.root.button("_Discard"))
            window.close()
            await demo.end()
        }
    }

    func testWhatWaitsIsMarkedWhereItStands() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab(contacts: 5)
            let (session, queue) = (lab.demo.session, try XCTUnwrap(lab.demo.session.edits))
            try await lab.demo.synchronise()
            lab.page.marks.follow(queue)
            lab.page.show(contactID: 3, of: session)
            await until("the contact shows") { lab.page.stack.visiblePage == "contact" }
            XCTAssertEqual(Self.marks(on: lab.page), 0)
            let food = ValueChange(group: .food, deltas: [.food: Delta(before: nil, after: .text("Vegan"))])
            let mail = PartValue.field(FieldValue(type: RemoteID("1"), content: "zoe@example.org"))
            let part = PartChange(kind: .field, part: PartID(-1), before: nil, after: mail)
            try await queue.store(
                [PlannedChange(.values(food)), PlannedChange(.part(part)), PlannedChange(.addTags(["climbing"]))],
                of: ContactID(3))
            await until("both rows and the tags are marked") { Self.marks(on: lab.page) == 3 }
            for edit in try await queue.edits() { _ = try await queue.drop(edit.id) }
            await until("nothing is marked") { Self.marks(on: lab.page) == 0 }
            await lab.end()
        }
    }

    func testALongNameLeavesTheToastSmall() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab(contacts: 5)
            let queue = try XCTUnwrap(lab.demo.session.edits)
            lab.page.sayDeleted([(ContactID(3), String(repeating: "Ada ", count: 60)), (ContactID(4), "Zoë")], queue)
            let name = String(repeating: "Ada ", count: 10).dropLast() + "…"
            await until("it is said") {
                lab.texts.contains("\(name) and Zoë deleted")
            }
            lab.page.undo.finish()
            await lab.end()
        }
    }

    func testUndoOfADeletionThatIsFinalSaysSo() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab(contacts: 5)
            let queue = try XCTUnwrap(lab.demo.session.edits)
            try await lab.demo.synchronise()
            try await queue.delete(ContactID(3), remote: RemoteID("3"), after: 20)
            lab.page.sayDeleted([(ContactID(3), "Zoë")], queue)
            try await queue.finishDeletion(of: ContactID(3))
            XCTAssertTrue(lab.page.undo.takeBack())
            await until("it is said") {
                lab.texts.contains("Can’t undo: Zoë is being deleted on the server.")
            }
            await lab.end()
        }
    }

    @MainActor
    private static func marks(on page: DetailPage) -> Int {
        page.root.visibleTree.count { $0.tooltip?.hasSuffix("Waiting to be sent") == true }
    }
}

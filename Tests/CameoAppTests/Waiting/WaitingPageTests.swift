import DemoServer
import DemoServerFaults
import Foundation
import GLib
import Gtk
import Model
import Network
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// The page lists the pending changes, and says why and how long they wait.
final class WaitingPageTests: XCTestCase {
    func testReadOnlyOffersNothingThatIsSent() {
        onDisplay(limit: .seconds(60)) {
            let (page, window) = await WaitingLab.page([WaitingLab.change()])
            XCTAssertNotNil(page.root.button("_Send"))
            page.access = .readOnly
            XCTAssertNil(page.root.button("_Send"))
            await until("it is said why") {
                page.root.texts.contains("Read-Only is on: nothing on the server is changed.")
            }
            page.access = .allowed
            XCTAssertNotNil(page.root.button("_Send"))
            window.close()
        }
    }

    func testTheTitleIsWholeInANarrowWindowWithThreeButtons() {
        onDisplay(limit: .seconds(60)) {
            // Without a compositor, borders take some of a window's 360 pixels.
            let (page, window) = await WaitingLab.page([WaitingLab.change()], width: 350)
            for fillsWindow in [true, false, true] {
                page.fillsWindow = fillsWindow
                page.show([WaitingLab.change()], of: nil)
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
        }
    }

    func testEachStateSaysItsReason() {
        onDisplay(limit: .seconds(60)) {
            let theirs = SlotState(.value(.food), WaitingLab.text("Meat"))
            let day = SlotState(.value(.birthday), .value(.day(.monthDay(month: 3, day: 1))))
            let cases: [(WaitingChange.State, String)] = [
                (.waitsForContact, "Waiting until the other contact is sent"),
                (.contactGone, "The other person was deleted on the server."),
                (.beingSent, "Being sent"),
                (.inDoubt, "No answer. Cameo will check whether the change arrived before sending it again."),
                (.problem(.refused(sentences: ["No.", "Never."])), "The server refused: No. Never."),
                (.problem(.refused(sentences: [])), "The server refused the request."),
                (.problem(.conflict(values: [theirs])), "Someone else changed this, too."),
                (.problem(.sideEffects(values: [day])), "The server would also change: Birthday: 1 March"),
                (.notice(found: nil), "Sent, but the server shows a different value."),
            ]
            for (state, sentence) in cases {
                XCTAssertEqual(WaitingLab.change(to: nil, state).sentence(countries: FormLab.english), sentence)
                let (page, window) = await WaitingLab.page([WaitingLab.change(to: nil, state)])
                XCTAssertTrue(page.root.texts.contains(sentence), sentence)
                window.close()
            }
            XCTAssertEqual(Set(OutboxPause.allForTests.map(\.sentence)).count, OutboxPause.allForTests.count)
        }
    }

    func testADayAndItsReminderAreOneRow() {
        onDisplay {
            var change = WaitingLab.change(.value(.birthday), to: .value(.day(.year(1990))))
            change.reminder = true
            let lines = ChangeDescription(change, countries: FormLab.english).lines
            XCTAssertEqual(lines.map(\.label), ["Birthday", "Remind Me Every Year"])
            XCTAssertEqual(lines.last.map { [$0.before, $0.after] }, ["Off", "On"])
        }
    }

    func testANoticeShowsTheServersValue() {
        onDisplay(limit: .seconds(60)) {
            let notice = WaitingLab.change(
                .value(.food), to: WaitingLab.text("Vegan"), .notice(found: WaitingLab.text("Vegetarian")))
            let (page, window) = await WaitingLab.page([notice])
            try XCTUnwrap(page.list.made.first).root.isExpanded = true
            let arrow = "\u{200e}\u{2068}Vegan\u{2069} → \u{2068}Vegetarian\u{2069}"
            await until("it is said") { page.root.texts.contains(arrow) }
            window.close()
        }
    }

    func testTheArrowLeadsToTheWantedValueInAnyScript() {
        onDisplay(limit: .seconds(60)) {
            let row = ChangeDescription.Line(label: "First Name", before: "محمد", after: "أحمد").makeRow()
            XCTAssertTrue(row.texts.contains("\u{200e}\u{2068}محمد\u{2069} → \u{2068}أحمد\u{2069}"))
        }
    }

    func testTheReasonWhyNothingGoesIsSaidOnceAboveAllRows() {
        onDisplay(limit: .seconds(60)) {
            let demo = try await DemoAccount(.init(contacts: 5, rateLimit: nil))
            let outbox = try XCTUnwrap(demo.session.outbox)
            try await demo.synchronise()
            demo.server.stop()
            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 600)
            try await outbox.set(.food, to: "Vegan", of: 3)
            page.show(try await outbox.waiting(), of: outbox)
            let sentence = "Can’t reach the server."
            XCTAssertFalse(page.root.texts.contains(sentence))
            demo.session.send()
            page.show(try await outbox.wait { $0.first?.pause == .offline }, of: outbox)
            await until("it is said") { page.root.texts.contains { $0.hasPrefix(sentence) } }
            let places = [sentence, "Food Preferences"].map { words in
                page.root.texts.firstIndex { $0.hasPrefix(words) }
            }
            XCTAssertLessThan(try XCTUnwrap(places[0]), try XCTUnwrap(places[1]))
            XCTAssertEqual(page.root.texts.count { $0.hasPrefix(sentence) }, 1)
            page.access = .readOnly
            XCTAssertFalse(page.root.texts.contains { $0.hasPrefix(sentence) })
            window.close()
            await demo.end()
        }
    }

    func testAnObstacleIsSaidWithTheWayOut() {
        onDisplay(limit: .seconds(60)) {
            let demo = try await DemoAccount(.init(contacts: 5, rateLimit: nil))
            let outbox = try XCTUnwrap(demo.session.outbox)
            try await demo.synchronise()
            demo.server.inject(.forbidden(Data("Forbidden".utf8), type: "text/plain"), at: "/api/*")
            try await outbox.set(.food, to: "Vegan", of: 3)
            demo.session.send()
            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 600)
            page.show(try await outbox.wait { $0.first?.pause == .page(.challenge) }, of: outbox)
            await until("it is said") { page.root.texts.contains { $0.contains("exempt /api from this check") } }
            window.close()
            await demo.end()
        }
    }

    func testARowSaysHowLongItsChangeWaits() {
        onDisplay(limit: .seconds(60)) {
            let demo = try await DemoAccount(.init(contacts: 5, rateLimit: nil))
            let outbox = try XCTUnwrap(demo.session.outbox)
            try await demo.synchronise()
            demo.server.inject(.hangUp, at: "/api/contacts/*", method: "PUT")
            try await outbox.set(.food, to: "Vegan", of: 3)
            demo.session.send()
            let changes = try await outbox.wait { $0.first?.state == .inDoubt }
            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 600)
            page.show(changes, of: outbox)
            await until("it is said when") { page.root.texts.contains { $0.contains("Trying again in ") } }
            window.close()
            await demo.end()
        }
    }

    func testADeletionSaysWhatStays() {
        onDisplay(limit: .seconds(60)) {
            let (page, window) = await WaitingLab.page([WaitingLab.change(.existence, from: .on, to: nil, .held)])
            let row = try XCTUnwrap(page.list.made.first).root
            XCTAssertTrue(row.texts.contains("Delete Contact"))
            XCTAssertNil(page.root.button("_Send"), "it goes with the toast that offers to undo it")
            row.isExpanded = true
            await until("it is said") {
                page.root.texts.contains("Notes and reminders stay on the server but are not shown.")
            }
            window.close()
        }
    }

    /// The title of the page in each language.
    private static func translatedTitles(_ file: String = #filePath) throws -> [String] {
        let catalogues = URL(filePath: file).appending(path: "../../../../po").standardizedFileURL
        let files = try FileManager.default.contentsOfDirectory(at: catalogues, includingPropertiesForKeys: nil)
        let title = /msgctxt "short title"\nmsgid "Unsent Changes"\nmsgstr "(.+)"/
        return try files.filter { $0.pathExtension == "po" }.map { file in
            let text = try String(contentsOf: file, encoding: .utf8)
            return try String(XCTUnwrap(text.firstMatch(of: title), file.lastPathComponent).1)
        }
    }

    func testPendingChangesAreMarkedWhereTheyStand() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab(contacts: 5)
            let (session, outbox) = (lab.demo.session, try XCTUnwrap(lab.demo.session.outbox))
            try await lab.demo.synchronise()
            lab.page.marks.follow(outbox)
            lab.page.show(contactID: 3, of: session)
            await until("the contact shows") { lab.page.stack.visiblePage == "contact" }
            XCTAssertEqual(Self.marks(on: lab.page), 0)
            let mail = PartValue.field(FieldValue(type: RemoteID("1"), content: "zoe@example.org"))
            try await outbox.set(
                [
                    (.value(.food), WaitingLab.text("Vegan")), (.part(.field, PartID(-1)), .part(mail)),
                    (.tag("climbing"), .on),
                ], of: 3)
            await until("both rows and the tags are marked") { Self.marks(on: lab.page) == 3 }
            for change in try await outbox.waiting() { _ = try await outbox.drop(change.id) }
            await until("nothing is marked") { Self.marks(on: lab.page) == 0 }
            await lab.end()
        }
    }

    func testALongNameLeavesTheToastSmall() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab(contacts: 5)
            try await lab.demo.synchronise()
            lab.page.session = lab.demo.session
            let deleted = try await lab.demo.session.outbox?.delete(ContactID(3), after: 20)
            lab.page.changes.deletionStored(try XCTUnwrap(deleted), String(repeating: "Ada ", count: 60))
            let name = String(repeating: "Ada ", count: 10).dropLast() + "…"
            await until("it is said") { lab.texts.contains("\(name) deleted") }
            lab.page.changes.undo.finish()
            await lab.end()
        }
    }

    @MainActor
    private static func marks(on page: DetailPage) -> Int {
        page.root.visibleTree.count { $0.tooltip?.hasSuffix("Waiting to be sent") == true }
    }
}

extension OutboxPause {
    fileprivate static var allForTests: [OutboxPause] {
        [.offline, .unauthorized, .rateLimited, .page(nil), .page(.challenge), .page(.loginPage)]
    }
}

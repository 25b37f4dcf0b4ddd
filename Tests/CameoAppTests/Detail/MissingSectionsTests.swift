import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import GLib
import Gtk
import Model
import Monica
import TestSupport
import XCTest

@testable import CameoApp

/// The page names a contact's missing sections. Missing sections come by themselves.
final class MissingSectionsTests: XCTestCase {
    /// A page over a contact. The list tells that the contact has calls, and nothing else.
    @MainActor
    private static func lab() async throws -> (DetailLab, contact: Contact, calls: Int) {
        let lab = try await DetailLab(DemoAccount(.init(contacts: 40, rateLimit: nil)))
        try await lab.demo.synchronise()
        let stored = try await lab.demo.session.store.summaries()
        for summary in stored {
            let contact = try await lab.demo.session.store.contact(id: summary.id)
            if let contact, let calls = contact.statistics?.calls, calls > 1 { return (lab, contact, calls) }
        }
        throw XCTSkip("the demo server's people do not call")
    }

    func testOfflineTheContactSaysHowMuchIsMissing() {
        onDisplay(limit: .seconds(60)) {
            let (lab, contact, calls) = try await Self.lab()
            lab.demo.server.stop()
            lab.page.show(contactID: contact.id, of: lab.demo.session)
            await until("it says so") { lab.texts.contains("\(calls) calls, not on this computer") }
            XCTAssertTrue(lab.texts.contains("History"))
            XCTAssertFalse(lab.page.root.hasSpinner)
            XCTAssertFalse(lab.texts.contains("Loading…"))
            await lab.end()
        }
    }

    func testWhatTheServerRefusesForAWhileIsLoading() {
        onDisplay(limit: .seconds(60)) {
            let (lab, contact, _) = try await Self.lab()
            let path = "/api/contacts/\(contact.id)/calls"
            lab.demo.server.inject(.status(429, retryAfter: 20), at: path)
            lab.page.show(contactID: contact.id, of: lab.demo.session)
            await until("it was refused") { lab.demo.server.requestCount(path) == 1 }
            // Sections without an earlier request may be refused along with the calls.
            await until("it says so") { lab.texts.contains("Loading…") }
            let end = ContinuousClock.now + .milliseconds(200)
            await until("the answer came") { ContinuousClock.now > end }
            XCTAssertTrue(lab.texts.contains("Loading…"))
            XCTAssertTrue(lab.page.root.hasSpinner)
            XCTAssertFalse(lab.texts.contains { $0.hasSuffix("not on this computer") })
            await lab.end()
        }
    }

    func testWhatFailsIsTriedAgainWhileTheContactIsShown() {
        onDisplay(limit: .seconds(60)) {
            let (lab, contact, calls) = try await Self.lab()
            lab.demo.server.inject(.status(500), at: "/api/contacts/\(contact.id)/calls", times: 1)
            lab.page.show(contactID: contact.id, of: lab.demo.session)
            await until("it says so") { lab.texts.contains("\(calls) calls, not on this computer") }
            await until("it comes") { !lab.texts.contains { $0.hasSuffix("not on this computer") } }
            let stored = try await lab.demo.session.store.storedContact(id: contact.id)
            XCTAssertEqual(stored?.sections.calls.count, calls)
            await lab.end()
        }
    }

    func testTheReturnOfTheNetworkBringsWhatIsMissing() {
        onDisplay(limit: .seconds(60)) {
            let (lab, contact, calls) = try await Self.lab()
            lab.demo.server.inject(.hangUp, at: "/api/contacts/*")
            lab.page.show(contactID: contact.id, of: lab.demo.session)
            await until("it says so") { lab.texts.contains("\(calls) calls, not on this computer") }
            lab.demo.server.clearFailures()
            lab.demo.session.networkReturned()
            await until("it comes", atMost: .seconds(1)) {
                !lab.texts.contains { $0.hasSuffix("not on this computer") }
            }
            await lab.end()
        }
    }

    func testAListThatWasNeverReadHasARowUntilItComes() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab(DemoAccount(.init(contacts: 5, rateLimit: nil), hasLists: false))
            try await lab.demo.synchronise()
            let session = lab.demo.session
            lab.page.show(contactID: 3, of: session)
            let gaps = ["Life Events", "Conversations", "Pets", "Documents"].map { "\($0), not on this computer" }
            await until("all are named") { gaps.allSatisfy { lab.texts.contains($0) } }
            try await SeldomRefresh(server: session.client, store: session.store).sections()
            await until("they come") { !gaps.contains { lab.texts.contains($0) } }
            await lab.end()
        }
    }

    func testBelowAPartOfALongHistoryTheCallsAreNamed() throws {
        try onDisplay {
            let view = DetailView(pictures: AvatarPictures())
            let window = TestWindow(view.root, width: 600)
            let gap = "3 calls, not on this computer"
            view.show(try Self.detail(activities: 30, calls: .loading))
            waitUntil("a part of it is shown") { view.root.listRows.count == 12 && !view.isFilling }
            XCTAssertTrue(view.root.texts.contains("Loading…"))
            view.show(try Self.detail(activities: 30, calls: .missing(3)))
            XCTAssertFalse(view.root.texts.contains("Loading…"))
            XCTAssertEqual(view.root.texts.filter { [gap, "Show All (30)"].contains($0) }, [gap, "Show All (30)"])
            view.root.listRows.last?.emit("activate")
            waitUntil("all are shown") { view.root.listRows.count == 31 && !view.isFilling }
            XCTAssertTrue(view.root.listRows.last?.hasAccessibleLabel(gap) == true)
            view.show(try Self.detail(activities: 30, calls: nil))
            XCTAssertEqual(view.root.listRows.count, 30)
            window.close()
        }
    }

    private static func detail(activities count: Int, calls gap: SectionGap?) throws -> ContactDetail {
        let activities = (1...count).map { #"{"id":\#($0),"summary":"Walk \#($0)"}"# }.joined(separator: ",")
        return ContactDetail(
            try Contact(json: Data(#"{"id":1}"#.utf8)),
            sections: ContactSections(json: [.activities: Data("[\(activities)]".utf8)]),
            gaps: gap.map { [.calls: $0] } ?? [:], server: try .monica())
    }

    func testRowsKeepTheirPlaceWhenTheRestComes() {
        onDisplay(limit: .seconds(60)) {
            let (lab, contact, _) = try await Self.lab()
            let path = "/api/contacts/\(contact.id)/calls"
            lab.demo.server.inject(.slowFirstByte(.milliseconds(300)), at: path)
            lab.page.show(contactID: contact.id, of: lab.demo.session)
            await until("the others are there") { lab.texts.filter { $0 == "Loading…" }.count == 1 }
            // The rows before the timeline, where the calls take their places.
            @MainActor func rows() -> [UnsafeMutableRawPointer] { lab.page.root.listRows.map(\.pointer) }
            let others = lab.page.detail.groups.prefix { $0.section.id != .history }
            let before = rows().prefix(others.map { $0.root.listRows.count }.reduce(0, +))
            XCTAssertFalse(before.isEmpty)
            await until("the calls are there") { !lab.texts.contains("Loading…") }
            XCTAssertEqual(Array(rows().prefix(before.count)), Array(before))
            await lab.end()
        }
    }
}

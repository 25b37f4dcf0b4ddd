import Contacts
import DemoServer
import Foundation
import Gtk
import Model
import Monica
import TestSupport
import XCTest

@testable import CameoApp

/// Several contacts picked in the list: ranges, the bar below, and the changes of all of them.
final class PickedContactsTests: XCTestCase {
    func testPicksFollowClicksAndExtensions() throws {
        try onDisplay {
            let model = ListModel<ContactEntry>()
            let people = (1...9).map { ["id": $0, "first_name": "A\($0)", "complete_name": "A\($0)"] as [String: Any] }
            let entries = try contactEntries(of: people)
            model.replace(with: entries)
            let picked = PickedContacts()
            let steps: [(ListPick<ContactEntry>, Set<Int>)] = [
                (.extend(entries[1]), [2]), (.extend(entries[4]), [2, 3, 4, 5]), (.extend(entries[2]), [2, 3]),
                (.toggle(entries[7]), [2, 3, 8]), (.extend(entries[6]), [2, 3, 7, 8]),
                (.toggle(entries[1]), [3, 7, 8]), (.extend(entries[2]), [2, 3, 7, 8]), (.all, Set(1...9)),
                (.extend(entries[0]), Set(1...9)),
            ]
            for (pick, ids) in steps {
                picked.take(pick, in: model)
                XCTAssertEqual(picked.ids, ids)
            }
            picked.drop([4])
            XCTAssertEqual(picked.ids, Set(1...9).subtracting([4]))
            picked.clear()
            XCTAssertTrue(picked.isEmpty)
        }
    }

    func testTheBarAndTheRowsSayWhoIsPicked() throws {
        try onDisplay {
            let pictures = AvatarPictures()
            let (sidebar, window) = try shownSidebar(contacts: 20, pictures)
            sidebar.mayWrite = true
            pictures.picked.toggle(1)
            pictures.picked.toggle(3)
            waitUntil("the bar shows") { sidebar.root.texts.contains("2 contacts selected") }
            XCTAssertTrue(sidebar.list.isPicking)
            waitUntil("the row is named so") {
                sidebar.root.visibleTree.contains { $0.hasAccessibleLabel("selected, Person 0001, Nick 1") }
            }
            XCTAssertTrue(sidebar.endInnermost())
            XCTAssertTrue(pictures.picked.isEmpty)
            XCTAssertFalse(sidebar.list.isPicking)
            window.close()
        }
    }

    func testContactsThatAreGoneArePickedNoLonger() {
        onDisplay(limit: .seconds(30)) {
            let lab = try SidebarLab()
            for (id, name) in [(1, "Ada"), (2, "Ben"), (3, "Cleo")] { try await lab.store(id, name) }
            await until("all contacts show") { lab.texts.contains("3 contacts") }
            for id in 1...3 { lab.pictures.picked.toggle(id) }
            try await lab.store.remove(ids: [1, 3])
            await until("one is left") { lab.texts.contains("1 contact selected") }
            XCTAssertEqual(lab.pictures.picked.ids, [2])
            lab.window.close()
        }
    }

    func testAChangeOfSeveralTellsOfTheArchived() {
        withMainWindow { window, demo in
            try await demo.synchronise()
            let archived = #"{"id":4000,"first_name":"Old","is_active":false}"#
            try await demo.session.store.upsert([Contact(json: Data(archived.utf8))])
            window.show(demo.session, at: nil)
            await until("the contacts are there") { window.texts.contains("40 contacts") }
            let bar = window.sidebar.picked
            for id in [1, 4000] { window.pictures.picked.toggle(id) }
            bar.onTag?("zithering", true)
            await until("the tag is told") {
                window.texts.contains("Tag zithering added. Archived contacts can only be changed on the server.")
            }
            // The archived contact lacks the tag.
            bar.onTag?("zithering", false)
            await until("its removal is told") { window.texts.contains("Tag zithering removed") }
            // A double click.
            for _ in 0..<2 { bar.onDelete?() }
            await until("the deletion is told") {
                window.texts.contains("1 contact deleted. Archived contacts can only be changed on the server.")
            }
            for _ in 0..<10 { await window.window.nextFrame(within: .milliseconds(100)) }
            XCTAssertTrue(window.detail.changes.undo.isShown)
            XCTAssertFalse(window.texts.contains("Archived contacts can only be changed on the server."))
        }
    }

    func testTooManyContactsCanOnlyBeWrittenToAndCopied() {
        onDisplay {
            let picked = PickedContacts()
            for id in 0...PickedContacts.most { picked.toggle(id) }
            let bar = PickedBar(picked)
            bar.mayWrite = true
            var deletions = 0
            bar.onDelete = { deletions += 1 }
            let window = TestWindow(bar.root)
            let labels = ["Write Email", "Copy Addresses", "Delete"]
            XCTAssertEqual(labels.map { bar.root.button($0)?.isSensitive }, [true, true, false])
            XCTAssertTrue(bar.root.texts.contains("Up to 1,000 contacts can be changed at once."))
            XCTAssertFalse(bar.delete())
            picked.toggle(0)
            XCTAssertEqual(labels.map { bar.root.button($0)?.isSensitive }, [true, true, true])
            XCTAssertTrue(bar.delete())
            XCTAssertEqual(deletions, 1)
            window.close()
        }
    }

    func testTheAddressesOfThePickedGoToTheClipboard() {
        withMainWindow { window, demo in
            let store = demo.session.store
            try await store.upsert([
                Self.person(1, mail: "émile@example.org"), Self.person(2, mail: "bob@example.org"),
                Self.person(3, mail: "cyd@example.org", isDead: true), Self.person(4, mail: nil),
            ])
            window.show(demo.session, at: nil)
            await until("the contacts are there") { window.texts.contains("4 contacts") }
            let (bar, picked) = (window.sidebar.picked, window.pictures.picked)
            for id in 1...4 { picked.toggle(id) }
            bar.onCopy?()
            await until("the copies are told") { window.texts.contains("2 addresses copied") }
            XCTAssertEqual(Desktop.copiedText, "émile@example.org, bob@example.org")
            for id in 1...2 { picked.toggle(id) }
            bar.onMail?()
            await until("it is told") { window.texts.contains("None of them has an email address.") }

            let mails = (101...400).map { "person.number.\($0)@example.org" }
            try await store.upsert(zip(101..., mails).map { try Self.person($0, mail: $1) })
            await until("all are there") { window.sidebar.contacts.model.count == 304 }
            picked.take(.all, in: window.sidebar.contacts.model)
            bar.onMail?()
            await until("the copies are told") {
                window.texts.contains("Too many addresses for one email. Addresses copied.")
            }
            let all = ["émile@example.org", "bob@example.org"] + mails
            XCTAssertEqual(Desktop.copiedText, all.joined(separator: ", "))
        }
    }

    /// A contact as if the server had sent it.
    @MainActor
    private static func person(_ id: Int, mail: String?, isDead: Bool = false) throws -> Contact {
        let fields: [String: Any] = ["id": id, "first_name": "A\(id)", "complete_name": "A\(id)", "is_dead": isDead]
        let all = fields.merging(SidebarLab.fields(mail: mail)) { $1 }
        return try Contact(json: JSONSerialization.data(withJSONObject: all))
    }

    func testFiveHundredAreTaggedWithoutABlock() throws {
        try onDisplay {
            var account: DemoAccount?
            var ids: [ContactID] = []
            onMainLoop(limit: .seconds(120)) {
                let demo = try await DemoAccount(.init(contacts: 520, rateLimit: nil))
                try await demo.synchronise()
                ids = try await demo.session.store.summaries().prefix(500).map { ContactID(Int64($0.id)) }
                account = demo
            }
            let demo = try XCTUnwrap(account)
            let outbox = try XCTUnwrap(demo.session.outbox)
            let pictures = AvatarPictures()
            let sidebar = ContactsSidebar(pictures: pictures, menu: Menu())
            let window = TestWindow(sidebar.root, width: 360, height: 700)
            let observation = demo.session.store.observeList { [weak sidebar] list in
                Task { @MainActor in sidebar?.contacts.show(list) }
            }
            waitUntil("the list shows") { sidebar.contacts.model.count >= 500 }
            pictures.marks.follow(outbox)
            var receipt: Receipt?
            Task { receipt = try? await outbox.setTags(adding: ["climbing"], of: ids) }
            let longest = longestTurn(until: "all are tagged") {
                receipt.map { $0.entries.count == pictures.marks.changes.count } ?? false
            }
            XCTAssertGreaterThan(receipt?.entries.count ?? 0, 400)
            XCTAssertLessThan(longest, .milliseconds(50) * sanitizerSlowdown)
            pictures.marks.follow(nil)
            observation.cancel()
            window.close()
            onMainLoop { await demo.end() }
        }
    }
}

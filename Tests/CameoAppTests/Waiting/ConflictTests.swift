import DemoServer
import Foundation
import GLib
import Gtk
import Model
import Network
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// Two programs change the same on one server, and a person decides.
final class ConflictTests: XCTestCase {
    /// Two sessions of one account that know nothing of each other.
    @MainActor
    private final class Lab {
        let demo: DemoAccount
        let other: Session
        let queue: EditQueue
        let marks = EditMarks()

        init() async throws {
            demo = try await DemoAccount(.init(contacts: 5, rateLimit: nil))
            try await demo.synchronise()
            other = Session(
                account: demo.session.account, token: try Token(demo.server.token), store: try ContactStore.inMemory(),
                pictures: nil, foreignHosts: .onThisMachine)
            await other.synchroniser.run()
            queue = try XCTUnwrap(demo.session.edits)
            marks.follow(queue)
        }

        /// Changes texts of the third contact.
        func change(_ texts: [ContactKey: String], in session: Session) async throws {
            let queue = try XCTUnwrap(session.edits)
            let edited = try await queue.editable(ContactID(3))
            let form = try XCTUnwrap(edited)
            var deltas: [ContactKey: Delta<ContactValue>] = [:]
            for (key, text) in texts { deltas[key] = Delta(before: form.values[key], after: .text(text)) }
            let group = try XCTUnwrap(texts.keys.first).group
            try await queue.store([PlannedChange(.values(ValueChange(group: group, deltas: deltas)))], of: form.id)
        }

        /// Sends what the other changed, then what is changed here, until that needs a person.
        func clash() async throws -> WaitingChange {
            other.send()
            let left = await other.sendAll(within: 20)
            XCTAssertEqual(left?.count, 0)
            demo.session.send()
            // Who has just begun to send gives deletions time, but not where somebody waits.
            _ = await demo.session.sendAll(within: 20)
            await until("it conflicts") { self.marks.changes.first?.state == .conflicting }
            return try XCTUnwrap(marks.changes.first)
        }

        /// The other deletes the contact.
        func deleteThere() async throws {
            try await XCTUnwrap(other.edits).delete(ContactID(3), remote: RemoteID("3"), after: 0)
            other.send()
            _ = await other.sendAll(within: 20)
            XCTAssertEqual(demo.server.contactCount, 4)
        }

        func untilNothingWaits() async throws {
            await until("nothing waits", atMost: .seconds(20)) { self.marks.changes.isEmpty }
        }

        func onServer() async throws -> Contact { try await demo.session.client.contact(id: 3) }

        func end() async {
            await other.end()
            await demo.end()
        }
    }

    func testAPersonChoosesValueByValue() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await Lab()
            try await lab.change([.job: "Mine", .company: "Mine & Co."], in: lab.demo.session)
            try await lab.change([.job: "Theirs", .company: "Theirs & Co."], in: lab.other)
            _ = try await lab.clash()
            // What conflicts shows what the server has, once that is known.
            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 700)
            page.show(lab.marks.changes, of: lab.queue)
            XCTAssertNil(page.root.button("_Send"), "nothing goes before that is decided")
            let row = try XCTUnwrap(page.root.listRows.first)
            ExpanderRow(borrowing: row.pointer).isExpanded = true
            await until("its buttons are there") { page.root.button("_Choose…") != nil }
            XCTAssertTrue(page.root.clickButton("_Choose…"))
            await until("the choices are there") { page.root.texts.contains("Theirs & Co.") }
            XCTAssertTrue(page.root.texts.contains("Mine"))
            let send = try XCTUnwrap(page.root.button("_Send"))
            XCTAssertFalse(send.isSensitive)
            @MainActor func choose(_ text: String) throws {
                let row = try XCTUnwrap(page.root.listRows.first { $0.texts.contains(text) })
                ChoiceRow(borrowing: row.pointer).isChosen = true
            }
            try choose("Mine")
            XCTAssertFalse(send.isSensitive)
            try choose("Theirs & Co.")
            XCTAssertTrue(send.isSensitive)
            XCTAssertTrue(page.root.clickButton("_Send"))
            try await lab.untilNothingWaits()
            let there = try await lab.onServer()
            XCTAssertEqual(there.job, "Mine")
            XCTAssertEqual(there.company, "Theirs & Co.")
            let stored = try await lab.demo.session.store.contact(id: 3)
            XCTAssertEqual(stored?.company, "Theirs & Co.")
            window.close()
            await lab.end()
        }
    }

    func testBackLeavesItForLater() {
        withMainWindow { main, _ in
            let lab = try await Lab()
            try await lab.change([.job: "Mine"], in: lab.demo.session)
            try await lab.change([.job: "Theirs"], in: lab.other)
            main.show(lab.demo.session, at: nil)
            _ = try await lab.clash()
            await until("it is marked") { main.pictures.marks.changes.first?.state == .conflicting }
            main.showWaiting()
            let page = try XCTUnwrap(main.detail.waiting)
            page.conflict.show(try XCTUnwrap(lab.marks.changes.first))
            page.page = .conflict
            main.goBack()
            XCTAssertEqual(page.page, .list)
            XCTAssertTrue(main.detail.showsWaiting)
            main.goBack()
            XCTAssertFalse(main.detail.showsWaiting)
            main.leave()
            await lab.end()
        }
    }

    func testWhatWasChosenStaysWhateverElseIsNew() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await Lab()
            try await lab.change([.job: "Mine", .company: "Mine & Co."], in: lab.demo.session)
            try await lab.change([.job: "Theirs", .company: "Theirs & Co."], in: lab.other)
            var change = try await lab.clash()
            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 700)
            page.show([change], of: lab.queue)
            page.conflict.show(change)
            page.page = .conflict
            let chosen = try XCTUnwrap(page.root.listRows.first { $0.texts.contains("Theirs & Co.") })
            ChoiceRow(borrowing: chosen.pointer).isChosen = true
            change.pauseReason = .offline
            change.name = "Zoë"
            page.show([change], of: lab.queue)
            XCTAssertEqual(page.page, .conflict)
            XCTAssertEqual(page.conflict.choices.values, [.company: .theirs])
            XCTAssertTrue(page.title.title.contains("Zoë"))
            // Another answer of the server is another question.
            var edit = change.edit
            edit.progress.conflict?.values[.job] = .text("Somebody else’s")
            page.show([WaitingChange(edit: edit, name: "Zoë", fields: change.fields)], of: lab.queue)
            XCTAssertEqual(page.page, .list)
            window.close()
            await lab.end()
        }
    }

    func testTheServersValueEndsTheEdit() {
        onMainLoop(limit: .seconds(40)) {
            let lab = try await Lab()
            try await lab.change([.job: "Mine"], in: lab.demo.session)
            try await lab.change([.job: "Theirs"], in: lab.other)
            let change = try await lab.clash()
            try await lab.queue.takeTheirs(change.id, .job)
            try await lab.untilNothingWaits()
            await lab.demo.session.synchroniser.run()
            let (there, stored) = (
                try await lab.onServer(), try await lab.demo.session.store.contact(id: 3)
            )
            XCTAssertEqual(there.job, "Theirs")
            XCTAssertEqual(stored?.job, "Theirs")
            await lab.end()
        }
    }

    func testADeletionOfWhatHasChangedIsAQuestion() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await Lab()
            try await lab.queue.delete(ContactID(3), remote: RemoteID("3"), after: 0)
            try await lab.change([.job: "Theirs"], in: lab.other)
            let change = try await lab.clash()
            let view = ConflictView(countries: Countries(Locale(identifier: "en")))
            view.show(change)
            XCTAssertTrue(view.root.allTexts.contains("It has changed since you deleted it."))
            let row = try XCTUnwrap(view.root.row(titled: "Job")?.texts.last)
            XCTAssertTrue(row.hasSuffix("→ \u{2068}Theirs\u{2069}"), row)
            XCTAssertNil(view.root.row(titled: "Company"))
            XCTAssertEqual(lab.demo.server.contactCount, 5)
            let shown = try await lab.demo.session.store.contact(id: 3)
            XCTAssertNotNil(shown)
            try await lab.queue.takeMine(change.id)
            try await lab.untilNothingWaits()
            XCTAssertEqual(lab.demo.server.contactCount, 4)
            await lab.end()
        }
    }

    func testWhatIsGoneIsMadeAgain() {
        onMainLoop(limit: .seconds(40)) {
            let lab = try await Lab()
            try await lab.change([.job: "Mine"], in: lab.demo.session)
            try await lab.deleteThere()
            lab.demo.session.send()
            await until("it is refused") { lab.marks.changes.first?.issue == .contactGone }
            let page = WaitingPage()
            page.show(lab.marks.changes, of: lab.queue)
            XCTAssertTrue(page.root.allTexts.contains("Create Again"))
            try await lab.queue.createAgain(ContactID(3))
            try await lab.untilNothingWaits()
            XCTAssertEqual(lab.demo.server.contactCount, 5)
            let stored = try await lab.demo.session.store.contact(id: 3)
            XCTAssertEqual(stored?.job, "Mine")
            await lab.end()
        }
    }

    func testAFormSaysThatItsContactIsGoneAndMakesItAgain() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await Lab()
            let editor = ContactEditor(pictures: lab.demo.pictures())
            let window = TestWindow(editor.page.root, width: 600, height: 800)
            editor.begin(ContactID(3), name: "Somebody", in: lab.demo.session)
            await until("the form is open") { editor.page.view != nil }
            editor.page.view?.model.edit(.value(.job)) { $0[text: .job] = "Mine" }
            try await lab.deleteThere()
            _ = await lab.demo.session.refreshContact(id: 3)
            await until("it is said") {
                editor.page.root.texts.contains("Deleted on the server. Done creates it again.")
            }
            let isSaved = await editor.save()
            XCTAssertTrue(isSaved)
            lab.demo.session.send()
            let left = await lab.demo.session.sendAll(within: 20)
            XCTAssertEqual(left?.count, 0)
            XCTAssertEqual(lab.demo.server.contactCount, 5)
            let (stored, count) = (
                try await lab.demo.session.store.contact(id: 3), try await lab.demo.session.store.count()
            )
            XCTAssertEqual(stored?.job, "Mine")
            XCTAssertEqual(count, 5)
            window.close()
            await lab.end()
        }
    }
}

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
    func testAPersonChoosesValueByValue() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await ConflictLab()
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
            let lab = try await ConflictLab()
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
            let lab = try await ConflictLab()
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
            XCTAssertEqual(page.root.texts.count { $0 == "Zoë" }, 1)
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
            let lab = try await ConflictLab()
            try await lab.change([.job: "Mine"], in: lab.demo.session)
            try await lab.change([.job: "Theirs"], in: lab.other)
            let change = try await lab.clash()
            _ = try await lab.queue.choose([.job: .theirs], for: change.id)
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
            let lab = try await ConflictLab()
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
            let decided = try await lab.queue.choose([:], whole: .mine, for: change.id)
            XCTAssertEqual(decided?.deletes, true)
            XCTAssertEqual(lab.demo.server.contactCount, 5)
            try await lab.queue.finishDeletion(of: ContactID(3))
            try await lab.untilNothingWaits()
            XCTAssertEqual(lab.demo.server.contactCount, 4)
            await lab.end()
        }
    }

    func testWhatIsGoneIsMadeAgain() {
        onMainLoop(limit: .seconds(40)) {
            let lab = try await ConflictLab()
            try await lab.change([.job: "Mine"], in: lab.demo.session)
            try await lab.deleteThere()
            lab.demo.session.send()
            await until("it is refused") { lab.marks.changes.first?.issue == .contactGone }
            let page = WaitingPage()
            page.show(lab.marks.changes, of: lab.queue)
            try XCTUnwrap(page.list.made.first).root.isExpanded = true
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
            let lab = try await ConflictLab()
            let editor = ContactEditor(pictures: lab.demo.pictures())
            let window = TestWindow(editor.page.root, width: 600, height: 800)
            editor.begin(ContactID(3), name: "Somebody", in: lab.demo.session)
            await until("the form is open") { editor.page.view != nil }
            editor.page.view?.model.edit(.value(.job)) { $0[text: .job] = "Mine" }
            try await lab.deleteThere()
            _ = await lab.demo.session.refreshContact(id: 3)
            await until("it is said") {
                editor.page.root.texts.contains("Deleted on the server. Saving creates it again.")
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

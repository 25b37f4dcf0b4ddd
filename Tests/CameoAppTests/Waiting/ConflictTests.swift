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
        withConflict { lab, main, page in
            XCTAssertTrue(page.root.texts.contains("Mine"))
            let send = try XCTUnwrap(page.root.button("_Send"))
            XCTAssertFalse(send.isSensitive)
            try WaitingLab.choose("Mine", in: page.root)
            XCTAssertFalse(send.isSensitive)
            try WaitingLab.choose("Theirs & Co.", in: page.root)
            XCTAssertTrue(send.isSensitive)
            XCTAssertTrue(page.root.clickButton("_Send"))
            await until("it can be undone") { main.detail.changes.undo.isShown }
            try await lab.untilNothingWaits()
            var there = try await lab.onServer()
            XCTAssertEqual([there.job, there.company], ["Mine", "Theirs & Co."])
            let stored = try await lab.demo.session.store.contact(id: 3)
            XCTAssertEqual(stored?.company, "Theirs & Co.")
            // The undo is the other choice.
            XCTAssertTrue(main.detail.changes.undo.takeBack())
            while there.job != "Theirs" || there.company != "Mine & Co." {
                try await Task.sleep(for: .milliseconds(20))
                there = try await lab.onServer()
            }
        }
    }

    func testTheServersValuesEndTheChanges() {
        withConflict { lab, main, page in
            try WaitingLab.choose("Theirs", in: page.root)
            try WaitingLab.choose("Theirs & Co.", in: page.root)
            // The server has them already.
            XCTAssertNil(page.root.button("_Send"))
            XCTAssertTrue(page.root.clickButton("_Done"))
            try await lab.untilNothingWaits()
            let there = try await lab.onServer()
            XCTAssertEqual([there.job, there.company], ["Theirs", "Theirs & Co."])
        }
    }

    func testBackLeavesItForLater() {
        withConflict { lab, main, page in
            XCTAssertEqual(page.header.button("_Cancel")?.isMapped, true)
            main.goBack()
            XCTAssertEqual(page.page, .list)
            await until("there is a way back instead") { page.header.button("_Cancel")?.isMapped != true }
            XCTAssertEqual(lab.marks.changes.map(\.isConflicting), [true, true])
            main.goBack()
            XCTAssertFalse(main.detail.unsent.isShown)
        }
    }

    func testChoicesStayWhateverElseIsNew() {
        onDisplay(limit: .seconds(60)) {
            let (job, company) = (
                WaitingLab.conflict(.job, mine: "Mine", theirs: "Theirs"),
                WaitingLab.conflict(.company, mine: "Mine & Co.", theirs: "Theirs & Co.")
            )
            let (page, window) = await WaitingLab.page([job, company])
            let row = try XCTUnwrap(page.list.made.first).root
            row.isExpanded = true
            await until("its buttons are there") { row.button("_Choose…") != nil }
            XCTAssertTrue(row.clickButton("_Choose…"))
            await until("the choices are there") { page.root.texts.contains("Theirs & Co.") }
            try WaitingLab.choose("Theirs & Co.", in: page.root)
            // A name is no other question, and neither is a change of something else.
            var named = [job, company, WaitingLab.change()]
            for index in named.indices { named[index].name = "Ada" }
            page.show(named, of: nil)
            XCTAssertEqual(page.page, .conflict)
            XCTAssertEqual(page.conflict.choices, [.value(.company): .theirs])
            XCTAssertEqual(page.root.texts.count { $0 == "Ada" }, 1)
            XCTAssertTrue(page.root.texts.contains("Someone else changed this, too. Choose what to keep."))
            // Another value of the server is another question.
            page.show([WaitingLab.conflict(.job, mine: "Mine", theirs: "Other"), company], of: nil)
            XCTAssertEqual(page.page, .list)
            window.close()
        }
    }

    func testADeletionShowsTheValuesThatWereNotSeen() {
        onDisplay(limit: .seconds(60)) {
            let unseen = SlotState(.value(.job), WaitingLab.text("Theirs"))
            let deletion = WaitingLab.change(.existence, from: .on, to: nil, .problem(.conflict(values: [unseen])))
            let view = ConflictView(countries: FormLab.english)
            let window = TestWindow(view.root, width: 600, height: 700)
            view.show([deletion])
            XCTAssertTrue(view.root.texts.contains("It has changed since you deleted it."))
            XCTAssertEqual(view.root.row(titled: "Job")?.texts.last?.contains("Theirs"), true)
            XCTAssertNil(view.root.row(titled: "Company"))
            XCTAssertFalse(view.isDecided)
            try WaitingLab.choose("Keep the contact", in: view.root)
            XCTAssertFalse(view.leadsToRequest)
            try WaitingLab.choose("Delete Anyway", in: view.root)
            XCTAssertTrue(view.isDecided && view.deletes)
            window.close()
        }
    }

    func testLongTextsShowTheirDifference() {
        onDisplay(limit: .seconds(60)) {
            let alike = String(repeating: "word ", count: 100)
            let view = ConflictView(countries: FormLab.english)
            let window = TestWindow(view.root, width: 600, height: 700)
            view.show([WaitingLab.conflict(.food, mine: alike + "Tea", theirs: alike + "Cake")])
            let notes = ["Tea", "Cake"].map { SlotValue.part(.note(NoteValue(body: alike + $0))) }
            let change = WaitingLab.change(.part(.note, PartID(1)), from: notes[0], to: notes[1])
            let lines = ChangeDescription(change, countries: FormLab.english).lines
            for word in ["Tea", "Cake"] {
                for texts in [view.root.texts, lines.flatMap { [$0.before, $0.after] }] {
                    XCTAssertEqual(texts.count { $0.hasPrefix("…word") && $0.hasSuffix(" word \(word)") }, 1)
                }
            }
            window.close()
        }
    }

    func testADeletionOfWhatHasChangedIsAQuestion() {
        onMainLoop(limit: .seconds(40)) {
            let lab = try await ConflictLab()
            _ = try await lab.outbox.delete(ContactID(3), after: 0)
            try await lab.change([.job: "Theirs"], in: lab.other)
            try await lab.clash()
            XCTAssertEqual(lab.demo.server.contactCount, 5)
            let decided = try await lab.outbox.choose([.existence: .mine], of: ContactID(3))
            if let decided { try await lab.outbox.finish(decided) }
            try await lab.untilNothingWaits()
            XCTAssertEqual(lab.demo.server.contactCount, 4)
            await lab.end()
        }
    }

    func testAContactThatIsGoneIsMadeAgain() {
        onMainLoop(limit: .seconds(40)) {
            let lab = try await ConflictLab()
            try await lab.change([.job: "Mine"], in: lab.demo.session)
            try await lab.deleteThere()
            lab.demo.session.send()
            await until("it is told") { lab.marks.changes.first?.state == .problem(.gone) }
            let made = try await lab.outbox.createAgain(ContactID(3))
            XCTAssertNotNil(made)
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

    /// The page of two conflicting values of a contact.
    private func withConflict(
        _ body: @escaping @MainActor (ConflictLab, MainWindow, WaitingPage) async throws -> Void
    ) {
        withMainWindow { main, _ in
            let lab = try await ConflictLab()
            main.show(lab.demo.session, at: nil)
            try await lab.change([.job: "Mine", .company: "Mine & Co."], in: lab.demo.session)
            try await lab.change([.job: "Theirs", .company: "Theirs & Co."], in: lab.other)
            try await lab.clash()
            await until("both are marked") { main.pictures.marks.changes.map(\.isConflicting) == [true, true] }
            main.showWaiting()
            let page = try XCTUnwrap(main.detail.unsent.page)
            XCTAssertNil(page.root.button("_Send"), "nothing goes before that is decided")
            await until("its row is there") { page.list.made.first != nil }
            try XCTUnwrap(page.list.made.first).root.isExpanded = true
            await until("its buttons are there") { page.root.button("_Choose…") != nil }
            XCTAssertTrue(page.root.clickButton("_Choose…"))
            await until("the choices are there") { page.root.texts.contains("Theirs & Co.") }
            try await body(lab, main, page)
            main.leave()
            await lab.end()
        }
    }
}

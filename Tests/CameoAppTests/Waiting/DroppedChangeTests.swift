import DemoServer
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// An undo brings a discarded change back, or says why not.
final class DroppedChangeTests: XCTestCase {
    func testItComesBack() {
        withDropped { lab, outbox, dropped in
            lab.page.changes.sayDropped(dropped)
            await until("it is said") { lab.texts.contains("Change discarded") }
            XCTAssertTrue(lab.page.changes.undo.takeBack())
            try await outbox.wait { $0.map(\.contact) == [ContactID(3)] }
        }
    }

    /// The discarded change of a deleted contact takes the contact along, after its toast.
    func testAChangeOfAContactThatIsGoneComesBackToo() {
        withMarks { lab, outbox, marks in
            let session = lab.demo.session
            lab.page.show(contactID: 2, of: session)
            try await outbox.set(.food, to: "Figs", of: 3)
            try await session.store.remove(ids: [3])
            await until("it is told") { marks.changes.first?.state == .problem(.gone) }
            for isUndone in [true, false] {
                lab.page.unsent.show(of: session)
                try XCTUnwrap(lab.page.unsent.page?.list.made.first).root.isExpanded = true
                await until("its button is there") { lab.page.root.button("_Discard") != nil }
                XCTAssertTrue(lab.page.root.clickButton("_Discard"))
                await until("it is said") { lab.texts.contains("Change discarded") }
                XCTAssertFalse(lab.page.unsent.isShown)
                if isUndone {
                    XCTAssertTrue(lab.page.changes.undo.takeBack())
                } else {
                    var isMarkedAgain = false
                    let observation = marks.observe { isMarkedAgain = isMarkedAgain || !marks.changes.isEmpty }
                    lab.page.changes.undo.finish()
                    await until("it is gone") { marks.discarded.isEmpty }
                    withExtendedLifetime(observation) { XCTAssertFalse(isMarkedAgain) }
                }
                let contact = try await session.store.contact(id: 3)
                XCTAssertEqual(contact?.foodPreferences, isUndone ? "Figs" : nil)
            }
        }
    }

    /// The discard is final when the contact is made again without the change.
    func testCreateAgainEndsTheUndoOfADiscardedChange() {
        withMarks { lab, outbox, marks in
            let session = lab.demo.session
            try await outbox.set(.food, to: "Figs", of: 3)
            try await outbox.set(.nickname, to: "Zed", of: 3)
            try await session.store.remove(ids: [3])
            await until("they are told") { marks.changes.map(\.state) == [.problem(.gone), .problem(.gone)] }
            lab.page.unsent.show(of: session)
            let page = try XCTUnwrap(lab.page.unsent.page)
            page.onDiscard?([WaitingChange.ID(contact: ContactID(3), slot: .value(.food))])
            XCTAssertTrue(lab.page.changes.undo.isShown)
            try await page.onMakeAgain?(ContactID(3))
            XCTAssertFalse(lab.page.changes.undo.isShown)
            XCTAssertEqual(marks.discarded, [])
            let contact = try await session.store.contact(id: 3)
            XCTAssertEqual(contact?.nickname, "Zed")
            XCTAssertNotEqual(contact?.foodPreferences, "Figs")
        }
    }

    func testATagOfSeveralContactsGoesAndComesBackAtOnce() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab(contacts: 5)
            try await lab.demo.synchronise()
            let outbox = try XCTUnwrap(lab.demo.session.outbox)
            let tagged = try await outbox.setTags(adding: ["climbing"], of: (1...5).map { ContactID($0) })
            let count = try XCTUnwrap(tagged).changes.count
            XCTAssertGreaterThan(count, 1)
            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 600)
            page.show(try await outbox.waiting().lines, of: outbox)
            var dropped: [Receipt] = []
            page.onDropped = { dropped.append($0) }
            try XCTUnwrap(page.list.made.first).root.isExpanded = true
            await until("its button is there") { page.root.button("_Discard") != nil }
            XCTAssertTrue(page.root.clickButton("_Discard"))
            await until("it is dropped") { dropped.count == 1 }
            let left = try await outbox.waiting()
            XCTAssertEqual(left, [])
            let undone = try await outbox.undo(try XCTUnwrap(dropped.first))
            XCTAssertEqual(undone, .undone)
            let lines = try await outbox.waiting().lines
            XCTAssertEqual(lines.map(\.sharedTag?.contacts), [count])
            window.close()
            await lab.end()
        }
    }

    func testAnOvertakenOneSaysSo() {
        withDropped { lab, outbox, dropped in
            lab.page.changes.sayDropped(dropped)
            try await outbox.set(.food, to: "Meat", of: 3)
            XCTAssertTrue(lab.page.changes.undo.takeBack())
            await until("it is said") {
                lab.texts.contains("Can’t undo: a later change has taken the place of this one.")
            }
        }
    }

    func testAnUndoThatCannotBeStoredIsOfferedAgain() {
        let folder = TemporaryFolder()
        withDropped(in: folder) { lab, outbox, dropped in
            let account = lab.demo.session.account.id
            let database = try XCTUnwrap(lab.demo.directories?.contacts(of: account))
            let elsewhere = database.appendingPathExtension("elsewhere")
            lab.page.changes.sayDropped(dropped)
            try FileManager.default.moveItem(at: database, to: elsewhere)
            XCTAssertTrue(lab.page.changes.undo.takeBack())
            await until("it is said") { lab.texts.contains(ContactStoreError.replaced.sentence) }
            try FileManager.default.moveItem(at: elsewhere, to: database)
            XCTAssertTrue(lab.page.changes.undo.takeBack())
            try await outbox.wait { $0.map(\.contact) == [ContactID(3)] }
        }
    }

    /// With marks that follow the outbox of five contacts.
    private func withMarks(_ body: @escaping @MainActor (DetailLab, Outbox, EditMarks) async throws -> Void) {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab(contacts: 5)
            try await lab.demo.synchronise()
            let outbox = try XCTUnwrap(lab.demo.session.outbox)
            let marks = lab.page.pictures.marks
            marks.follow(outbox)
            try await body(lab, outbox, marks)
            await lab.end()
        }
    }

    /// With a change of a contact that was just discarded.
    private func withDropped(
        in folder: TemporaryFolder? = nil,
        _ body: @escaping @MainActor (DetailLab, Outbox, Receipt) async throws -> Void
    ) {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab(DemoAccount(.init(contacts: 5, rateLimit: nil), in: folder))
            try await lab.demo.synchronise()
            lab.page.session = lab.demo.session
            let outbox = try XCTUnwrap(lab.demo.session.outbox)
            let stored = try await outbox.set(.food, to: "Vegan", of: 3)
            let dropped = try await outbox.drop(try XCTUnwrap(stored.changes.first))
            try await body(lab, outbox, XCTUnwrap(dropped))
            await lab.end()
        }
    }
}

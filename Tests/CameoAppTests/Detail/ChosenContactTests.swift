import Contacts
import DemoServer
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// An action right after a choice applies to the chosen contact, once the page shows this contact.
final class ChosenContactTests: XCTestCase {
    func testItIsDeletedUnderItsOwnName() {
        withTwo { lab in
            XCTAssertTrue(lab.page.deleteContact())
            XCTAssertEqual(lab.page.detail.contactID, 1, "the one before is still there")
            await until("it is deleted") { lab.texts.contains { $0.hasPrefix("Bob Byron deleted") } }
            XCTAssertFalse(lab.texts.contains { $0.hasPrefix("Ada Lovelace deleted") })
            let isDeleted = try await lab.demo.session.outbox?.isBeingDeleted(ContactID(2))
            XCTAssertEqual(isDeleted, true)
        }
    }

    func testItsFormHasItsName() {
        withTwo { lab in
            XCTAssertTrue(lab.page.beginEditing())
            await until("the form is open") { lab.page.editor.isOpen }
            XCTAssertEqual(lab.page.editor.contact, ContactID(2))
            XCTAssertEqual(lab.page.editor.open?.name, "Bob Byron")
            lab.page.editor.cancel()
        }
    }

    func testTheFormOfItsDraftHasItsName() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            lab.demo.server.stop()
            try await lab.store(1, name: "Ada Lovelace")
            try await lab.store(2, name: "Bob Byron")
            lab.page.show(contactID: 2, of: lab.demo.session)
            await until("the second is shown") { lab.page.canEdit }
            lab.page.beginEditing()
            let editor = lab.page.editor
            await until("the form is open") { editor.isOpen }
            editor.page.view?.model.edit(.value(.nickname)) { $0[text: .nickname] = "Zed" }
            editor.abandon()
            await editor.draftsSettled()
            lab.page.show(contactID: 1, of: lab.demo.session)
            await until("the first is shown") { lab.page.detail.contactID == 1 }
            let draft = try await lab.demo.session.drafts.offered(ContactID(2)).first
            lab.page.show(contactID: 2, of: lab.demo.session)
            // It may be read before the contact is.
            lab.page.contactBanner.draft = try XCTUnwrap(draft)
            XCTAssertEqual(lab.page.detail.contactID, 1)
            lab.page.contactBanner.continueDraft()
            await until("the form is open") { editor.isOpen }
            XCTAssertEqual(editor.open?.name, "Bob Byron")
            XCTAssertEqual(editor.page.view?.model.form[text: .nickname], "Zed")
            editor.close(.closed)
            await lab.end()
        }
    }

    func testTheFormBeginsWhereTheRowIsTyped() {
        withTwo { lab in
            XCTAssertTrue(lab.page.beginEditing(at: .foodPreferences))
            await until("the food has the focus") { lab.page.editor.page.view?.focusedField == .value(.food) }
            lab.page.editor.cancel()
        }
    }

    func testItIsTheUser() {
        withTwo { lab in
            lab.page.markAsMe(true)
            await until("it is stored") { lab.texts.contains("Saved") }
            let changes = try await lab.demo.session.outbox?.waiting() ?? []
            XCTAssertEqual(changes.map(\.wanted), [.value(.contact(.local(ContactID(2))))])
            await until("the page says so") { lab.texts.contains("Me") }
            let actions = lab.page.menu.actions
            await until("the menu offers the opposite") { actions.isEnabled("not-me") && !actions.isEnabled("me") }
            XCTAssertTrue(lab.page.root.choose("contact.not-me", inMenu: "Contact Menu"))
            await until("the page says so no more") { !lab.texts.contains("Me") }
            await until("the menu offers it again") { actions.isEnabled("me") && !actions.isEnabled("not-me") }
        }
    }

    func testWhatIsArchivedIsNotDeletedForTheOneBefore() {
        withTwo(isArchived: true) { lab in
            lab.page.deleteContact()
            lab.page.beginEditing()
            lab.page.deleteContact()
            await until("it is shown") { lab.page.detail.contactID == 2 }
            let changes = try await lab.demo.session.outbox?.waiting() ?? []
            XCTAssertEqual(changes.count, 0)
            XCTAssertNil(lab.page.editor.beginning)
        }
    }

    func testNothingIsDoneOnceAnotherOneIsChosen() {
        withTwo { lab in
            lab.page.beginEditing()
            lab.page.show(contactID: 1, of: lab.demo.session)
            await until("the first is shown anew") { !lab.page.isComing }
            XCTAssertNil(lab.page.intention)
            XCTAssertNil(lab.page.editor.beginning)
        }
    }

    func testItIsNotDeletedOnceAnotherFormIsWanted() {
        withTwo { lab in
            XCTAssertTrue(lab.page.deleteContact())
            lab.page.beginNew(in: lab.demo.session)
            await until("the form of a new contact is open") { lab.page.editor.isOpen }
            XCTAssertNil(lab.page.editor.contact)
            lab.page.editor.cancel()
            await until("the second is shown") { lab.page.detail.contactID == 2 }
            let isDeleted = try await lab.demo.session.outbox?.isBeingDeleted(ContactID(2))
            XCTAssertEqual(isDeleted, false)
        }
    }

    func testNothingIsDoneOnceTheWindowCloses() {
        withTwo { lab in
            XCTAssertTrue(lab.page.deleteContact())
            lab.page.abandonForm()
            await until("the second is shown") { lab.page.detail.contactID == 2 }
            let isDeleted = try await lab.demo.session.outbox?.isBeingDeleted(ContactID(2))
            XCTAssertEqual(isDeleted, false)
        }
    }

    func testARowMenuLeavesTheContactOfAnOpenFormAlone() {
        withContacts { window, entries in
            window.show(contactID: entries[0].id)
            await until("the contact is shown") { window.detail.detail.contactID == entries[0].id }
            window.detail.beginEditing()
            let editor = window.detail.editor
            await until("the form is open") { editor.isOpen }
            editor.page.view?.model.edit(.value(.nickname)) { $0[text: .nickname] = "Zed" }
            let heading = "Save Changes to \(entries[0].name)?"
            window.sidebar.rowMenu.onDelete?(entries[1].id)
            await until("it asks") { TopLevels.question(heading) != nil }
            XCTAssertTrue(editor.isOpen)
            TopLevels.question(heading)?.answer(with: "keep")
            await until("the question is gone") { TopLevels.question(heading) == nil }
            XCTAssertTrue(editor.isOpen)
            let changes = try await window.session?.outbox?.waiting() ?? []
            XCTAssertEqual(changes.count, 0)
        }
    }

    func testTheContactOnThePageStaysWhereAnotherIsDeletedFromTheList() {
        withContacts { window, entries in
            window.show(contactID: entries[0].id)
            await until("the contact is shown") { window.detail.detail.contactID == entries[0].id }
            window.sidebar.rowMenu.onDelete?(entries[1].id)
            let sentence = "\(entries[1].name) deleted"
            await until("it is deleted") { window.detail.root.texts.contains { $0.hasPrefix(sentence) } }
            XCTAssertEqual(window.detail.contactID, entries[0].id)
            let outbox = window.session?.outbox
            let isDeleted = try await outbox?.isBeingDeleted(ContactID(Int64(entries[1].id)))
            XCTAssertEqual(isDeleted, true)
            _ = window.detail.takeBack()
            var isBack = false
            for _ in 0..<400 where !isBack {
                await window.detail.root.nextFrame(within: .milliseconds(50))
                isBack = try await outbox?.isBeingDeleted(ContactID(Int64(entries[1].id))) == false
            }
            XCTAssertTrue(isBack)
            await window.detail.root.nextFrame(within: .seconds(1))
            XCTAssertEqual(window.detail.contactID, entries[0].id)
        }
    }

    /// With Ada on the page and Bob just chosen.
    private func withTwo(
        isArchived: Bool = false, _ body: @escaping @MainActor (DetailLab) async throws -> Void
    ) {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            lab.demo.server.stop()
            try await lab.store(1, name: "Ada Lovelace")
            try await lab.store(2, name: "Bob Byron", ["is_active": !isArchived])
            lab.page.show(contactID: 1, of: lab.demo.session)
            await until("the first is shown") { lab.page.detail.contactID == 1 }
            lab.page.show(contactID: 2, of: lab.demo.session)
            XCTAssertEqual(lab.page.detail.contactID, 1)
            try await body(lab)
            await lab.end()
        }
    }
}

import Contacts
import DemoServer
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// The banner above a contact offers the contact's draft.
final class ContactBannerTests: XCTestCase {
    func testADiscardedDraftIsOfferedAgainAfterUndo() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            lab.demo.server.stop()
            try await lab.store(1, name: "Ada Lovelace")
            let store = lab.demo.session.store
            let form = try FormLab.form(FormLab.contact()).stored()
            _ = try await store.saveDraft(form, of: ContactID(1))
            lab.page.show(contactID: 1, of: lab.demo.session)
            let banner = lab.page.contactBanner.banner
            for isLast in [false, true] {
                await until("the draft is offered") {
                    banner.text?.hasPrefix("Unsaved changes from") == true
                        && banner.root.button("Discard")?.isMapped == true
                }
                XCTAssertTrue(banner.root.clickButton("Discard"))
                XCTAssertNil(banner.text)
                await until("it is said") {
                    lab.texts.contains("Unsaved changes discarded") && lab.page.root.button("Undo")?.isMapped == true
                }
                if isLast { lab.page.changes.undo.finish() } else { XCTAssertTrue(lab.page.root.clickButton("Undo")) }
            }
            var left = try await store.drafts()
            for _ in 0..<400 where !left.isEmpty {
                await lab.page.root.nextFrame(within: .milliseconds(50))
                left = try await store.drafts()
            }
            XCTAssertEqual(left, [])
            await lab.end()
        }
    }

    func testTheFormOfADraftEndsTheUndoOfAChange() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            lab.demo.server.stop()
            try await lab.store(1, name: "Ada Lovelace")
            let form = try FormLab.form(FormLab.contact()).stored()
            _ = try await lab.demo.session.store.saveDraft(form, of: ContactID(1))
            lab.page.show(contactID: 1, of: lab.demo.session)
            await until("the draft is offered") {
                lab.page.contactBanner.draft != nil && lab.page.shownContact == ContactID(1)
            }
            let undo = lab.page.changes.undo
            undo.show("Saved", seconds: UndoToast.changeTime, onUndo: {})
            XCTAssertTrue(undo.isShown)
            lab.page.contactBanner.continueDraft()
            XCTAssertFalse(undo.isShown)
            lab.page.abandonForm()
            await lab.end()
        }
    }

    func testTypingAboutAnEntryIsOfferedOnceTheContactIsBack() {
        withEntryPage { lab, outbox in
            XCTAssertTrue(lab.page.entries.beginLog())
            try XCTUnwrap(lab.page.entries.open?.editor).type("Half a sent")
            // As another window does.
            let receipt = try await outbox.delete(ContactID(3), after: 60)
            await until("it is gone") { lab.texts.contains("This contact was deleted.") }
            _ = try await outbox.undo(try XCTUnwrap(receipt))
            await until("the draft is offered") { lab.page.contactBanner.draft != nil }
            lab.page.contactBanner.continueDraft()
            await until("the editor is open") { lab.page.entries.open != nil }
            XCTAssertEqual(lab.page.entries.open?.editor.draft[.text], "Half a sent")
        }
    }
}

import Contacts
import DemoServer
import Foundation
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// A form is opened, followed by the news, and ends as the person decides.
final class ContactEditorTests: XCTestCase {
    func testWhatWasTypedIsStoredBeforeTheSessionEnds() {
        withOpenForm { lab in
            lab.type("Pilot", for: .job)
            await lab.editor.keepForGood()
            var drafts = try await lab.drafts()
            XCTAssertEqual(drafts.map(\.contact), [ContactID(1)])
            // A save that is under way is stored.
            Task.immediate { await lab.editor.save() }
            XCTAssertTrue(lab.editor.saving)
            await lab.editor.keepForGood()
            drafts = try await lab.drafts()
            let changes = try await lab.changes()
            XCTAssertEqual([drafts.count, changes.count], [0, 1])
        }
    }

    func testACoveredFormIsNotSavedByItsKey() {
        withOpenForm { lab in
            lab.editor.page.root.isVisible = false
            lab.editor.beginSaving()
            XCTAssertTrue(lab.editor.isOpen && !lab.editor.saving)
            lab.editor.page.root.isVisible = true
            await until("it shows again") { lab.editor.page.root.isMapped }
            lab.editor.beginSaving()
            await until("it is closed") { !lab.editor.isOpen }
        }
    }

    func testSavingStoresWhatWasTyped() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            await lab.open()
            lab.type("Zed", for: .nickname)
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            XCTAssertFalse(lab.editor.isOpen)
            let changes = try await lab.changes()
            XCTAssertEqual(changes.map(\.wanted), [.value(.text("Zed"))])
            guard case .saved(let receipt)? = lab.ends.first else { return XCTFail("not saved") }
            XCTAssertEqual(receipt.changes, Set(changes.map(\.id)))
            XCTAssertEqual(receipt.contact, ContactID(1))
            await lab.end()
        }
    }

    func testSavingWithoutAChangeStoresNothing() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            for contact in 1...5 {
                await lab.open(Int64(contact))
                XCTAssertFalse(lab.editor.isTouched)
                let isSaved = await lab.editor.save()
                XCTAssertTrue(isSaved)
            }
            let changes = try await lab.changes()
            XCTAssertEqual(changes.count, 0)
            await lab.end()
        }
    }

    func testWhatIsWrongKeepsTheFormAndIsSaidAtItsField() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            await lab.open()
            let input = lab.editor.page.view?.inputs.first { $0.owns(.value(.job)) }
            let row = try XCTUnwrap(input?.rows.first)
            // As a paste does.
            EntryRow(borrowing: row.pointer).complete(to: String(repeating: "x", count: 256))
            let isSaved = await lab.editor.save()
            XCTAssertFalse(isSaved)
            XCTAssertTrue(lab.editor.isOpen)
            XCTAssertTrue(lab.texts.contains("At most 255 characters."))
            XCTAssertEqual(lab.editor.page.view?.focusedField, .value(.job))
            lab.type("short", for: .job)
            XCTAssertTrue(lab.model?.form.issues().isEmpty == true)
            await lab.end()
        }
    }

    func testNothingIsTypedWhileItIsStored() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            await lab.open()
            lab.type("Zed", for: .nickname)
            lab.editor.page.view?.focus(.value(.job))
            let saving = Task { await lab.editor.save() }
            // It has begun, and the disk answers in a later turn.
            await Task.yield()
            XCTAssertTrue(lab.editor.saving)
            XCTAssertEqual(lab.editor.page.view?.root.parent?.takesInput, false)
            XCTAssertNil(lab.editor.page.view?.focusedField)
            let isSaved = await saving.value
            XCTAssertTrue(isSaved)
            XCTAssertEqual(lab.ends.count, 1)
            // The next form takes typed text.
            await lab.open(2)
            XCTAssertEqual(lab.editor.page.view?.root.parent?.takesInput, true)
            await lab.end()
        }
    }

    func testNewsComeWhileTheFormIsOpen() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            await lab.open()
            lab.type("mine", for: .job)
            let company = lab.model?.form[text: .company]
            lab.editor.page.view?.focus(.value(.company))
            // Another window of the same program changes them.
            try await lab.demo.session.outbox?.set(
                [
                    (.value(.job), .value(.text("theirs"))), (.value(.nickname), .value(.text("news"))),
                    (.value(.company), .value(.text("new company"))),
                ], of: 1)
            await until("the news are in the form") { lab.model?.form[text: .nickname] == "news" }
            XCTAssertEqual(lab.model?.form[text: .job], "mine")
            XCTAssertEqual(lab.model?.form[text: .company], company)
            lab.editor.page.view?.focus(.value(.job))
            await until("the field that was left takes the news") {
                lab.model?.form[text: .company] == "new company"
            }
            await until("they are said") { lab.texts.contains("Changed on the server: theirs") }
            await lab.end()
        }
    }

    func testAllTagsThereAreAreOfferedTheMostUsedFirst() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab(contacts: 40)
            var counts: [String: Int] = [:]
            for contact in try await lab.demo.session.store.summaries() {
                let stored = try await lab.demo.session.store.contact(id: contact.id)
                for tag in stored?.tags ?? [] { counts[tag.name, default: 0] += 1 }
            }
            let tags = await FormStart.tags(in: lab.demo.session.store)
            XCTAssertEqual(Set(tags), Set(counts.keys))
            XCTAssertEqual(tags.map { counts[$0] ?? 0 }, counts.values.sorted(by: >))
            let found = FormStart.tags(["old friend", "Fríends", "relative"], named: "FRI")
            XCTAssertEqual(found, ["Fríends", "old friend"])
            await lab.end()
        }
    }

    func testADraftIsKeptAndGoesWithTheForm() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            await lab.open()
            lab.type("draft", for: .job)
            lab.editor.keepDraft()
            var drafts: [Draft] = []
            for _ in 0..<100 where drafts.isEmpty {
                try await Task.sleep(for: .milliseconds(20))
                drafts = try await lab.drafts()
            }
            XCTAssertEqual(drafts.map(\.contact), [ContactID(1)])
            let form = try ContactForm(
                stored: XCTUnwrap(drafts.first).form, mailTypes: [], countries: FormLab.english, thisYear: 2026)
            XCTAssertEqual(form[text: .job], "draft")
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            await lab.editor.draftsSettled()
            drafts = try await lab.drafts()
            XCTAssertEqual(drafts.count, 0)
            await lab.end()
        }
    }

    func testTypingThatIsTakenBackLeavesNoDraft() {
        withOpenForm { lab in
            let former = lab.model?.form[text: .job] ?? ""
            for closes in [false, true] {
                lab.type("draft", for: .job)
                await lab.editor.keepForGood()
                var drafts = try await lab.drafts()
                XCTAssertEqual(drafts.count, 1)
                lab.type(former, for: .job)
                if closes { lab.editor.abandon() } else { await lab.editor.keepForGood() }
                await lab.editor.draftsSettled()
                drafts = try await lab.drafts()
                XCTAssertEqual(drafts.count, 0)
            }
        }
    }

    func testADraftIsGoneOnWithWhicheverWayTheFormIsOpened() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            await lab.open()
            lab.type("draft", for: .job)
            lab.editor.abandon()
            await lab.editor.draftsSettled()
            let kept = try await lab.drafts()
            XCTAssertEqual(kept.map(\.contact), [ContactID(1)])
            await until("the form is closed") { lab.model == nil }
            await lab.open()
            XCTAssertEqual(lab.model?.form[text: .job], "draft")
            XCTAssertTrue(lab.editor.isTouched)
            lab.editor.close(.closed)
            await lab.editor.draftsSettled()
            // No other form replaces an unreadable draft.
            _ = try await lab.demo.session.store.saveDraft(Data("no form".utf8), of: ContactID(1))
            var sentences: [String] = []
            lab.editor.onFailure = { sentences.append($0) }
            lab.editor.begin(ContactID(1), name: "Somebody", in: lab.demo.session)
            await until("it is said") { !sentences.isEmpty }
            XCTAssertFalse(lab.editor.isOpen)
            let left = try await lab.drafts()
            XCTAssertEqual(left.map(\.form), [Data("no form".utf8)])
            await lab.end()
        }
    }

    func testTwoFormsOfOneContactKeepADraftEachAndOneAfterTheOtherIsGoneOnWith() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let other = ContactEditor(pictures: lab.demo.pictures())
            let window = TestWindow(other.page.root, width: 600, height: 800)
            await lab.open()
            lab.type("first", for: .job)
            lab.editor.keepDraft()
            // Text typed in an open form does not open in another form.
            other.begin(ContactID(1), name: "Somebody", in: lab.demo.session)
            await until("the other form is open") { other.page.view?.model != nil }
            XCTAssertFalse(other.isTouched)
            other.page.view?.model.edit(.value(.company)) { $0[text: .company] = "second" }
            other.keepDraft()
            await lab.editor.open?.draft.settled()
            await other.open?.draft.settled()
            var offered = try await lab.demo.session.drafts.offered(ContactID(1))
            XCTAssertEqual(offered.count, 0)
            // The program ends; the first one is the latest.
            other.abandon()
            await other.draftsSettled()
            lab.editor.abandon()
            await lab.editor.draftsSettled()
            offered = try await lab.demo.session.drafts.offered(ContactID(1))
            XCTAssertEqual(offered.count, 2)
            await lab.open()
            XCTAssertEqual(lab.model?.form[text: .job], "first")
            var isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            await lab.open()
            XCTAssertEqual(lab.model?.form[text: .company], "second")
            isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            await lab.editor.draftsSettled()
            offered = try await lab.demo.session.drafts.offered(ContactID(1))
            XCTAssertEqual(offered.count, 0)
            window.close()
            await lab.end()
        }
    }

    func testWhoSavesAFormTakesBackADeletionInAnotherWindow() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            await lab.open()
            lab.type("kept", for: .job)
            let outbox = try XCTUnwrap(lab.demo.session.outbox)
            // Asked for twice it is one.
            for _ in 1...2 { _ = try await outbox.delete(ContactID(1), after: 60) }
            var slots = try await lab.slots()
            XCTAssertEqual(slots, ["existence"])
            await lab.editor.takeNews()
            XCTAssertFalse(lab.texts.contains("Deleted on the server. Saving creates it again."))
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            slots = try await lab.slots()
            XCTAssertEqual(slots, ["value:job"])
            await lab.end()
        }
    }

    func testANewContactIsStoredWithItsParts() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            lab.editor.beginNew(in: lab.demo.session)
            await until("the form is open") { lab.model != nil }
            lab.type("Mary", for: .firstName)
            lab.type("Somerville", for: .company)
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            let slots = try await lab.slots()
            XCTAssertEqual(slots, ["existence", "value:company", "value:first_name"])
            await lab.end()
        }
    }

    func testWaitingChangesAreListedAndDropped() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let marks = EditMarks()
            marks.follow(lab.demo.session.outbox)
            await lab.open()
            lab.type("Zed", for: .nickname)
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            await until("the mark is there") { marks.mark(of: 1) == .waiting }
            XCTAssertNil(marks.mark(of: 2))
            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 600)
            page.show(marks.changes, of: lab.demo.session.outbox)
            XCTAssertTrue(page.root.texts.contains("Nickname"))
            // Nothing holds it up that a person would have to know.
            XCTAssertFalse(page.root.texts.contains("Waiting to be sent"))
            var dropped = 0
            page.onDropped = { _ in dropped += 1 }
            try XCTUnwrap(page.list.made.first).root.isExpanded = true
            await until("its buttons are there") { page.root.button("_Discard") != nil }
            XCTAssertTrue(page.root.clickButton("_Discard"))
            await until("it is dropped") { dropped == 1 && marks.changes.isEmpty }
            XCTAssertNil(marks.mark(of: 1))
            window.close()
            await lab.end()
        }
    }
}

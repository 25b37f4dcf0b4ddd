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
    /// An editor on the screen, over the store of a demo account.
    @MainActor
    private final class Lab {
        let demo: DemoAccount
        let editor: ContactEditor
        let window: TestWindow
        private(set) var ends: [ContactEditor.End] = []

        init() async throws {
            demo = try await DemoAccount(.init(contacts: 5, rateLimit: nil))
            try await demo.synchronise()
            editor = ContactEditor(pictures: demo.pictures())
            window = TestWindow(editor.page.root, width: 600, height: 800)
            editor.onEnd = { [weak self] in self?.ends.append($0) }
        }

        var model: FormModel? { editor.page.view?.model }
        var texts: [String] { editor.page.root.texts }

        func open(_ contact: Int64 = 1) async {
            editor.begin(ContactID(contact), name: "Somebody", in: demo.session)
            await until("the form is open") { self.model != nil }
        }

        func type(_ text: String, for key: ContactKey) {
            model?.edit(.value(key)) { $0[text: key] = text }
        }

        func edits() async throws -> [Edit] {
            try await demo.session.edits?.edits() ?? []
        }

        func drafts() async throws -> [Draft] {
            try await demo.session.store.drafts(account: demo.session.account.id)
        }

        func end() async {
            window.close()
            await demo.end()
        }
    }

    func testSavingStoresWhatWasTyped() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await Lab()
            await lab.open()
            lab.type("Zed", for: .nickname)
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            XCTAssertFalse(lab.editor.isOpen)
            let edits = try await lab.edits()
            XCTAssertEqual(edits.map(\.contact), [ContactID(1)])
            guard case .values(let change)? = edits.first?.change else { return XCTFail("no values") }
            XCTAssertEqual(change.deltas[.nickname]?.after, .text("Zed"))
            guard case .saved(let receipts, let contact)? = lab.ends.first else { return XCTFail("not saved") }
            XCTAssertEqual(receipts.map(\.edit), edits.map(\.id))
            XCTAssertEqual(contact, ContactID(1))
            await lab.end()
        }
    }

    func testSavingWithoutAChangeStoresNothing() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await Lab()
            for contact in 1...5 {
                await lab.open(Int64(contact))
                XCTAssertFalse(lab.editor.isTouched)
                let isSaved = await lab.editor.save()
                XCTAssertTrue(isSaved)
            }
            let edits = try await lab.edits()
            XCTAssertEqual(edits.count, 0)
            await lab.end()
        }
    }

    func testWhatIsWrongKeepsTheFormAndIsSaidAtItsField() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await Lab()
            await lab.open()
            lab.type(String(repeating: "x", count: 256), for: .job)
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

    func testNewsComeWhileTheFormIsOpen() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await Lab()
            await lab.open()
            lab.type("mine", for: .job)
            // Another window of the same program changes both.
            let queue = try XCTUnwrap(lab.demo.session.edits)
            let form = try XCTUnwrap(lab.model?.form)
            var other = ContactForm(
                try XCTUnwrap(form.seen), people: [:], mailTypes: [], countries: form.countries,
                thisYear: form.thisYear)
            other[text: .job] = "theirs"
            other[text: .nickname] = "news"
            _ = try await queue.store(other.changes, of: ContactID(1))
            await until("the news are in the form") { lab.model?.form[text: .nickname] == "news" }
            XCTAssertEqual(lab.model?.form[text: .job], "mine")
            await until("they are said") { lab.texts.contains("Changed on the server: theirs") }
            await lab.end()
        }
    }

    func testADraftIsKeptAndGoesWithTheForm() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await Lab()
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

    func testANewContactIsStoredWithItsParts() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await Lab()
            lab.editor.beginNew(in: lab.demo.session)
            await until("the form is open") { lab.model != nil }
            lab.type("Mary", for: .firstName)
            lab.type("Somerville", for: .company)
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            let edits = try await lab.edits()
            XCTAssertEqual(edits.map(\.change.kind), ["create", "values"])
            XCTAssertEqual(Set(edits.map(\.contact)).count, 1)
            await lab.end()
        }
    }

    func testWaitingChangesAreListedAndDropped() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await Lab()
            let marks = EditMarks()
            marks.follow(lab.demo.session.edits)
            await lab.open()
            lab.type("Zed", for: .nickname)
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            await until("the mark is there") { marks.mark(of: 1) == .waiting }
            XCTAssertNil(marks.mark(of: 2))
            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 600)
            page.show(marks.changes, of: lab.demo.session.edits)
            XCTAssertTrue(page.root.texts.contains { $0.hasSuffix("· Nickname") })
            XCTAssertTrue(page.root.texts.contains("Waiting to be sent"))
            var dropped = 0
            page.onDropped = { _ in dropped += 1 }
            let row = try XCTUnwrap(page.root.listRows.first)
            ExpanderRow(borrowing: row.pointer).isExpanded = true
            await until("its buttons are there") { page.root.button("_Drop Change") != nil }
            XCTAssertTrue(page.root.clickButton("_Drop Change"))
            await until("it is dropped") { dropped == 1 && marks.changes.isEmpty }
            XCTAssertNil(marks.mark(of: 1))
            window.close()
            await lab.end()
        }
    }
}

import Contacts
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// The log of a contact's page saves calls, meetings and notes.
final class LogTests: XCTestCase {
    func testACallIsLoggedInTwoClicksAndUndone() {
        withPage { lab, outbox in
            XCTAssertTrue(lab.page.root.clickButton("Log…"))
            XCTAssertTrue(lab.texts.contains("What about? (optional)"))
            XCTAssertTrue(lab.page.root.clickButton("Called"))
            let changes = try await outbox.wait { $0.count == 1 }
            let today = ContactDay(CivilDay(of: .now, in: .current))
            XCTAssertEqual(changes.map(\.wanted), [.part(.call(CallValue(day: today)))])
            await until("it is said") { lab.texts.contains { $0.hasSuffix(": Called") } }
            XCTAssertFalse(lab.texts.contains("What about? (optional)"))
            XCTAssertTrue(lab.page.detail.logButton.hasFocus)
            XCTAssertTrue(lab.page.changes.undo.takeBack())
            try await outbox.wait { $0.isEmpty }
        }
    }

    func testACallWithSeveralIsACallForEachUndoneTogether() {
        withPage { lab, outbox in
            XCTAssertTrue(lab.page.entries.beginLog())
            let editor = try XCTUnwrap(lab.page.entries.open?.editor)
            editor.type("Cake", people: [FormPerson(id: .local(ContactID(4)), name: "Bob")])
            editor.onSave?(.call, false)
            let changes = try await outbox.wait { $0.count == 2 }
            XCTAssertEqual(Set(changes.map(\.contact.rawValue)), [3, 4])
            await until("it is said") { lab.texts.contains("Saved") }
            XCTAssertTrue(lab.page.changes.undo.takeBack())
            try await outbox.wait { $0.isEmpty }
        }
    }

    func testAMeetingWithSeveralIsOneActivity() {
        withPage { lab, outbox in
            XCTAssertTrue(lab.page.entries.beginLog())
            let editor = try XCTUnwrap(lab.page.entries.open?.editor)
            editor.type("Lunch", people: [FormPerson(id: .local(ContactID(4)), name: "Bob")])
            editor.onSave?(.activity, false)
            let changes = try await outbox.wait { $0.count == 1 }
            guard case .part(.activity(let activity))? = changes.first?.wanted else { return XCTFail("no activity") }
            XCTAssertEqual(activity.summary, "Lunch")
            XCTAssertEqual(activity.attendees, [.local(ContactID(4))])
            // The kind that was logged last is suggested.
            await until("it is closed") { lab.page.entries.open == nil }
            XCTAssertTrue(lab.page.entries.beginLog())
            XCTAssertEqual(lab.page.entries.open?.editor.suggested, .activity)
            XCTAssertTrue(lab.page.entries.saveSuggested())
            try await outbox.wait { $0.count == 2 }
        }
    }

    func testANoteNeedsAText() {
        withPage { lab, outbox in
            XCTAssertTrue(lab.page.entries.beginLog())
            XCTAssertTrue(lab.page.root.clickButton("Note"))
            await until("it is said") { lab.texts.contains("Enter a text.") }
            let editor = try XCTUnwrap(lab.page.entries.open?.editor)
            XCTAssertTrue(editor.containsFocus)
            editor.type("Fond of cake")
            editor.onSave?(.note, false)
            let changes = try await outbox.wait { $0.count == 1 }
            XCTAssertEqual(changes.map(\.wanted), [.part(.note(NoteValue(body: "Fond of cake")))])
        }
    }

    func testOnlyTypingIsAskedAbout() {
        withPage { lab, _ in
            XCTAssertTrue(lab.page.entries.beginLog())
            var left = 0
            lab.page.leaveForm { left += 1 }
            XCTAssertEqual(left, 1)
            XCTAssertNil(lab.page.entries.open)
            XCTAssertTrue(lab.page.entries.beginLog())
            try XCTUnwrap(lab.page.entries.open?.editor).type("Cake")
            XCTAssertTrue(lab.page.isWriting)
            lab.page.show(contactID: 4, of: lab.demo.session)
            XCTAssertEqual(lab.page.contactID, 3)
            lab.page.entries.drop()
            XCTAssertFalse(lab.page.isWriting)
        }
    }

    func testTheLogIsThereForWhomItMakesSense() {
        withPage { lab, _ in
            let dead: [String: Any] = ["is_dead": true]
            for (id, fields, kinds) in [
                (21, dead, []), (22, ["is_partial": true], []), (23, ["is_active": false], [PartKind.note]),
                (24, [:], [.call, .activity, .note]),
            ] as [(Int, [String: Any], [PartKind])] {
                try await lab.store(id, name: "Ada \(id)", fields)
                lab.page.show(contactID: id, of: lab.demo.session)
                await until("the contact shows") { lab.page.shownContact == ContactID(Int64(id)) }
                XCTAssertEqual(lab.page.logKinds, kinds, "\(id)")
                XCTAssertEqual(lab.page.detail.logButton.isVisible, !kinds.isEmpty)
                XCTAssertEqual(lab.page.entries.beginLog(), !kinds.isEmpty)
            }
            lab.page.access = .readOnly
            XCTAssertFalse(lab.page.detail.logButton.isVisible)
            XCTAssertFalse(lab.page.entries.beginLog())
        }
    }
}

/// Entries are added and changed in place.
final class EntryEditingTests: XCTestCase {
    func testATaskIsAddedTickedEditedAndDeleted() {
        withPage { lab, outbox in
            lab.page.entries.beginNew(.task)
            try XCTUnwrap(lab.page.entries.open?.editor).type(title: "Return the book")
            XCTAssertTrue(lab.page.root.clickButton("_Save"))
            await until("it shows") { lab.page.entries.open == nil && lab.texts.contains("Return the book") }
            let check = try XCTUnwrap(lab.check("Return the book"))
            check.isOn = true
            try await outbox.wait {
                $0.first?.wanted == .part(.task(TaskValue(title: "Return the book", isDone: true)))
            }
            await until("it is said") { lab.texts.contains("Saved") }
            await until("it shows") { lab.texts.contains { $0.hasPrefix("Done") } }

            XCTAssertTrue(lab.clickEdit("Return the book"))
            await until("the editor is open") { lab.page.entries.open != nil }
            try XCTUnwrap(lab.page.entries.open?.editor).type(title: "Return the red book")
            XCTAssertTrue(lab.page.root.clickButton("_Save"))
            await until("it shows") { lab.page.entries.open == nil && lab.texts.contains("Return the red book") }

            XCTAssertTrue(lab.clickEdit("Return the red book"))
            await until("the editor is open") { lab.page.entries.open != nil }
            XCTAssertTrue(lab.page.root.clickButton("_Delete"))
            await until("it is gone") { !lab.texts.contains("Return the red book") }
            await until("it is said") { lab.texts.contains("Deleted") }
            XCTAssertTrue(lab.page.changes.undo.takeBack())
            await until("it is back") { lab.texts.contains("Return the red book") }
        }
    }

    func testTypingIsKeptAndOfferedAgain() {
        withPage { lab, outbox in
            let store = lab.demo.session.store
            _ = try await outbox.add(.note(NoteValue(body: "Tea")), to: ContactID(3))
            await until("it shows") { lab.texts.contains("Tea") }
            XCTAssertTrue(lab.page.entries.beginLog())
            try XCTUnwrap(lab.page.entries.open?.editor).type("Half a sent")
            try await lab.dropAndGoOn()
            XCTAssertEqual(lab.page.entries.open?.editor.draft[.text], "Half a sent")
            XCTAssertTrue(lab.page.entries.isTouched)
            // An entry that was being changed is changed.
            lab.page.entries.drop()
            XCTAssertTrue(lab.clickEdit("Tea"))
            await until("the editor is open") { lab.page.entries.open?.entry != nil }
            try XCTUnwrap(lab.page.entries.open?.editor).type("Green tea")
            try await lab.dropAndGoOn()
            XCTAssertTrue(lab.page.root.clickButton("_Save"))
            await until("it shows") { lab.page.entries.open == nil && lab.texts.contains("Green tea") }
            XCTAssertFalse(lab.texts.contains("Tea"))
            let drafts = try await store.drafts()
            XCTAssertEqual(drafts.count, 1)
            // A form does not take the typing of the log.
            let taken = try await lab.demo.session.drafts.take(nil, of: ContactID(3))
            XCTAssertNil(taken)
        }
    }

    func testADebtIsSettledByItsTick() {
        withPage { lab, outbox in
            lab.page.entries.beginNew(.debt)
            try XCTUnwrap(lab.page.entries.open?.editor).type(title: "12,50")
            XCTAssertTrue(lab.page.root.clickButton("_Save"))
            await until("it shows") { lab.page.entries.open == nil && lab.texts.contains { $0.contains("12.50") } }
            let title = try XCTUnwrap(lab.texts.first { $0.contains("owes you 12.50") })
            try XCTUnwrap(lab.check(title)).isOn = true
            let settled = DebtValue(userOwes: false, amount: "12.50", isSettled: true)
            try await outbox.wait { $0.first?.wanted == .part(.debt(settled)) }
        }
    }

    func testReturnInATaskOpensTheNextOne() {
        withPage { lab, outbox in
            lab.page.entries.beginNew(.task)
            let first = try XCTUnwrap(lab.page.entries.open?.editor)
            first.type(title: "Flowers")
            first.saveSuggested(goesOn: true)
            await until("the next one is open") {
                lab.page.entries.open.map { $0.editor !== first } ?? false
            }
            XCTAssertTrue(lab.texts.contains("Flowers"))
            XCTAssertTrue(lab.page.entries.open?.editor.containsFocus ?? false)
        }
    }

    func testEachKindIsAddedAndShowsItsMark() {
        withPage { lab, outbox in
            lab.page.marks.follow(outbox)
            var count = 0
            for (kind, title, text) in [
                (PartKind.note, "", "Fond of cake"), (.call, "", "About the cake"), (.activity, "Lunch", ""),
                (.reminder, "Water the roses", ""), (.gift, "A red book", ""), (.pet, "Tom", ""),
            ] {
                lab.page.entries.beginNew(kind)
                try XCTUnwrap(lab.page.entries.open?.editor).type(text, title: title)
                XCTAssertTrue(lab.page.root.clickButton("_Save"))
                let words = title.isEmpty ? text : title
                await until("it shows") { lab.page.entries.open == nil && lab.texts.contains(words) }
                count += 1
                await until("its mark shows") {
                    lab.page.root.visibleTree.filter { $0.tooltip == "Waiting to be sent" }.count >= count
                }
            }
        }
    }

    func testNewsLeaveTheEditorWhereItIs() {
        withPage { lab, outbox in
            lab.page.entries.beginNew(.note)
            let editor = try XCTUnwrap(lab.page.entries.open?.editor)
            editor.type("Half a sent")
            _ = try await outbox.add(.note(NoteValue(body: "Another note")), to: ContactID(3))
            _ = try await outbox.add(.task(TaskValue(title: "A task")), to: ContactID(3))
            await until("the other section shows") { lab.texts.contains("A task") }
            XCTAssertTrue(editor.containsFocus)
            XCTAssertFalse(lab.texts.contains("Another note"))
            lab.page.entries.drop()
            await until("the news show") { lab.texts.contains("Another note") }
        }
    }

    func testReadOnlyHasNoWayToChangeAnEntry() {
        withPage { lab, outbox in
            _ = try await outbox.add(.task(TaskValue(title: "A task")), to: ContactID(3))
            await until("it can be edited") { lab.check("A task") != nil && lab.texts.contains("Add Task") }
            lab.page.access = .readOnly
            XCTAssertNil(lab.check("A task"))
            XCTAssertFalse(lab.clickEdit("A task"))
            XCTAssertFalse(lab.texts.contains("Add Task"))
        }
    }
}

/// Runs a test with the page of a contact without sections.
private func withPage(_ body: @escaping @MainActor (DetailLab, Outbox) async throws -> Void) {
    onDisplay(limit: .seconds(60)) {
        let lab = try await DetailLab(contacts: 5)
        try await lab.demo.synchronise()
        let outbox = try XCTUnwrap(lab.demo.session.outbox)
        lab.page.show(contactID: 3, of: lab.demo.session)
        await until("the contact shows") { lab.page.shownContact == ContactID(3) }
        try await body(lab, outbox)
        await lab.end()
    }
}

extension DetailLab {
    fileprivate func check(_ title: String) -> CheckButton? { page.root.check(title) }

    /// Takes the editor away as the end of the program does, and goes on with its draft.
    fileprivate func dropAndGoOn() async throws {
        page.entries.drop()
        await page.entries.draftsSettled()
        page.contactBanner.draft = nil
        page.contactBanner.lookForDraft()
        await until("the draft is offered") { self.page.contactBanner.draft != nil }
        page.contactBanner.continueDraft()
        await until("the editor is open") { self.page.entries.open != nil }
    }

    fileprivate func clickEdit(_ title: String) -> Bool {
        let button = page.root.visibleTree.first { $0.hasAccessibleLabel("Edit \(title)") }
        button?.emit("clicked")
        return button != nil
    }
}

@MainActor
extension EntryEditor {
    /// Types as a person does.
    fileprivate func type(_ text: String = "", title: String = "", people: [FormPerson] = []) {
        for row in rows {
            if !text.isEmpty, let row = row as? TextRow { row.text = text }
        }
        if !title.isEmpty { rows.lazy.compactMap { $0 as? EntryRow }.first?.text = title }
        if !people.isEmpty { self.people?.onChange?(people, "") }
    }
}

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
        withEntryPage { lab, outbox in
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

    func testAMeetingByTheMenuOfARowIsOneActivityOfTodayAndUndone() {
        withContacts { window, entries in
            let outbox = try XCTUnwrap(window.session?.outbox)
            let id = try XCTUnwrap(entries.first).id
            window.sidebar.rowMenu.onLogged?(.activity, id)
            let changes = try await outbox.wait { $0.count == 1 }
            let today = ContactDay(CivilDay(of: .now, in: .current))
            XCTAssertEqual(changes.map(\.contact.rawValue), [Int64(id)])
            XCTAssertEqual(changes.map(\.wanted), [.part(.activity(ActivityValue(summary: "Met", day: today)))])
            await until("it is said") { window.texts.contains { $0.hasSuffix(": Met") } }
            XCTAssertTrue(window.detail.changes.undo.takeBack())
            try await outbox.wait { $0.isEmpty }
        }
    }

    func testACallOrNoteWithSeveralIsOneForEachUndoneTogether() {
        withEntryPage { lab, outbox in
            let today = ContactDay(CivilDay(of: .now, in: .current))
            for value in [PartValue.call(CallValue(day: today, content: "Cake")), .note(NoteValue(body: "Cake"))] {
                XCTAssertTrue(lab.page.entries.beginLog())
                let editor = try XCTUnwrap(lab.page.entries.open?.editor)
                editor.type("Cake", people: [FormPerson(id: .local(ContactID(4)), name: "Bob")])
                editor.onSave?(value.kind, false)
                let changes = try await outbox.wait { $0.count == 2 }
                XCTAssertEqual(Set(changes.map(\.contact.rawValue)), [3, 4])
                XCTAssertEqual(changes.map(\.wanted), [.part(value), .part(value)])
                await until("it is said") { lab.page.changes.undo.isShown && lab.texts.contains("Saved") }
                XCTAssertTrue(lab.page.changes.undo.takeBack())
                try await outbox.wait { $0.isEmpty }
            }
        }
    }

    func testAMeetingWithSeveralIsOneActivity() {
        withEntryPage { lab, outbox in
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
        withEntryPage { lab, outbox in
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
        withEntryPage { lab, _ in
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
        withEntryPage { lab, _ in
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

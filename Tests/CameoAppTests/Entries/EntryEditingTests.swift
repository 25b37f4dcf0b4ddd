import CGtk
import Contacts
import Foundation
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// Entries are added and changed in place.
final class EntryEditingTests: XCTestCase {
    func testATaskIsAddedTickedEditedAndDeleted() {
        withEntryPage { lab, outbox in
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
            await until("the editor is open") { lab.page.entries.hasFocus }
            XCTAssertTrue(lab.page.changes.undo.isShown)
            XCTAssertFalse(lab.page.takeBack(), "the keys are about the typed text")
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

    func testKeysEditAndDeleteTheEntryOfTheFocusedRow() {
        withEntryPage { lab, outbox in
            let detail = lab.page.detail
            _ = try await outbox.add(.note(NoteValue(body: "Tea")), to: [ContactID(3)])
            await until("it shows") { lab.texts.contains("Tea") }
            let rows = try XCTUnwrap(detail.shown).sections.flatMap(\.rows)
            let note = try XCTUnwrap(rows.first { $0.title == "Tea" }?.field)
            detail.focusName()
            XCTAssertFalse(detail.root.pressUnused(GDK_KEY_Delete))
            XCTAssertTrue(detail.focus(note))
            XCTAssertTrue(detail.root.pressUnused(GDK_KEY_F2))
            await until("the editor is open") { lab.page.entries.open?.entry == note }
            lab.page.entries.leave {}
            XCTAssertTrue(detail.focus(note))
            XCTAssertTrue(detail.root.pressUnused(GDK_KEY_Delete))
            try await outbox.wait { $0.isEmpty }
            await until("it is gone") { !lab.texts.contains("Tea") }
        }
    }

    func testTypingIsKeptAndOfferedAgain() {
        withEntryPage { lab, outbox in
            let store = lab.demo.session.store
            _ = try await outbox.add(.note(NoteValue(body: "Tea")), to: [ContactID(3)])
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

    func testATextThatIsTooLongShowsItsBeginningAndStays() {
        onDisplay {
            let long = String(repeating: "m", count: 100_000)
            let reader = DateReader(locale: Locale(identifier: "en_GB"), lastYear: FormLab.thisYear)
            let today = CivilDay(daysSince1970: 20_000)
            let sentence = "Too long to edit here: open it on the server"
            for value in [
                PartValue.note(NoteValue(body: long)), .task(TaskValue(title: long, description: "Words")),
            ] {
                let editor = EntryEditor(
                    EntryDraft(value, today: today, by: reader), isTouched: false, as: [value.kind],
                    suggested: value.kind, name: "Ada", reader: reader, surroundings: FormSurroundings(),
                    pictures: AvatarPictures())
                let list = BoxedList(label: "Entry")
                for row in editor.rows { list.append(row) }
                let window = TestWindow(list, width: 600)
                XCTAssertTrue(list.texts.contains(sentence))
                if let row = editor.rows.lazy.compactMap({ $0 as? EntryRow }).first {
                    let shown = Entry(borrowing: row.pointer)
                    XCTAssertTrue(shown.text.hasPrefix("mmm") && shown.text.count < 100)
                    XCTAssertFalse(shown.isEditable)
                }
                // Saving leaves the text as it is, and the sentence there.
                XCTAssertEqual(editor.value(value.kind), value)
                XCTAssertTrue(list.texts.contains(sentence))
                XCTAssertFalse(editor.isTouched)
                window.close()
            }
        }
    }

    func testACutOfAPastedTextIsSaidBelowIt() throws {
        try onDisplay {
            let reader = DateReader(locale: Locale(identifier: "en_GB"), lastYear: FormLab.thisYear)
            let draft = EntryDraft(
                PartValue.note(NoteValue(body: "Words")), today: CivilDay(daysSince1970: 20_000), by: reader)
            let editor = EntryEditor(
                draft, isTouched: false, as: [.note], suggested: .note, name: "Ada", reader: reader,
                surroundings: FormSurroundings(), pictures: AvatarPictures())
            let list = BoxedList(label: "Entry")
            for row in editor.rows { list.append(row) }
            let window = TestWindow(list, width: 600)
            let text = try XCTUnwrap(list.first(ofType: "GtkTextView"))
            gtk_text_buffer_set_text(
                gtk_text_view_get_buffer(text.cast()), String(repeating: "m", count: 10_000), -1)
            XCTAssertNotNil(editor.value(.note))
            XCTAssertTrue(list.texts.contains("Too long: the rest was left out"))
            window.close()
        }
    }

    func testEachChoiceAndSwitchIsInTheSavedValue() throws {
        try onDisplay {
            let today = CivilDay(daysSince1970: 20_000)
            let day = ContactDay(today)
            let reader = DateReader(locale: Locale(identifier: "en_GB"), lastYear: FormLab.thisYear)
            let (owed, owing) = (DebtValue(userOwes: false, amount: "5"), DebtValue(userOwes: true, amount: "5"))
            // Without a choice, a switch.
            let table: [(before: PartValue, field: EntryDraft.Field, choice: String?, wanted: PartValue)] = [
                (
                    .reminder(ReminderValue(title: "Tea", day: day)), .repeats, "Every month",
                    .reminder(ReminderValue(title: "Tea", day: day, unit: .month))
                ),
                (.gift(GiftValue(name: "Tea")), .status, "Given", .gift(GiftValue(name: "Tea", status: .offered))),
                (.debt(owed), .owes, "You", .debt(owing)), (.debt(owing), .owes, "Ada", .debt(owed)),
                (.pet(PetValue(animal: .cat)), .animal, "Horse", .pet(PetValue(animal: .horse))),
                (.note(NoteValue(body: "Tea")), .isFavorite, nil, .note(NoteValue(body: "Tea", isFavorite: true))),
                (.task(TaskValue(title: "Tea")), .isDone, nil, .task(TaskValue(title: "Tea", isDone: true))),
                (.debt(owed), .isDone, nil, .debt(DebtValue(userOwes: false, amount: "5", isSettled: true))),
                (.call(CallValue(day: day)), .contactCalled, nil, .call(CallValue(day: day, contactCalled: true))),
            ]
            for (before, field, choice, wanted) in table {
                let draft = EntryDraft(before, today: today, by: reader)
                let editor = EntryEditor(
                    draft, isTouched: false, as: [before.kind], suggested: before.kind, name: "Ada", reader: reader,
                    surroundings: FormSurroundings(), pictures: AvatarPictures())
                var saved: PartValue?
                editor.onSave = { [weak editor] kind, _ in saved = editor?.value(kind) }
                let list = BoxedList(label: "Entry")
                for row in editor.rows { list.append(row) }
                let window = TestWindow(list, width: 600)
                let title = draft.title(of: field, name: "Ada")
                if let choice {
                    let index = draft.choices(of: field, name: "Ada").firstIndex { $0.label == choice }
                    let row = ComboRow(borrowing: try XCTUnwrap(list.row(titled: title)).pointer)
                    row.selected = try XCTUnwrap(index)
                } else {
                    try XCTUnwrap(list.toggle(inRow: title)).isActive = true
                }
                XCTAssertTrue(list.clickButton("_Save"))
                XCTAssertEqual(saved, wanted, title)
                window.close()
            }
        }
    }

    func testATypedNameIsThereAgain() {
        withEntryPage { lab, _ in
            XCTAssertTrue(lab.page.entries.beginLog())
            let people = try XCTUnwrap(lab.page.entries.open?.editor.people)
            people.rows.lazy.compactMap { $0 as? EntryRow }.first?.text = "Bo"
            try await lab.dropAndGoOn()
            let editor = try XCTUnwrap(lab.page.entries.open?.editor)
            XCTAssertEqual(editor.people?.rows.lazy.compactMap { $0 as? EntryRow }.first?.text, "Bo")
            XCTAssertNil(editor.value(.note))
            editor.type("Tea")
            editor.people?.rows.lazy.compactMap { $0 as? EntryRow }.first?.text = ""
            XCTAssertNotNil(editor.value(.note))
        }
    }

    func testANewEntryIsOfTheNewDay() {
        withEntryPage { lab, _ in
            let tomorrow = CivilDay(daysSince1970: lab.page.entries.today.daysSince1970 + 1)
            XCTAssertTrue(lab.page.entries.beginLog())
            let editor = try XCTUnwrap(lab.page.entries.open?.editor)
            editor.follow(tomorrow)
            XCTAssertFalse(editor.isTouched)
            XCTAssertEqual(editor.draft.day.text, "Today")
            XCTAssertEqual(editor.value(.call)?.day, ContactDay(tomorrow))
            editor.type("Tea")
            editor.follow(CivilDay(daysSince1970: tomorrow.daysSince1970 + 1))
            XCTAssertEqual(editor.draft.day.text, "Yesterday")
            XCTAssertTrue(editor.rows.contains { ($0 as? EntryRow)?.text == "Yesterday" })
            XCTAssertEqual(editor.value(.call)?.day, ContactDay(tomorrow))
            lab.page.entries.drop()
            // A gift has no day before one is typed.
            lab.page.entries.beginNew(.gift)
            let gift = try XCTUnwrap(lab.page.entries.open?.editor)
            gift.follow(tomorrow)
            XCTAssertEqual(gift.draft.day.text, "")
            XCTAssertEqual(gift.draft.day.today, tomorrow)
        }
    }

    func testKeysAndTheCalendarMoveTheDayOfTheLog() {
        withEntryPage { lab, _ in
            XCTAssertTrue(lab.page.entries.beginLog())
            let editor = try XCTUnwrap(lab.page.entries.open?.editor)
            let line = try XCTUnwrap(editor.rows.compactMap { $0 as? EntryRow }.last)
            @MainActor func text(_ month: Int, _ day: Int) -> String {
                editor.reader.text(of: .date(year: 2024, month: month, day: day))
            }
            line.complete(to: text(10, 4))
            XCTAssertEqual(line.text, text(10, 4))
            for (key, month, day) in [
                (GDK_KEY_Up, 10, 5), (GDK_KEY_Down, 10, 4), (GDK_KEY_Page_Up, 11, 4), (GDK_KEY_Page_Down, 10, 4),
            ] {
                XCTAssertTrue(line.pressFirst(key))
                XCTAssertEqual(line.text, text(month, day))
            }
            let calendar = try await line.openCalendar()
            XCTAssertEqual(calendar.calendarDay, CalendarDay(year: 2024, month: 10, day: 4))
            calendar.selectDay(year: 2024, month: 7, day: 9)
            try await calendar.pressSelectedDay()
            await until("the day is in the line") { line.text == text(7, 9) }
            await until("the calendar is closed") { !calendar.isMapped }
            XCTAssertEqual(editor.value(.call)?.day, ContactDay.date(year: 2024, month: 7, day: 9))
        }
    }

    func testADebtIsSettledByItsTick() {
        withEntryPage { lab, outbox in
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

    func testTheFocusGoesBackToTheFieldThatWasTypedInLast() {
        withEntryPage { lab, _ in
            lab.page.entries.beginNew(.gift)
            let editor = try XCTUnwrap(lab.page.entries.open?.editor)
            editor.type(title: "Book")
            let last = try XCTUnwrap(editor.rows.compactMap { $0 as? EntryRow }.last)
            last.text = "12"
            lab.page.detail.focusName()
            XCTAssertFalse(editor.containsFocus)
            editor.focusAgain()
            XCTAssertTrue(last.containsFocus)
            // A field with the focus keeps it.
            editor.focusFirst()
            editor.focusAgain()
            XCTAssertFalse(last.containsFocus)
        }
    }

    func testTypingBeginsBelowTheChoiceOfADebtOrPet() {
        withEntryPage { lab, _ in
            for kind in [PartKind.debt, .pet] {
                lab.page.entries.beginNew(kind)
                let editor = try XCTUnwrap(lab.page.entries.open?.editor)
                let line = try XCTUnwrap(editor.rows.lazy.compactMap { $0 as? EntryRow }.first)
                XCTAssertTrue(line.containsFocus, "\(kind)")
            }
        }
    }

    func testReturnInATaskOpensTheNextOne() {
        withEntryPage { lab, outbox in
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

    func testATickBesideAnOpenEditorStays() {
        withEntryPage { lab, outbox in
            _ = try await outbox.add(.task(TaskValue(title: "Flowers")), to: [ContactID(3)])
            await until("it shows") { lab.check("Flowers") != nil }
            lab.page.entries.beginNew(.task)
            let check = try XCTUnwrap(lab.check("Flowers"))
            for isDone in [true, false] {
                check.isOn = isDone
                try await outbox.wait {
                    $0.first?.wanted == .part(.task(TaskValue(title: "Flowers", isDone: isDone)))
                }
                await until("it is said") { lab.texts.contains("Saved") }
                XCTAssertEqual(check.isOn, isDone)
                lab.page.changes.undo.finish()
                await until("it is said no more") { !lab.texts.contains("Saved") }
            }
        }
    }

    func testANewTaskBehindManyOthersShows() {
        withEntryPage { lab, outbox in
            for number in 1...13 {
                _ = try await outbox.add(.task(TaskValue(title: "Task \(number)")), to: [ContactID(3)])
            }
            await until("the first ones show") { lab.texts.contains("Show All (13)") }
            lab.page.entries.beginNew(.task)
            try XCTUnwrap(lab.page.entries.open?.editor).type(title: "The newest")
            XCTAssertTrue(lab.page.root.clickButton("_Save"))
            await until("it shows") { lab.page.entries.open == nil && lab.texts.contains("The newest") }
        }
    }

    func testTheNextEntryHasTheFocusAfterADeletion() {
        withEntryPage { lab, outbox in
            for title in ["First", "Second"] {
                _ = try await outbox.add(.task(TaskValue(title: title)), to: [ContactID(3)])
            }
            await until("both show") { lab.check("First") != nil && lab.check("Second") != nil }
            for title in ["First", "Second"] {
                XCTAssertTrue(lab.clickEdit(title))
                await until("the editor is open") { lab.page.entries.open?.editor.containsFocus == true }
                XCTAssertTrue(lab.page.root.clickButton("_Delete"))
                await until("it is gone") { lab.page.entries.open == nil && !lab.texts.contains(title) }
                if title == "First" {
                    XCTAssertNotNil(lab.page.detail.fieldWithFocus, "the other row has the focus")
                } else {
                    XCTAssertEqual(lab.page.root.focusedWidget?.texts.first, "Add…")
                }
            }
        }
    }

    func testEachKindIsAddedAndShowsItsMark() {
        withEntryPage { lab, outbox in
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
        withEntryPage { lab, outbox in
            lab.page.entries.beginNew(.note)
            let editor = try XCTUnwrap(lab.page.entries.open?.editor)
            editor.type("Half a sent")
            _ = try await outbox.add(.note(NoteValue(body: "Another note")), to: [ContactID(3)])
            _ = try await outbox.add(.task(TaskValue(title: "A task")), to: [ContactID(3)])
            await until("the other section shows") { lab.texts.contains("A task") }
            XCTAssertTrue(editor.containsFocus)
            XCTAssertFalse(lab.texts.contains("Another note"))
            lab.page.entries.drop()
            await until("the news show") { lab.texts.contains("Another note") }
        }
    }

    func testSavingSaysThatReadOnlyIsOn() {
        withEntryPage { lab, _ in
            lab.page.entries.beginNew(.task)
            try XCTUnwrap(lab.page.entries.open?.editor).type(title: "A task")
            lab.page.access = .readOnly
            XCTAssertTrue(lab.page.root.clickButton("_Save"))
            await until("it is said") { lab.texts.contains { $0.hasPrefix("Read-Only is on") } }
            XCTAssertTrue(lab.page.entries.isTouched)
        }
    }

    func testReadOnlyHasNoWayToChangeAnEntry() {
        withEntryPage { lab, outbox in
            _ = try await outbox.add(.task(TaskValue(title: "A task")), to: [ContactID(3)])
            await until("it can be edited") { lab.check("A task") != nil && lab.texts.contains("Add Task") }
            lab.page.access = .readOnly
            XCTAssertNil(lab.check("A task"))
            XCTAssertFalse(lab.clickEdit("A task"))
            XCTAssertFalse(lab.texts.contains("Add Task"))
        }
    }
}

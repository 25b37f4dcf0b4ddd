import Contacts
import DemoServer
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// A form is there with its first fields, gets the rest in the turns after that, and is taken apart bit by bit too.
final class FormFillingTests: XCTestCase {
    func testTheFirstFieldsDoNotWaitForTheRest() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let view = await lab.begin()
            XCTAssertTrue(view.isFilling)
            XCTAssertEqual(view.focusedField, .value(.firstName))
            XCTAssertTrue(lab.texts.contains("First Name"))
            XCTAssertFalse(view.inputs.contains { $0.owns(.value(.metStory)) })
            await view.filled()
            XCTAssertTrue(view.rest.isMapped)
            XCTAssertTrue(view.inputs.contains { $0.owns(.value(.metStory)) })
            XCTAssertEqual(view.focusedField, .value(.firstName))
            await lab.end()
        }
    }

    func testAllIsThereAtOnceWhereAKeyLeadsThere() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let view = await lab.begin()
            XCTAssertTrue(view.isFilling)
            view.fillAtOnce()
            XCTAssertFalse(view.isFilling)
            XCTAssertTrue(view.rest.isMapped)
            XCTAssertTrue(view.inputs.contains { $0.owns(.tags) })
            let count = view.inputs.count
            await view.filled()
            XCTAssertEqual(view.inputs.count, count, "each once")
            await lab.end()
        }
    }

    func testNewsMakeNoRowsWhileTheFormFills() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let view = await lab.begin()
            view.model.update { form in
                for number in 0..<40 {
                    form.fields.append(FieldEntry(row: form.newRow(), type: RemoteID("1"), content: "a\(number)@b.org"))
                }
            }
            XCTAssertTrue(view.isFilling)
            let count = view.inputs.count
            view.showAll()
            XCTAssertEqual(view.inputs.count, count, "a turn for each few rows")
            view.addField(of: RemoteID("1"))
            XCTAssertEqual(view.focusedField, view.model.form.fields.last.map { .field($0.row) }, "a person adds a row")
            await view.filled()
            XCTAssertEqual(view.inputs.count { $0 is FieldInput }, view.model.form.fields.count)
            await lab.end()
        }
    }

    func testTagsStayTheSameWhereTheFormIsShownAnew() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            await lab.open()
            lab.model?.edit(.tags) { $0.tags = ["one", "two"] }
            let view = try XCTUnwrap(lab.editor.page.view)
            view.showAll()
            let tags = try XCTUnwrap(view.inputs.lazy.compactMap { $0 as? TagsInput }.first)
            let chips = tags.chips.children.map(\.pointer)
            XCTAssertEqual(chips.count, 2)
            view.showAll()
            XCTAssertEqual(tags.chips.children.map(\.pointer), chips)
            lab.model?.edit(.tags) { $0.tags = ["two"] }
            view.showAll()
            XCTAssertEqual(tags.chips.children.count, 1)
            await lab.end()
        }
    }

    func testWhatSavingCostsStandsBelowItsFields() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            await lab.open()
            let view = try XCTUnwrap(lab.editor.page.view)
            view.addField(of: RemoteID("1"))
            XCTAssertEqual(view.fieldList.children.last?.pointer, view.fieldWarning.pointer)
            XCTAssertEqual(view.relationshipList.children.last?.pointer, view.relationWarning.pointer)
            // Where there is neither a row nor a warning, there is no list that would show as a line.
            XCTAssertFalse(view.fieldWarning.isVisible)
            lab.model?.update { form in
                form.fields = []
                form.relationships = []
            }
            view.showAll()
            XCTAssertFalse(view.fieldList.isVisible)
            XCTAssertFalse(view.relationshipList.isVisible)
            let lists = view.rest.visibleTree.filter { $0.hasClass("boxed-list") }
            XCTAssertTrue(lists.allSatisfy { list in list.children.contains { $0.isVisible } }, "no empty list")
            await lab.end()
        }
    }

    func testADateIsFoundWrongOnceAllOfItIsLeft() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            await lab.open()
            let view = try lab.beginBirthday()
            let date = try XCTUnwrap(view.inputs.lazy.compactMap { $0 as? DateInput }.first)
            // To the calendar at the end of the line, and on to the choice of an age.
            let ends = date.rows[0].visibleTree.filter(\.isFocusable)
            for end in ends.suffix(2) {
                end.grabFocus()
                for _ in 0..<5 { await view.root.nextFrame(within: .seconds(1)) }
                XCTAssertEqual(view.focusedField, .value(.birthday))
                XCTAssertFalse(lab.texts.contains("Enter the day and month, or choose Approximate Age."))
            }
            view.focus(.tags)
            await until("it is said what is wrong") {
                lab.texts.contains("Enter the day and month, or choose Approximate Age.")
            }
            await lab.end()
        }
    }

    func testAFieldOfTheRestGetsTheFocusOnceItIsThere() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let view = await lab.begin(at: .description)
            XCTAssertTrue(view.isFilling)
            await until("the description has the focus") { view.focusedField == .value(.description) }
            await lab.end()
        }
    }

    func testAFieldOfTheRestDoesNotTakeTheFocusFromAnotherOne() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            for isBefore in [true, false] {
                let view = await lab.begin(at: .description)
                XCTAssertTrue(view.isFilling)
                if isBefore {
                    view.focus(.value(.nickname))
                } else {
                    // As a key does that leads there.
                    view.fillAtOnce()
                    view.focus(.value(.nickname))
                }
                await view.filled()
                for _ in 0..<5 { await Task.yield() }
                XCTAssertEqual(view.focusedField, .value(.nickname))
                lab.editor.cancel()
            }
            await lab.end()
        }
    }

    func testWhatIsSavedMeanwhileIsCheckedAsAWhole() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let view = await lab.begin()
            lab.model?.edit(.value(.birthday)) {
                $0.birthday = DateEntry(thisYear: $0.thisYear)
                $0.birthday.type("31 February 1990", by: FormLab.dates)
            }
            XCTAssertTrue(view.isFilling)
            let isSaved = await lab.editor.save()
            XCTAssertFalse(isSaved)
            XCTAssertFalse(view.isFilling)
            XCTAssertEqual(view.focusedField, .value(.birthday))
            await lab.end()
        }
    }

    func testWhatIsTypedAndSavedMeanwhileIsStored() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let view = await lab.begin()
            lab.type("Zed", for: .nickname)
            XCTAssertTrue(view.isFilling)
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            let changes = try await lab.changes()
            XCTAssertEqual(changes.count, 1)
            XCTAssertEqual(lab.ends.count, 1)
            await lab.end()
        }
    }

    func testWhatIsDiscardedWhileItWaitsToBeSavedIsNotStored() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let view = await lab.begin()
            lab.type("Zed", for: .nickname)
            XCTAssertTrue(view.isFilling)
            let saving = Task.immediate { await lab.editor.save() }
            XCTAssertTrue(lab.editor.saving)
            lab.editor.close(.closed)
            let isSaved = await saving.value
            XCTAssertFalse(isSaved)
            let changes = try await lab.changes()
            XCTAssertEqual(changes.count, 0)
            XCTAssertEqual(lab.ends.count, 1)
            await lab.end()
        }
    }

    func testAFormThatWasClosedLeavesNothing() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            // Given up while it is filled, and afterwards.
            for isWhole in [false, true, false] {
                weak var former: FormView?
                var row: Lifetime?
                do {
                    let view = await lab.begin()
                    former = view
                    row = Lifetime(of: view.fieldList)
                    if isWhole { await view.filled() }
                    XCTAssertEqual(view.isFilling, !isWhole)
                }
                lab.editor.cancel()
                XCTAssertFalse(lab.editor.isOpen)
                XCTAssertFalse(lab.texts.contains("First Name"), "nobody sees it while it is taken apart")
                await until("the form is freed") { former == nil && row?.isOver == true }
            }
            // The next form ignores leftovers of the former form.
            let left = await lab.begin().root
            lab.editor.cancel()
            let next = await lab.begin(2)
            await next.filled()
            XCTAssertTrue(next.root.isMapped)
            XCTAssertFalse(left.isMapped)
            await until("the former one is gone") { !left.isInWindow }
            XCTAssertTrue(next.root.isMapped)
            await lab.end()
        }
    }

    func testTheWindowMayGoMeanwhile() {
        onDisplay(limit: .seconds(60)) {
            for _ in 0..<20 {
                let lab = try await EditorLab()
                _ = await lab.begin()
                await lab.end()
            }
        }
    }
}

extension EditorLab {
    /// Opens a form; returns it with its first fields.
    fileprivate func begin(_ contact: Int64 = 1, at row: FieldID? = nil) async -> FormView {
        editor.begin(ContactID(contact), name: "Somebody", in: demo.session, at: row)
        while true {
            await Task.yield()
            if let view = editor.page.view { return view }
        }
    }
}

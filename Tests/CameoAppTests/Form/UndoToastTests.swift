import Gtk
import TestSupport
import XCTest

@testable import CameoApp

/// A person can take an action back for as long as its toast shows.
final class UndoToastTests: XCTestCase {
    func testTheNextOneMakesTheOneBeforeFinal() {
        withToasts { lab in
            let undo = lab.undo
            var (undone, ended): ([String], [String]) = ([], [])
            for sentence in ["first", "second"] {
                undo.show(
                    sentence, seconds: 10, onUndo: { undone.append(sentence) }, onEnd: { ended.append(sentence) })
            }
            XCTAssertEqual(ended, ["first"])
            XCTAssertTrue(undo.takeBack())
            XCTAssertFalse(undo.takeBack())
            XCTAssertEqual(undone, ["second"])
            XCTAssertEqual(ended, ["first"])
        }
    }

    func testItIsHeldByTheFocus() {
        withToasts { lab in
            let toasts = lab.toasts
            lab.undo.show("Saved", seconds: 10, onUndo: {})
            await until("it shows") { toasts.texts.contains("Saved") }
            lab.button.grabFocus()
            XCTAssertEqual(toasts.shownToast?.isHeldByPerson, false)
            XCTAssertEqual(toasts.shownToast?.focusFirst(), true)
            XCTAssertEqual(toasts.shownToast?.isHeldByPerson, true)
        }
    }

    func testItLastsAsLongAsItIsTold() {
        withToasts { lab in
            for (seconds, expected) in [(UndoToast.changeTime, 10), (UndoToast.deletionTime, 20)] {
                var ended = 0
                lab.undo.show("Saved", seconds: seconds, onUndo: {}, onEnd: { ended += 1 })
                let last = await lab.pass(upTo: 60)
                XCTAssertEqual(last, expected)
                XCTAssertEqual(ended, 1)
            }
        }
    }

    func testItIsHeldByThePointer() {
        withToasts { lab in
            var ended = 0
            lab.undo.show("Saved", seconds: UndoToast.changeTime, onUndo: {}, onEnd: { ended += 1 })
            await until("it shows") { lab.toasts.shownToast != nil }
            let shown = try XCTUnwrap(lab.toasts.shownToast)
            XCTAssertFalse(shown.isHeldByPerson)
            await until("the pointer is there") {
                // It may still be coming.
                lab.window.movePointer(over: shown)
                return shown.isHeldByPerson
            }
            XCTAssertFalse(shown.hasFocusInside)
            let none = await lab.pass(upTo: 60)
            XCTAssertNil(none)
            XCTAssertEqual(ended, 0)
            lab.window.movePointer(over: nil)
            await until("the pointer is gone") { !shown.isHeldByPerson }
            let last = await lab.pass(upTo: 60)
            XCTAssertEqual(last, UndoToast.changeTime)
            XCTAssertEqual(ended, 1)
        }
    }

    func testAFormThatOpensEndsIt() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab(contacts: 5)
            try await lab.demo.synchronise()
            lab.page.show(contactID: 3, of: lab.demo.session)
            await until("it can be changed") { lab.page.canEdit }
            var ended = 0
            lab.page.changes.undo.show("Saved", seconds: 10, onUndo: {}, onEnd: { ended += 1 })
            lab.page.beginEditing()
            XCTAssertFalse(lab.page.changes.undo.isShown)
            XCTAssertEqual(ended, 1)
            await until("the form is open") { lab.page.editor.isOpen }
            lab.page.editor.close(.closed)
            lab.page.changes.undo.show("Saved", seconds: 10, onUndo: {}, onEnd: { ended += 1 })
            lab.page.beginNew(in: lab.demo.session)
            XCTAssertEqual(ended, 2)
            lab.page.editor.giveUp()
            await lab.end()
        }
    }
}

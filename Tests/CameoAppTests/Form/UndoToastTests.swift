import Gtk
import TestSupport
import XCTest

@testable import CameoApp

/// What was done can be taken back for as long as its toast shows.
final class UndoToastTests: XCTestCase {
    func testTheNextOneMakesTheOneBeforeFinal() {
        onDisplay {
            let toasts = ToastOverlay(Box(.vertical))
            let window = TestWindow(toasts, width: 400, height: 300)
            let undo = UndoToast(in: toasts)
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
            window.close()
        }
    }

    func testItIsHeldByTheFocus() {
        onDisplay(limit: .seconds(30)) {
            let (button, toasts) = (Button("other"), ToastOverlay(Box(.vertical)))
            let box = Box(.vertical)
            for part in [button, toasts] { box.append(part) }
            let window = TestWindow(box, width: 400, height: 300)
            UndoToast(in: toasts).show("Saved", seconds: 10, onUndo: {})
            await until("it shows") { toasts.texts.contains("Saved") }
            button.grabFocus()
            XCTAssertEqual(toasts.shownToast?.isHeldByPerson, false)
            XCTAssertEqual(toasts.shownToast?.focusFirst(), true)
            XCTAssertEqual(toasts.shownToast?.isHeldByPerson, true)
            window.close()
        }
    }

    func testAFormThatOpensEndsIt() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab(contacts: 5)
            try await lab.demo.synchronise()
            lab.page.show(contactID: 3, of: lab.demo.session)
            await until("it can be changed") { lab.page.canEdit }
            var ended = 0
            lab.page.undo.show("Saved", seconds: 10, onUndo: {}, onEnd: { ended += 1 })
            lab.page.beginEditing()
            XCTAssertFalse(lab.page.undo.isShown)
            XCTAssertEqual(ended, 1)
            await until("the form is open") { lab.page.editor.isOpen }
            lab.page.editor.close(.closed)
            lab.page.undo.show("Saved", seconds: 10, onUndo: {}, onEnd: { ended += 1 })
            lab.page.beginNew(in: lab.demo.session)
            XCTAssertEqual(ended, 2)
            lab.page.editor.giveUp()
            await lab.end()
        }
    }
}

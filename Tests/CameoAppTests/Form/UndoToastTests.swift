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

    func testItLastsAsLongAsItIsTold() {
        withClock { lab in
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
        withClock { lab in
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

    private func withClock(_ body: @escaping @MainActor (ToastLab) async throws -> Void) {
        onDisplay(limit: .seconds(60)) {
            let lab = ToastLab()
            try await body(lab)
            lab.window.close()
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

/// A toast whose seconds pass when a test says so.
@MainActor
private final class ToastLab {
    let toasts: ToastOverlay
    let window: TestWindow
    private(set) var undo: UndoToast
    private let sleeps = ManualSleep()
    private var now = ContinuousClock.now

    init() {
        let (button, toasts) = (Button("other"), ToastOverlay(Box(.vertical)))
        let box = Box(.vertical)
        for part in [button, toasts] { box.append(part) }
        toasts.expandsVertically = true
        self.toasts = toasts
        window = TestWindow(box, width: 400, height: 300)
        window.movePointer(over: nil)
        undo = UndoToast(in: toasts)
        undo = UndoToast(
            in: toasts, now: { [weak self] in self?.now ?? .now }, sleep: { [sleeps] in try await sleeps.sleep($0) })
    }

    /// Lets seconds pass until it is over; returns how many these were, or nil if it is not over after so many.
    func pass(upTo seconds: Int) async -> Int? {
        for second in 1...seconds {
            await until("it waits") { self.sleeps.durations == [.seconds(1)] }
            now += .seconds(1)
            sleeps.wake()
            await until("it looks") { !self.sleeps.durations.isEmpty || !self.undo.isShown }
            if !undo.isShown { return second }
        }
        return nil
    }
}

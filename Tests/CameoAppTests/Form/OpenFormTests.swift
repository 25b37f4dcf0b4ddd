import Contacts
import DemoServer
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// Nothing but the person closes a form.
final class OpenFormTests: XCTestCase {
    func testAnotherSelectionLeavesItOpen() {
        withTypedForm { window, view in
            window.sidebar.list.selectedPosition = 5
            XCTAssertEqual(window.place.selected, 2, "the list says which contact is open")
            XCTAssertTrue(window.detail.editor.page.view === view)
            XCTAssertEqual(window.detail.contactID, 2)
            // Nor does a search, or another tab.
            window.search(for: "qqqq")
            await until("nobody is found") { window.texts.contains("No Results") }
            window.sidebar.search.clear()
            window.show(.today)
            XCTAssertTrue(window.detail.editor.page.view === view)
            XCTAssertTrue(window.detail.editor.isTouched)
        }
    }

    func testALinkOrANotificationAsksBefore() {
        withTypedForm { window, view in
            for answer in ["keep", "discard"] {
                window.show(contactID: 3)
                await Self.answer(window, with: answer)
                guard answer == "keep" else { continue }
                XCTAssertTrue(window.detail.editor.page.view === view)
                XCTAssertEqual(window.detail.contactID, 2)
            }
            await until("the other is shown") { window.detail.contactID == 3 }
        }
    }

    func testTheLastPlaceCountsWhereOneWantsToGo() {
        withTypedForm { window, _ in
            let editor = window.detail.editor
            window.show(contactID: 3)
            let heading = "Save Changes to \(window.detail.detail.shownName)?"
            await until("it asks") { TopLevels.question(heading) != nil }
            TopLevels.question(heading)?.answer(with: "save")
            // In turns, so that nothing else comes between.
            for _ in 0..<100_000 where !editor.saving { await Task.yield() }
            XCTAssertTrue(editor.saving)
            window.show(contactID: 1)
            await until("the last is shown") { window.detail.detail.contactID == 1 }
            for _ in 0..<100 { await Task.yield() }
            XCTAssertEqual(window.detail.contactID, 1)
        }
    }

    func testWhoStaysInItStaysWhereTheyAreOnTheWay() {
        withTypedForm { window, view in
            window.window.activate("forward")
            await Self.answer(window, with: "keep")
            XCTAssertTrue(window.detail.editor.page.view === view)
            XCTAssertTrue(window.detail.travel.canGoForward)
            XCTAssertTrue(window.detail.travel.canGoBack)
            window.window.activate("forward")
            await Self.answer(window, with: "discard")
            await until("the next is shown") { window.detail.contactID == 1 }
        }
    }

    func testADraftIsKeptWhenTheFocusLeavesTheWindow() {
        withTypedForm { window, view in
            // Without a key, after which it would be kept in a moment anyway.
            view.model.update { $0[text: .job] = "Smith" }
            let store = try XCTUnwrap(window.session?.store)
            var drafts = try await store.drafts()
            XCTAssertEqual(drafts.count, 0)
            let other = TestWindow(Box(.vertical), width: 200, height: 200)
            await until("the focus is elsewhere") { !window.window.isActive }
            for _ in 0..<500 where drafts.isEmpty {
                try await Task.sleep(for: .milliseconds(20))
                drafts = try await store.drafts()
            }
            XCTAssertEqual(drafts.map(\.contact), [ContactID(2)])
            other.close()
        }
    }

    @MainActor
    private static func answer(_ window: MainWindow, with response: String) async {
        let heading = "Save Changes to \(window.detail.detail.shownName)?"
        await until("it asks") { TopLevels.question(heading) != nil }
        TopLevels.question(heading)?.answer(with: response)
        await until("the question is gone") { TopLevels.question(heading) == nil }
    }

    /// The form of a contact between two others that were seen, in which something was typed.
    private func withTypedForm(_ body: @escaping @MainActor (MainWindow, FormView) async throws -> Void) {
        withContacts { window, _ in
            for id in [3, 2, 1] {
                window.show(contactID: id)
                await until("it is shown") { window.detail.detail.contactID == id }
            }
            window.goBack()
            await until("the one before is shown") { window.detail.detail.contactID == 2 && window.detail.canEdit }
            window.detail.beginEditing()
            await until("the form is open") { window.detail.editor.page.view != nil }
            let view = try XCTUnwrap(window.detail.editor.page.view)
            await view.filled()
            view.model.update { $0[text: .nickname] = "Zed" }
            XCTAssertTrue(window.detail.editor.isTouched)
            try await body(window, view)
            window.detail.editor.close(.closed)
        }
    }
}

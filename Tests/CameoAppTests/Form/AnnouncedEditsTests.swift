import Contacts
import DemoServer
import Foundation
import GLib
import Model
import TestSupport
import XCTest

@testable import CameoApp
@testable import Gtk

/// Announcements to screen readers while a person types, by a GTK that has announcements.
final class AnnouncedEditsTests: XCTestCase {
    func testWhatCanBeTakenBackIsSaid() {
        withVoice {
            let lab = ToastLab()
            lab.undo.show("Saved", seconds: UndoToast.changeTime, onUndo: {})
            XCTAssertEqual(announced, ["Saved"])
            lab.undo.finish()
            lab.window.close()
        }
    }

    func testWhatIsWrongIsSaidWithDone() {
        withVoice {
            let lab = try await EditorLab()
            await lab.open()
            lab.editor.page.view?.focus(.value(.job))
            lab.type(String(repeating: "x", count: 256), for: .job)
            announced = []
            let isSaved = await lab.editor.save()
            XCTAssertFalse(isSaved)
            XCTAssertEqual(announced, ["At most 255 characters."])
            await lab.end()
        }
    }

    func testAMistakeInATagIsSaidAndThatThereIsNone() {
        withVoice {
            let (tag, untag) = (TagChooser("Tag…", mayCreate: true), TagChooser("Untag…", mayCreate: false))
            let box = Box(.horizontal)
            for chooser in [tag, untag] {
                chooser.tags = { [] }
                box.append(chooser.button)
            }
            let window = TestWindow(box)
            tag.button.open()
            await until("the entry is there") { tag.button.first(ofType: "GtkSearchEntry") != nil }
            let entry = try XCTUnwrap(tag.button.first(ofType: "GtkSearchEntry"))
            SearchEntry(borrowing: entry.pointer).text = "123"
            entry.emit("activate")
            XCTAssertEqual(announced, ["A tag needs a letter."])
            XCTAssertTrue(entry.hasAccessibleDescription("A tag needs a letter."))
            tag.button.close()
            untag.button.open()
            await until("it is said") { announced.last == "None of these contacts has a tag." }
            untag.button.close()
            window.close()
        }
    }

    func testARefusalIsSaid() {
        withVoice {
            let demo = try await DemoAccount(.init(contacts: 5, rateLimit: nil))
            try await demo.synchronise()
            let outbox = try XCTUnwrap(demo.session.outbox)
            try await outbox.set(.job, to: String(repeating: "x", count: 300), of: 3)
            let line = WaitingLine(pause: .zero)
            let box = Box(.vertical)
            for part in [Label("Contacts"), line.root] { box.append(part) }
            let window = TestWindow(box)
            line.show(try await outbox.waiting())
            XCTAssertEqual(announced, [], "what is sent at once is no news")
            demo.session.send()
            _ = await demo.session.sendAll(within: 20)
            line.show(try await outbox.waiting())
            XCTAssertEqual(announced, ["1 change needs a decision"])
            line.show(try await outbox.waiting())
            XCTAssertEqual(announced.count, 1)
            // The falling number of the others is no news.
            for count in [3, 2] {
                line.show(try await outbox.waiting() + WaitingLab.tag(to: "pals", contacts: count))
                await until("it shows") { line.root.texts == ["1 change needs a decision, \(count) waiting"] }
            }
            XCTAssertEqual(announced.count, 1)
            window.close()
            await demo.end()
        }
    }

    func testTheEntrySaysHowMuchThereIsToChooseFrom() {
        withVoice {
            let lab = try await EditorLab()
            await lab.open()
            let view = try XCTUnwrap(lab.editor.page.view)
            let input = try XCTUnwrap(view.inputs.lazy.compactMap { $0 as? TagsInput }.first)
            view.focus(.tags)
            let row = try XCTUnwrap(input.rows.first.map { EntryRow(borrowing: $0.pointer) })
            let all = await FormStart.tags(in: lab.demo.session.store)
            let typed = String(try XCTUnwrap(all.first).prefix(2))
            let own = try XCTUnwrap(lab.model?.form.tags)
            // The last of them is to make a new one.
            let count = FormStart.tags(all, named: typed).count { !own.contains($0) } + 1
            row.text = typed
            let expected = SuggestionDescription.text(count: count, chosen: nil)
            await until("it says how many") { row.entry.hasAccessibleDescription(expected) }
            row.text = "qqqq"
            await until("it says that there is one") { row.entry.hasAccessibleDescription("1 suggestion") }
            XCTAssertEqual(SuggestionDescription.text(count: 3, chosen: "friend"), "friend, 3 suggestions")
            await lab.end()
        }
    }

    /// As with a GTK that has announcements, whichever this is.
    private func withVoice(_ body: @escaping @MainActor () async throws -> Void) {
        onDisplay(limit: .seconds(60)) {
            let announce = NewerFunctions.announce
            defer { NewerFunctions.announce = announce }
            announced = []
            NewerFunctions.announce = { _, text, _ in
                let text = String(cString: text)
                MainActor.assumeIsolated { announced.append(text) }
            }
            try await body()
        }
    }
}

/// The announced texts. A C function has no other place for the texts.
@MainActor
private var announced: [String] = []

import Contacts
import DemoServer
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// A person who deletes a form's contact loses no typed text without a question.
final class DeletedFormTests: XCTestCase {
    func testTypingIsAskedAboutFirst() {
        withTypedForm { lab in
            await lab.delete(answering: "keep")
            XCTAssertEqual(lab.model?.form[text: .job], "typed")
            var slots = try await lab.slots()
            XCTAssertEqual(slots, [])
            await lab.delete(answering: "discard")
            await until("the form is closed") { !lab.editor.isOpen }
            slots = try await lab.slots()
            XCTAssertEqual(slots, ["existence"])
            guard case .deleted(_, name: "Somebody")? = lab.ends.last else { return XCTFail("\(lab.ends)") }
            await lab.editor.draftsSettled()
            let drafts = try await lab.drafts()
            XCTAssertEqual(drafts.count, 0)
        }
    }

    func testWhatIsSavedBeforeItComesBackWithTheContact() {
        withTypedForm { lab in
            let outbox = try XCTUnwrap(lab.demo.session.outbox)
            var deleted: [ContactID] = []
            lab.editor.onDelete = { deleted.append($0) }
            await lab.delete(answering: "save")
            await until("it goes on to delete") { deleted == [ContactID(1)] }
            XCTAssertFalse(lab.editor.isOpen)
            let receipt = try await outbox.delete(ContactID(1), after: 60)
            let undone = try await outbox.undo(try XCTUnwrap(receipt))
            XCTAssertEqual(undone, .undone)
            let contact = try await lab.demo.session.store.contact(id: 1)
            XCTAssertEqual(contact?.job, "typed")
        }
    }

    func testWhereNothingWasTypedNothingIsAsked() {
        withOpenForm { lab in
            lab.editor.page.view?.onDelete?()
            await until("the form is closed") { !lab.editor.isOpen }
            let slots = try await lab.slots()
            XCTAssertEqual(slots, ["existence"])
        }
    }

    func testWhereItCannotBeStoredTheFormStays() {
        let folder = TemporaryFolder()
        withTypedForm(in: folder) { lab in
            lab.editor.keepDraft()
            await lab.editor.open?.draft.settled()
            let file = try XCTUnwrap(lab.demo.directories).contacts(of: lab.demo.session.account.id)
            let elsewhere = folder.url.appending(component: "elsewhere")
            try FileManager.default.moveItem(at: file, to: elsewhere)
            await lab.delete(answering: "discard")
            let sentence = "Another Cameo has removed or replaced the saved contacts. Restart Cameo."
            await until("it is said") { lab.texts.contains(sentence) }
            XCTAssertEqual(lab.model?.form[text: .job], "typed")
            XCTAssertFalse(lab.editor.page.isBusy)
            try FileManager.default.moveItem(at: elsewhere, to: file)
            let drafts = try await lab.drafts()
            XCTAssertEqual(drafts.map(\.contact), [ContactID(1)])
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            let slots = try await lab.slots()
            XCTAssertEqual(slots, ["value:job"])
        }
    }

    private func withTypedForm(
        in folder: TemporaryFolder? = nil, _ body: @escaping @MainActor (EditorLab) async throws -> Void
    ) {
        withOpenForm(in: folder) { lab in
            lab.type("typed", for: .job)
            try await body(lab)
        }
    }
}

extension EditorLab {
    fileprivate func delete(answering answer: String) async {
        XCTAssertEqual(editor.page.root.clickButton("D_elete Contact"), true)
        let heading = "Save Changes to Somebody?"
        await until("it asks") { TopLevels.question(heading) != nil }
        TopLevels.question(heading)?.answer(with: answer)
        await until("the question is gone") { TopLevels.question(heading) == nil }
    }
}

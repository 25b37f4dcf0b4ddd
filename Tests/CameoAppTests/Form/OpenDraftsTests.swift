import Contacts
import Foundation
import Model
import Monica
import TestSupport
import XCTest

@testable import CameoApp

/// What stands for a form that is open in one process is not offered by another.
final class OpenDraftsTests: XCTestCase {
    func testTypingWithoutAPauseIsKeptToo() {
        onMainLoop {
            let store = try ContactStore.inMemory()
            let keeper = DraftKeeper(
                store: store, account: "a", contact: nil, pause: .milliseconds(800), maxPause: .seconds(2))
            let form = FormLab.form(FormLab.rich, people: FormLab.everybody)
            let end = ContinuousClock.now + .seconds(20)
            while keeper.number == nil, ContinuousClock.now < end {
                keeper.typed { form }
                try await Task.sleep(for: .milliseconds(20))
            }
            XCTAssertNotNil(keeper.number)
        }
    }

    func testADiscardedDraftIsOfferedAgainAfterUndo() {
        onMainLoop {
            let store = try ContactStore.inMemory()
            let drafts = OpenDrafts(store: store, account: "a")
            let keeper = DraftKeeper(store: store, account: "a", contact: nil)
            keeper.keep(FormLab.form(FormLab.rich, people: FormLab.everybody))
            keeper.leave()
            await keeper.settled()
            let first = try await drafts.offered(nil).first
            let draft = try XCTUnwrap(first)
            drafts.discard(draft)
            var offered = try await drafts.offered(nil)
            XCTAssertEqual(offered, [])
            drafts.restore(draft)
            offered = try await drafts.offered(nil)
            XCTAssertEqual(offered, [draft])
            // After the undo nothing removes it.
            try await drafts.removeDiscarded(draft)
            offered = try await drafts.offered(nil)
            XCTAssertEqual(offered, [draft])
            drafts.discard(draft)
            try await drafts.removeDiscarded(draft)
            let stored = try await store.drafts(account: "a")
            XCTAssertEqual(stored, [])
        }
    }

    func testADraftIsOfferedWhereItsFormIsOpenNowhere() {
        onMainLoop {
            let folder = TemporaryFolder()
            let file = folder.url.appending(component: "contacts.sqlite")
            // As two processes have it.
            let (here, there) = (try await ContactStore.open(at: file), try await ContactStore.open(at: file))
            let (ours, theirs) = (OpenDrafts(store: here, account: "a"), OpenDrafts(store: there, account: "a"))
            let ann = ContactID(1)
            try await here.upsert([
                Contact(json: JSONSerialization.data(withJSONObject: ["id": 1, "complete_name": "Ann"]))
            ])
            let keeper = DraftKeeper(store: here, account: "a", contact: ann)
            ours.add(keeper)
            keeper.keep(FormLab.form(FormLab.rich, people: FormLab.everybody))
            await keeper.settled()
            var offered = [try await ours.offered(ann).count, try await theirs.offered(ann).count]
            XCTAssertEqual(offered, [0, 0])
            // The form is closed, and what was typed is kept.
            ours.remove(keeper)
            keeper.leave()
            await keeper.settled()
            offered = [try await ours.offered(ann).count, try await theirs.offered(ann).count]
            XCTAssertEqual(offered, [1, 1])
            // Another one goes on with it.
            let taken = try await theirs.take(nil, of: ann)
            XCTAssertNotNil(taken)
            let none = try await ours.take(nil, of: ann)
            XCTAssertNil(none)
            // That process ends without a word.
            try await there.close()
            offered = [try await ours.offered(ann).count]
            XCTAssertEqual(offered, [1])
        }
    }

    func testADraftIsOpenNowhereWhereItsFormWasLeftWhileItWasStored() {
        onDisplay(limit: .seconds(60)) {
            let folder = TemporaryFolder()
            let lab = try await EditorLab(in: folder)
            await lab.open()
            lab.type("typed", for: .job)
            let queue = try XCTUnwrap(lab.demo.session.edits)
            // So that nothing is stored of it any more.
            try await queue.delete(ContactID(1), remote: nil, after: 60)
            try await queue.finishDeletion(of: ContactID(1))
            let saving = Task { await lab.editor.save() }
            await Task.yield()
            XCTAssertTrue(lab.editor.saving)
            // As where the session ends.
            lab.editor.abandon()
            let isSaved = await saving.value
            XCTAssertFalse(isSaved)
            await lab.editor.draftsSettled()
            let file = try XCTUnwrap(lab.demo.directories).contacts(of: lab.demo.session.account.id)
            let there = try await ContactStore.open(at: file)
            let drafts = try await there.drafts(account: lab.demo.session.account.id)
            XCTAssertEqual(drafts.map(\.isOpenElsewhere), [false])
            try await there.close()
            await lab.end()
        }
    }

    /// By which it is found in a draft where its number here becomes another one.
    func testAFormWritesWhomItNamesAsEditsDo() throws {
        let bob = FormPerson(id: .local(ContactID(57)), name: #"Bob {"local":57}"#)
        let friend = PartValue.relationship(RelationshipValue(type: RemoteID("5"), other: bob.id))
        let contact = FormLab.contact([.metThrough: .contact(bob.id)], parts: [friend])
        let data = try FormLab.form(contact, people: [bob]).stored()
        func text(_ id: AnyContactID) throws -> String { String(decoding: try JSONEncoder().encode(id), as: UTF8.self) }
        let moved = String(decoding: data, as: UTF8.self)
            .replacing(try text(bob.id), with: try text(.local(ContactID(58))))
        let form = try ContactForm(
            stored: Data(moved.utf8), mailTypes: [FormLab.mail], countries: FormLab.english,
            thisYear: FormLab.thisYear)
        XCTAssertEqual(form.named.contacts, [ContactID(58)])
        XCTAssertEqual(form.introducer?.name, bob.name)
    }
}

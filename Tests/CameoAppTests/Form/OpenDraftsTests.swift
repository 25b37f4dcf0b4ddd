import Foundation
import Model
import Monica
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// The draft of an open form is not offered.
final class OpenDraftsTests: XCTestCase {
    func testTypingWithoutAPauseIsKeptToo() {
        onMainLoop {
            let store = try ContactStore.inMemory()
            let keeper = DraftKeeper(
                store: store, contact: nil, pause: .milliseconds(800), maxPause: .seconds(2))
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
            let drafts = OpenDrafts(store: store)
            let keeper = DraftKeeper(store: store, contact: nil)
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
            let stored = try await store.drafts()
            XCTAssertEqual(stored, [])
        }
    }

    func testTheDraftOfAnEntryGoesWithItsContact() {
        onMainLoop {
            let store = try ContactStore.inMemory()
            try await store.upsert([
                Contact(json: JSONSerialization.data(withJSONObject: ["id": 1, "complete_name": "Ann"]))
            ])
            let entry = Data(#"{"entry":{}}"#.utf8)
            _ = try await store.saveDraft(entry, of: ContactID(1))
            _ = try await store.saveDraft(entry, of: ContactID(2))
            let form = FormLab.form(FormLab.rich, people: FormLab.everybody)
            _ = try await store.saveDraft(try form.stored(), of: ContactID(2))
            // Before the first synchronisation the contact may come.
            let early = try await OpenDrafts(store: store).offered(nil)
            XCTAssertEqual(early, [])
            var stored = try await store.drafts()
            XCTAssertEqual(stored.count, 3)
            try await store.write { db in
                var state = SyncState()
                state.lastFullPass = .now
                try state.save(db)
            }
            let offered = try await OpenDrafts(store: store).offered(nil)
            XCTAssertEqual(offered.map(\.isOfEntry), [false], "a form can become a new contact")
            stored = try await store.drafts()
            XCTAssertEqual(stored.map(\.contact), [nil, ContactID(1)], "the entry counts at a log-out no more")
        }
    }

    func testADraftIsOfferedWhileItsFormIsOpenNowhere() {
        onMainLoop {
            let store = try ContactStore.inMemory()
            let drafts = OpenDrafts(store: store)
            let ann = ContactID(1)
            try await store.upsert([
                Contact(json: JSONSerialization.data(withJSONObject: ["id": 1, "complete_name": "Ann"]))
            ])
            let keeper = DraftKeeper(store: store, contact: ann)
            drafts.add(keeper)
            keeper.keep(FormLab.form(FormLab.rich, people: FormLab.everybody))
            await keeper.settled()
            var offered = try await drafts.offered(ann)
            XCTAssertEqual(offered.count, 0)
            // The form is closed, and its draft is kept.
            drafts.remove(keeper)
            keeper.leave()
            offered = try await drafts.offered(ann)
            XCTAssertEqual(offered.count, 1)
            // A form goes on with it, and no second one.
            let taken = try await drafts.take(nil, of: ann)
            let second = try await drafts.take(nil, of: ann)
            XCTAssertNil(second)
            // It does not open.
            drafts.giveBack(try XCTUnwrap(taken))
            offered = try await drafts.offered(ann)
            XCTAssertEqual(offered.count, 1)
        }
    }
}

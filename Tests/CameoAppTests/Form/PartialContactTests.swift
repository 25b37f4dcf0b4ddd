import Contacts
import DemoServer
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// A partial contact exists only as a relation. Its form has the fields that the server takes. No other value of the
/// contact changes.
final class PartialContactTests: XCTestCase {
    func testTheFormHasWhatTheServerTakes() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab(contacts: 40)
            let (partial, _) = try await lab.openPartial()
            let view = try XCTUnwrap(lab.editor.page.view)
            let fields = try XCTUnwrap(lab.model?.form.order(nameOrder: [.firstName, .lastName]))
            let shown = fields.filter { field in view.inputs.contains { $0.owns(field) } }
            XCTAssertEqual(
                shown,
                [.firstName, .lastName, .nickname, .gender, .birthday, .death].map { FormField.value($0) })
            XCTAssertFalse(lab.texts.contains("_Delete Contact"))
            XCTAssertFalse(lab.texts.contains("Tags"))
            XCTAssertTrue(lab.model?.form.isPartial == true)
            // Kept as a draft it is the same form.
            let form = try XCTUnwrap(lab.model?.form)
            let kept = try ContactForm(
                stored: form.stored(), mailTypes: form.mailTypes, countries: form.countries, thisYear: form.thisYear)
            XCTAssertTrue(kept.isPartial)
            XCTAssertEqual(kept.seen?.id, ContactID(Int64(partial.id)))
            await lab.end()
        }
    }

    func testAChangeShowsWhereTheyAreNamedAndChangesNothingElse() {
        onDisplay(limit: .seconds(120)) {
            let lab = try await EditorLab(contacts: 40)
            let (partial, owner) = try await lab.openPartial()
            let (store, client) = (lab.demo.session.store, lab.demo.session.client)
            let listed = try await store.count()
            let before = try await client.contact(id: partial.id)
            lab.type("Zenobia", for: .firstName)
            lab.model?.edit(.value(.birthday)) {
                $0.birthday = DateEntry(
                    .date(year: 2001, month: 2, day: 3), asksForAge: true, thisYear: $0.thisYear)
            }
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            let edited = try await store.storedContact(id: owner)
            XCTAssertEqual(edited?.related[partial.id]?.firstName, "Zenobia")
            let requests = lab.demo.server.requestCount("/api/contacts/\(partial.id)")
            try await lab.untilNothingWaits()
            // Read before the write, and its answer is a whole copy.
            XCTAssertEqual(lab.demo.server.requestCount("/api/contacts/\(partial.id)"), requests + 2)
            let after = try await client.contact(id: partial.id)
            XCTAssertEqual(after.firstName, "Zenobia")
            XCTAssertEqual(after.birthdate?.date.formatted(.iso8601.year().month().day()), "2001-02-03")
            XCTAssertTrue(after.isPartial)
            XCTAssertEqual(after.lastName, before.lastName)
            XCTAssertEqual(after.genderType, before.genderType)
            XCTAssertEqual(after.description, before.description)
            XCTAssertEqual(after.deceasedDate, before.deceasedDate)
            let changes = try await lab.changes()
            XCTAssertEqual(changes, [])
            let still = try await store.count()
            XCTAssertEqual(still, listed)
            await lab.end()
        }
    }

    func testOneWhomAnotherClientListsMeanwhileStaysInTheList() {
        onDisplay(limit: .seconds(120)) {
            let lab = try await EditorLab(contacts: 40)
            let (partial, _) = try await lab.openPartial()
            let (store, client) = (lab.demo.session.store, lab.demo.session.client)
            let listed = try await store.count()
            lab.demo.server.listContact(partial.id)
            lab.type("Zenobia", for: .firstName)
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            try await lab.untilNothingWaits()
            let after = try await client.contact(id: partial.id)
            XCTAssertEqual(after.firstName, "Zenobia")
            XCTAssertFalse(after.isPartial)
            let now = try await store.count()
            XCTAssertEqual(now, listed + 1)
            await lab.end()
        }
    }

    func testOneThatIsGoneIsMadeAsAContactOfItsOwn() {
        onDisplay(limit: .seconds(120)) {
            let lab = try await EditorLab(contacts: 40)
            let (partial, _) = try await lab.openPartial()
            let store = lab.demo.session.store
            let listed = try await store.count()
            lab.demo.server.deleteContact(partial.id)
            lab.type("Zenobia", for: .firstName)
            _ = await lab.editor.save()
            lab.demo.session.send()
            _ = await lab.demo.session.sendAll(within: 20)
            let changes = try await lab.changes()
            XCTAssertEqual(Set(changes.map(\.state)), [.problem(.gone)])
            _ = try await lab.demo.session.outbox?.createAgain(ContactID(Int64(partial.id)))
            let names = try await store.summaries().map(\.firstName)
            XCTAssertTrue(names.contains("Zenobia"))
            try await lab.untilNothingWaits()
            let now = try await store.count()
            XCTAssertEqual(now, listed + 1)
            await lab.end()
        }
    }
}

extension EditorLab {
    /// Opens the form of a contact that exists only in another contact's relationships. Returns the other contact's
    /// number, too.
    fileprivate func openPartial() async throws -> (ContactReference, owner: Int) {
        let session = demo.session
        for id in 1...40 {
            let contact = try await session.store.contact(id: id)
            guard let found = contact?.relationships.map(\.contact).first(where: \.isPartial) else { continue }
            // Opening their page stores them.
            let loaded = await session.refreshContact(id: found.id)
            XCTAssertEqual(loaded?.isPartial, true)
            await open(Int64(found.id))
            return (found, id)
        }
        throw XCTSkip("the demo server's people are all whole")
    }
}

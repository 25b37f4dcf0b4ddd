import Contacts
import DemoServer
import Foundation
import GLib
import Gtk
import Model
import Network
import TestSupport
import XCTest

@testable import CameoApp

/// A relationship makes the person that it names, where the person is not there yet.
final class NewRelativeTests: XCTestCase {
    private static let parent = RemoteID("parent")

    func testSavingMakesTheContactAndTheRelationship() {
        withOpenForm { lab in
            try lab.addRelative("Archie Mountbatten")
            XCTAssertEqual(lab.model?.form.issues(), [:])
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            guard case .saved(let receipt)? = lab.ends.last else { return XCTFail("it is not saved") }
            XCTAssertEqual(receipt.contact, ContactID(1), "the one whose form it was")
            // Before anything is sent both pages show it.
            let store = lab.demo.session.store
            let shown = try await store.contact(id: 1)
            let made = ContactID(Int64(try XCTUnwrap(shown?.relationships.last).contact.id))
            XCTAssertEqual(shown?.relationships.last?.contact.displayName, "Archie Mountbatten")
            try await lab.untilNothingWaits()
            let remote = try await store.remoteNumber(of: Int(made.rawValue))
            let archie = try await lab.demo.session.client.contact(id: try XCTUnwrap(remote))
            XCTAssertEqual(archie.firstName, "Archie")
            XCTAssertEqual(archie.lastName, "Mountbatten")
            XCTAssertFalse(archie.isPartial)
            let owner = try await lab.demo.session.client.contact(id: 1)
            XCTAssertTrue(owner.relationships.contains { $0.contact.id == remote && $0.name == "parent" })
        }
    }

    func testUndoTakesBothBack() {
        withOpenForm { lab in
            let store = lab.demo.session.store
            let count = try await store.count()
            let former = try await store.contact(id: 1)?.relationships.count
            try lab.addRelative("Archie")
            _ = await lab.editor.save()
            guard case .saved(let receipt)? = lab.ends.last else { return XCTFail("it is not saved") }
            let more = try await store.count()
            XCTAssertEqual(more, count + 1)
            _ = try await lab.demo.session.outbox?.undo(receipt)
            let changes = try await lab.changes()
            XCTAssertEqual(changes, [])
            let now = try await (store.count(), store.contact(id: 1)?.relationships.count)
            XCTAssertEqual(now.0, count)
            XCTAssertEqual(now.1, former)
        }
    }

    func testUndoTakesBothBackOnceTheyAreSent() {
        withOpenForm { lab in
            let client = lab.demo.session.client
            let former = try await client.contact(id: 1).relationships.count
            try lab.addRelative("Archie")
            _ = await lab.editor.save()
            guard case .saved(let receipt)? = lab.ends.last else { return XCTFail("it is not saved") }
            try await lab.untilNothingWaits()
            _ = try await lab.demo.session.outbox?.undo(receipt)
            try await lab.untilNothingWaits()
            let now = try await client.contact(id: 1).relationships.count
            XCTAssertEqual(now, former)
            let left = try await client.contacts(page: 1, perPage: 100, sort: .created, urgency: .background)
                .contacts.filter { $0.firstName == "Archie" }
            XCTAssertEqual(left.count, 0)
        }
    }

    func testANewContactMayHaveANewRelative() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            lab.editor.beginNew(in: lab.demo.session)
            await until("the form is open") { lab.model != nil }
            await lab.editor.page.view?.filled()
            lab.type("Tessa", for: .firstName)
            try lab.addRelative("Archie")
            _ = await lab.editor.save()
            guard case .saved(let receipt)? = lab.ends.last else { return XCTFail("it is not saved") }
            let tessa = try await lab.demo.session.store.contact(id: Int(receipt.contact.rawValue))
            XCTAssertEqual(tessa?.displayName, "Tessa")
            XCTAssertEqual(tessa?.relationships.map(\.contact.displayName), ["Archie"])
            _ = try await lab.demo.session.outbox?.undo(receipt)
            let changes = try await lab.changes()
            XCTAssertEqual(changes, [])
            await lab.end()
        }
    }

    func testADraftStillMakesThePerson() throws {
        var form = FormLab.form(FormLab.contact())
        form.relationships = [
            RelationshipEntry(row: form.newRow(), type: Self.parent, typed: "Archie", makesPerson: true)
        ]
        let again = try ContactForm(
            stored: form.stored(), mailTypes: [], countries: FormLab.english, thisYear: FormLab.thisYear)
        XCTAssertEqual(again.issues(), [:])
        XCTAssertTrue(again.isTouched)
        let (made, names) = try XCTUnwrap(again.save.people.first)
        XCTAssertEqual(names, [.firstName: .text("Archie")])
        let parent = RelationshipValue(type: Self.parent, other: .local(made))
        XCTAssertEqual(again.save.edits.map(\.wanted), [.part(.relationship(parent))])
    }

    func testTheOrderOfNamesTellsTheLastName() throws {
        for (order, last) in [(NameOrder.firstNameFirst, "Jones"), (.lastNameFirst, "Mary")] {
            var form = FormLab.empty()
            form.nameOrder = order
            form.relationships = [
                RelationshipEntry(row: form.newRow(), type: Self.parent, typed: " Mary Ann Jones ", makesPerson: true)
            ]
            XCTAssertEqual(form.save.people.values.map { $0[.lastName] }, [.text(last)])
        }
    }

    func testSuggestionsOfferToMakeThePerson() {
        withOpenForm { lab in
            let view = try XCTUnwrap(lab.editor.page.view)
            lab.model?.update { form in
                form.relationships = [RelationshipEntry(row: form.newRow(), type: Self.parent)]
            }
            view.showAll()
            let entry = EntryRow(borrowing: try XCTUnwrap(view.root.row(titled: "Person")).pointer)
            entry.grabFocus()
            entry.complete(to: "Archie")
            await until("it is offered") { view.root.texts.contains("Create “Archie”") }
            XCTAssertEqual(lab.model?.form.issues().values.first, .unknownPerson)
        }
    }

    func testARelationshipReadsAsASentence() {
        withOpenForm { lab in
            let view = try XCTUnwrap(lab.editor.page.view)
            lab.type("Tessa", for: .firstName)
            try lab.addRelative("Abena Chukwu")
            XCTAssertNotNil(view.root.row(titled: "Abena Chukwu is a parent of Tessa"))
            lab.type("Theresa", for: .firstName)
            XCTAssertNotNil(view.root.row(titled: "Abena Chukwu is a parent of Theresa"))
            XCTAssertEqual(RelationshipSentence.text("A", "subordinate", of: "B"), "A reports to B")
            XCTAssertEqual(RelationshipSentence.text("A", nil, of: "B"), "A")
            XCTAssertEqual(RelationshipSentence.text("A", "neighbour", of: "B"), "A: neighbour of B")
            XCTAssertEqual(RelationshipSentence.text("A", "uncle", of: ""), "A is an uncle or aunt of this contact")
        }
    }
}

extension EditorLab {
    /// Adds a parent who is still to be made.
    fileprivate func addRelative(_ name: String) throws {
        let view = try XCTUnwrap(editor.page.view)
        model?.update { form in
            form.relationships.append(
                RelationshipEntry(row: form.newRow(), type: RemoteID("parent"), typed: name, makesPerson: true))
        }
        view.showAll()
    }
}

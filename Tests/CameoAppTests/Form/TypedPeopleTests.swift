import Avatars
import Contacts
import DemoServer
import Foundation
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// A typed name means the person chosen before, unless another person has the same name.
final class TypedPeopleTests: XCTestCase {
    private static let name = "Zoë Zed"

    func testTheNameOfOneMeansThemAgain() {
        withTwo(named: ["Zoë", "Zed"]) { lab, people in
            XCTAssertNil(lab.introducer)
            let entry = try lab.entry("_Introduced By")
            lab.choose(people[0])
            lab.type("Zo", into: entry)
            XCTAssertNil(lab.introducer)
            lab.type(people[0].name, into: entry)
            await until("they are meant") { lab.introducer == people[0] }
            XCTAssertEqual(lab.model?.form.issues(), [:])
        }
    }

    func testWhatIsSavedRightAfterTheNameIsThem() {
        withTwo(named: ["Zoë", "Zed"]) { lab, people in
            try lab.chooseAndTypeAgain(people[0])
            XCTAssertNil(lab.introducer)
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            let changes = try await lab.changes()
            XCTAssertTrue(changes.contains { $0.contact == ContactID(1) })
        }
    }

    func testWhoeverLeavesRightAfterTheNameCanSave() {
        withTwo(named: ["Zoë", "Zed"]) { lab, people in
            try lab.chooseAndTypeAgain(people[0])
            XCTAssertEqual(lab.model?.form.issues(), [.value(.metThrough): .unknownPerson])
            let leaving = Task.immediate { await lab.editor.askToLeave() }
            let question = try XCTUnwrap(TopLevels.question("Save Changes to Somebody?"))
            XCTAssertEqual(question.defaultAnswers.onReturn, "save")
            question.answer(with: "save")
            let isLeft = await leaving.value
            XCTAssertTrue(isLeft)
            let changes = try await lab.changes()
            XCTAssertTrue(changes.contains { $0.contact == ContactID(1) })
        }
    }

    func testWhoeverLeavesWhatIsWrongBesideTheNameCannotSave() {
        withTwo(named: ["Zoë", "Zed"]) { lab, people in
            lab.type(String(repeating: "x", count: 256), for: .job)
            try lab.chooseAndTypeAgain(people[0])
            let leaving = Task.immediate { await lab.editor.askToLeave() }
            let question = try XCTUnwrap(TopLevels.question("Save Changes to Somebody?"))
            XCTAssertEqual(question.defaultAnswers.onReturn, "keep")
            question.answer(with: "keep")
            let isLeft = await leaving.value
            XCTAssertFalse(isLeft)
        }
    }

    func testNothingIsSaidBeforeItIsKnownWhoIsMeant() {
        withTwo(named: [Self.name, Self.name]) { lab, people in
            let sentence = "Choose one of your contacts."
            try lab.chooseAndTypeAgain(people[1])
            lab.editor.page.view?.left(.value(.metThrough))
            XCTAssertFalse(lab.texts.contains(sentence))
            await until("it is said") { lab.texts.contains(sentence) }
        }
    }

    func testTheNameOfTwoMeansNeither() {
        withTwo(named: [Self.name, Self.name]) { lab, people in
            try lab.chooseAndTypeAgain(people[1])
            await lab.untilLookedUp(people[1])
            XCTAssertNil(lab.introducer)
            XCTAssertEqual(lab.model?.form.issues(), [.value(.metThrough): .unknownPerson])
        }
    }

    func testTheRelativeOfThatNameIsNeither() {
        withTwo(named: [Self.name, Self.name]) { lab, people in
            lab.model?.update { form in
                form.relationships = [
                    RelationshipEntry(row: form.newRow(), type: RemoteID("1"), person: people[0], typed: people[0].name)
                ]
            }
            lab.editor.page.view?.showAll()
            let entry = try lab.entry("Person")
            lab.type("Zo", into: entry)
            lab.type(Self.name, into: entry)
            await lab.untilLookedUp(people[0])
            XCTAssertNil(lab.model?.form.relationships.last?.person)
        }
    }

    func testWhoIsAddedAsARelationIsOfNoKindThatNobodyChose() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let session = lab.demo.session
            try await SeldomRefresh(server: session.client, store: session.store).formChoices()
            await lab.open()
            let (root, sentence) = (lab.editor.page.root, "Choose a kind of relationship.")
            lab.model?.update { $0.relationships = [] }
            lab.editor.page.view?.showAll()
            XCTAssertTrue(root.clickButton("Add Relationship"))
            lab.editor.page.view?.showAll()
            let kind = DropDownRow(borrowing: try XCTUnwrap(root.row(titled: "Kind")).pointer)
            XCTAssertNil(lab.model?.form.relationships.first?.type)
            lab.model?.update { form in
                let bob = FormPerson(id: .local(ContactID(2)), name: "Bob")
                form.relationships[0].person = bob
                form.relationships[0].typed = bob.name
            }
            lab.editor.page.view?.showAll()
            let isSavedAsAny = await lab.editor.save()
            XCTAssertFalse(isSavedAsAny)
            XCTAssertTrue(root.texts.contains(sentence))
            kind.selected = 1
            XCTAssertNotNil(lab.model?.form.relationships.first?.type)
            XCTAssertFalse(root.texts.contains(sentence))
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            await lab.end()
        }
    }

    func testInADraftTheNameOfWhoWasThereMeansThem() {
        withTwo(named: ["Zoë", "Zed"]) { lab, people in
            lab.choose(people[0])
            lab.model?.update { form in
                form.relationships = [
                    RelationshipEntry(row: form.newRow(), type: RemoteID("1"), person: people[1], typed: people[1].name)
                ]
            }
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            await lab.open()
            lab.type("Zo", into: try lab.entry("_Introduced By"))
            // The lines of a relationship are inside its row.
            let row = try XCTUnwrap(lab.model?.form.relationships.last?.row)
            lab.editor.page.view?.focus(.relationship(row))
            await until("they show") { lab.editor.page.root.row(titled: "Person") != nil }
            lab.type("Ze", into: try lab.entry("Person"))
            lab.editor.abandon()
            await lab.editor.draftsSettled()
            await until("the form is closed") { lab.model == nil }
            await lab.open()
            XCTAssertEqual(lab.model?.form.typedIntroducer, "Zo")
            XCTAssertNil(lab.introducer)
            lab.type(people[0].name, into: try lab.entry("_Introduced By"))
            await until("who introduced them is meant") { lab.introducer?.name == people[0].name }
            await until("the lines show") { lab.editor.page.root.row(titled: "Person") != nil }
            lab.type(people[1].name, into: try lab.entry("Person"))
            await until("the other one is meant") {
                lab.model?.form.relationships.last?.person?.name == people[1].name
            }
            XCTAssertEqual(lab.model?.form.issues(), [:])
        }
    }

    func testANamesakeIsSomebodyElseOfTheSameName() {
        withTwo(named: [Self.name, Self.name]) { lab, people in
            let store = lab.demo.session.store
            var answers: [Bool] = []
            let others = [
                people[0], FormPerson(id: people[0].id, name: "Zo"),
                FormPerson(id: .remote(RemoteID("999")), name: Self.name),
            ]
            for person in others { answers.append(await FormStart.hasNamesake(person, besides: nil, in: store)) }
            XCTAssertEqual(answers, [true, false, true])
            guard case .local(let other) = people[1].id else { return XCTFail("it was made here") }
            let hasThird = await FormStart.hasNamesake(people[0], besides: other, in: store)
            XCTAssertFalse(hasThird, "whose form it is cannot be meant")
        }
    }

    func testASuggestionHasThePreferredOrderAndItsPersonTheNameOfTheServer() {
        withTwo(named: [Self.name, Self.name]) { lab, _ in
            let session = lab.demo.session
            _ = try await session.outbox?.create([.firstName: "Ada", .lastName: "Zuse"])
            let found = await FormStart.people(
                named: "Zuse", besides: nil, nameOrder: .lastNameFirst, in: session.store)
            XCTAssertEqual(found.map(\.name), ["Zuse Ada"])
            XCTAssertEqual(found.map(\.avatar.initials), ["ZA"])
            XCTAssertEqual(found.map(\.person.name), ["Ada Zuse"])
        }
    }

    func testNobodyIsOfferedInTheirOwnForm() {
        withTwo(named: [Self.name, Self.name]) { lab, people in
            guard case .local(let own) = people[0].id else { return XCTFail("it was made here") }
            lab.editor.abandon()
            await until("the form is closed") { lab.model == nil }
            await lab.open(own.rawValue)
            let find = try XCTUnwrap(lab.editor.page.view?.surroundings.findPeople)
            let found = await find(Self.name)
            XCTAssertEqual(found.map(\.person), [people[1]], "the other one of that name")
        }
    }

    /// Opens a form, with two contacts that no contact's values name.
    private func withTwo(
        named names: [String], _ body: @escaping @MainActor (EditorLab, [FormPerson]) async throws -> Void
    ) {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let outbox = try XCTUnwrap(lab.demo.session.outbox)
            var people: [FormPerson] = []
            for name in names {
                people.append(FormPerson(id: .local(try await outbox.create([.firstName: name])), name: name))
            }
            await lab.open()
            lab.model?.update { $0.introducer = nil }
            lab.editor.page.view?.showAll()
            try await body(lab, people)
            await lab.end()
        }
    }
}

extension EditorLab {
    fileprivate var introducer: FormPerson? { model?.form.introducer }

    fileprivate func entry(_ title: String) throws -> EntryRow {
        let row = editor.page.root.row(titled: title)
        return EntryRow(borrowing: try XCTUnwrap(row).pointer)
    }

    fileprivate func choose(_ person: FormPerson) {
        model?.update { $0.introducer = person }
        editor.page.view?.showAll()
    }

    /// Chooses who introduced the contact, and types their name anew.
    fileprivate func chooseAndTypeAgain(_ person: FormPerson) throws {
        let entry = try entry("_Introduced By")
        choose(person)
        type("Zo", into: entry)
        type(person.name, into: entry)
    }

    /// Repeats the row's question several times.
    fileprivate func untilLookedUp(_ person: FormPerson) async {
        for _ in 0..<5 { _ = await FormStart.hasNamesake(person, besides: nil, in: demo.session.store) }
    }

    fileprivate func type(_ text: String, into entry: EntryRow) {
        entry.complete(to: text)
    }
}

import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// What the server refused is put right in a form, which takes its place.
final class MendingTests: XCTestCase {
    private static let tooLong = String(repeating: "Z", count: 300)

    /// Stores changes of the third contact and waits until the server has refused something.
    @MainActor
    private static func refused(
        _ lab: EditorLab, _ changes: (EditableContact) -> [ContactChange]
    ) async throws -> [Edit] {
        _ = try await store(lab, changes)
        return try await untilRefused(lab)
    }

    @MainActor
    private static func store(
        _ lab: EditorLab, _ changes: (EditableContact) -> [ContactChange]
    ) async throws -> [EditQueue.Receipt] {
        let queue = try XCTUnwrap(lab.demo.session.edits)
        let there = try await queue.editable(ContactID(3))
        let seen = try XCTUnwrap(there)
        return try await queue.store(changes(seen).map { PlannedChange($0) }, of: seen.id)
    }

    @MainActor
    private static func untilRefused(_ lab: EditorLab, count: Int = 1) async throws -> [Edit] {
        lab.demo.session.send()
        let queue = try XCTUnwrap(lab.demo.session.edits)
        let edits = try await queue.wait { edits in edits.count { $0.state == .refused } >= count }
        return edits.filter { $0.state == .refused }
    }

    private static func values(_ key: ContactKey, _ text: String, in seen: EditableContact) -> ContactChange {
        .values(
            ValueChange(group: key.group, deltas: [key: Delta(before: seen.values[key], after: .text(text))]))
    }

    func testWhatWasRefusedStandsInTheFormWithTheServersWords() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let edits = try await Self.refused(lab) { [Self.values(.firstName, Self.tooLong, in: $0)] }
            await lab.open(3, mending: edits.first?.id)
            XCTAssertEqual(lab.model?.form[text: .firstName], Self.tooLong)
            XCTAssertTrue(lab.texts.contains { $0.hasPrefix("The server refused: ") && $0.contains("255") })
            await until("the refused name has the focus") {
                lab.editor.page.view?.focusedField == .value(.firstName)
            }
            // Leaving it as it is loses nothing, and asks nothing.
            XCTAssertFalse(lab.editor.isTouched)
            lab.type("Zoë", for: .firstName)
            XCTAssertFalse(lab.texts.contains { $0.hasPrefix("The server refused: ") })
            XCTAssertTrue(lab.editor.isTouched)
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            try await lab.untilNothingWaits()
            let there = try await lab.demo.session.client.contact(id: 3)
            XCTAssertEqual(there.firstName, "Zoë")
            await lab.end()
        }
    }

    func testUndoBringsBackWhatWasRefused() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let edits = try await Self.refused(lab) { [Self.values(.firstName, Self.tooLong, in: $0)] }
            lab.demo.session.mayWrite = false
            await lab.open(3, mending: edits.first?.id)
            lab.type("Zoë", for: .firstName)
            _ = await lab.editor.save()
            guard case .saved(let receipts, _)? = lab.ends.last else { return XCTFail("not saved") }
            try await lab.demo.session.edits?.undo(receipts)
            let after = try await lab.edits()
            XCTAssertEqual(after.map(\.state), [.refused])
            XCTAssertEqual(after.map(\.id), edits.map(\.id))
            await lab.end()
        }
    }

    func testPartsAndTagsAreInTheFormAndNotDoubled() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let mail = PartValue.field(FieldValue(type: RemoteID("1"), content: Self.tooLong + "@example.org"))
            let edits = try await Self.refused(lab) { _ in
                [
                    .part(PartChange(kind: .field, part: PartID(-1), before: nil, after: mail)),
                    .addTags([""]),
                ]
            }
            _ = try await Self.untilRefused(lab, count: 2)
            await lab.open(3, mending: edits.first?.id)
            let form = try XCTUnwrap(lab.model?.form)
            let row = try XCTUnwrap(form.fields.last)
            XCTAssertEqual(row.content, Self.tooLong + "@example.org")
            XCTAssertNotNil(form.refusals[.field(row.row)])
            XCTAssertTrue(form.tags.contains(""))
            XCTAssertNotNil(form.refusals[.tags])
            lab.model?.edit(.field(row.row)) { $0.fields.change(row.row) { $0.content = "zoe@example.org" } }
            lab.model?.edit(.tags) { $0.tags = $0.tags.map { $0.isEmpty ? "climbing" : $0 } }
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            try await lab.untilNothingWaits()
            let there = try await lab.demo.session.client.contact(id: 3)
            XCTAssertEqual(there.contactFields.filter { $0.content.hasPrefix("zoe@") }.count, 1)
            XCTAssertFalse(there.contactFields.contains { $0.content.hasPrefix("ZZZ") })
            XCTAssertTrue(there.tags.contains { $0.name == "climbing" })
            await lab.end()
        }
    }

    func testAContactThatWasRefusedIsMadeOnce() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let queue = try XCTUnwrap(lab.demo.session.edits)
            let mail = PartValue.field(FieldValue(type: RemoteID("1"), content: "zoe@example.org"))
            let receipts = try await queue.create(
                ContactCreation(uuid: UUID().uuidString.lowercased(), values: [.firstName: .text(Self.tooLong)]),
                then: [PlannedChange(.part(PartChange(kind: .field, part: PartID(-1), before: nil, after: mail)))])
            let contact = try XCTUnwrap(receipts.first?.contact)
            let edits = try await Self.untilRefused(lab)
            await lab.open(contact.rawValue, mending: edits.first?.id)
            XCTAssertTrue(lab.model?.form.isNew == true)
            XCTAssertEqual(lab.model?.form[text: .firstName], Self.tooLong)
            XCTAssertEqual(lab.model?.form.fields.map(\.content), ["zoe@example.org"])
            // A crash now, and the draft is the same form.
            lab.type("Zoë", for: .firstName)
            lab.editor.abandon()
            await lab.editor.draftsSettled()
            let drafts = try await lab.drafts()
            let draft = try XCTUnwrap(drafts.first { $0.contact == contact })
            await lab.open(contact.rawValue, from: draft)
            XCTAssertEqual(lab.model?.form[text: .firstName], "Zoë")
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            try await lab.untilNothingWaits()
            XCTAssertEqual(lab.demo.server.contactCount, 6)
            let stored = try await lab.demo.session.store.contact(id: Int(contact.rawValue))
            XCTAssertEqual(stored?.firstName, "Zoë")
            XCTAssertEqual(stored?.contactFields.map(\.content), ["zoe@example.org"])
            await lab.end()
        }
    }

    func testWhatIsRefusedAfterADraftIsLeftAsItIs() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let edits = try await Self.refused(lab) { [Self.values(.firstName, Self.tooLong, in: $0)] }
            lab.demo.session.mayWrite = false
            await lab.demo.session.stopping?.value
            let later = try await Self.store(lab) { [Self.values(.job, Self.tooLong, in: $0)] }
            await lab.open(3, mending: edits.first?.id)
            lab.type("Zoë", for: .firstName)
            lab.editor.abandon()
            await lab.editor.draftsSettled()
            lab.demo.session.mayWrite = true
            _ = try await Self.untilRefused(lab, count: 2)
            await lab.open(3)
            XCTAssertEqual(lab.model?.form.mended, edits.map(\.id))
            XCTAssertNil(lab.model?.form.refusals[.value(.job)])
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            let left = try await lab.edits().filter { $0.state == .refused }
            XCTAssertEqual(left.map(\.id), later.map(\.edit))
            await lab.open(3, mending: left.first?.id)
            XCTAssertEqual(lab.model?.form[text: .job], Self.tooLong)
            await lab.end()
        }
    }

    func testARefusalStandsAtEachValueThatTheServerNamed() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let edits = try await Self.refused(lab) { seen in
                let deltas = [ContactKey.firstName, .lastName].map {
                    ($0, Delta<ContactValue>(before: seen.values[$0], after: .text(Self.tooLong)))
                }
                return [.values(ValueChange(group: .person, deltas: Dictionary(uniqueKeysWithValues: deltas)))]
            }
            await lab.open(3, mending: edits.first?.id)
            let form = try XCTUnwrap(lab.model?.form)
            XCTAssertEqual(Set(form.refusals.keys), [.value(.firstName), .value(.lastName)])
            XCTAssertEqual(form.generalRefusals, [])
            await lab.end()
        }
    }

    func testADraftTakesWhatIsPutRight() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let edits = try await Self.refused(lab) { [Self.values(.job, Self.tooLong, in: $0)] }
            await lab.open(3)
            lab.type("Zed", for: .nickname)
            lab.editor.abandon()
            await lab.editor.draftsSettled()
            await lab.open(3, mending: edits.first?.id)
            XCTAssertEqual(lab.model?.form[text: .nickname], "Zed")
            XCTAssertEqual(lab.model?.form[text: .job], Self.tooLong)
            XCTAssertNotNil(lab.model?.form.refusals[.value(.job)])
            lab.type("Smith", for: .job)
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            try await lab.untilNothingWaits()
            let there = try await lab.demo.session.client.contact(id: 3)
            XCTAssertEqual([there.nickname, there.job], ["Zed", "Smith"])
            await lab.end()
        }
    }

    func testADraftThatIsAboutTheSameStaysAsItIs() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let edits = try await Self.refused(lab) { [Self.values(.job, Self.tooLong, in: $0)] }
            await lab.open(3)
            lab.type("Smith", for: .job)
            lab.editor.abandon()
            await lab.editor.draftsSettled()
            await lab.open(3, mending: edits.first?.id)
            XCTAssertEqual(lab.model?.form[text: .job], "Smith")
            XCTAssertEqual(lab.model?.form.mended, [])
            await lab.end()
        }
    }

    func testSomebodyMadeHereHasTheirNameInWhatWasRefused() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let queue = try XCTUnwrap(lab.demo.session.edits)
            let receipts = try await queue.create(
                ContactCreation(
                    uuid: UUID().uuidString.lowercased(),
                    values: [.firstName: .text("Zoë"), .gender: .text("Woman")]), then: [])
            let friend = try XCTUnwrap(receipts.first?.contact)
            try await lab.untilNothingWaits()
            lab.demo.server.inject(.status(422), at: "/api/contacts/3/introduction", method: "PUT")
            let edits = try await Self.refused(lab) { seen in
                let delta = Delta<ContactValue>(before: seen.values[.metThrough], after: .contact(.local(friend)))
                return [.values(ValueChange(group: .meeting, deltas: [.metThrough: delta]))]
            }
            await lab.open(3, mending: edits.first?.id)
            XCTAssertEqual(lab.model?.form.introducer?.name, "Zoë")
            await lab.end()
        }
    }

    func testWhatWasSentMeanwhileIsNotStoredTwice() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let edits = try await Self.refused(lab) { [Self.values(.firstName, Self.tooLong, in: $0)] }
            await lab.open(3, mending: edits.first?.id)
            lab.type("Zoë", for: .firstName)
            // In another window it is dropped.
            _ = try await lab.demo.session.edits?.drop(XCTUnwrap(edits.first).id)
            let isSaved = await lab.editor.save()
            XCTAssertFalse(isSaved)
            XCTAssertTrue(lab.editor.isOpen)
            XCTAssertEqual(lab.model?.form[text: .firstName], "Zoë")
            await until("it is said") { lab.texts.contains { $0.hasPrefix("This was sent or discarded meanwhile.") } }
            await lab.end()
        }
    }
}

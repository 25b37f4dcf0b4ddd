import Avatars
import CGtk
import Contacts
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// The focused widget stays on the screen.
final class FormSightTests: XCTestCase {
    /// As many as GTK takes for scrolling, and more.
    private static let frames = 60

    func testWhatIsTypedInStaysInSightWhenANoteAboveItComes() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            await lab.open()
            let view = try lab.beginBirthday()
            await Self.scrolled(view)
            view.focus(.tags)
            await until("it is said what is wrong") {
                lab.texts.contains("Enter the day and month, or choose Approximate Age.")
            }
            await Self.scrolled(view)
            let row = try XCTUnwrap(view.inputs.lazy.compactMap { $0 as? TagsInput }.first?.rows.first)
            try Self.expectInSight(row, of: view)
            await lab.end()
        }
    }

    func testWhatADateMeansIsInSightWithItsLine() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            await lab.open()
            let view = try XCTUnwrap(lab.editor.page.view)
            let date = try XCTUnwrap(view.inputs.lazy.compactMap { $0 as? DateInput }.first)
            view.focus(.value(.birthday))
            await Self.scrolled(view)
            EntryRow(borrowing: try XCTUnwrap(date.rows.first).pointer).complete(to: "4.5.84")
            await Self.scrolled(view)
            let meaning = try XCTUnwrap(date.rows.first { $0.texts.contains { $0.contains("years old)") } })
            XCTAssertTrue(meaning.isVisible)
            try Self.expectInSight(meaning, of: view)
            await lab.end()
        }
    }

    func testTheSentenceOfACutTextIsInSight() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            await lab.open()
            let view = try XCTUnwrap(lab.editor.page.view)
            let rows = try XCTUnwrap(view.inputs.first { $0.owns(.value(.food)) }?.rows)
            let text = try XCTUnwrap(rows.first?.first(ofType: "GtkTextView"))
            view.focus(.value(.food))
            await Self.scrolled(view)
            gtk_text_buffer_set_text(
                gtk_text_view_get_buffer(text.cast()), String(repeating: "words ", count: 5_000), -1)
            await Self.scrolled(view)
            let note = try XCTUnwrap(rows.first { $0.texts.contains("Too long: the rest was left out") })
            try Self.expectInSight(note, of: view)
            await lab.end()
        }
    }

    func testWhoTakesWhatTheServerHasGoesOnInTheField() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            await lab.open()
            let view = try XCTUnwrap(lab.editor.page.view)
            lab.model?.update { $0.news.insert(.value(.lastName)) }
            view.showNews()
            let use = try XCTUnwrap(view.root.button("_Use"))
            use.grabFocus()
            XCTAssertNil(view.focusedField)
            XCTAssertTrue(view.root.clickButton("_Use"))
            XCTAssertEqual(view.focusedField, .value(.lastName))
            await lab.end()
        }
    }

    func testWhereTagsAreTypedStaysInSightWhenOneComes() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let view = try await Self.openNew(lab)
            let input = try XCTUnwrap(view.inputs.lazy.compactMap { $0 as? TagsInput }.first)
            view.focus(.tags)
            await Self.scrolled(view)
            lab.model?.edit(.tags) { $0.tags = (1...40).map { "a tag with the number \($0)" } }
            view.showAll()
            await Self.scrolled(view)
            try Self.expectInSight(try XCTUnwrap(input.rows.first), of: view)
            await lab.end()
        }
    }

    func testWhatIsWrongIsInSightWithItsField() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let view = try await Self.openNew(lab)
            let input = try XCTUnwrap(view.inputs.lazy.compactMap { $0 as? TagsInput }.first)
            lab.type("Zenobia", for: .firstName)
            lab.model?.edit(.tags) {
                $0.tags = (1...40).map { "a tag with the number \($0)" }
                $0.typedTag = "12"
            }
            view.showAll()
            view.focus(.tags)
            await Self.scrolled(view)
            XCTAssertFalse(view.check())
            await Self.scrolled(view)
            let note = try XCTUnwrap(input.rows.dropFirst().first)
            XCTAssertTrue(note.isVisible)
            try Self.expectInSight(note, of: view)
            await lab.end()
        }
    }

    @MainActor
    private static func openNew(_ lab: EditorLab) async throws -> FormView {
        lab.editor.beginNew(in: lab.demo.session)
        await until("the form is open") { lab.model != nil }
        let view = try XCTUnwrap(lab.editor.page.view)
        await view.filled()
        return view
    }

    func testTheStreetIsInSightWhereTheFormOpensWithItsAddress() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab(contacts: 16)
            let outbox = try XCTUnwrap(lab.demo.session.outbox)
            var tried = 0
            for id in 1...16 {
                let contact = try await outbox.editable(ContactID(Int64(id)))
                guard let row = contact?.parts.first(where: { $0.kind == .address })?.field else { continue }
                tried += 1
                lab.editor.begin(ContactID(Int64(id)), name: "Somebody", in: lab.demo.session, at: row)
                await until("the street has the focus") {
                    if case .address(_, .street)? = lab.editor.page.view?.focusedField { true } else { false }
                }
                let view = try XCTUnwrap(lab.editor.page.view)
                await Self.scrolled(view)
                try Self.expectInSight(try XCTUnwrap(view.root.focusedWidget), of: view)
                lab.editor.cancel()
            }
            XCTAssertGreaterThan(tried, 1)
            await lab.end()
        }
    }

    func testARowThatIsAddedComesInSight() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            await lab.open()
            let view = try XCTUnwrap(lab.editor.page.view)
            for number in 1...3 {
                view.focusFirst()
                await Self.scrolled(view)
                XCTAssertTrue(view.root.clickButton("Add Address"))
                XCTAssertEqual(lab.model?.form.addresses.count, number)
                await Self.scrolled(view)
                try Self.expectInSight(try XCTUnwrap(view.root.focusedWidget), of: view)
            }
            await lab.end()
        }
    }

    func testDuplicatesAreSeenAboveTheFirstFields() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let view = try await Self.openNew(lab)
            let subject = AvatarSubject(contactID: 1, firstName: "Zoë", lastName: "")
            view.focus(.value(.lastName))
            await Self.scrolled(view)
            let duplicate = Duplicate(contactID: 1, name: "Zoë", avatar: subject, reason: .name, isActive: true)
            lab.editor.page.show(duplicates: [duplicate], onOpen: { _ in }, onAdd: { _ in })
            await Self.scrolled(view)
            XCTAssertEqual(view.scroll.position, 0)
            let row = try XCTUnwrap(view.inputs.first { $0.owns(.value(.lastName)) } as? TextInput).rows[0]
            try Self.expectInSight(row, of: view)
            await lab.end()
        }
    }

    func testWhatIsTypedInStandsWhereItStoodWhenDuplicatesCome() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let view = try await Self.openNew(lab)
            let subject = AvatarSubject(contactID: 1, firstName: "Zoë", lastName: "")
            for field in [FormField.value(.metStory), .value(.food)] {
                view.focus(field)
                await Self.scrolled(view)
                XCTAssertGreaterThan(view.scroll.position, 0)
                let row = try XCTUnwrap(view.inputs.first { $0.owns(field) } as? TextInput).rows[0]
                let top = try XCTUnwrap(row.top(in: view.scroll))
                for count in [1, 3, 2, 0] {
                    let found = (0..<count).map {
                        Duplicate(contactID: $0, name: "Zoë", avatar: subject, reason: .name, isActive: true)
                    }
                    lab.editor.page.show(duplicates: found, onOpen: { _ in }, onAdd: { _ in })
                    await Self.scrolled(view)
                    XCTAssertEqual(view.root.texts.count { $0 == "Zoë" }, count)
                    XCTAssertEqual(try XCTUnwrap(row.top(in: view.scroll)), top, accuracy: 1, "\(count)")
                }
            }
            await lab.end()
        }
    }

    @MainActor
    private static func expectInSight(_ row: Widget, of view: FormView) throws {
        let top = try XCTUnwrap(row.top(in: view.scroll))
        XCTAssertGreaterThanOrEqual(top, 0)
        XCTAssertLessThanOrEqual(top + Double(row.height), view.scroll.pageHeight)
    }

    private static func scrolled(_ view: FormView) async {
        for _ in 0..<frames { await view.root.nextFrame(within: .seconds(1)) }
    }
}

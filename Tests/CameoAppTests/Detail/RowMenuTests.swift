import CGtk
import Contacts
import Foundation
import GLib
import Gtk
import Model
import Monica
import TestSupport
import XCTest

@testable import CameoApp

/// The menu of the rows on the page of a contact, and the deletion of an entry by its row.
final class RowMenuTests: XCTestCase {
    private static let fields = """
        "contactFields":[{"id":1,"content":"a@b.example","contact_field_type":{"type":"email"}},
        {"id":2,"content":"+1 555 1","contact_field_type":{"type":"phone"}}],
        "addresses":[{"id":3,"city":"Paris"}]
        """
    private static let sections: [ContactSection: String] = [
        .notes: #"[{"id":4,"body":"Tea","is_favorited":true}]"#,
        .lifeEvents: #"[{"id":5,"name":"Moved","happened_at":"2026-01-10"}]"#,
    ]

    /// A page with a row of each sort.
    @MainActor
    private static func page() throws -> (DetailView, TestWindow) {
        let view = DetailView(pictures: AvatarPictures())
        let window = TestWindow(view.root, width: 600, height: 800)
        view.show(
            ContactDetail(
                try Contact(json: Data(#"{"id":1,\#(fields)}"#.utf8)),
                sections: ContactSections(json: sections.mapValues { Data($0.utf8) }), server: try .monica()))
        return (view, window)
    }

    @MainActor
    private static func open(_ row: Widget, in view: DetailView) async throws -> Widget {
        try XCTUnwrap(view.menuOpening(at: WidgetPoint(middleOf: row)))()
        await until("the menu is open") { view.root.texts.contains("Copy") }
        return try XCTUnwrap(view.root.first(ofType: "GtkPopoverMenu"))
    }

    func testTheMenuOffersWhatARowCanDo() {
        onDisplay(limit: .seconds(60)) {
            let (view, window) = try Self.page()
            let edit = [["_Copy"], ["_Edit"]]
            let all: [(title: String, parts: [[String]])] = [
                ("a@b.example", [["Write Email"]] + edit), ("+1 555 1", [["Call"]] + edit),
                ("Paris", [["Show on the Map"]] + edit), ("Tea", [["_Copy"], ["_Favorite", "_Edit"], ["_Delete"]]),
                ("Moved", [["_Copy"]]),
            ]
            for mayEdit in [true, false] {
                view.rowMenu.canEdit = { $0 != .entry(.lifeEvents, 5) && mayEdit }
                XCTAssertEqual(view.root.listRows.count, all.count)
                for (title, parts) in all {
                    let row = try XCTUnwrap(view.root.listRows.first { $0.texts.contains { $0.contains(title) } })
                    let menu = try await Self.open(row, in: view)
                    XCTAssertEqual(menu.menuParts, parts.filter { mayEdit || !["_Edit", "_Delete"].contains($0.last) })
                    gtk_popover_popdown(menu.cast())
                    await until("the menu is gone") { !view.root.texts.contains("Copy") }
                }
            }
            window.close()
        }
    }

    func testTheMenuDoesWhatItSays() {
        onDisplay(limit: .seconds(60)) {
            let (view, window) = try Self.page()
            var done: [String] = []
            view.rowMenu.canEdit = { _ in true }
            view.onOpen = { done.append($0) }
            view.onCopy = { done.append("copy \($0)") }
            view.onEdit = { done.append("edit \($0 == .contactField(1))") }
            view.onFavor = { done.append("favor \($0 == .entry(.notes, 4)) \($1)") }
            view.onDelete = { done.append("delete \($0 == .entry(.notes, 4))") }
            for (title, label, result) in [
                ("a@b.example", "Write Email", "mailto:a@b.example"), ("a@b.example", "Copy", "copy a@b.example"),
                ("a@b.example", "Edit", "edit true"), ("Tea", "Copy", "copy Tea"),
                ("Tea", "Favorite", "favor true false"), ("Tea", "Delete", "delete true"),
            ] {
                let row = try XCTUnwrap(view.root.listRows.first { $0.texts.contains { $0.contains(title) } })
                gtk_widget_set_state_flags(row.cast(), GTK_STATE_FLAG_ACTIVE, 0)
                _ = try await Self.open(row, in: view)
                XCTAssertTrue(view.root.clickMenuItem(label))
                await until("the menu is gone") { !view.root.texts.contains("Copy") }
                await until(label) { done.last == result }
                let flags = gtk_widget_get_state_flags(row.cast()).rawValue
                XCTAssertEqual(flags & GTK_STATE_FLAG_ACTIVE.rawValue, 0, "the row is not dark")
            }
            XCTAssertEqual(done.count, 6)
            window.close()
        }
    }

    func testAKeyOpensTheMenuOfTheFocusedRow() {
        onDisplay(limit: .seconds(60)) {
            let (view, window) = try Self.page()
            XCTAssertFalse(view.openRowMenu())
            XCTAssertTrue(view.focus(.contactField(2)))
            XCTAssertTrue(view.openRowMenu())
            await until("the menu is open") { view.root.texts.contains("Call") }
            XCTAssertTrue(view.root.clickMenuItem("Copy"))
            await until("the focus is in the row again") { view.fieldWithFocus == .contactField(2) }
            window.close()
        }
    }

    func testTheRestOfThePageHasNoMenuOfARow() {
        onDisplay(limit: .seconds(30)) {
            let (view, window) = try Self.page()
            XCTAssertNil(view.menuOpening(at: WidgetPoint(middleOf: view.column)))
            XCTAssertNil(view.menuOpening(at: WidgetPoint(middleOf: view.name)))
            let label = try XCTUnwrap(view.root.label("Tea"))
            XCTAssertNotNil(view.menuOpening(at: WidgetPoint(middleOf: label)))
            gtk_label_select_region(label.opaque, 0, 2)
            XCTAssertNil(view.menuOpening(at: WidgetPoint(middleOf: label)), "GTK's menu copies the selected text")
            window.close()
        }
    }

    func testOnlyEntriesThatCanBeChangedHaveAnEditButton() {
        onDisplay(limit: .seconds(30)) {
            let (view, window) = try Self.page()
            view.offer([.note, .activity], log: false)
            XCTAssertEqual(view.root.buttonTooltips.count { $0 == "Edit" }, 1)
            window.close()
        }
    }

    func testAnEntryIsDeletedAndTheNextRowHasTheFocus() {
        withNotes { lab, _, notes in
            let detail = lab.page.detail
            XCTAssertEqual(notes.count, 3)
            for (number, next) in [(1, notes[2]), (2, notes[0])] {
                XCTAssertTrue(detail.focus(notes[number]))
                XCTAssertTrue(lab.page.entries.delete(notes[number]))
                await until("it is gone") { detail.place(of: notes[number]) == nil }
                await until("the focus is in the next row") { detail.fieldWithFocus == next }
            }
            await until("it is said") { lab.texts.contains("Deleted") }
            XCTAssertTrue(lab.page.changes.undo.takeBack())
            await until("it is back") { detail.place(of: notes[2]) != nil }
            XCTAssertEqual(detail.fieldWithFocus, notes[0])
        }
    }

    func testANoteBecomesAFavorite() {
        withNotes { lab, outbox, notes in
            lab.page.entries.favor(notes[0], isFavorite: true)
            try await outbox.wait { changes in
                changes.contains {
                    if case .part(.note(let note))? = $0.wanted { note.isFavorite } else { false }
                }
            }
            await until("the row says it") {
                lab.page.detail.groups.flatMap(\.section.rows).first { $0.field == notes[0] }?.isFavorite == true
            }
        }
    }

    func testOnlyChangeableValuesOfAWritableContactCanBeEdited() {
        withNotes { lab, _, notes in
            for field in [notes[0], .birthdate, .contactField(1), .relationship(2)] {
                XCTAssertTrue(lab.page.canEdit(field))
            }
            for field in [FieldID.stayInTouch, .entry(.lifeEvents, 1), .entry(.documents, 1)] {
                XCTAssertFalse(lab.page.canEdit(field))
                XCTAssertFalse(lab.page.entries.delete(field))
            }
            XCTAssertFalse(lab.page.entries.delete(.birthdate))
            lab.page.access = .readOnly
            for field in [notes[0], .birthdate] { XCTAssertFalse(lab.page.canEdit(field)) }
            XCTAssertFalse(lab.page.entries.delete(notes[0]))
        }
    }
}

/// Runs a test with the page of a contact with three notes, which the server does not have yet.
private func withNotes(_ body: @escaping @MainActor (DetailLab, Outbox, [FieldID]) async throws -> Void) {
    onDisplay(limit: .seconds(60)) {
        let lab = try await DetailLab(contacts: 5)
        try await lab.demo.synchronise()
        let outbox = try XCTUnwrap(lab.demo.session.outbox)
        for text in ["Tea", "Cake", "Milk"] {
            _ = try await outbox.add(.note(NoteValue(body: text)), to: [ContactID(3)])
        }
        lab.page.show(contactID: 3, of: lab.demo.session)
        await until("the notes show") { ["Tea", "Cake", "Milk"].allSatisfy(lab.texts.contains) }
        let notes = lab.page.detail.groups.first { $0.section.id == .kept(.notes) }?.section.rows.compactMap(\.field)
        try await body(lab, outbox, notes ?? [])
        await lab.end()
    }
}

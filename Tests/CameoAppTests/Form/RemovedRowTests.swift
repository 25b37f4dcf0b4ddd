import CGtk
import Contacts
import DemoServer
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// The focus of a row that a person takes out of a form goes to the next one. Undo puts the row back at its place.
final class RemovedRowTests: XCTestCase {
    func testFields() {
        withForm { view in
            let type = try XCTUnwrap(view.surroundings.choices.fieldTypes.first { $0.kind == .email })
            for _ in 1...3 { view.addField(of: type.id) }
            try await Self.removeAll(
                FieldInput.self, { $0.onRemove }, in: view.fieldList, of: view, adding: "Add Email")
        }
    }

    func testAddresses() {
        withForm { view in
            for _ in 1...3 { XCTAssertTrue(view.root.clickButton("Add Address")) }
            try await Self.removeAll(
                AddressInput.self, { $0.onRemove }, in: view.addressList, of: view, adding: "Add Address")
        }
    }

    func testRelationships() {
        withForm { view in
            for _ in 1...3 { XCTAssertTrue(view.root.clickButton("Add Relationship")) }
            try await Self.removeAll(
                RelationshipInput.self, { $0.onRemove }, in: view.relationshipList, of: view, adding: "Add Relationship"
            )
        }
    }

    func testARemovedRowComesBack() {
        withForm { view in
            let type = try XCTUnwrap(view.surroundings.choices.fieldTypes.first { $0.kind == .email })
            for name in ["ada", "zed"] {
                view.addField(of: type.id)
                let row = try XCTUnwrap(view.model.form.fields.last?.row)
                view.model.update { $0.fields.change(row) { $0.content = "\(name)@example.org" } }
                view.showAll()
            }
            let first = try XCTUnwrap(view.inputs.compactMap { $0 as? FieldInput }.first)
            first.focus(.field(first.row))
            first.onRemove?()
            await until("it is gone") { view.model.form.fields.map(\.content) == ["zed@example.org"] }
            let next = try XCTUnwrap(view.inputs.compactMap { $0 as? FieldInput }.first)
            await until("the next row has the focus") { view.focusedField == .field(next.row) }
            let entry = try XCTUnwrap(next.rows.first)
            XCTAssertEqual(gtk_editable_get_selection_bounds(entry.opaque, nil, nil), 0, "typing replaces nothing")
            XCTAssertTrue(view.undoRemoval())
            XCTAssertEqual(view.model.form.fields.map(\.content), ["ada@example.org", "zed@example.org"])
            XCTAssertEqual(view.focusedField, .field(first.row))
            XCTAssertFalse(view.bringBackRow())
            let again = try XCTUnwrap(view.inputs.compactMap { $0 as? FieldInput }.first)
            again.onRemove?()
            await until("it is gone again") { view.model.form.fields.count == 1 }
            EntryRow(borrowing: entry.pointer).complete(to: "zoe@example.org")
            XCTAssertFalse(view.undoRemoval(), "the key undoes the typing that came later")
            XCTAssertTrue(view.bringBackRow())
            XCTAssertEqual(view.model.form.fields.map(\.content), ["ada@example.org", "zoe@example.org"])
        }
    }

    /// Takes away the second of three, then the last, then the only one, and brings them back.
    @MainActor
    private static func removeAll<Input: FormInput>(
        _ type: Input.Type, _ remove: (Input) -> (() -> Void)?, in list: BoxedList, of view: FormView,
        adding label: String
    ) async throws {
        var left = view.inputs.compactMap { $0 as? Input }
        let former = left.flatMap { view.fields(of: $0) }
        XCTAssertEqual(left.count, 3)
        for (place, next) in [(1, 1), (1, 0), (0, nil)] as [(Int, Int?)] {
            let removed = left.remove(at: place)
            XCTAssertTrue(removed.focusRow())
            remove(removed)?()
            await until("it is gone") { !view.inputs.contains { $0 === removed } }
            guard let next else { break }
            XCTAssertEqual(left[next].rows.first?.containsFocus, true, "\(place)")
        }
        XCTAssertEqual(view.root.button(label)?.containsFocus, true)
        for _ in 1...3 { XCTAssertTrue(view.bringBackRow()) }
        let back = view.inputs.compactMap { $0 as? Input }
        XCTAssertEqual(back.flatMap { view.fields(of: $0) }, former)
        let rows = back.flatMap { $0.rows.map(\.pointer) }
        XCTAssertEqual(list.children.map(\.pointer).filter(rows.contains), rows)
    }

    private func withForm(_ body: @escaping @MainActor (FormView) async throws -> Void) {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let session = lab.demo.session
            try await SeldomRefresh(server: session.client, store: session.store).formChoices()
            lab.editor.beginNew(in: session)
            await until("the form is open") { lab.model != nil }
            let view = try XCTUnwrap(lab.editor.page.view)
            await view.filled()
            try await body(view)
            await lab.end()
        }
    }
}

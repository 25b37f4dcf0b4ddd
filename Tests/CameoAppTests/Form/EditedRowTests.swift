import Contacts
import DemoServer
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// The form opens at the field of a row on the contact's page.
final class EditedRowTests: XCTestCase {
    private static let timesEach = 2

    func testEachRowLeadsToWhereItIsTyped() {
        onDisplay(limit: .seconds(120)) {
            let lab = try await DetailLab()
            try await lab.demo.synchronise()
            let number = "+1 555 0100"
            try await lab.addPhone(number, to: 1)
            var tried: [String: Int] = [:]
            var isNewTried = false
            for id in 1...40 {
                for row in await lab.rows(of: id) {
                    // The editor of an entry is on the page.
                    if case .entry = row.field { continue }
                    let kind = row.field.map { "\($0)".prefix { $0 != "(" } } ?? "none"
                    let isNew = row.title == number
                    guard isNew || tried[String(kind), default: 0] < Self.timesEach else { continue }
                    tried[String(kind), default: 0] += 1
                    if isNew { isNewTried = true }
                    let view = await lab.edit(row.field)
                    // An address may still be unfolding.
                    await until("the focus is where it is typed: \(row)") {
                        Self.isTyped(row, at: view.focusedField, in: view.model.form)
                    }
                    lab.page.editor.cancel()
                }
            }
            let kinds: Set<String> = [
                "contactField", "address", "relationship", "birthdate", "deceasedDate", "foodPreferences", "howYouMet",
                "description", "stayInTouch",
            ]
            XCTAssertTrue(isNewTried, "one that the server does not know")
            XCTAssertEqual(kinds.subtracting(tried.keys), [])
            await lab.end()
        }
    }

    /// Sometimes no frame comes while a form fills. The next frame must not move the focus. GTK looks for another place
    /// when a focused widget goes, such as the former form.
    func testTheFocusStaysInAFormThatFilledBetweenTwoFrames() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            try await lab.demo.synchronise()
            let (id, row) = try await lab.address()
            _ = await lab.rows(of: id)
            _ = await lab.edit(row.field)
            lab.page.editor.cancel()
            lab.page.beginEditing(at: row.field)
            let view = await lab.formWithoutFrames()
            for _ in 1...3 { await lab.page.root.nextFrame(within: .seconds(5)) }
            XCTAssertTrue(Self.isTyped(row, at: view.focusedField, in: view.model.form), "\(view.focusedField as Any)")
            await lab.end()
        }
    }

    /// GTK may give the focus to the first field while the form fills, as on a busy machine: no person has gone there.
    func testTheFocusGoesOnFromAFieldThatGTKChose() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            try await lab.demo.synchronise()
            let (id, row) = try await lab.address()
            _ = await lab.rows(of: id)
            lab.page.beginEditing(at: row.field)
            await until("the form shows") { lab.page.editor.page.view != nil }
            let view = try XCTUnwrap(lab.page.editor.page.view)
            XCTAssertTrue(view.isFilling)
            view.focusFirst()
            await view.filled()
            await until("the focus is where the row is typed") {
                Self.isTyped(row, at: view.focusedField, in: view.model.form)
            }
            await lab.end()
        }
    }

    func testTheFormOfWhoHasFewFieldsBeginsWithTheFirstForTheOthers() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            try await lab.demo.synchronise()
            let partial = try await lab.partialContact()
            try await lab.demo.session.store.upsert([try await lab.demo.session.client.contact(id: partial.id)])
            _ = await lab.rows(of: partial.id)
            let birthday = await lab.edit(.birthdate)
            XCTAssertEqual(birthday.focusedField, .value(.birthday))
            lab.page.editor.cancel()
            let food = await lab.edit(.foodPreferences)
            XCTAssertEqual(food.focusedField, .value(.firstName))
            await lab.end()
        }
    }

    func testWhatTheFocusedRowShowsIsKnown() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            try await lab.demo.synchronise()
            let rows = await lab.rows(of: 1)
            XCTAssertNil(lab.page.detail.fieldWithFocus)
            XCTAssertTrue(try XCTUnwrap(lab.page.detail.root.listRows.first).grabFocus())
            XCTAssertEqual(lab.page.detail.fieldWithFocus, rows.first?.field)
            await lab.end()
        }
    }

    /// Whether a field of the form is the one of a row.
    private static func isTyped(_ row: ContactDetail.Row, at field: FormField?, in form: ContactForm) -> Bool {
        switch (row.field, field) {
        case (.contactField, .field(let id)): row.title.contains(form.fields[row: id]?.content ?? "?")
        case (.address, .address(let id, .street)): row.title.contains(form.addresses[row: id]?[.street] ?? "?")
        case (.relationship, .relationship(let id)): row.title == form.relationships[row: id]?.typed
        case (.birthdate, .value(.birthday)), (.deceasedDate, .value(.death)), (.foodPreferences, .value(.food)): true
        case (.description, .value(.description)): true
        case (.howYouMet, .value(let key)):
            form.seen?.values[key] != nil && [ContactKey.metStory, .metOn, .metThrough].contains(key)
        case (.stayInTouch, .value(.firstName)), (nil, .value(.firstName)): true
        default: false
        }
    }
}

extension DetailLab {
    /// Shows a contact, and returns its rows.
    fileprivate func rows(of id: Int) async -> [ContactDetail.Row] {
        page.show(contactID: id, of: demo.session)
        await until("the contact is shown") { self.page.detail.contactID == id }
        return page.detail.groups.flatMap(\.section.rows)
    }

    /// Opens the form at a row's field. Returns the form once a field has the focus.
    fileprivate func edit(_ field: FieldID?) async -> FormView {
        page.beginEditing(at: field)
        await until("the form has the focus") { self.page.editor.page.view?.focusedField != nil }
        while true {
            if let view = page.editor.page.view { return view }
            await Task.yield()
        }
    }

    /// A contact with an address, and its row.
    fileprivate func address() async throws -> (contact: Int, row: ContactDetail.Row) {
        for id in 1...40 {
            for row in await rows(of: id) {
                if case .address = row.field { return (id, row) }
            }
        }
        throw CancellationError()
    }

    /// The form that opens, filled in the turn in which it shows.
    fileprivate func formWithoutFrames() async -> FormView {
        while true {
            if let view = page.editor.page.view {
                view.fillAtOnce()
                return view
            }
            await Task.yield()
        }
    }

    /// Stores an edit that the server has not seen.
    fileprivate func addPhone(_ number: String, to id: Int64) async throws {
        let phone = PartValue.field(FieldValue(type: FormLab.phone, content: number))
        try await demo.session.outbox?.set([(.part(.field, PartID(-1)), .part(phone))], of: id)
    }
}

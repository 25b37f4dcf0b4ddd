import Contacts
import DemoServer
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// A person who types a contact that there is already looks at it, and goes on with the form in its form.
final class OpenedDuplicateTests: XCTestCase {
    func testAClickOpensTheOtherBesideTheForm() {
        withDuplicate { window, there in
            var opened: [Int] = []
            window.onOpenContactWindow = { opened.append($0) }
            try Self.click(on: there, in: window)
            XCTAssertEqual(opened, [there.id])
            XCTAssertTrue(window.detail.editor.isOpen)
            XCTAssertNil(window.detail.editor.contact)
            XCTAssertEqual(window.detail.editor.page.view?.model.form[text: .firstName], there.firstName)
        }
    }

    func testAnAddressThatIsThereIsNotAddedAgain() throws {
        try onDisplay {
            let keeper = DraftKeeper(store: try ContactStore.inMemory(), contact: nil)
            func form(_ texts: [AddressPart: String]) -> ContactForm {
                var form = ContactForm(mailTypes: [], countries: Countries(.current), thisYear: 2026)
                form.addresses = [AddressEntry(row: form.newRow(), texts: texts)]
                return form
            }
            let blank = Dictionary(uniqueKeysWithValues: AddressPart.allCases.map { ($0, "") })
            let stored = blank.merging([.city: "Lyon", .street: "Rue Un"]) { $1 }
            for (typed, count) in [([AddressPart.city: " Lyon", .street: "Rue Un"], 1), ([.city: "Lyon"], 2)] {
                var present = form(stored)
                TypedContact(form: form(typed), draft: keeper).add(to: &present)
                XCTAssertEqual(present.addresses.count, count)
            }
        }
    }

    func testWhatIsTypedIsAddedToTheOther() {
        withDuplicate { window, there in
            let view = try XCTUnwrap(window.detail.editor.page.view)
            view.model.edit(.value(.company)) { $0[text: .company] = "Babbage & Co." }
            view.model.update { $0.tags.append("engine") }
            view.onEdit?()
            let add = try XCTUnwrap(Self.row(in: window) { $0.texts.contains("Add to \(there.displayName)") })
            add.emit("activated")
            await until("the form of the other is open") {
                window.detail.editor.contact == ContactID(Int64(there.id)) && window.detail.editor.page.view !== view
            }
            let editor = window.detail.editor
            let form = try XCTUnwrap(editor.page.view?.model.form)
            XCTAssertFalse(form.isNew)
            XCTAssertTrue(editor.isTouched)
            XCTAssertEqual(form[text: .firstName], there.firstName)
            XCTAssertEqual(form[text: .company], "Babbage & Co.")
            XCTAssertTrue(form.tags.contains("engine"))
            // One draft stands for it, that of the other contact.
            let session = try XCTUnwrap(window.session)
            await editor.keepForGood()
            var drafts: [Draft] = []
            for _ in 0..<100 where drafts.map(\.contact) != [ContactID(Int64(there.id))] {
                try await Task.sleep(for: .milliseconds(20))
                drafts = try await session.store.drafts()
            }
            XCTAssertEqual(drafts.map(\.contact), [ContactID(Int64(there.id))])
            let changes = try await session.outbox?.waiting()
            XCTAssertEqual(changes?.count, 0)
        }
    }

    /// The other contact goes between the offer and the click.
    func testTheDraftStaysWhereTheOtherIsGone() {
        withDuplicate { window, there in
            let session = try XCTUnwrap(window.session)
            let add = try XCTUnwrap(Self.row(in: window) { $0.texts.contains("Add to \(there.displayName)") })
            try await session.store.remove(ids: [there.id])
            add.emit("activated")
            var drafts: [Draft] = []
            for _ in 0..<100 where window.detail.editor.isOpen || drafts.isEmpty {
                try await Task.sleep(for: .milliseconds(20))
                drafts = try await session.store.drafts()
            }
            XCTAssertFalse(window.detail.editor.isOpen)
            XCTAssertEqual(drafts.map(\.contact), [nil])
            let name = await FormStart.typedName(in: try XCTUnwrap(drafts.first))
            XCTAssertEqual(name, there.displayName)
        }
    }

    @MainActor
    private static func click(on contact: ContactSummary, in window: MainWindow) throws {
        let row = try XCTUnwrap(row(of: contact, in: window))
        row.emit("activated")
    }

    @MainActor
    private static func row(of contact: ContactSummary, in window: MainWindow) -> Widget? {
        row(in: window) { $0.texts.contains(contact.displayName) && $0.texts.contains("Same name") }
    }

    @MainActor
    private static func row(in window: MainWindow, where isWanted: (Widget) -> Bool) -> Widget? {
        window.detail.editor.page.view?.root.listRows.first(where: isWanted)
    }

    /// The form of a new contact with the name of an existing contact.
    private func withDuplicate(_ body: @escaping @MainActor (MainWindow, ContactSummary) async throws -> Void) {
        withContacts { window, _ in
            let all = try await window.session?.store.summaries()
            let there = try XCTUnwrap(all?.first { $0.lastName != nil })
            window.beginNew()
            await until("the form is open") { window.detail.editor.page.view != nil }
            let view = try XCTUnwrap(window.detail.editor.page.view)
            await view.filled()
            for (key, name) in [(ContactKey.firstName, there.firstName), (.lastName, there.lastName)] {
                view.model.edit(.value(key)) { $0[text: key] = name ?? "" }
            }
            view.onEdit?()
            await until("the other is offered") { Self.row(of: there, in: window) != nil }
            try await body(window, there)
            window.detail.editor.close(.closed)
        }
    }
}

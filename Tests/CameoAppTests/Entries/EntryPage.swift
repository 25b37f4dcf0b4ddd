import Contacts
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// Runs a test with the page of a contact without sections.
func withEntryPage(_ body: @escaping @MainActor (DetailLab, Outbox) async throws -> Void) {
    onDisplay(limit: .seconds(60)) {
        let lab = try await DetailLab(contacts: 5)
        try await lab.demo.synchronise()
        let outbox = try XCTUnwrap(lab.demo.session.outbox)
        lab.page.show(contactID: 3, of: lab.demo.session)
        await until("the contact shows") { lab.page.shownContact == ContactID(3) }
        try await body(lab, outbox)
        await lab.end()
    }
}

extension DetailLab {
    func check(_ title: String) -> CheckButton? { page.root.check(title) }

    /// Takes the editor away as the end of the program does, and goes on with its draft.
    func dropAndGoOn() async throws {
        page.entries.drop()
        await page.entries.draftsSettled()
        page.contactBanner.draft = nil
        page.contactBanner.lookForDraft()
        await until("the draft is offered") { self.page.contactBanner.draft != nil }
        page.contactBanner.continueDraft()
        await until("the editor is open") { self.page.entries.open != nil }
    }

    func clickEdit(_ title: String) -> Bool {
        let button = page.root.visibleTree.first { $0.hasAccessibleLabel("Edit \(title)") }
        button?.emit("clicked")
        return button != nil
    }
}

@MainActor
extension EntryEditor {
    /// Types as a person does.
    func type(_ text: String = "", title: String = "", people: [FormPerson] = []) {
        for row in rows {
            if !text.isEmpty, let row = row as? TextRow { row.text = text }
        }
        if !title.isEmpty { rows.lazy.compactMap { $0 as? EntryRow }.first?.text = title }
        if !people.isEmpty { self.people?.onChange?(people, "") }
    }
}

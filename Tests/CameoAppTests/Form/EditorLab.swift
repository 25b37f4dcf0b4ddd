import Contacts
import DemoServer
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// An editor on the screen, over the store of a demo account.
@MainActor
final class EditorLab {
    let demo: DemoAccount
    let editor: ContactEditor
    let window: TestWindow
    private(set) var ends: [ContactEditor.End] = []

    /// `folder` is where files go; nil keeps everything in memory.
    init(contacts: Int = 5, in folder: TemporaryFolder? = nil) async throws {
        demo = try await DemoAccount(.init(contacts: contacts, rateLimit: nil), in: folder)
        try await demo.synchronise()
        editor = ContactEditor(pictures: demo.pictures())
        window = TestWindow(editor.page.root, width: 600, height: 800)
        editor.onEnd = { [weak self] end, _ in self?.ends.append(end) }
    }

    var model: FormModel? { editor.page.view?.model }
    var texts: [String] { editor.page.root.texts }

    func open(_ contact: Int64 = 1, from draft: Draft? = nil) async {
        editor.begin(ContactID(contact), name: "Somebody", in: demo.session, from: draft)
        await until("the form is open") { self.model != nil }
        await editor.page.view?.filled()
    }

    /// Sends all there is.
    func untilNothingWaits() async throws {
        demo.session.send()
        _ = await demo.session.sendAll(within: 20)
        let left = try await changes()
        XCTAssertEqual(left.map(\.state), [])
    }

    func type(_ text: String, for key: ContactKey) {
        model?.edit(.value(key)) { $0[text: key] = text }
    }

    /// Types half of a birthday; returns the form, with the focus there.
    func beginBirthday() throws -> FormView {
        let view = try XCTUnwrap(editor.page.view)
        model?.edit(.value(.birthday)) {
            $0.birthday = DateEntry(thisYear: $0.thisYear)
            $0.birthday.type("31", by: FormLab.dates)
        }
        view.showAll()
        view.focus(.value(.birthday))
        return view
    }

    func changes() async throws -> [WaitingChange] {
        try await demo.session.outbox?.waiting() ?? []
    }

    /// The slots with pending changes, in an order of their own.
    func slots() async throws -> [String] {
        try await changes().map(\.slot.stored).sorted()
    }

    func drafts() async throws -> [Draft] {
        try await demo.session.store.drafts()
    }

    func end() async {
        window.close()
        await demo.end()
    }
}

/// Runs a test with the form of the first contact.
func withOpenForm(
    in folder: TemporaryFolder? = nil, _ body: @escaping @MainActor (EditorLab) async throws -> Void
) {
    onDisplay(limit: .seconds(60)) {
        let lab = try await EditorLab(in: folder)
        await lab.open()
        try await body(lab)
        await lab.end()
    }
}

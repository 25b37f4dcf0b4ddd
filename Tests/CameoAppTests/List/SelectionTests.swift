import Contacts
import Foundation
import GLib
import Gtk
import Model
import Monica
import TestSupport
import XCTest

@testable import CameoApp

/// The open contact, the target of the keyboard, and a person's way back.
final class SelectionTests: XCTestCase {
    private static let wide = 1_000
    private static let narrow = 400

    func testAContactOfTheListLeavesTheFocusThere() {
        withWindow { lab in
            let name = try await lab.open(3)
            lab.window.show(contactID: 3)
            await until("it is open") { lab.shows(name) }
            XCTAssertEqual(lab.focusedTexts.contains(name), true, "\(lab.focusedTexts)")
        }
    }

    func testTheResultThatReturnOpensIsSelectedAndHasTheFocus() {
        withWindow { lab in
            let name = try await lab.name(4)
            lab.window.search(for: name)
            let entry = try XCTUnwrap(
                lab.root.visibleTree.first { $0.hasAccessibleLabel("Search Contacts") })
            entry.emit("activate")
            await until("it is open") { lab.shows(name) }
            await until("it has the focus") { lab.focusedTexts.contains(name) }
        }
    }

    func testNoWidthMakesTheWindowFoldAndUnfoldForEver() {
        for width in stride(from: 600, through: 680, by: 10) {
            withWindow(width: width) { lab in
                let name = try await lab.open(3)
                lab.window.show(contactID: 3)
                await until("it is open") { lab.shows(name) }
                var folds = 0
                lab.root.first(ofType: "AdwLeaflet")?.on("notify::folded") { _ in folds += 1 }
                let end = ContinuousClock.now + .milliseconds(300)
                await until("some frames are drawn") { ContinuousClock.now > end }
                XCTAssertLessThanOrEqual(folds, 1, "at \(width) pixels")
            }
        }
    }

    func testWhereOnlyOneIsShownTheNameGetsTheFocus() {
        withWindow(width: Self.narrow) { lab in
            let name = try await lab.open(3)
            await until("the name has the focus") { lab.focusedTexts == [name] }
            lab.window.goBack()
            await until("the row has it again") { lab.isOnRow(of: name) }
        }
    }

    func testWhereOnlyOneIsShownTheLogThatTheListOpensKeepsTheFocus() {
        withWindow(width: Self.narrow) { lab in
            await until("the list is alone") { lab.window.split.isFolded }
            // First the contact has to come, then it is on the hidden page already.
            for _ in 1...2 {
                lab.window.sidebar.rowMenu.onLog?(3)
                await until("the log is open") { lab.page.entries.open != nil }
                await lab.root.nextFrame(within: .seconds(1))
                XCTAssertEqual(lab.page.entries.open?.editor.containsFocus, true, "\(lab.focusedTexts)")
                lab.page.entries.leave {}
                lab.window.goBack()
                XCTAssertFalse(lab.window.split.showsContent)
            }
        }
    }

    func testWhereOnlyOneIsShownAnOpenLogGetsTheFocusBack() {
        withWindow(width: Self.narrow) { lab in
            _ = try await lab.open(3)
            XCTAssertTrue(lab.page.entries.beginLog())
            lab.window.goBack()
            await until("the list has the focus") { lab.page.entries.open?.editor.containsFocus == false }
            lab.window.show(contactID: 3)
            await until("it has the focus") { lab.page.entries.open?.editor.containsFocus == true }
        }
    }

    func testBackLeadsToThePlaceInTheListAndToItsRow() {
        withWindow(width: Self.narrow) { lab in
            let contacts = lab.window.sidebar.contacts.model
            await until("the list is whole") { contacts.count == 40 }
            let chosen = contacts.items[30].id
            let name = try await lab.name(chosen)
            lab.window.sidebar.list.scroll(to: 30)
            await until("the list scrolled") { lab.window.sidebar.place.top != nil }
            await lab.window.sidebar.root.nextFrame(within: .seconds(1))
            let place = lab.window.sidebar.place
            lab.window.show(contactID: chosen)
            await until("it is open") { lab.shows(name) && lab.focusedTexts == [name] }
            lab.window.goBack()
            await until("its row has the focus") { lab.window.sidebar.list.focusedItem?.id == chosen }
            XCTAssertNotNil(place.top)
            XCTAssertEqual(lab.window.sidebar.place.top, place.top)
        }
    }

    func testTheWayBackAndForthLeadsOverTheContactsThatWereOpen() {
        withWindow { lab in
            let names = [try await lab.open(3), try await lab.open(5), try await lab.open(7)]
            lab.window.goBack()
            await until("back") { lab.shows(names[1]) }
            XCTAssertTrue(lab.root.click("Back"))
            await until("back again") { lab.shows(names[0]) }
            XCTAssertFalse(lab.isEnabled("Back"))
            XCTAssertTrue(lab.root.click("Forward"))
            await until("forth") { lab.shows(names[1]) }
            lab.window.window.activate("forward")
            await until("forth again") { lab.shows(names[2]) }
            XCTAssertFalse(lab.isEnabled("Forward"))
        }
    }

    func testAContactThatIsGoneIsPassedOverOnTheWayBack() {
        withWindow { lab in
            let names = [try await lab.open(3), try await lab.open(5), try await lab.open(7)]
            try await lab.demo.session.store.remove(ids: [5])
            await until("it is forgotten") { !lab.page.travel.seen.contains(5) }
            lab.window.goBack()
            await until("the first is shown") { lab.shows(names[0]) }
            XCTAssertFalse(lab.isEnabled("Back"))
        }
    }

    func testAContactWhoseDeletionWaitsIsPassedOverOnTheWayBack() {
        withWindow { lab in
            let names = [try await lab.open(3), try await lab.open(5), try await lab.open(7)]
            let outbox = try XCTUnwrap(lab.demo.session.outbox)
            let deleted = try await outbox.delete(ContactID(5), after: 60)
            await until("it is passed over") { !lab.page.travel.seen.contains(5) }
            lab.window.goBack()
            await until("the first is shown") { lab.shows(names[0]) }
            let undone = try await outbox.undo(try XCTUnwrap(deleted))
            XCTAssertEqual(undone, .undone)
            await until("it is there again") { lab.page.travel.seen.contains(5) }
            lab.window.window.activate("forward")
            await until("the second is shown") { lab.shows(names[1]) }
        }
    }

    func testWhoIsPassedOverWasNotSeen() {
        withWindow { lab in
            let first = try await lab.open(3)
            // As an arrow key that is held down does.
            for id in [5, 7] { lab.page.show(contactID: id, of: lab.demo.session) }
            _ = try await lab.open(9)
            lab.window.goBack()
            await until("the first is shown") { lab.shows(first) }
            XCTAssertFalse(lab.isEnabled("Back"))
        }
    }

    func testWhereOnlyOneIsShownTheWayBackEndsAtTheList() {
        withWindow(width: Self.narrow) { lab in
            _ = try await lab.open(3)
            lab.window.goBack()
            await until("the list is shown") { lab.root.texts.contains("40 contacts") }
            let name = try await lab.open(5)
            // By a line of the contact.
            lab.window.show(contactID: 7)
            let other = try await lab.name(7)
            await until("the other is shown") { lab.shows(other) }
            XCTAssertFalse(lab.isEnabled("Forward"))
            lab.window.goBack()
            await until("back at the first") { lab.shows(name) }
            lab.window.goBack()
            await until("the list is shown") { lab.root.texts.contains("40 contacts") && !lab.shows(name) }
        }
    }

    func testAnotherOrderKeepsTheOpenContactInSight() {
        withWindow(height: 400) { lab in
            let name = try await lab.open(3)
            for order in [ContactOrder.Key.lastName, .newest, .firstName] {
                lab.preferences.order.key = order
                lab.window.reloadList()
                await until("the list is in its new order") { lab.root.texts.filter { $0 == name }.count == 2 }
                let end = ContinuousClock.now + .milliseconds(150)
                await until("the list is laid out") { ContinuousClock.now > end }
                XCTAssertEqual(lab.root.texts.filter { $0 == name }.count, 2, "in the list and in the detail")
                XCTAssertEqual(lab.window.place.selected, 3)
            }
        }
    }

    func testBackLeadsToThePlaceOnThePageAndToItsRow() {
        withWindow(height: 300) { lab in
            let (first, detail) = (try await lab.open(3), lab.page.detail)
            await until("all rows are there") { !detail.isFilling && detail.scroll.contentHeight > 500 }
            let fields = detail.groups.flatMap(\.section.rows).compactMap(\.field)
            let field = try XCTUnwrap(fields.last)
            await until("a row has the focus") { detail.focus(field) && detail.fieldWithFocus == field }
            await until("the page scrolled") { detail.scroll.position > 50 }
            let position = detail.scroll.position
            let second = try await lab.name(4)
            lab.window.show(contactID: 4, after: 3)
            await until("the other one is shown") { lab.shows(second) && detail.scroll.position == 0 }
            lab.window.goBack()
            await until("the row has the focus again") { lab.shows(first) && detail.fieldWithFocus == field }
            // Sections that came meanwhile move the row down.
            XCTAssertGreaterThanOrEqual(detail.scroll.position, position - 1)
            // A contact that is chosen anew begins at its name.
            lab.window.show(contactID: 4, after: 3)
            await until("the other one is shown") { lab.shows(second) }
            lab.window.show(contactID: 3, after: 4)
            await until("it is at its beginning") { lab.shows(first) && !detail.isFilling }
            await detail.root.nextFrame(within: .seconds(1))
            XCTAssertEqual(detail.scroll.position, 0)
        }
    }

    func testF6LeadsFromTheListToTheContactAndBack() {
        withWindow { lab in
            let name = try await lab.open(3)
            lab.window.window.activate("next-pane")
            await until("the name has the focus") { lab.focusedTexts == [name] }
            lab.window.window.activate("next-pane")
            await until("the row has the focus") { lab.isOnRow(of: name) }
            lab.window.toast("Something happened", button: "Undo")
            await until("the message is shown") { lab.root.button("Undo") != nil }
            lab.window.window.activate("previous-pane")
            await until("the message has the focus") { lab.focusedTexts == ["Undo"] }
        }
    }

    func testTheSidebarIsReadBeforeTheContact() {
        withWindow { lab in
            let name = try await lab.open(3)
            let tree = lab.root.visibleTree
            let list = try XCTUnwrap(tree.firstIndex { $0.hasAccessibleLabel("Contacts") })
            let heading = try XCTUnwrap(tree.lastIndex { $0.texts == [name] })
            XCTAssertLessThan(list, heading)
        }
    }

    func testTheFilterFollowsATagThatIsRenamedAndTakenBack() {
        withWindow { lab in
            let (filter, outbox) = (lab.window.sidebar.search.filter, try XCTUnwrap(lab.demo.session.outbox))
            _ = try await outbox.setTags(adding: ["Skat Round"], of: [ContactID(3)])
            filter.set(ContactFilter(tags: ["Skat Round"]))
            await until("one is left") { lab.root.texts.contains("1 of 40 contacts") }
            filter.onReplace?("Skat Round", "Skat Club")
            await until("it is said") { lab.root.texts.contains("Tag renamed") }
            XCTAssertEqual(filter.value.tags, ["Skat Club"])
            XCTAssertTrue(lab.page.changes.undo.takeBack())
            await until("the former tag is back") { filter.value.tags == ["Skat Round"] }
            // A merged tag is none of the filter's.
            _ = try await outbox.setTags(adding: ["Skat Rounds"], of: [ContactID(4)])
            filter.onReplace?("Skat Rounds", "Skat Round")
            await until("two are left") {
                lab.root.texts.contains("2 of 40 contacts") && lab.root.texts.contains("Tag renamed")
            }
            XCTAssertTrue(lab.page.changes.undo.takeBack())
            await until("one is left") { lab.root.texts.contains("1 of 40 contacts") }
            XCTAssertEqual(filter.value.tags, ["Skat Round"])
            // An archived contact keeps the tag.
            let archived = #"{"id":4000,"first_name":"Old","is_active":false,"tags":[{"id":9,"name":"Skat Round"}]}"#
            try await lab.demo.session.store.upsert([Contact(json: Data(archived.utf8))])
            filter.onReplace?("Skat Round", nil)
            await until("it is said") {
                lab.root.texts.contains("Tag removed. Archived contacts can only be changed on the server.")
            }
        }
    }

    /// A main window with an account.
    @MainActor
    private final class WindowLab {
        let window: MainWindow
        let demo: DemoAccount
        let preferences: Preferences

        init(_ window: MainWindow, _ demo: DemoAccount, _ preferences: Preferences) {
            self.window = window
            self.demo = demo
            self.preferences = preferences
        }

        var root: Widget { window.window }
        var page: DetailPage { window.detail }
        var focusedTexts: [String] { root.focusedWidget?.texts ?? [] }

        /// Whether the focus is on a contact's row, and not on the name in the detail.
        func isOnRow(of name: String) -> Bool { !page.root.containsFocus && focusedTexts.contains(name) }

        func name(_ id: Int) async throws -> String {
            let contact = try await demo.session.store.contact(id: id)
            return try XCTUnwrap(contact).displayName
        }

        /// Opens a contact as a click in the list does.
        func open(_ id: Int) async throws -> String {
            let name = try await name(id)
            window.show(contactID: id)
            await until("\(name) is shown") { self.shows(name) }
            return name
        }

        func shows(_ name: String) -> Bool { page.detail.root.isMapped && page.detail.root.texts.first == name }

        func isEnabled(_ tooltip: String) -> Bool {
            root.visibleTree.first { $0.tooltip == tooltip }?.isSensitive == true
        }
    }

    private func withWindow(
        width: Int = wide, height: Int = 700, _ body: @escaping @MainActor (WindowLab) async throws -> Void
    ) {
        onDisplay {
            let application = Application(id: "io.github.cameo_contacts.Cameo.Tests", isUnique: false)
            application.onActivate {
                let preferences = Preferences(persistent: false)
                preferences.windowSize = .init(width: width, height: height, isMaximized: false)
                let window = MainWindow(application: application, menu: Menu(), preferences: preferences)
                application.keep(window, with: window.window)
                window.window.present()
                Task {
                    do {
                        let demo = try await DemoAccount()
                        try await demo.synchronise()
                        window.show(demo.session, at: nil)
                        await until("the contacts are there") { window.window.texts.contains("40 contacts") }
                        try await body(WindowLab(window, demo, preferences))
                        window.leave()
                        await demo.end()
                    } catch {
                        XCTFail("\(error)")
                    }
                    window.window.destroy()
                    application.quit()
                }
            }
            XCTAssertEqual(application.run(), 0)
        }
    }
}

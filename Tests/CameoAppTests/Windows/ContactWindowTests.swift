import Contacts
import DemoServer
import Foundation
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// Contacts in windows of their own.
final class ContactWindowTests: XCTestCase {
    func testEachContactHasOneWindowWithItsName() {
        withWindows { windows, demo in
            let names = try await demo.session.store.summaries().filter { [1, 2].contains($0.id) }.map(\.displayName)
            for id in [1, 2, 1] { windows.show(contactID: id, of: demo.session, pictures: demo.pictures()) }
            XCTAssertEqual(windows.all.count, 2)
            await until("the names are the titles") { Set(windows.all.map(\.window.title)) == Set(names) }
            for window in windows.all { XCTAssertTrue(window.window.texts.contains(window.window.title)) }
        }
    }

    func testAClosedWindowIsFreedAndOpensAgain() {
        withWindows { windows, demo in
            windows.show(contactID: 1, of: demo.session, pictures: demo.pictures())
            weak let window = windows.all.first
            let lifetime = window.map { Lifetime(of: $0.window) }
            await until("it is shown") { window?.window.title != "Cameo" }
            window?.window.close()
            await until("it is freed") { window == nil && lifetime?.isOver == true }
            windows.show(contactID: 1, of: demo.session, pictures: demo.pictures())
            XCTAssertEqual(windows.all.count, 1)
        }
    }

    func testAllWindowsFollowThePreferences() {
        withWindows { windows, demo in
            windows.show(contactID: 1, of: demo.session, pictures: demo.pictures())
            let window = try XCTUnwrap(windows.all.first)
            await until("it is shown") { window.window.title != "Cameo" }
            let (title, preferences) = (window.window.title, Preferences(persistent: false))
            preferences.nameOrder = .lastNameFirst
            preferences.logKind = .note
            windows.follow(preferences)
            await until("the other order") { window.window.title != title }
            XCTAssertEqual(window.page.entries.suggested, .note)
            window.page.entries.suggested = .activity
            XCTAssertEqual(preferences.logKind, .activity)
        }
    }

    func testAllWindowsCloseTogether() {
        withWindows { windows, demo in
            for id in 1...3 { windows.show(contactID: id, of: demo.session, pictures: demo.pictures()) }
            let lifetimes = windows.all.map { Lifetime(of: $0.window) }
            windows.closeAll()
            await until("they are gone") { lifetimes.allSatisfy(\.isOver) }
            XCTAssertEqual(windows.all.count, 0)
        }
    }

    func testTheMainWindowAsksForAWindowOfTheContactThatItShows() {
        withWindows { windows, demo in
            let main = mainWindow(windows, demo)
            var asked: [Int] = []
            main.onOpenContactWindow = { asked.append($0) }
            XCTAssertFalse(main.window.choose("contact.open-window", inMenu: "Contact Menu"))
            await until("the contacts are there") { main.window.texts.contains("40 contacts") }
            main.show(contactID: 3)
            await until("one is shown") { main.window.choose("contact.open-window", inMenu: "Contact Menu") }
            XCTAssertEqual(asked, [3])
            main.leave()
            main.window.destroy()
        }
    }

    func testAChangedPhotoReachesTheListTheDetailAndTheWindow() {
        withWindows { windows, demo in
            let main = mainWindow(windows, demo)
            let first = try await demo.session.store.summaries().prefix(8).first { $0.avatar.source == .photo }
            let contact = try XCTUnwrap(first)
            await until("the contacts are there") { main.window.texts.contains("40 contacts") }
            main.show(contactID: contact.id)
            windows.show(contactID: contact.id, of: demo.session, pictures: main.pictures)
            @MainActor func photos() -> [Picture] {
                let views = main.window.textureViews + windows.all.flatMap(\.window.textureViews)
                return views.filter { $0.hasAccessibleLabel("\(contact.displayName) avatar photo") }
                    .compactMap(\.picture)
            }
            // The family on a page shows the contact, too.
            await until("all three show it") { photos().count >= 3 }
            let former = photos()
            demo.server.changePhoto(ofContact: contact.id)
            demo.session.refresh()
            await until("all three show the new one") {
                let now = photos()
                return now.count >= 3 && now.allSatisfy { photo in !former.contains { $0 === photo } }
            }
            main.leave()
            main.window.destroy()
        }
    }

    func testTheMenuCopiesTheLinkOfTheContact() {
        withWindows { windows, demo in
            let window = try await Self.onSecond(windows, demo)
            XCTAssertTrue(window.page.root.choose("contact.copy-link", inMenu: "Contact Menu"))
            await until("it is copied") { Desktop.copiedText == "cameo://contact/2" }
        }
    }

    func testLinksOfThePageLeadToContactsOrNowhere() {
        withWindows { windows, demo in
            let window = try await Self.onSecond(windows, demo)
            window.page.onOpen?("cameo://contact/999999")
            await until("it says so") { window.page.root.texts.contains("No contact has this link.") }
            XCTAssertEqual(window.contactID, 2)
            window.page.onOpen?("cameo://contact/3")
            await until("the contact is shown") { window.contactID == 3 }
        }
    }

    func testBackEndsTheFormAndLeavesTheContact() {
        withWindows { windows, demo in
            let window = try await Self.onSecond(windows, demo)
            window.window.activate("edit-contact")
            await until("the form is open") { window.page.editor.isOpen }
            window.window.activate("back")
            XCTAssertFalse(window.page.editor.isOpen)
            XCTAssertEqual(window.contactID, 2)
            window.window.activate("back")
            await until("the one before is shown") { window.contactID == 1 }
        }
    }

    func testBackEndsWhatWaitsAndLeavesTheContact() {
        withWindows { windows, demo in
            let window = try await Self.onSecond(windows, demo)
            window.page.unsent.show(of: demo.session)
            XCTAssertTrue(window.page.unsent.isShown)
            window.window.activate("back")
            XCTAssertFalse(window.page.unsent.isShown)
            XCTAssertEqual(window.contactID, 2)
        }
    }

    /// A window that shows a second contact after a first one.
    @MainActor
    private static func onSecond(_ windows: ContactWindows, _ demo: DemoAccount) async throws -> ContactWindow {
        windows.show(contactID: 1, of: demo.session, pictures: demo.pictures())
        let window = try XCTUnwrap(windows.all.first)
        await until("it is shown") { window.page.detail.contactID == 1 }
        window.page.onShow?(2)
        await until("the other is shown") { window.page.detail.contactID == 2 && window.page.canEdit }
        return window
    }
}

/// A main window that shows the account.
@MainActor
private func mainWindow(_ windows: ContactWindows, _ demo: DemoAccount) -> MainWindow {
    let main = MainWindow(application: windows.application, menu: Menu(), preferences: Preferences(persistent: false))
    main.window.present()
    main.show(demo.session, at: nil)
    return main
}

/// Runs a test in an application, with an account.
private func withWindows(_ body: @escaping @MainActor (ContactWindows, DemoAccount) async throws -> Void) {
    onDisplay {
        let application = Application(id: "io.github.cameo_contacts.Cameo.Tests", isUnique: false)
        application.onActivate {
            application.hold()
            Task {
                do {
                    let demo = try await DemoAccount()
                    try await demo.synchronise()
                    let windows = ContactWindows(application)
                    try await body(windows, demo)
                    windows.closeAll()
                    await demo.end()
                } catch {
                    XCTFail("\(error)")
                }
                application.quit()
            }
        }
        XCTAssertEqual(application.run(), 0)
    }
}

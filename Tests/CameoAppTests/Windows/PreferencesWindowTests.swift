import Avatars
import Contacts
import DemoServer
import Foundation
import GLib
import Gtk
import Model
import Monica
import Network
import TestSupport
import XCTest

@testable import CameoApp

/// A changed preference holds at once. Texts of the preferences are true.
final class PreferencesWindowTests: XCTestCase {
    func testTheListFollowsTheOrderOfNames() {
        withPreferences { cameo, window in
            // Its row keeps its place.
            window.choose(1, inRow: "_Sort By")
            let contacts = try await cameo.contacts()
            let contact = try XCTUnwrap(contacts.first { $0.firstName != nil && $0.lastName != nil })
            let reversed = NameOrder.lastNameFirst.arranged(
                contact.displayName, firstName: contact.firstName, lastName: contact.lastName)
            XCTAssertNotEqual(reversed, contact.displayName)
            await until("the name is there") { cameo.texts.contains(contact.displayName) }
            window.choose(2, inRow: "Order of _Names")
            await until("it is reversed") { cameo.texts.contains(reversed) }
            XCTAssertFalse(cameo.texts.contains(contact.displayName))
            XCTAssertEqual(cameo.preferences.nameOrder, .lastNameFirst)
            window.choose(0, inRow: "Order of _Names")
            await until("it is as before") { cameo.texts.contains(contact.displayName) }
        }
    }

    func testTheDetailFollowsTheOrderOfNames() {
        withPreferences { cameo, window in
            let contacts = try await cameo.contacts()
            let contact = try XCTUnwrap(contacts.last { $0.firstName != nil && $0.lastName != nil })
            let session = try XCTUnwrap(cameo.session)
            let page = DetailPage(pictures: AvatarPictures())
            page.show(contactID: contact.id, of: session)
            await until("the contact is there") { page.root.texts.contains(contact.displayName) }
            page.nameOrder = .lastNameFirst
            await until("it follows") { page.root.texts.contains(contact.name(.lastNameFirst)) }
            page.showNothing()
        }
    }

    func testTheAccountIsShown() {
        withPreferences { cameo, window in
            let session = try XCTUnwrap(cameo.session)
            for text in [session.account.server.url.absoluteString, "Logged In As"] {
                XCTAssertFalse(window.texts.contains(text), "the demo has neither an address nor a name")
            }
            var account = session.account
            XCTAssertNil(account.userName)
            account = Account(
                server: account.server, userID: 1, userName: "Ada <b>Lovelace</b>", trustedFingerprint: nil,
                tokenExpiry: nil, loadsExternalPictures: true)
            let other = Session(account: account, token: nil, store: try ContactStore.inMemory(), pictures: nil)
            let preferences = PreferencesWindow(cameo.preferences, session: other, contactsFolder: nil)
            XCTAssertTrue(preferences.window.allTexts.contains("Ada <b>Lovelace</b>"))
            preferences.window.close()
        }
    }

    func testTheOrderOfContactsIsTheMenusToo() {
        withPreferences { cameo, window in
            window.choose(2, inRow: "_Sort By")
            XCTAssertEqual(cameo.preferences.order.key, .lastName)
            XCTAssertEqual(cameo.application.state(of: "sort"), "'last-name'")
            window.toggle(inRow: "S_tarred First")?.isActive = true
            XCTAssertTrue(cameo.preferences.order.starredFirst)
            XCTAssertEqual(cameo.application.state(of: "starred-first"), "true")
            window.toggle(inRow: "Show Archi_ved")?.isActive = true
            XCTAssertTrue(cameo.preferences.showsArchived)
            window.toggle(inRow: "Notify About _Birthdays and Reminders")?.isActive = true
            XCTAssertTrue(cameo.preferences.notifiesDaily)
        }
    }

    func testTheListFollowsTheOrderAndShowsTheArchived() {
        withPreferences { cameo, window in
            let store = try XCTUnwrap(cameo.session?.store)
            for order in [ContactOrder(.lastName), ContactOrder(.newest, starredFirst: true)] {
                window.choose(order.key == .lastName ? 2 : 4, inRow: "_Sort By")
                window.toggle(inRow: "S_tarred First")?.isActive = order.starredFirst
                let names = try await store.list(order: order).contacts.prefix(5).map(\.displayName)
                await until("they stand in this order: \(names)") {
                    cameo.texts.filter(Set(names).contains).suffix(5) == names[...]
                }
            }
            let archived = try Contact(json: JSONSerialization.data(withJSONObject: ["id": 900, "is_active": false]))
            try await store.upsert([archived])
            let listed = try await store.count()
            window.toggle(inRow: "Show Archi_ved")?.isActive = true
            await until("the archived one is there") { cameo.texts.contains("\(listed + 1) contacts") }
            window.toggle(inRow: "Show Archi_ved")?.isActive = false
            await until("it is hidden") { cameo.texts.contains("\(listed) contacts") }
        }
    }

    func testTheRowsShowWhatIsChosenAlready() {
        runCameo(.demo(.inventing(contacts: 3))) { cameo, _ in
            cameo.preferences.order = ContactOrder(.newest)
            cameo.preferences.nameOrder = .firstNameFirst
            let window = try await cameo.openPreferences()
            XCTAssertEqual(window.selection(inRow: "_Sort By"), 4)
            XCTAssertEqual(window.selection(inRow: "Order of _Names"), 1)
            window.closeWindow()
        }
    }

    func testItSaysHowMuchIsKept() {
        withPreferences { cameo, window in
            let session = try XCTUnwrap(cameo.session)
            let contacts = try await session.store.count()
            await until("there are pictures") { session.avatars.memoryUse.pictures > 0 }
            window.closeWindow()
            let shown = try await cameo.openPreferences()
            await until("it is counted") { shown.texts.contains("\(contacts) contacts") }
            // The demo keeps no files.
            XCTAssertTrue(shown.texts.contains("0 pictures, 0 bytes"), "\(shown.texts)")
            let inMemory = shown.texts.filter { $0.contains(" pictures, ") || $0.contains(" picture, ") }
            XCTAssertEqual(inMemory.count, 1, "\(shown.texts)")
            shown.closeWindow()
        }
    }

    func testTheButtonThatClearsSaysWhat() {
        withPreferences { _, window in
            XCTAssertEqual(window.button("_Clear")?.hasAccessibleLabel("Clear Pictures"), true)
        }
    }

    func testWithoutAnAccountOnlyTheProgramsOwnChoicesAreThere() {
        runCameo { cameo, _ in
            await until("the sign-in page is there") { cameo.window?.page == .signIn }
            let window = try await cameo.openPreferences()
            XCTAssertNotNil(window.row(titled: "_Sort By"))
            XCTAssertNil(window.row(titled: "_Pictures from Other Services"))
            XCTAssertNil(window.row(titled: "Saved Contacts"))
            XCTAssertNil(window.row(titled: "SHA-256 Fingerprint"))
            window.closeWindow()
        }
    }

    func testATrustedCertificateIsShownAndTheTrustTakenBack() {
        withPreferences { cameo, window in
            let session = try XCTUnwrap(cameo.session)
            XCTAssertNil(window.row(titled: "SHA-256 Fingerprint"))
            window.closeWindow()
            await session.trust(fingerprint: String(repeating: "0f", count: 32))
            let shown = try await cameo.openPreferences()
            XCTAssertNotNil(shown.row(titled: "SHA-256 Fingerprint"))
            XCTAssertTrue(shown.texts.contains { $0.hasPrefix("0F:0F:") && $0.count == 95 })
            XCTAssertTrue(shown.clickButton("Stop Tr_usting"))
            await until("it is not trusted") { session.account.trustedFingerprint == nil }
            XCTAssertNil(shown.row(titled: "SHA-256 Fingerprint"))
            shown.closeWindow()
        }
    }

    func testClearedPicturesAreGoneFromMemoryAndDisk() {
        onDisplay(limit: .seconds(30)) {
            let folder = TemporaryFolder()
            let demo = try await DemoAccount(in: folder)
            try await demo.synchronise()
            let states = demo.photoStates(of: try await demo.session.store.summaries(), size: 50)
            for state in states { state.want() }
            await until("the photos are there") { states.allSatisfy { $0.current.image != nil } }
            await until("they are on disk") { folder.files.count { $0.contains("/avatars/") } >= 3 }
            for state in states { state.release() }
            let directories = try XCTUnwrap(demo.directories)
            let contacts = directories.contacts(of: demo.session.account.id).deletingLastPathComponent()
            let before = await demo.session.storageUse(contactsIn: contacts)
            XCTAssertGreaterThan(before.storedPictures.bytes, 1_000)
            XCTAssertGreaterThan(before.picturesInMemory.bytes, 10_000)
            XCTAssertGreaterThan(before.contactBytes, 10_000)
            XCTAssertEqual(before.contacts, 40)

            let left = await demo.session.clearPictures()
            XCTAssertEqual(left, 0)
            let after = await demo.session.storageUse(contactsIn: contacts)
            XCTAssertEqual(after.storedPictures, CacheUse())
            XCTAssertEqual(after.picturesInMemory, CacheUse())
            XCTAssertEqual(after.contacts, 40)
            XCTAssertFalse(folder.files.contains { $0.contains("/avatars/") })
            await demo.end()
        }
    }
}

/// The demo with its preferences open.
private func withPreferences(_ body: @escaping @MainActor (CameoApplication, Widget) async throws -> Void) {
    runCameo(.demo(.inventing(contacts: 30))) { cameo, _ in
        await until("the contacts are there") { cameo.texts.contains("30 contacts") }
        try await body(cameo, try await cameo.openPreferences())
    }
}

@MainActor
extension CameoApplication {
    func openPreferences() async throws -> Widget {
        application.activate("preferences")
        await until("the preferences are there") { TopLevels.window(titled: "Preferences") != nil }
        return try XCTUnwrap(TopLevels.window(titled: "Preferences"))
    }

    fileprivate func contacts() async throws -> [ContactSummary] {
        try await session?.store.summaries() ?? []
    }
}

extension Widget {
    @MainActor
    fileprivate func choose(_ position: Int, inRow title: String) {
        row(titled: title).map { ComboRow(borrowing: $0.pointer) }?.selected = position
    }

    @MainActor
    fileprivate func selection(inRow title: String) -> Int? {
        row(titled: title).map { ComboRow(borrowing: $0.pointer).selected }
    }
}

import Avatars
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
@testable import Contacts

/// The content of a window with a session, at each time. Nothing of the window stays behind.
final class MainWindowTests: XCTestCase {
    func testStoredContactsAreShownWithoutTheServer() {
        withMainWindow { window, demo in
            try await demo.synchronise()
            demo.server.stop()
            window.show(demo.session, at: nil)
            await until("the contacts are there") { window.texts.contains("40 contacts") }
            demo.session.synchronise()
            let synchronised = await demo.session.lastSynchronised()
            let moment = DayText.recentMoment(try XCTUnwrap(synchronised))
            let sentence = "Can’t reach the server. Last updated \(moment)."
            await until("it says so") { window.texts.contains(sentence) }
            XCTAssertTrue(window.texts.contains("40 contacts"))
        }
    }

    func testAnEmptyAccountIsSaidOnOnePage() {
        withMainWindow { window, demo in
            let session = Session(
                account: demo.session.account, token: try Token(demo.server.token),
                store: try ContactStore.inMemory(), pictures: nil)
            window.show(session, at: nil)
            session.synchroniser.onProgress?(.finished(.now))
            await until("it says so") { window.texts.contains("No Contacts") }
            XCTAssertFalse(window.texts.contains("No Contact Selected"))
            try await session.store.upsert([
                Contact(json: JSONSerialization.data(withJSONObject: ["id": 1, "complete_name": "Ada"]))
            ])
            await until("there is somebody to choose") { window.texts.contains("No Contact Selected") }
        }
    }

    func testASecondSessionOnlyShows() {
        withMainWindow { window, demo in
            let folder = TemporaryFolder()
            let file = folder.url.appending(component: "contacts.sqlite")
            let (first, second) = (try await ContactStore.open(at: file), try await ContactStore.open(at: file))
            XCTAssertTrue(first.takeEditing())
            let session = Session(
                account: demo.session.account, token: demo.session.token, store: second, pictures: nil,
                foreignHosts: .onThisMachine)
            XCTAssertEqual(session.access, .elsewhere)
            XCTAssertNil(session.outbox)
            session.synchronise()
            XCTAssertFalse(session.isSynchronising)
            window.show(session, at: nil)
            await until("it is said") {
                window.texts.contains("Cameo is open in another session. Changes can be made there.")
            }
            XCTAssertFalse(window.mayWrite)
            window.leave()
            await session.end()
            try await first.close()
        }
    }

    func testReadOnlyIsSaidOnce() {
        withMainWindow { window, demo in
            try await demo.synchronise()
            window.show(demo.session, at: nil)
            await until("the contacts are there") { window.texts.contains("40 contacts") }
            window.show(contactID: try XCTUnwrap(window.sidebar.contacts.model.items.first).entry.id)
            await until("the contact can be changed") { window.detail.canEdit }
            window.session?.mayWrite = false
            window.rightsChanged()
            await until("it cannot be changed") { !window.detail.canEdit }
            let sentence = "Read-Only is on: nothing on the server is changed."
            await until("it is said") { window.texts.contains(sentence) }
            XCTAssertEqual(window.texts.count { $0.contains("Read-Only is on") }, 1)
        }
    }

    func testToastsDoNotCoverTheTabsOfTheListAlone() {
        withMainWindow(width: 360) { window, demo in
            try await demo.synchronise()
            window.show(demo.session, at: nil)
            let bar = window.sidebar.tabs.bar
            await until("the list is alone") { window.split.isFolded && bar.height > 0 }
            let tabs = try XCTUnwrap(bar.top(in: window.toasts))
            @MainActor func end() -> Double? {
                window.toasts.shownToast.flatMap { toast in
                    toast.top(in: window.toasts).map { $0 + Double(toast.height) }
                }
            }
            window.detail.toasts.show("Saved", button: "Undo")
            await until("it is above the tabs") { end().map { $0 <= tabs } == true }
            window.show(contactID: 1)
            await until("it is lower on the page") { end().map { $0 > tabs } == true }
            window.goBack()
            await until("it is above the tabs again") { end().map { $0 <= tabs } == true }
        }
    }

    func testTheDemoSaysThatItIsOne() {
        withMainWindow { window, demo in
            window.show(demo.session, at: nil)
            XCTAssertFalse(window.texts.contains("Sample contacts — nothing is kept"))
            window.isDemo = true
            XCTAssertTrue(window.texts.contains("Sample contacts — nothing is kept"))
        }
    }

    func testWithoutATokenItOffersANewOne() {
        withMainWindow { window, demo in
            let session = Session(
                account: demo.session.account, token: nil, store: try ContactStore.inMemory(), pictures: nil)
            var renewals = 0
            window.banner.onRenew = { renewals += 1 }
            window.show(session, at: nil)
            window.tokenChanged()
            await until("it says so") { window.texts.contains { $0.contains("your token is not in the keyring") } }
            XCTAssertTrue(window.window.clickButton("New Token…"))
            XCTAssertEqual(renewals, 1)
            XCTAssertEqual(demo.server.requests, [])
        }
    }

    func testATokenNearItsEndIsAnnouncedAndOneThatEndedIsToo() {
        withMainWindow { window, demo in
            for (days, beginning) in [(13.0, "Your token expires on "), (-1.0, "Your token expired on ")] {
                var account = demo.session.account
                account.tokenExpiry = .now + days * 24 * 3600
                window.show(
                    Session(
                        account: account, token: try Token(demo.server.token), store: try ContactStore.inMemory(),
                        pictures: nil), at: nil)
                window.tokenChanged()
                await until("it says so") { window.texts.contains { $0.hasPrefix(beginning) } }
            }
            var account = demo.session.account
            account.tokenExpiry = .now + 15 * 24 * 3600
            window.show(
                Session(
                    account: account, token: try Token(demo.server.token), store: try ContactStore.inMemory(),
                    pictures: nil), at: nil)
            window.tokenChanged()
            await until("there is time enough") { !window.texts.contains { $0.hasPrefix("Your token") } }
        }
    }

    func testACertificateThatIsNotTrustedCanBeLookedAt() throws {
        let identity = try TestCertificate(name: "another")
        withMainWindow { window, demo in
            var configuration = DemoServerConfiguration(contacts: 1)
            configuration.identity = .init(certificate: identity.certificate, key: identity.key)
            let server = try DemoServer(configuration)
            let account = Account(
                server: try ServerAddress(server.address.absoluteString), userID: 1, userName: nil,
                trustedFingerprint: String(repeating: "00", count: 32), tokenExpiry: nil, loadsExternalPictures: true)
            let session = Session(
                account: account, token: try Token(server.token), store: try ContactStore.inMemory(), pictures: nil)
            var shown: [ServerCertificate] = []
            window.banner.onUntrusted = { shown.append($0) }
            window.show(session, at: nil)
            session.synchronise()
            await until("it says so") { window.texts.contains { $0.contains("is not the one that you trusted") } }
            XCTAssertTrue(window.window.clickButton("Certificate…"))
            XCTAssertEqual(shown.map(\.fingerprint), [identity.fingerprint])
            XCTAssertEqual(server.requests, [])
            window.leave()
            await session.end()
            server.stop()
        }
    }

    func testARevokedTokenIsSaidAndTheContactsStay() {
        withMainWindow { window, demo in
            try await demo.synchronise()
            window.show(demo.session, at: nil)
            await until("the contacts are there") { window.texts.contains("40 contacts") }
            demo.server.revokeToken()
            demo.session.synchronise()
            await until("it says so") { window.texts.contains { $0.contains("no longer accepts your token") } }
            XCTAssertTrue(window.texts.contains("40 contacts"))
        }
    }

    func testLeavingTakesEverythingOfTheSessionOffTheWindow() {
        withMainWindow { window, demo in
            try await demo.synchronise()
            let names = Set(try await demo.session.store.summaries().map(\.displayName))
            window.show(demo.session, at: ListPlace(selected: 1, top: nil))
            await until("the list is there") { !names.isDisjoint(with: window.texts) }
            window.leave()
            XCTAssertTrue(names.isDisjoint(with: window.window.allTexts))
            // Neither a late change of the store brings anything back.
            try await demo.session.store.remove(ids: [2])
            let end = ContinuousClock.now + .milliseconds(400)
            await until("a late change would have come") { ContinuousClock.now > end }
            XCTAssertTrue(names.isDisjoint(with: window.window.allTexts))
        }
    }

    func testAClosedWindowIsFreedWithTheSessionItShows() {
        onDisplay {
            let application = Application(id: "io.github.cameo_contacts.Cameo.Tests", isUnique: false)
            weak var window: MainWindow?
            weak var session: Session?
            var lifetime: Lifetime?
            application.onActivate {
                let made = MainWindow(
                    application: application, menu: Menu(), preferences: Preferences(persistent: false))
                window = made
                lifetime = Lifetime(of: made.window)
                application.keep(made, with: made.window)
                made.window.present()
                Task {
                    // A window that does not close would hang the test.
                    defer { application.quit() }
                    let demo = try await DemoAccount()
                    session = demo.session
                    try await demo.synchronise()
                    made.show(demo.session, at: nil)
                    await until("the contacts are there") { made.texts.contains("40 contacts") }
                    made.window.close()
                    await demo.end()
                }
            }
            XCTAssertEqual(application.run(), 0)
            waitUntil("everything is freed") { window == nil && session == nil && lifetime?.isOver == true }
        }
    }
}

/// Runs a test in an application, with a window and an account.
func withMainWindow(width: Int? = nil, _ body: @escaping @MainActor (MainWindow, DemoAccount) async throws -> Void) {
    onDisplay {
        let application = Application(id: "io.github.cameo_contacts.Cameo.Tests", isUnique: false)
        application.onActivate {
            let preferences = Preferences(persistent: false)
            if let width { preferences.windowSize.width = width }
            let window = MainWindow(application: application, menu: Menu(), preferences: preferences)
            application.keep(window, with: window.window)
            window.window.present()
            Task {
                do {
                    let demo = try await DemoAccount()
                    try await body(window, demo)
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

/// Shows contacts in the window. Their server is stopped.
func withContacts(_ body: @escaping @MainActor (MainWindow, [ContactEntry]) async throws -> Void) {
    withMainWindow { window, demo in
        try await demo.synchronise()
        demo.server.stop()
        window.show(demo.session, at: nil)
        await until("the contacts are there") { window.texts.contains("40 contacts") }
        try await body(window, window.sidebar.contacts.model.items.map(\.entry))
    }
}

@MainActor
extension MainWindow {
    var texts: [String] { window.texts }
}

import Avatars
import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import GLib
import Gtk
import Model
import Monica
import Network
import TestSupport
import XCTest

@testable import CameoApp

/// The program from its start to its end, in this process.
final class CameoApplicationTests: XCTestCase {
    func testWithoutAnAccountItStartsWithTheSignInPage() {
        runCameo { cameo, _ in
            await until("the page is there") { cameo.window?.page == .signIn }
            XCTAssertNil(cameo.session)
        }
    }

    func testItGoesOnWithTheStoredAccountAndItsToken() {
        withStoredAccount { cameo, server in
            await until("the contacts are there") { cameo.texts.contains("40 contacts") }
            await until("the keyring gave the token") { cameo.session?.token?.secret == server.token }
            XCTAssertEqual(cameo.window?.page, .contacts)
        }
    }

    func testLoggingOutLeavesNothingAndSaysWhatItRemoved() {
        withStoredAccount { cameo, _ in
            await until("the keyring gave the token") { cameo.session?.token != nil }
            let account = try XCTUnwrap(cameo.account)
            cameo.askToLogOut()
            await until("it asks") { TopLevels.question("Log Out?") != nil }
            TopLevels.question("Log Out?")?.answer(with: "log-out")
            await until("the sign-in page is back") { cameo.window?.page == .signIn && !cameo.isLoggingOut }
            XCTAssertFalse(FileManager.default.fileExists(atPath: cameo.directories.data.path))
            XCTAssertFalse(FileManager.default.fileExists(atPath: cameo.directories.cache.path))
            guard case .none = await cameo.keyring.token(of: account) else { return XCTFail("the token is there") }
            await until("it says so") { cameo.texts.contains("Logged out. Everything was removed from this computer.") }
            XCTAssertEqual(cameo.window?.window.clickButton("_Details"), true)
            await until("it tells more") { TopLevels.question("Logged Out") != nil }
            let question = try XCTUnwrap(TopLevels.question("Logged Out"))
            let text = question.texts.joined(separator: "\n")
            XCTAssertTrue(text.contains("• 40 saved contacts, "), text)
            XCTAssertTrue(text.contains("• The token in the keyring"))
            question.answer(with: "close")
        }
    }

    func testALateChangeOfTheAccountDoesNotBringItsFileBack() {
        withStoredAccount { cameo, _ in
            await until("the keyring gave the token") { cameo.session?.token != nil }
            for loads in [false, true, false] {
                cameo.session?.setLoadsExternalPictures(loads)
                cameo.saveAccount()
            }
            await cameo.logOut()
            await cameo.saving?.value
            XCTAssertFalse(FileManager.default.fileExists(atPath: cameo.directories.data.path))
        }
    }

    func testPicturesFromOtherServicesAreRememberedInTheAccountAndHoldAtOnce() {
        withStoredAccount { cameo, _ in
            await until("the keyring gave the token") { cameo.session?.token != nil }
            let window = try await cameo.openPreferences()
            let external = try XCTUnwrap(window.toggle(inRow: "_Pictures from Other Services"))
            XCTAssertTrue(external.isActive)
            external.isActive = false
            XCTAssertEqual(cameo.session?.avatars.showsExternalPictures, false)
            await cameo.saving?.value
            let loaded = await AccountFile(url: cameo.directories.accountFile).load()
            XCTAssertEqual(loaded?.loadsExternalPictures, false)
            window.closeWindow()
        }
    }

    func testStoredContactsThatCannotBeReadLeaveTheMenu() {
        withStoredAccount(isBroken: true) { cameo, _ in
            await until("it says so") { cameo.window?.page == .failure }
            XCTAssertTrue(cameo.texts.contains("Contacts Cannot Be Read"))
            let buttons = cameo.window?.window.buttonTooltips ?? []
            let menus = cameo.window?.window.visibleTree.filter { $0.tooltip == "Main Menu" } ?? []
            XCTAssertEqual(menus.count, 1, "\(buttons)")
            XCTAssertNotNil(cameo.window?.window.button("Log Out…"))
            let (file, account) = (cameo.directories.accountFile, try XCTUnwrap(cameo.account))
            try FileManager.default.removeItem(at: file)
            // This file is a socket, which no user can open.
            XCTAssertEqual(mknod(file.path, S_IFSOCK | 0o600, 0), 0)
            XCTAssertEqual(cameo.window?.window.clickButton("Try Again"), true)
            await until("there is no account to log out") {
                cameo.window?.window.button("Try Again") != nil && cameo.window?.window.button("Log Out…") == nil
            }
            try FileManager.default.removeItem(at: file)
            try await AccountFile(url: file).save(account)
            XCTAssertEqual(cameo.window?.window.clickButton("Try Again"), true)
            await until("the account is found again") { cameo.window?.window.button("Log Out…") != nil }
            await cameo.logOut()
            XCTAssertEqual(cameo.window?.page, .signIn)
        }
    }

    func testContactsThatTurnOutToBeDamagedAreLoadedAnewWhenAPersonTriesAgain() {
        withStoredAccount { cameo, server in
            await until("the contacts are there") { cameo.texts.contains("40 contacts") }
            await until("the keyring gave the token") { cameo.session?.token != nil }
            let damaged = try XCTUnwrap(cameo.session?.store)
            let database = cameo.directories.contacts(of: try XCTUnwrap(cameo.account).id)
            // A store that cannot read its database any more leaves this file.
            try Data().write(to: URL(filePath: database.path + ".is-damaged"))
            // From now on memory alone has the token.
            try await cameo.keyring.removeToken(of: try XCTUnwrap(cameo.account))
            cameo.window?.showFailure(ContactStoreError.damaged.sentence)
            XCTAssertEqual(cameo.window?.window.clickButton("Try Again"), true)
            await until("it says so") { cameo.texts.contains { $0.hasPrefix("The saved contacts were damaged.") } }
            await until("they are there again") { cameo.texts.contains("40 contacts") }
            XCTAssertEqual(cameo.session?.token?.secret, server.token)
            XCTAssertNotNil(cameo.session?.store.setAside)
            // The former database is closed.
            let count = try? await damaged.count()
            XCTAssertNil(count)
        }
    }

    func testItEditsOnceTheOtherSessionHasEnded() {
        withStoredAccount { cameo, _ in
            await until("the keyring gave the token") { cameo.session?.token != nil }
            let former = try XCTUnwrap(cameo.session)
            cameo.session = nil
            cameo.window?.leave()
            await former.end()
            let other = try await ContactStore.open(at: cameo.directories.contacts(of: former.account.id))
            XCTAssertTrue(other.takeEditing())
            await cameo.startAnew()
            let sentence = "Cameo is open in another session. Changes can be made there."
            await until("it is said") { cameo.texts.contains(sentence) }
            XCTAssertNil(cameo.session?.outbox)
            try await other.close()
            // A window of a contact would lose its session, so that another session may edit.
            let session = try XCTUnwrap(cameo.session)
            cameo.contactWindows.show(contactID: 1, of: session, pictures: AvatarPictures())
            XCTAssertTrue(session.store.takeEditing())
            await cameo.takeOver(from: session)
            let next = try await ContactStore.open(at: cameo.directories.contacts(of: former.account.id))
            // The focus of the window takes it for a moment, too.
            await until("another session may edit") { next.takeEditing() }
            cameo.contactWindows.all.first?.window.close()
            await until("the window is closed") { cameo.contactWindows.all.isEmpty }
            try await next.close()
            cameo.application.activate("refresh")
            await until("it edits") { cameo.session?.outbox != nil && !cameo.texts.contains(sentence) }
            await until("the contacts are there") { cameo.texts.contains("40 contacts") }
        }
    }

    func testClosingTheWindowKeepsThePlaceInTheList() {
        let folder = TemporaryFolder()
        withStoredAccount(in: folder) { cameo, _ in
            await until("the contacts are there") { cameo.texts.contains("40 contacts") }
            XCTAssertFalse(folder.files.contains { $0.hasSuffix("place.json") })
            cameo.window?.window.close()
            XCTAssertNil(cameo.window)
        }
        XCTAssertTrue(folder.files.contains { $0.hasSuffix("place.json") }, "\(folder.files)")
    }

    func testPreferencesAndShortcutsHaveOneWindowEach() {
        runCameo(.demo(.inventing(contacts: 3))) { _, application in
            for action in ["preferences", "shortcuts"] {
                let others = TopLevels.shown.map { $0.pointer }
                // The second one is the window that opens after the first was closed.
                for _ in 1...2 {
                    application.activate(action)
                    application.activate(action)
                    let opened = TopLevels.shown.filter { !others.contains($0.pointer) }
                    XCTAssertEqual(opened.count, 1, action)
                    opened.first?.closeWindow()
                    XCTAssertEqual(TopLevels.shown.count, others.count, action)
                }
            }
        }
    }

    func testLowMemoryEmptiesTheCacheOfPictures() {
        runCameo(.demo(.inventing(contacts: 30))) { cameo, _ in
            await until("the contacts are there") { cameo.texts.contains("30 contacts") }
            let avatars = try XCTUnwrap(cameo.session).avatars
            await until("pictures are there") { avatars.memoryUse.pictures > 0 }
            announceLowMemory()
            XCTAssertEqual(avatars.memoryUse.pictures, 0)
        }
    }

    func testAContactWindowKeepsTheSessionCurrentWithoutTheMainWindow() {
        runCameo(.demo(.inventing(contacts: 30))) { cameo, _ in
            await until("the contacts are there") { cameo.texts.contains("30 contacts") }
            let session = try XCTUnwrap(cameo.session)
            await until("nothing is under way") { !session.isSynchronising }
            cameo.window?.show(contactID: 1)
            cameo.window?.openContactWindow()
            let window = try XCTUnwrap(cameo.contactWindows.all.first)
            cameo.window?.window.close()
            XCTAssertNil(cameo.window)
            XCTAssertNotNil(cameo.dayClock)
            window.window.present()
            await until("it is in use") { cameo.hasActiveWindow }
            await until("pictures are there") { session.avatars.memoryUse.pictures > 0 }
            announceLowMemory()
            XCTAssertEqual(session.avatars.memoryUse.pictures, 0)
            let other = TestWindow(Box(.vertical), width: 200, height: 200)
            await until("the focus is elsewhere") { !cameo.hasActiveWindow }
            cameo.demo?.stop()
            session.synchronise()
            await until("it failed") { session.schedule.isWaiting }
            var runs = 0
            session.synchroniser.onProgress = { if case .running = $0 { runs += 1 } }
            window.window.present()
            await until("it asks again") { runs > 0 }
            other.close()
        }
    }

    func testTheReturnOfTheNetworkBringsThePicturesThatFailed() {
        runCameo(.demo(.inventing(contacts: 3))) { cameo, _ in
            await until("the contacts are there") { cameo.texts.contains("3 contacts") }
            // This session also asks another server on this machine.
            let demo = try await DemoAccount()
            let own = cameo.session
            cameo.session = demo.session
            let avatars = demo.session.avatars
            let server = try DemoServer(.init(contacts: 1))
            server.setMode(.notMonica)
            server.inject(.hangUp, at: "/1.png")
            let picture = PictureReference.url("\(server.address)/1.png", source: .init(rawValue: "plugin"))
            let state = avatars.state(for: picture, size: 50, scale: 1)
            state.want()
            await until("it has failed") { state.current.error != nil }
            server.clearFailures()
            let face = Picture(width: 8, height: 8, pixels: .init(repeating: ~0, count: 64))
            server.inject(.body(try XCTUnwrap(face.pngData()), type: "image/png"), at: "/1.png")
            announceNetwork(isAvailable: false)
            XCTAssertNotNil(state.current.error)
            announceNetwork(isAvailable: true)
            await until("it is there") { state.current.image != nil }
            state.release()
            cameo.session = own
            await demo.end()
        }
    }

    func testTheListOpensWhereItWasLeft() {
        let folder = TemporaryFolder()
        let left = ListPlace(selected: 17, top: nil)
        withStoredAccount(in: folder, leftAt: left) { cameo, _ in
            await until("the contacts are there") { cameo.texts.contains("40 contacts") }
            await until("the place is found again") { cameo.window?.place.selected == left.selected }
        }
    }

    func testTheReturnOfTheNetworkBringsWhatIsNew() {
        withStoredAccount { cameo, server in
            await until("the keyring gave the token") { cameo.session?.token != nil }
            await until("nothing is under way") {
                if case .finished = cameo.session?.synchroniser.progress { true } else { false }
            }
            server.renameContact(3, first: "Aaaa", last: "Quite New")
            await until("the new name is there") {
                // The network's return brings nothing more while work is under way.
                announceNetwork(isAvailable: false)
                announceNetwork(isAvailable: true)
                return cameo.texts.contains { $0.hasPrefix("Aaaa Quite New") }
            }
        }
    }

    func testTheDemoWritesNothing() {
        let folder = TemporaryFolder()
        runCameo(.demo(.inventing(contacts: 30)), in: folder) { cameo, _ in
            await until("the contacts are there") { cameo.texts.contains("30 contacts") }
            let window = try await cameo.openPreferences()
            window.toggle(inRow: "_Pictures from Other Services")?.isActive = false
            window.toggle(inRow: "Notify About _Birthdays and Reminders")?.isActive = true
            XCTAssertTrue(window.clickButton("_Clear"))
            await until("it says so") { window.texts.contains("The pictures were cleared.") }
            window.closeWindow()
            cameo.window?.window.close()
        }
        XCTAssertEqual(folder.files, [])
        runCameo(.demo(.inventing(contacts: 3)), in: folder) { cameo, application in
            await until("the contacts are there") { cameo.texts.contains("3 contacts") }
            // The demo's server ends with the demo. The program ends too.
            await cameo.logOut()
        }
        XCTAssertEqual(folder.files, [])
    }
}

@MainActor
extension CameoApplication {
    /// All texts on the window.
    var texts: [String] { window?.window.texts ?? [] }
}

/// Runs the program with folders of its own until the body ends.
func runCameo(
    _ mode: CameoApplication.Mode = .normal, in folder: TemporaryFolder = TemporaryFolder(),
    _ body: @escaping @MainActor (CameoApplication, Application) async throws -> Void
) {
    onDisplay {
        let application = Application(id: "io.github.cameo_contacts.Cameo.Tests", isUnique: false)
        let cameo = CameoApplication(
            mode, kinds: ServerKinds(MonicaKind()), as: application,
            in: AppDirectories(environment: ["HOME": folder.url.path]), with: Preferences(nil))
        var isDone = false
        Task {
            defer { isDone = true }
            await until("the window is there") { cameo.window?.window.isMapped == true }
            do {
                try await body(cameo, application)
            } catch {
                XCTFail("\(error)")
            }
            let session = cameo.session
            cameo.session = nil
            cameo.window?.leave()
            await session?.end()
            cameo.window?.window.close()
            for window in TopLevels.shown { window.closeWindow() }
        }
        XCTAssertEqual(cameo.run(), 0)
        // The body may have closed the window, with which the program ends.
        waitUntil("the body has ended") { isDone }
    }
}

/// Runs the program with a signed-in account. The account's contacts are stored, and its token is in the keyring.
func withStoredAccount(
    isBroken: Bool = false, in folder: TemporaryFolder = TemporaryFolder(), leftAt place: ListPlace? = nil,
    _ body: @escaping @MainActor (CameoApplication, DemoServer) async throws -> Void
) {
    onDisplay {
        var prepared: DemoAccount?
        onDisplay(limit: .seconds(30)) {
            let keyring = AccountKeyring()
            guard await keyring.exists() else { return }
            let demo = try await DemoAccount(in: folder)
            try await demo.synchronise()
            let (account, directories) = (demo.session.account, try XCTUnwrap(demo.directories))
            try await AccountFile(url: directories.accountFile).save(account)
            try await keyring.store(try Token(demo.server.token), of: account)
            await place?.save(to: directories.listPlace(of: account.id))
            await demo.session.end()
            if isBroken {
                // A folder replaces the database.
                let database = directories.contacts(of: account.id)
                try FileManager.default.removeItem(at: database.deletingLastPathComponent())
                try FileManager.default.createDirectory(at: database, withIntermediateDirectories: true)
            }
            prepared = demo
        }
        guard let prepared else { return XCTFail("there is no keyring: run through scripts/test") }
        runCameo(in: folder) { cameo, _ in
            try await body(cameo, prepared.server)
        }
        onMainLoop {
            try await AccountKeyring().remove(prepared.session.account)
            prepared.server.stop()
        }
    }
}

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

/// The page where a person signs in: its sentences over time, and its use of the token.
final class SignInPageTests: XCTestCase {
    func testWhatWasEnteredIsCheckedAndHandedOnAndTheTokenLeavesThePage() {
        withPage { page, server in
            var signedIn: [Account] = []
            page.page.onSignedIn = { account, token in
                XCTAssertEqual(token.secret, server.token)
                signedIn.append(account)
                return true
            }
            page.enter(server.address.absoluteString, server.token)
            page.root.toggle(inRow: "Pictures from Other Services")?.isActive = false
            XCTAssertTrue(page.root.clickButton("_Log In"))
            await until("it is signed in") { !signedIn.isEmpty && page.token.text.isEmpty }
            XCTAssertEqual(signedIn.map(\.loadsExternalPictures), [false])
            XCTAssertEqual(signedIn.map(\.server.url), [server.address])
        }
    }

    func testItFitsTheDefaultWindow() {
        onDisplay {
            let size = Preferences.WindowSize()
            let page = SignInPage(kind: MonicaKind())
            let window = TestWindow(page.root, width: size.width, height: size.height)
            page.reset()
            page.setHasKeyring(false)
            let scroll = page.root.first(ofType: "GtkScrolledWindow").map { ScrolledWindow(borrowing: $0.pointer) }
            guard let scroll else { return XCTFail("no page") }
            waitUntil("it has its place") { scroll.pageHeight > 100 }
            // The theme of the desktop, and its font, may be a little larger.
            XCTAssertLessThanOrEqual(scroll.contentHeight, scroll.pageHeight)
            print("sign-in: \(scroll.contentHeight) of \(scroll.pageHeight)")
            window.close()
        }
    }

    func testAProblemIsSaidOnceAndGoesWithTheNextLetter() {
        withPage { page, server in
            page.enter(server.address.absoluteString, "wrong")
            XCTAssertTrue(page.root.clickButton("_Log In"))
            await until("it says so") { page.root.texts.contains { $0.contains("does not accept this token") } }
            XCTAssertEqual(page.token.text, "wrong", "a person corrects what is there")
            page.token.text = "wrong "
            XCTAssertFalse(page.root.texts.contains { $0.contains("does not accept this token") })
        }
    }

    func testALongAddressIsCutAndStaysTooLong() {
        withPage { page, server in
            page.enter("https://monica.example/" + String(repeating: "x", count: 1_000_000), server.token)
            XCTAssertEqual(page.address.text.utf8.count, ServerAddress.maxLength + 1)
            XCTAssertTrue(page.root.clickButton("_Log In"))
            let sentence = SignInError.address(.invalid).sentence
            await until("it says so") { page.root.texts.contains(sentence) }
        }
    }

    func testTheNextTokenTakesThePlaceOfARefusedOne() {
        withPage { page, server in
            page.enter(server.address.absoluteString, "wrong")
            XCTAssertTrue(page.root.clickButton("_Log In"))
            await until("the refused one is selected") { page.token.selection == 0..<5 }
            XCTAssertEqual(page.token.text, "wrong")
        }
    }

    func testItSaysWhereATokenComesFromAndOffersSampleContacts() {
        withPage { page, server in
            XCTAssertTrue(page.root.texts.contains { $0.contains("Settings › API") })
            var demos = 0
            page.page.onDemo = { demos += 1 }
            XCTAssertTrue(page.root.clickButton("Try _with Sample Contacts"))
            XCTAssertEqual(demos, 1)
            // Who has contacts needs no samples.
            page.page.reset(renewing: try await page.account(on: server))
            XCTAssertFalse(page.root.clickButton("Try _with Sample Contacts"))
        }
    }

    func testATokenThatCannotBeStoredStaysForAnotherTry() {
        withPage { page, server in
            var tries = 0
            page.page.onSignedIn = { _, _ in
                tries += 1
                return tries > 1
            }
            page.enter(server.address.absoluteString, server.token)
            for count in 1...2 {
                await until("it can be tried") { page.root.clickButton("_Log In") }
                await until("it was tried") { tries == count }
            }
            await until("it is stored") { page.token.text.isEmpty }
        }
    }

    func testAnAttemptCanBeCancelled() {
        withPage { page, server in
            server.inject(.slowFirstByte(.seconds(30)), at: "/*")
            page.page.onSignedIn = { _, _ in
                XCTFail("it was cancelled")
                return false
            }
            page.enter(server.address.absoluteString, server.token)
            XCTAssertFalse(page.root.clickButton("_Cancel"), "there is nothing to cancel yet")
            XCTAssertTrue(page.root.clickButton("_Log In"))
            await until("the server is asked") { server.requests.count == 1 }
            XCTAssertTrue(page.root.texts.contains("Logging In…"))
            XCTAssertTrue(page.root.clickButton("_Cancel"))
            await until("the page is as before") { page.root.texts.contains("Log In") }
            XCTAssertEqual(page.token.text, server.token)
            XCTAssertEqual(server.requests.count, 1)
        }
    }

    func testPlainHTTPIsWarnedOfUnlessItIsThisMachine() {
        withPage { page, _ in
            let warning = "Without https, others on the network"
            for (address, isWarned) in [
                ("http://monica.example.org", true), ("https://monica.example.org", false),
                ("monica.example.org", false),
                ("http://127.0.0.1:8000", false), ("http://localhost", false), ("", false),
            ] {
                page.enter(address, "")
                XCTAssertEqual(page.root.texts.contains { $0.hasPrefix(warning) }, isWarned, address)
            }
        }
    }

    func testAServerWithoutEncryptionThatIsTypedWithoutASchemeIsOneClickAway() {
        withPage { page, server in
            var signedIn: [Account] = []
            page.page.onSignedIn = { account, _ in
                signedIn.append(account)
                return true
            }
            page.enter("127.0.0.1:\(server.address.port ?? 0)", server.token)
            XCTAssertTrue(page.root.clickButton("_Log In"))
            await until("it says so", atMost: .seconds(15)) {
                page.root.texts.contains { $0.contains("answers only without encryption") }
            }
            XCTAssertTrue(server.requests.allSatisfy { $0.authorization == .none })
            let offer = "Use \(server.address.absoluteString)"
            await until("the page is ready") { page.root.texts.contains("Log In") }
            XCTAssertTrue(page.root.clickButton(offer))
            XCTAssertEqual(page.address.text, server.address.absoluteString)
            await until("it is signed in") { !signedIn.isEmpty }
            XCTAssertNil(page.root.button(offer))
        }
    }

    func testTheOfferGoesWithTheNextLetter() {
        withPage { page, server in
            page.enter("127.0.0.1:\(server.address.port ?? 0)", server.token)
            XCTAssertTrue(page.root.clickButton("_Log In"))
            let offer = "Use \(server.address.absoluteString)"
            await until("it is offered", atMost: .seconds(15)) { page.root.button(offer) != nil }
            page.address.text = "monica.example"
            XCTAssertNil(page.root.button(offer))
        }
    }

    func testTheWaitForAServerIsCountedDownAndCanBeCancelled() {
        withPage { page, server in
            server.inject(.status(429, retryAfter: 40), at: "/api")
            page.page.onSignedIn = { _, _ in
                XCTFail("it was cancelled")
                return false
            }
            page.enter(server.address.absoluteString, server.token)
            XCTAssertTrue(page.root.clickButton("_Log In"))
            for seconds in [40, 39] {
                await until("it says \(seconds) seconds") {
                    page.root.texts.contains { $0.contains("Trying again in \(seconds) seconds") }
                }
            }
            XCTAssertTrue(page.root.clickButton("_Cancel"))
            await until("the page is as before") { page.root.texts.contains("Log In") }
            XCTAssertFalse(page.root.texts.contains { $0.contains("Trying again") })
            XCTAssertEqual(server.requests.count, 1)
        }
    }

    func testWithoutAKeyringItSaysWhatThatMeans() {
        withPage { page, _ in
            let note = "There is no keyring on this desktop"
            XCTAssertFalse(page.root.texts.contains { $0.hasPrefix(note) })
            page.page.setHasKeyring(false)
            XCTAssertTrue(page.root.texts.contains { $0.hasPrefix(note) })
            page.page.setHasKeyring(true)
            XCTAssertFalse(page.root.texts.contains { $0.hasPrefix(note) })
        }
    }

    func testARenewalBeginsWithTheTokenAndTheAddressCanBeChanged() {
        withPage { page, server in
            var account = try await page.account(on: server)
            account.loadsExternalPictures = false
            page.page.reset(renewing: account)
            XCTAssertEqual(page.address.text, server.address.absoluteString)
            XCTAssertTrue(page.root.texts.contains("New Token"))
            XCTAssertEqual(page.root.toggle(inRow: "Pictures from Other Services")?.isActive, false)
            var isCancelled = false
            page.page.onCancel = { isCancelled = true }
            XCTAssertTrue(page.root.clickButton("_Cancel"))
            XCTAssertTrue(isCancelled)
            page.page.reset()
            XCTAssertEqual(page.address.text, "")
            page.page.reset(renewing: account, at: .address)
            XCTAssertTrue(page.root.texts.contains("New Server Address"))
            XCTAssertEqual(page.address.text, server.address.absoluteString)
        }
    }

    func testTheFieldsHaveNames() {
        withPage { page, _ in
            XCTAssertTrue(page.address.hasAccessibleLabel("Server Address"))
            XCTAssertTrue(page.token.hasAccessibleLabel("API Token"))
        }
    }
}

/// A page in a window, and a server.
@MainActor
struct PageLab {
    let page = SignInPage(kind: MonicaKind())
    var root: Widget { page.root }

    var address: Entry { Entry(borrowing: root.row(titled: "Server Address")?.pointer ?? root.pointer) }
    var token: Entry { Entry(borrowing: root.row(titled: "API Token")?.pointer ?? root.pointer) }

    func enter(_ address: String, _ token: String) {
        self.address.text = address
        self.token.text = token
    }

    func account(on server: DemoServer) async throws -> Account {
        try await SignIn(
            address: server.address.absoluteString, token: server.token, loadsExternalPictures: true
        ).run().account
    }
}

func withPage(
    _ configuration: DemoServerConfiguration = .init(contacts: 3),
    _ body: @escaping @MainActor (PageLab, DemoServer) async throws -> Void
) {
    onDisplay {
        let lab = PageLab()
        let window = TestWindow(lab.root, width: 400, height: 700)
        onMainLoop(limit: .seconds(30)) {
            let server = try DemoServer(configuration)
            try await body(lab, server)
            server.stop()
        }
        window.close()
    }
}

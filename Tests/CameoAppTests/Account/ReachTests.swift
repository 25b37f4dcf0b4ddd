import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import Gtk
import Model
import Monica
import Network
import TestSupport
import XCTest

@testable import CameoApp

/// Sentences of the window while the program asks the server, and while the server is out of reach.
final class ReachTests: XCTestCase {
    private static let outOfReach = "Can’t reach the server"

    func testTheBannerOffersToTryAgainAndGoesWhenTheServerIsBack() {
        withMainWindow { window, demo in
            try await demo.synchronise()
            window.show(demo.session, at: nil)
            window.banner.onTryAgain = { demo.session.refresh() }
            demo.server.inject(.hangUp, at: "/*")
            demo.session.synchronise()
            await until("it says so") { window.texts.contains { $0.hasPrefix(Self.outOfReach) } }
            XCTAssertTrue(demo.session.schedule.isWaiting, "it asks again by itself")
            demo.server.clearFailures()
            XCTAssertTrue(window.window.clickButton("Try Again"))
            await until("the banner is gone") { !window.texts.contains { $0.hasPrefix(Self.outOfReach) } }
            await until("all is read") { !demo.session.schedule.isWaiting }
        }
    }

    func testAnAnswerToSomethingElseTellsThatTheServerIsBack() {
        withMainWindow { window, demo in
            try await demo.synchronise()
            // The server leaves requests for pictures unanswered. An answer would take the sentence away.
            demo.server.inject(.slowFirstByte(.seconds(600)), at: "/store/*")
            demo.server.inject(.hangUp, at: "/api/*")
            window.show(demo.session, at: nil)
            demo.session.synchronise()
            await until("it says so") { window.texts.contains { $0.hasPrefix(Self.outOfReach) } }
            demo.server.clearFailures()
            _ = await demo.session.refreshContact(id: 1)
            await until("the banner is gone") { !window.texts.contains { $0.hasPrefix(Self.outOfReach) } }
        }
    }

    func testATokenThatIsRefusedForAnEditIsSaidAtOnce() {
        withMainWindow { window, demo in
            window.show(demo.session, at: nil)
            demo.session.synchronise()
            await until("all are there") { !demo.session.isSynchronising }
            demo.server.inject(.status(401), at: "/api/*")
            try await demo.session.outbox?.set(.food, to: "Vegan", of: 3)
            demo.session.send()
            await until("it is said") {
                window.texts.contains("Showing saved contacts: the server no longer accepts your token.")
            }
            XCTAssertNotNil(window.window.button("New Token…"))
        }
    }

    func testAWebPageInPlaceOfAnswersIsNoRefusedToken() {
        withMainWindow { window, demo in
            try await demo.synchronise()
            window.show(demo.session, at: nil)
            demo.server.inject(.htmlPage, at: "/*")
            demo.session.synchronise()
            await until("it says so") { window.texts.contains { $0.contains("may want you to log in first") } }
            XCTAssertNil(window.window.button("New Token…"))
            XCTAssertNotNil(window.window.button("Try Again"))
            await until("it is asked again by itself") { demo.session.schedule.isWaiting }
            let count = try await demo.session.store.count()
            XCTAssertEqual(count, 40)
        }
    }

    func testWhatStandsInFrontOfTheServerIsSaidInASession() {
        withMainWindow { window, demo in
            try await demo.synchronise()
            window.show(demo.session, at: nil)
            let page = Data("<html><title>Sign in to continue</title></html>".utf8)
            let obstacles: [(Failure, Obstacle)] = [
                (.forbidden(Data("Forbidden".utf8), type: "text/plain"), .challenge),
                (.body(page, type: "text/html"), .loginPage), (.status(407), .proxyPassword),
            ]
            for (failure, obstacle) in obstacles {
                demo.server.clearFailures()
                demo.server.inject(failure, at: "/*")
                demo.session.synchronise()
                let sentence = "Showing saved contacts. \(obstacle.sentence)"
                await until("it says: \(sentence)") { window.texts.contains(sentence) }
                XCTAssertNotNil(window.window.button("Try Again"))
                XCTAssertNil(window.window.button("New Token…"))
                await until("the synchronisation has ended") { !demo.session.isSynchronising }
            }
        }
    }

    func testWithoutANetworkItSaysThatThePersonIsOffline() {
        onDisplay(limit: .seconds(10)) {
            let banner = Banner()
            var isOnline = false
            let shown = AccountBanner(banner, isOnline: { isOnline })
            let account = Account(
                server: try ServerAddress("https://monica.example"), userID: 1, userName: nil, trustedFingerprint: nil,
                tokenExpiry: nil, loadsExternalPictures: false)
            let session = Session(
                account: account, token: try Token("token"), store: try ContactStore.inMemory(), pictures: nil)
            shown.show(.server(.transport(.unreachable(""))), of: session)
            await until("it says so") { banner.text == "You’re offline, and no contacts are saved yet." }
            isOnline = true
            shown.networkChanged(session)
            await until("the network is back") {
                banner.text == "Can’t reach the server, and no contacts are saved yet."
            }
            // An interrupted first download leaves contacts without a time.
            try await session.store.upsert([
                Contact(json: JSONSerialization.data(withJSONObject: ["id": 1, "complete_name": "Ada"]))
            ])
            for (online, sentence) in [(true, "Can’t reach the server."), (false, "You’re offline.")] {
                isOnline = online
                shown.networkChanged(session)
                await until("it tells of contacts") { banner.text == "Showing saved contacts. \(sentence)" }
            }
            shown.hide()
            isOnline = false
            shown.networkChanged(session)
            XCTAssertNil(banner.text, "nothing is the matter")
            await session.end()
        }
    }

    func testWhoAsksForNewsSeesThemComeAndTheEnd() {
        withMainWindow { window, demo in
            try await demo.synchronise()
            window.show(demo.session, at: nil)
            demo.session.synchronise()
            XCTAssertFalse(window.texts.contains("Updating…"), "nobody asked")
            await until("that is over") { !demo.session.isSynchronising }
            XCTAssertFalse(window.texts.contains("Up to date"))
            demo.server.inject(.slowFirstByte(.milliseconds(300)), at: "/api/contacts*")
            demo.session.refresh()
            window.awaitNews()
            await until("they are on their way") { window.texts.contains("Updating…") }
            await until("they are there") { window.texts.contains("Up to date") }
            XCTAssertFalse(window.texts.contains("Updating…"))
            await until("that is told long enough") { !window.texts.contains("Up to date") }
        }
    }

    func testAnEndWithoutNewsIsNotToldAsOne() {
        withMainWindow { window, demo in
            try await demo.synchronise()
            window.show(demo.session, at: nil)
            demo.server.inject(.hangUp, at: "/*")
            demo.session.refresh()
            window.awaitNews()
            await until("it says so") { window.texts.contains { $0.hasPrefix(Self.outOfReach) } }
            await until("nothing is on its way") { !window.texts.contains("Updating…") }
            XCTAssertFalse(window.texts.contains("Up to date"))
        }
    }

    func testAFillThatWaitsForTheServersLimitSaysForHowLong() {
        onDisplay {
            let progress = SyncProgress()
            let box = Box(.vertical)
            box.append(progress.root)
            let window = TestWindow(box, width: 320, height: 200)
            let note = "Server limit reached."
            onMainLoop {
                progress.showPause(until: .now + .seconds(40))
                XCTAssertFalse(box.texts.contains { $0.hasPrefix(note) }, "no fill is shown")
                progress.show(.running(done: 100, total: 500))
                await until("it says so") { box.texts.contains("\(note) Continues in 40 seconds.") }
                await until("it counts") { box.texts.contains("\(note) Continues in 38 seconds.") }
                XCTAssertTrue(box.texts.contains { $0.hasPrefix("100 of") })
                progress.showPause(until: nil)
                XCTAssertFalse(box.texts.contains { $0.hasPrefix(note) })
            }
            window.close()
        }
    }
}

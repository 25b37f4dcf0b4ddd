import Network
import XCTest

@testable import Soup

/// Who may go when, under a limit of 60 requests a minute: a virtual clock and no network.
final class RateLimitTests: XCTestCase {
    func testNothingIsLimitedWithoutALimit() {
        let client = LimitedClient(server: nil)
        XCTAssertEqual(client.sendAll(500, .background), 500)
    }

    func testNothingIsKnownAtFirstSoFewGoAtOnce() {
        let client = LimitedClient(server: nil)
        XCTAssertEqual(client.startAll(20, .background), 6)
        XCTAssertEqual(client.startAll(1, .visible), 0)
        XCTAssertEqual(client.startAll(20, .person), 20)
    }

    func testTenOfSixtyAreKeptForAPerson() {
        let client = LimitedClient(server: LimitedServer())
        XCTAssertEqual(client.sendAll(100, .background), 50)
        XCTAssertEqual(client.sendAll(100, .visible), 0)
        XCTAssertEqual(client.sendAll(100, .person), 10)
        XCTAssertEqual(client.server?.refused, 0)
    }

    func testPhotosGetHalfOfTheRest() {
        let client = LimitedClient(server: LimitedServer())
        XCTAssertEqual(client.sendAll(100, .visible, .photo), 25)
        XCTAssertEqual(client.sendAll(100, .background, .photo), 0)
        XCTAssertEqual(client.sendAll(100, .background), 25)
        XCTAssertEqual(client.sendAll(100, .person, .photo), 10)
    }

    func testTheFirstListComesBeforePhotos() {
        let client = LimitedClient(server: LimitedServer())
        client.listComesFirst = true
        XCTAssertEqual(client.sendAll(1, .background), 1)
        for urgency in [HTTPUrgency.background, .visible] { XCTAssertEqual(client.sendAll(100, urgency, .photo), 0) }
        XCTAssertEqual(client.sendAll(1, .person, .photo), 1, "a click is answered")
        XCTAssertEqual(client.sendAll(100, .background), 48)
        XCTAssertEqual(client.sendAll(100, .person), 10)
        // The next window is the list's, too.
        client.pass(.seconds(61))
        XCTAssertEqual(client.sendAll(1, .visible, .photo), 0)
        XCTAssertEqual(client.sendAll(100, .background), 50)
        client.listComesFirst = false
        client.pass(.seconds(61))
        XCTAssertEqual(client.sendAll(100, .visible, .photo), 25)
        XCTAssertEqual(client.server?.refused, 0)
    }

    func testWithoutALimitPhotosWaitForNoList() {
        let client = LimitedClient(server: nil)
        client.listComesFirst = true
        client.sendAll(1, .background)
        XCTAssertEqual(client.sendAll(20, .visible, .photo), 20)
    }

    func testManyAtOnceKeepTheReserveToo() {
        let client = LimitedClient(server: LimitedServer())
        client.sendAll(1, .background)
        XCTAssertEqual(client.startAll(100, .background), 49)
        XCTAssertEqual(client.decide(.background), .waitForAnswer)
        client.answerAll()
        XCTAssertEqual(client.sendAll(100, .person), 10)
        XCTAssertEqual(client.server?.refused, 0)
    }

    func testEverythingGoesOnInTheNextWindow() {
        let client = LimitedClient(server: LimitedServer())
        client.sendAll(100, .background)
        client.sendAll(100, .person)
        guard case .wait(let end) = client.decide(.background) else { return XCTFail("does not wait") }
        XCTAssertEqual(end - client.start, .milliseconds(61_001))
        client.pass(.seconds(61))
        XCTAssertEqual(client.sendAll(100, .visible, .photo), 25)
        XCTAssertEqual(client.sendAll(100, .background), 25)
        XCTAssertEqual(client.server?.refused, 0)
    }

    func testAWindowThatBeganEarlierIsNoticed() {
        // Another program of this user began the window 50 seconds ago.
        let server = LimitedServer()
        let client = LimitedClient(server: server)
        XCTAssertEqual(server.answer(at: client.now), .counted(limit: 60, remaining: 59))
        client.pass(.seconds(50))
        XCTAssertEqual(client.sendAll(100, .background), 49)
        client.pass(.seconds(11))
        // A click finds the new window, and everybody profits.
        XCTAssertEqual(client.sendAll(1, .background), 0)
        XCTAssertEqual(client.sendAll(1, .person), 1)
        XCTAssertEqual(client.sendAll(100, .background), 49)
        XCTAssertEqual(server.refused, 0)
    }

    func testRequestsOfOtherProgramsCount() {
        let server = LimitedServer()
        let client = LimitedClient(server: server)
        client.sendAll(5, .background)
        for _ in 0..<40 { _ = server.answer(at: client.now) }
        XCTAssertEqual(client.sendAll(100, .background), 5)
        XCTAssertEqual(client.sendAll(100, .person), 10)
        XCTAssertEqual(server.refused, 0)
    }

    func testAnswersThatOvertakeOneAnotherAreNoNewWindow() {
        let client = LimitedClient(server: LimitedServer())
        client.sendAll(1, .background)
        client.startAll(40, .background)
        client.answerAll(lastFirst: true)
        XCTAssertEqual(client.sendAll(100, .background), 9)
        XCTAssertEqual(client.server?.refused, 0)
    }

    func testAnAnswerFromTheLastWindowSaysNothingAboutThisOne() {
        let client = LimitedClient(server: LimitedServer())
        client.sendAll(49, .background)
        client.startAll(1, .background)
        client.pass(.seconds(62))
        client.answerAll(.counted(limit: 60, remaining: 10))
        XCTAssertEqual(client.sendAll(100, .background), 50)
    }

    func testARefusalHoldsEverybodyForAsLongAsItSays() {
        let client = LimitedClient(server: nil)
        client.startAll(1, .background)
        client.answerAll(.refused(.seconds(58)))
        for urgency in [HTTPUrgency.background, .visible, .person] {
            XCTAssertEqual(client.decide(urgency), .wait(until: client.start + .seconds(58)))
        }
        client.pass(.seconds(58))
        XCTAssertEqual(client.decide(.background), .go)
    }

    func testARefusalsWaitIsBounded() {
        for (asked, expected) in [(Duration.seconds(-5), 1), (.seconds(0), 1), (.seconds(1 << 39), 3600), (nil, 61)] {
            let client = LimitedClient(server: nil)
            client.startAll(1, .background)
            client.answerAll(.refused(asked))
            XCTAssertEqual(client.decide(.person), .wait(until: client.start + .seconds(expected)))
        }
    }

    func testALateAnswerDoesNotEndARefusal() {
        let client = LimitedClient(server: nil)
        client.startAll(2, .background)
        client.answerNext(.refused(.seconds(30)))
        client.answerNext(.counted(limit: 60, remaining: 20))
        XCTAssertEqual(client.decide(.person), .wait(until: client.start + .seconds(30)))
    }

    func testFailedRequestsCount() {
        let client = LimitedClient(server: LimitedServer())
        client.sendAll(48, .background)
        client.startAll(2, .background)
        client.answerAll(nil)
        XCTAssertEqual(client.sendAll(10, .background), 0)
        XCTAssertEqual(client.sendAll(100, .person), 10)
    }

    func testATokenThatIsRefusedTellsNothing() {
        let client = LimitedClient(server: nil)
        client.startAll(1, .person)
        client.answerAll(.notCounted)
        XCTAssertEqual(client.startAll(20, .background), 6)
    }

    func testSmallLimitsLeaveSomethingForEverybody() {
        for limit in 1...12 {
            let client = LimitedClient(server: LimitedServer(limit: limit))
            XCTAssertGreaterThan(client.sendAll(100, .background), 0, "\(limit)")
            client.pass(.seconds(61))
            XCTAssertGreaterThan(client.sendAll(100, .person), 0, "\(limit)")
        }
    }

    func testAThousandRequestsAreNeverRefused() {
        let client = LimitedClient(server: LimitedServer())
        var sent = 0
        while sent < 1000 {
            sent += client.sendAll(7, .visible, .photo)
            sent += client.sendAll(13, .background)
            sent += client.sendAll(1, .person)
            client.pass(.seconds(5))
        }
        XCTAssertEqual(client.server?.refused, 0)
        // 1,000 requests at 60 a minute take 17 minutes.
        XCTAssertLessThan(client.now - client.start, .seconds(25 * 60))
    }

    /// The data that was read for an edit would be old by then.
    func testAnEditIsToldToComeBackRatherThanWait() {
        var limit = RateLimit()
        let now = ContinuousClock.now
        let edit = RateLimit.Demand(urgency: .edit, purpose: .data)
        guard case .begin(let ticket) = limit.admit(edit, at: now) else { return XCTFail("it waits") }
        limit.end(ticket, with: .counted(limit: 60, remaining: 10), at: now)
        guard case .refuse(.rateLimited(let wait)) = limit.admit(edit, at: now) else { return XCTFail("it waits") }
        XCTAssertEqual(wait, .seconds(61))
        let person = RateLimit.Demand(urgency: .person, purpose: .data)
        guard case .begin = limit.admit(person, at: now) else { return XCTFail("a person waits for an edit") }
        guard case .wait = limit.admit(edit, at: now + .seconds(55)) else { return XCTFail("it does not wait") }
    }

    /// A computer may sleep while a write waits. The data that was read for the write is then old.
    func testARequestDoesNotGoAfterItsLatestBeginning() {
        var limit = RateLimit()
        let now = ContinuousClock.now
        let write = RateLimit.Demand(urgency: .edit, purpose: .data, latest: now + .seconds(30))
        guard case .begin = limit.admit(write, at: now + .seconds(30)) else { return XCTFail("it does not go") }
        guard case .refuse(.rateLimited(.zero)) = limit.admit(write, at: now + .seconds(31)) else {
            return XCTFail("it goes")
        }
    }
}

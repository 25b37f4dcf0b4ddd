import DemoServer
import DemoServerFaults
import Foundation
import Model
import Network
import TestSupport
import XCTest

@testable import CameoApp

/// The sentences of a sign-in for each server and token, and the data that the server sees.
final class SignInTests: XCTestCase {
    func testTheRightTokenSignsIn() {
        onMainLoop {
            let server = try DemoServer(.init(contacts: 3))
            let (account, token) = try await attempt(server.address.absoluteString, server.token).run()
            XCTAssertEqual(account.server.url, server.address)
            XCTAssertEqual(token.secret, server.token)
            XCTAssertNotNil(account.tokenExpiry, "the token carries its end")
            XCTAssertTrue(account.loadsExternalPictures)
        }
    }

    func testTheFirstRequestsCarryNoToken() {
        onMainLoop {
            let server = try DemoServer(.init(contacts: 3))
            _ = try await attempt(server.address.absoluteString, server.token).run()
            XCTAssertEqual(
                server.requests.map { "\($0.path) \($0.authorization)" },
                [
                    "/api none", "/api/contacts none", "/api bearer(isValid: true)", "/api/me bearer(isValid: true)",
                ])
            XCTAssertEqual(Set(server.requests.map(\.method)), ["GET"])
        }
    }

    func testAWrongTokenIsNamedAsSuch() {
        onMainLoop {
            let server = try DemoServer(.init(contacts: 3))
            let error = await reason(of: attempt(server.address.absoluteString, "wrong"))
            XCTAssertEqual(error, .server(.unauthorized))
            XCTAssertTrue(error?.sentence.contains("does not accept this token") == true)
        }
    }

    func testEachKindOfServerThatIsNoMonica4HasASentenceOfItsOwn() {
        onMainLoop {
            let server = try DemoServer(.init(contacts: 3))
            var sentences: Set<String> = []
            let kinds: [(DemoServer.Mode, ServerError)] = [
                (.notMonica, .otherServer), (.monica5, .unsupportedVersion), (.maintenance, .unavailable(nil)),
            ]
            for (mode, expected) in kinds {
                server.setMode(mode)
                let error = await reason(of: attempt(server.address.absoluteString, server.token))
                switch (error, expected) {
                case (.server(.unavailable), .unavailable): break
                default: XCTAssertEqual(error, .server(expected))
                }
                sentences.insert(error?.sentence ?? "")
            }
            XCTAssertEqual(sentences.count, kinds.count)
            XCTAssertFalse(sentences.contains(""))
            XCTAssertFalse(server.requests.contains { $0.authorization != .none }, "none of them saw the token")
        }
    }

    func testWhatIsBetweenTheServerAndUsHasSentencesToo() {
        onMainLoop {
            let server = try DemoServer(.init(contacts: 3))
            let whole = Data(#"{"success":{"message":"Welcome to Monica"},"links":{}}"#.utf8)
            // At the second answer for the path: the first, without the token, was good.
            let spoiled: [(Failure, path: String, ServerError)] = [
                (.htmlPage, "/api/me", .webPage),
                (.body(whole.prefix(30), type: "application/json"), "/api/me", .unreadable),
                (.truncatedBody, "/api/me", .transport(.truncated)),
                (.status(500), "/api/me", .server(status: 500)),
                (.status(429, retryAfter: 3), "/api", .rateLimited(.seconds(3))),
                (.body(whole.prefix(30), type: "application/json"), "/api", .otherServer),
            ]
            var sentences: Set<String> = []
            for (failure, path, expected) in spoiled {
                server.clearFailures()
                server.inject(failure, at: path)
                var attempt = attempt(server.address.absoluteString, server.token)
                attempt.sleep = { _ in }
                let error = await reason(of: attempt)
                XCTAssertEqual(error, .server(expected), "\(failure)")
                sentences.insert(error?.sentence ?? "")
            }
            XCTAssertEqual(sentences.count, spoiled.count)
        }
    }

    func testWhatStandsInFrontOfTheServerIsSaidAtTheSignIn() {
        onMainLoop {
            let server = try DemoServer(.init(contacts: 3))
            func page(_ title: String) -> Data { Data("<!DOCTYPE html><html><title>\(title)</title></html>".utf8) }
            let warned = Data(
                "<br />\n<b>Deprecated</b>: x in <b>/a.php</b> on line <b>3</b><br />\n{\"data\":{}}".utf8)
            let obstacles: [(Failure, Obstacle)] = [
                (.forbidden(page("Just a moment..."), type: "text/html"), .challenge),
                (.body(page("Sign in to continue"), type: "text/html"), .loginPage),
                (.redirect(to: "/login"), .loginPage), (.status(407), .proxyPassword),
                (.body(warned, type: "text/html"), .warnings),
            ]
            for (failure, obstacle) in obstacles {
                for path in ["*", "/api/me"] {
                    server.clearFailures()
                    server.inject(failure, at: path)
                    server.forgetRequests()
                    let error = await reason(of: attempt(server.address.absoluteString, server.token))
                    XCTAssertEqual(error, .server(.inFront(obstacle)), "\(failure) at \(path)")
                    XCTAssertFalse(error?.sentence.contains(server.token) ?? true)
                    if path == "*" { XCTAssertTrue(server.requests.allSatisfy { $0.authorization == .none }) }
                }
            }
        }
    }

    func testNobodyAtTheAddressIsUnreachable() {
        onMainLoop {
            let server = try DemoServer(.init(contacts: 1))
            let address = server.address.absoluteString
            server.stop()
            let error = await reason(of: attempt(address, server.token))
            guard case .server(.transport(.unreachable)) = error else { return XCTFail("\(String(describing: error))") }
            XCTAssertTrue(error?.sentence.contains("Can’t reach the server") == true)
        }
    }

    func testAConnectionThatBreaksIsTriedOnceMore() {
        onMainLoop {
            let server = try DemoServer(.init(contacts: 1))
            for path in ["/api", "/api/contacts", "/api/me"] {
                server.clearFailures()
                server.inject(.truncatedBody, at: path, times: 1)
                _ = try await attempt(server.address.absoluteString, server.token).run()
                server.clearFailures()
                server.inject(.truncatedBody, at: path, times: 2)
                server.forgetRequests()
                let error = await reason(of: attempt(server.address.absoluteString, server.token))
                XCTAssertEqual(error, .server(.transport(.truncated)), path)
                XCTAssertEqual(server.requestCount(path), 2, "no third time")
                server.clearFailures()
                server.inject(.truncatedBody, at: path, times: 1)
                var late = attempt(server.address.absoluteString, server.token)
                late.retryWindow = .zero
                let lateError = await reason(of: late)
                XCTAssertEqual(lateError, .server(.transport(.truncated)), "after a longer time")
            }
        }
    }

    func testTheWaitThatTheServerAsksForIsCountedDown() {
        onMainLoop {
            let server = try DemoServer(.init(contacts: 1))
            server.inject(.status(429, retryAfter: 3), at: "/api", times: 1)
            var attempt = attempt(server.address.absoluteString, server.token)
            var told: [Duration?] = []
            attempt.onWait = { told.append($0) }
            attempt.sleep = { XCTAssertEqual($0, .seconds(1)) }
            _ = try await attempt.run()
            XCTAssertEqual(told, [.seconds(3), .seconds(2), .seconds(1), nil])
        }
    }

    func testAServerThatAlwaysAsksForAPauseIsGivenUp() {
        onMainLoop {
            let server = try DemoServer(.init(contacts: 1))
            server.inject(.status(429, retryAfter: 2), at: "/api")
            var attempt = attempt(server.address.absoluteString, server.token)
            attempt.sleep = { _ in }
            let error = await reason(of: attempt)
            XCTAssertEqual(error, .server(.rateLimited(.seconds(2))))
            XCTAssertEqual(server.requestCount("/api"), 6)
        }
    }

    func testATokenThatWasCopiedWithItsLineEndIsGood() {
        onMainLoop {
            let server = try DemoServer(.init(contacts: 3))
            let (_, token) = try await attempt(server.address.absoluteString, " \(server.token)\n").run()
            XCTAssertEqual(token.secret, server.token)
        }
    }

    func testANewTokenMustBeOfTheSamePerson() {
        onMainLoop {
            let server = try DemoServer(.init(contacts: 3))
            var renewal = attempt(server.address.absoluteString, server.token)
            let (account, _) = try await renewal.run()
            renewal.renews = account
            _ = try await renewal.run()
            renewal.renews = Account(
                server: account.server, userID: account.userID + 1, userName: nil, trustedFingerprint: nil,
                tokenExpiry: nil, loadsExternalPictures: true)
            let error = await reason(of: renewal)
            XCTAssertEqual(error, .otherPerson)
        }
    }

    func testACancelledAttemptEndsSoonAndAsCancelled() {
        onMainLoop {
            let server = try DemoServer(.init(contacts: 3))
            server.inject(.slowFirstByte(.seconds(20)), at: "/api")
            let attempt = attempt(server.address.absoluteString, server.token)
            let task = Task { await reason(of: attempt) }
            await until("the server is asked") { server.requests.count == 1 }
            task.cancel()
            let error = await task.value
            XCTAssertEqual(error, .server(.transport(.cancelled)))
            XCTAssertEqual(server.requests.count, 1)
        }
    }
}

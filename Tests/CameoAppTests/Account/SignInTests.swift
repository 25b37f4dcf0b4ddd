import DemoServer
import DemoServerFaults
import Foundation
import Glibc
import Model
import Network
import TestSupport
import XCTest

@testable import CameoApp

/// What a sign-in says of each server and token, and what the server gets to see.
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

    func testWhoTypesNoSchemeIsToldOfTheOneWithoutEncryption() {
        onMainLoop {
            let server = try DemoServer(.init(contacts: 1))
            let port = server.address.port ?? 0
            server.stop()
            for (address, isTold) in [("127.0.0.1:\(port)", true), ("https://127.0.0.1:\(port)", false)] {
                let error = await reason(of: attempt(address, server.token))
                XCTAssertEqual(error?.sentence.contains("type http://"), isTold, address)
            }
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

    func testAServerWithoutEncryptionIsFoundWithoutTheToken() {
        onMainLoop {
            let server = try DemoServer(.init(contacts: 1))
            for typed in ["127.0.0.1:\(server.address.port ?? 0)", " //127.0.0.1:\(server.address.port ?? 0)/api "] {
                server.forgetRequests()
                var attempt = attempt(typed, server.token)
                // It says nothing to a handshake: somebody has to lose patience.
                attempt.sleep = { _ in }
                let error = await reason(of: attempt)
                XCTAssertEqual(error, .onlyUnencrypted(try ServerAddress(server.address.absoluteString)))
                XCTAssertTrue(error?.sentence.contains("without encryption") == true)
                XCTAssertTrue(server.requests.allSatisfy { $0.authorization == .none })
                XCTAssertFalse(server.requests.isEmpty)
            }
            // Who says https means it.
            server.forgetRequests()
            var attempt = attempt("https://127.0.0.1:\(server.address.port ?? 0)", server.token)
            attempt.sleep = { _ in }
            let error = await reason(of: attempt)
            XCTAssertEqual(error, .server(.transport(.handshakeFailed)))
            XCTAssertEqual(server.requests, [])
        }
    }

    func testTheAddressMayBeTypedInAnyForm() {
        onMainLoop {
            var configuration = DemoServerConfiguration(contacts: 3)
            for path in ["", "/monica", "/a/b"] {
                configuration.basePath = path
                let server = try DemoServer(configuration)
                let address = server.address.absoluteString
                for typed in [address, address + "/", address + "/api", address + "/api/", "  \(address)\n"] {
                    let (account, _) = try await attempt(typed, server.token).run()
                    XCTAssertEqual(account.server.url.absoluteString, address, "typed: \(typed)")
                }
            }
        }
    }

    func testAnAddressWithoutASchemeIsAskedForEncrypted() {
        onMainLoop {
            let listener = try FirstByte()
            let error = await reason(of: attempt("127.0.0.1:\(listener.port)", "token"))
            XCTAssertNotNil(error)
            let first = await listener.byte
            // A TLS handshake (RFC 8446, 5.1): nothing goes unencrypted unless the person says so.
            XCTAssertEqual(first, 22)
        }
    }

    func testAnotherHostThatTheServerSendsToGetsNoToken() {
        onMainLoop {
            let (first, other) = (try DemoServer(.init(contacts: 3)), try DemoServer(.init(contacts: 3)))
            // Another name of this machine is another host.
            let target = "http://localhost:\(other.address.port ?? 0)"
            first.inject(.redirect(to: "\(target)/api"), at: "/api")
            first.inject(.redirect(to: "\(target)/api/contacts"), at: "/api/contacts")
            var attempt = attempt(first.address.absoluteString, first.token)
            attempt.foreignHosts = .onThisMachine
            let error = await reason(of: attempt)
            XCTAssertEqual(error, .movedTo(target))
            XCTAssertTrue(error?.sentence.contains(target) == true)
            XCTAssertGreaterThan(other.requests.count, 0)
            XCTAssertTrue((first.requests + other.requests).allSatisfy { $0.authorization == .none })
        }
    }

    func testAnAddressOfTheLocalNetworkToWhichTheServerSendsIsNotAsked() {
        onMainLoop {
            let (first, other) = (try DemoServer(.init(contacts: 3)), try DemoServer(.init(contacts: 3)))
            first.inject(.redirect(to: "http://localhost:\(other.address.port ?? 0)/api"), at: "/api")
            let error = await reason(of: attempt(first.address.absoluteString, first.token))
            XCTAssertEqual(error, .server(.transport(.refusedHost)))
            XCTAssertEqual(other.requests.count, 0)
        }
    }

    func testALaterRedirectDoesNotTakeTheTokenAlongEither() {
        onMainLoop {
            let (first, other) = (try DemoServer(.init(contacts: 3)), try DemoServer(.init(contacts: 3)))
            first.inject(.redirect(to: "\(other.address)/api/me"), at: "/api/me")
            let error = await reason(of: attempt(first.address.absoluteString, first.token))
            XCTAssertEqual(error, .server(.webPage))
            XCTAssertEqual(other.requests.count, 0)
        }
    }

    func testWhatCannotBeATokenOrAnAddressAsksNobody() {
        onMainLoop {
            let server = try DemoServer(.init(contacts: 3))
            let address = server.address.absoluteString
            let mistakes: [(String, String, SignInError)] = [
                (address, "abc\ndef", .token(.containsLineBreak)), (address, "  ", .token(.empty)),
                (address, "abc déf", .token(.containsInvalidCharacter)), ("", server.token, .address(.empty)),
                ("ftp://127.0.0.1", server.token, .address(.unsupportedScheme)),
                ("http://ada:secret@127.0.0.1", server.token, .address(.containsCredentials)),
            ]
            for (address, token, expected) in mistakes {
                let error = await reason(of: attempt(address, token))
                XCTAssertEqual(error, expected)
            }
            XCTAssertEqual(server.requests.count, 0)
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

@MainActor
private func attempt(_ address: String, _ token: String) -> SignIn {
    SignIn(address: address, token: token, loadsExternalPictures: true)
}

/// Why an attempt does not work.
@MainActor
private func reason(of attempt: SignIn) async -> SignInError? {
    do throws(SignInError) {
        _ = try await attempt.run()
        return nil
    } catch {
        return error
    }
}

/// Takes one connection, reads one byte and closes it.
private final class FirstByte: Sendable {
    let port: UInt16
    private let reading: Task<UInt8?, Never>

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 1) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        try XCTSkipUnless(isListening, "no port to listen at")
        port = UInt16(bigEndian: address.sin_port)
        reading = Task.detached {
            defer { close(listener) }
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return nil }
            defer { close(connection) }
            var byte: UInt8 = 0
            return recv(connection, &byte, 1, 0) == 1 ? byte : nil
        }
    }

    var byte: UInt8? {
        get async { await reading.value }
    }
}

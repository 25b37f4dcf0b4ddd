import DemoServer
import DemoServerFaults
import Foundation
import Glibc
import Network
import TestSupport
import XCTest

@testable import CameoApp

/// How an address may be typed, and where the token goes that is typed beside it.
final class SignInAddressTests: XCTestCase {
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

    func testAServerWithoutEncryptionIsFoundWithoutTheToken() {
        onMainLoop {
            let server = try DemoServer(.init(contacts: 1))
            for typed in ["127.0.0.1:\(server.address.port ?? 0)", " //127.0.0.1:\(server.address.port ?? 0)/api "] {
                server.forgetRequests()
                var attempt = attempt(typed, server.token)
                // The server does not answer a handshake. The sign-in has to lose patience.
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

    func testTheAddressOfAPageLeadsToItsServer() {
        onMainLoop {
            var configuration = DemoServerConfiguration(contacts: 3)
            for path in ["", "/monica", "/people"] {
                configuration.basePath = path
                let server = try DemoServer(configuration)
                let address = server.address.absoluteString
                for page in [
                    "/people/h:QrP0zA/edit", "/dashboard", "/settings/api", "/people?sort=x", "/some/new/page",
                ] {
                    server.forgetRequests()
                    let (account, _) = try await attempt(address + page, server.token).run()
                    XCTAssertEqual(account.server.url.absoluteString, address, "typed: \(address + page)")
                    let withToken = server.requests.filter { $0.authorization != .none }.map(\.path)
                    XCTAssertEqual(withToken, ["\(path)/api", "\(path)/api/me"])
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
            XCTAssertEqual(error, .server(.inFront(.moved)))
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

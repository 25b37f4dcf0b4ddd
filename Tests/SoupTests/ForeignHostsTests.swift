import CSoup
import Foundation
import GLib
import Network
import Synchronization
import TestSupport
import XCTest

@testable import Soup

/// A server does not make the program ask machines of the local network for anything. All of it happens on this
/// machine: its own addresses stand for addresses of the network.
final class ForeignHostsTests: XCTestCase {
    /// A server that counts connections, with or without a request.
    private func listener(_ connections: Counter) throws -> RawServer {
        try RawServer(readsRequests: false) { _, _ in connections.increase() }
    }

    func testPicturesOfPrivateAddressesAreNotConnectedTo() throws {
        let connections = Counter()
        let other = try listener(connections)
        let home = try RawServer { _, connection in connection.answer(200) }
        onMainLoop {
            let transport = transport(to: home, foreignHosts: hosts(\.isPublic))
            for host in ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]"] {
                let url = try XCTUnwrap(URL(string: "http://\(host):\(other.port)/avatar"))
                let error = await failure(of: transport, HTTPRequest(url, content: .image))
                XCTAssertEqual(error, .refusedHost, host)
            }
            // Other forms of addresses, which not every resolver takes for names.
            for host in ["2130706433", "0x7f.1", "127.1", "[::ffff:7f00:1%25lo]"] {
                guard let url = URL(string: "http://\(host):\(other.port)/avatar") else { continue }
                _ = await failure(of: transport, HTTPRequest(url, content: .image))
            }
            _ = try await transport.send(HTTPRequest(home.url("/"), content: .image))
            XCTAssertEqual(connections.value, 0)
            XCTAssertEqual(home.requests.count, 1, "the account's own server is where the person says")
        }
    }

    func testEachHopIsJudged() throws {
        let connections = Counter()
        let forbidden = try listener(connections)
        let box = PortBox()
        let allowed = try RawServer { _, connection in
            connection.answer(302, headers: ["Location": "http://localhost:\(box.port)/router"])
        }
        box.port = forbidden.port
        let home = try RawServer { _, connection in
            connection.answer(302, headers: ["Location": forbidden.url("/router", host: "localhost").absoluteString])
        }
        onMainLoop {
            let asked = Counter()
            let once = hosts { _ in
                asked.increase()
                return asked.value == 1
            }
            let first = transport(to: home, foreignHosts: once)
            let error = await failure(of: first, HTTPRequest(allowed.url("/avatar"), content: .image))
            XCTAssertEqual(error, .refusedHost)
            XCTAssertEqual(allowed.requests.count, 1)
            // The API's questions are sent on, too.
            for content in [HTTPRequest.Content.json, .image] {
                let strict = transport(to: home, foreignHosts: hosts(\.isPublic))
                let error = await failure(of: strict, HTTPRequest(home.url("/api"), content: content))
                XCTAssertEqual(error, .refusedHost)
            }
            XCTAssertEqual(connections.value, 0)
        }
    }

    func testTheAddressThatIsJudgedIsTheOneThatIsConnectedTo() throws {
        let other = try RawServer { _, connection in connection.answer(200) }
        let home = try RawServer { _, connection in connection.answer(200) }
        onMainLoop {
            let judged = Judged()
            let transport = transport(
                to: home,
                foreignHosts: hosts { address in
                    judged.add(address)
                    return address == IPAddress("127.0.0.1")
                })
            let url = other.url("/avatar", host: "localhost")
            _ = try await transport.send(HTTPRequest(url, content: .image))
            XCTAssertEqual(other.requests.count, 1)
            XCTAssertTrue(judged.all.contains { $0 == IPAddress("127.0.0.1") })
        }
    }

    func testPicturesOfOtherHostsAreEncryptedAndOnTheUsualPort() throws {
        let connections = Counter()
        let other = try listener(connections)
        let home = try RawServer { _, connection in connection.answer(200) }
        onMainLoop {
            let transport = transport(to: home, foreignHosts: .publicWeb)
            let refused = [
                "http://127.0.0.1:\(other.port)/", "https://127.0.0.1:\(other.port)/", "http://gravatar.example/",
                "https://gravatar.example:8443/", "http://gravatar.example:443/",
            ]
            for text in refused {
                let url = try XCTUnwrap(URL(string: text))
                let error = await failure(of: transport, HTTPRequest(url, content: .image))
                XCTAssertEqual(error, .refusedHost, text)
            }
            XCTAssertEqual(transport.statistics.requests, 0)
            XCTAssertEqual(connections.value, 0)
        }
    }

    func testAProxyIsNotAskedForPrivateNamesAndAddresses() throws {
        let proxy = try RawServer { _, connection in connection.answer(200, body: Array("by proxy".utf8)) }
        let home = try RawServer { _, connection in connection.answer(200) }
        onMainLoop {
            let transport = transport(to: home, foreignHosts: hosts { _ in true })
            let resolver = Object(
                adopting: UnsafeMutableRawPointer(
                    try XCTUnwrap(g_simple_proxy_resolver_new("http://127.0.0.1:\(proxy.port)", nil))))
            soup_session_set_proxy_resolver(transport.session.cast(), resolver.opaque)
            let refused = [
                "router", "nas.local", "printer.lan", "localhost", "a.localhost", "192.168.1.1", "10.1", "0x7f000001",
                "2130706433", "[::1]", "metadata.internal",
            ]
            for host in refused {
                guard let url = URL(string: "http://\(host)/avatar") else { continue }
                let error = await failure(of: transport, HTTPRequest(url, content: .image))
                XCTAssertTrue(error == .refusedHost || error == .malformed, "\(host): \(String(describing: error))")
            }
            XCTAssertEqual(proxy.requests.count, 0)
            let url = try XCTUnwrap(URL(string: "http://pictures.example.org/avatar"))
            let response = try await transport.send(HTTPRequest(url, content: .image))
            XCTAssertEqual(response.body, Data("by proxy".utf8))
        }
    }
}

/// Any scheme and port, so that servers of tests can be foreign hosts.
private func hosts(_ allows: @escaping @Sendable (IPAddress) -> Bool) -> ForeignHosts {
    ForeignHosts(allowsOrigin: { _ in true }, allowsAddress: allows)
}

/// The addresses about which the transport asked.
private final class Judged: Sendable {
    private let addresses = Mutex<[IPAddress]>([])

    var all: [IPAddress] { addresses.withLock { $0 } }

    func add(_ address: IPAddress) { addresses.withLock { $0.append(address) } }
}

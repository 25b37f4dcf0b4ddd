import XCTest

@testable import Soup

/// Which addresses are on the internet.
final class IPAddressTests: XCTestCase {
    func testSpecialAddressesAreNotPublic() throws {
        let cases = [
            "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
            "127.9.9.9",
            "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.0.1", "198.18.0.1",
            "198.19.255.255", "198.51.100.7", "203.0.113.7", "224.0.0.251", "239.255.255.250", "240.0.0.1",
            "255.255.255.255",
            "::", "::1", "::7f00:1", "fe80::1", "febf::1", "fec0::1", "fc00::1", "fd12:3456::1", "ff02::1", "ff05::2",
            "::ffff:127.0.0.1", "::ffff:192.168.1.1", "::ffff:10.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b::7f00:1",
            "64:ff9b:1::1", "2001::1", "2001:db8::1", "2002:c0a8:101::1", "3fff::1", "4000::1", "100::1",
        ]
        for text in cases { XCTAssertFalse(try XCTUnwrap(IPAddress(text)).isPublic, text) }
    }

    func testOthersArePublic() throws {
        let cases = [
            "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "172.15.255.255",
            "172.32.0.1", "192.167.1.1", "192.169.1.1", "198.17.0.1", "198.20.0.1", "223.255.255.255", "192.0.77.2",
            "2606:4700::1111", "2a00:1450:4001::1", "2001:4860:4860::8888", "2001:200::1", "64:ff9b::808:808",
            "::ffff:8.8.8.8",
        ]
        for text in cases { XCTAssertTrue(try XCTUnwrap(IPAddress(text)).isPublic, text) }
    }

    func testOnlyPlainFormsAreAddresses() throws {
        let cases = [
            "", "127.1", "0x7f.0.0.1", "010.0.0.1", "localhost", "1.2.3.4.5", ":::", "[::1]",
        ]
        for text in cases { XCTAssertNil(IPAddress(text), text) }
    }

    func testNamesOfOneNetworkAreNotPublic() throws {
        let cases = [
            ("gravatar.com", true), ("secure.gravatar.com", true), ("xn--bcher-kva.example", true),
            ("a.b.c.museum", true),
            ("localhost", false), ("a.localhost", false), ("nas", false), ("nas.local", false), ("NAS.LAN", false),
            ("fritz.box.home.arpa", false), ("10.0.0.1", false), ("8.8.8.8", false), ("0x7f.1", false),
            ("2130706433", false), ("::1", false), ("", false), (".", false), ("a.internal", false),
            ("nas.local.", false),
        ]
        for (host, isPublic) in cases { XCTAssertEqual(HostName.isPublic(host), isPublic, host) }
    }
}

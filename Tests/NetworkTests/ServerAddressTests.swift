import Foundation
import Network
import Testing

struct ServerAddressTests {
    @Test(arguments: [
        ("monica.example.org", "https://monica.example.org"),
        ("  https://monica.example.org/\n", "https://monica.example.org"),
        ("HTTPS://Monica.Example.ORG", "https://monica.example.org"),
        ("http://h:8080/sub/", "http://h:8080/sub"),
        ("h:8080", "https://h:8080"),
        ("https://h:443/", "https://h"),
        ("http://h:80", "http://h"),
        ("http://h:443", "http://h:443"),
        ("//h", "https://h"),
        ("https://h//a//b//", "https://h/a/b"),
        ("https://h/dashboard?x=1#y", "https://h/dashboard"),
        ("https://h?a=https://other.example/", "https://h"),
        ("127.0.0.1:8421", "https://127.0.0.1:8421"),
        ("http://[::1]:8080/x", "http://[::1]:8080/x"),
        ("fe80::1", "https://[fe80::1]"),
        ("localhost:8080", "https://localhost:8080"),
        ("https://h/mein%20Pfad", "https://h/mein%20Pfad"),
        ("https://bücher.example/straße", "https://xn--bcher-kva.example/stra%C3%9Fe"),
    ])
    func takesAnyFormOfAddress(typed: String, address: String) throws {
        #expect(try ServerAddress(typed).url.absoluteString == address)
    }

    @Test func thePathEndsBeforeItsFirstPage() throws {
        let pages: Set<String> = ["settings", "api"]
        for page in ["", "/api", "/api/", "/settings/api?x=1", "/api/sub", "/settings/users/api"] {
            #expect(try ServerAddress("h/sub\(page)", droppingPages: pages).url.absoluteString == "https://h/sub")
        }
    }

    @Test(arguments: [1, 200, 240, 500, 1_900])
    func whatIsTakenIsReadAgainOnceItIsStored(count: Int) throws {
        // Three bytes each, nine signs in the address.
        for sign in ["a", "ß", "\u{fffd}"] {
            let typed = "https://h/" + String(repeating: sign, count: count)
            guard let address = try? ServerAddress(typed) else { continue }
            let stored = try JSONEncoder().encode([address])
            #expect(try JSONDecoder().decode([ServerAddress].self, from: stored) == [address])
        }
        #expect(throws: ServerAddressError.invalid) {
            try ServerAddress("h/" + String(repeating: "\u{fffd}", count: 300))
        }
    }

    @Test(
        arguments: [
            ("", .empty), (" \n", .empty),
            ("ftp://h", .unsupportedScheme), ("file:///etc/passwd", .unsupportedScheme),
            ("https://me:secret@h", .containsCredentials), ("me@h", .containsCredentials),
            ("https://", .invalid), ("https:///x", .invalid), ("http://:8080", .invalid), ("h:0", .invalid),
            ("h:70000", .invalid), ("h:x", .invalid), ("two words", .invalid), ("https://h\\x", .invalid),
            ("https://h/../x", .invalid), ("https://h/%2e%2e/x", .invalid), ("https://h%2f.example", .invalid),
            ("..", .invalid), ("javascript:alert(1)", .invalid), (String(repeating: "x", count: 3_000), .invalid),
        ] as [(String, ServerAddressError)])
    func saysWhyItIsNoAddress(typed: String, error: ServerAddressError) {
        #expect(throws: error) { try ServerAddress(typed) }
    }

    @Test(arguments: [
        ("localhost", true), ("monica.localhost", true), ("127.0.0.1", true), ("127.8.9.1:80", true), ("[::1]", true),
        ("127.example.org", false), ("localhost.example.org", false), ("10.0.0.1", false), ("[::2]", false),
    ])
    func knowsThisMachine(typed: String, isLoopback: Bool) throws {
        #expect(try ServerAddress(typed).isLoopback == isLoopback)
    }

    @Test func knowsItsOrigin() throws {
        let server = try ServerAddress("https://h:8443/sub/")
        #expect(server.origin.description == "https://h:8443")
        #expect(server.isEncrypted)
    }

    @Test func isStoredAsText() throws {
        let server = try ServerAddress("https://h:8443/sub")
        let data = try JSONEncoder().encode([server])
        #expect(String(decoding: data, as: UTF8.self) == #"["https:\/\/h:8443\/sub"]"#)
        #expect(try JSONDecoder().decode([ServerAddress].self, from: data) == [server])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([ServerAddress].self, from: Data(#"["ftp://h"]"#.utf8))
        }
    }
}

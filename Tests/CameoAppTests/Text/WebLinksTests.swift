import Foundation
import Testing

@testable import CameoApp

/// Only addresses that show where they lead are links.
@Suite struct WebLinksTests {
    @Test(
        arguments: [
            ("see https://a.example/b.", ["https://a.example/b"]),
            ("(https://a.example/b_(c)) and http://d.example, too", ["https://a.example/b_(c)", "http://d.example"]),
            ("HTTPS://A.EXAMPLE/", ["HTTPS://A.EXAMPLE/"]), ("photos (https://a.example/p)", ["https://a.example/p"]),
            ("https://a.example:8080/?q=1&r=%20#s", ["https://a.example:8080/?q=1&r=%20#s"]),
            ("no javascript://a.example/%0aalert(1)", []), ("file:///etc/passwd ftp://a.example", []),
            ("https://bank.example@evil.example/", []), ("https://", []), ("xhttps://a.example", []),
            // Another script can look like this one.
            ("https://аpple.example/", []), ("https://a.example/über", []),
            ("https://a.example”", ["https://a.example"]),
            ("mailto:a@b.example", []), ("://://://", []),
            // Links to contacts.
            ("Ask cameo://contact/12, or (CAMEO://contact/7).", ["cameo://contact/12", "CAMEO://contact/7"]),
            ("cameo://contact/0 cameo://contact/7/edit cameo://other/7 xcameo://contact/7", []),
        ] as [(String, [String])])
    func linksAreFound(text: String, links: [String]) {
        #expect(WebLinks.ranges(in: text).map { String(text[$0]) } == links)
    }

    @Test func anAddressThatGoesOnElsewhereIsNoLink() {
        #expect(WebLinks.ranges(in: "https://a.example/b", isTorn: true).isEmpty)
        let long = "https://a.example/" + String(repeating: "x", count: 300)
        #expect(WebLinks.ranges(in: long).isEmpty)
        // Cut through, its beginning would lead elsewhere.
        let excerpt = TextPart.excerpt(of: String(repeating: "w", count: 230) + " https://a.example/" + long)
        #expect(!excerpt.isWhole && excerpt.part.links.isEmpty)
    }

    @Test func linksAreNotWithoutEnd() {
        let text = String(repeating: "https://a.example ", count: 500)
        #expect(WebLinks.ranges(in: text).count == 20)
        #expect(WebLinks.ranges(in: String(repeating: "://", count: 7_000)).isEmpty)
    }
}

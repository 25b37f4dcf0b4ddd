import GLib
import Testing

@testable import CameoApp

/// Where no application opens a link, the link's target is on the clipboard.
@Suite @MainActor struct LinkOpenerTests {
    @Test(
        arguments: [
            ("tel:+4930123", "No app for calls. Number copied.", "+4930123"),
            ("sms:+4930123", "No app for text messages. Number copied.", "+4930123"),
            ("mailto:%C3%A9mile@b.example", "No app for email. Address copied.", "émile@b.example"),
            ("geo:0,0?q=Rue%201,%20Paris", "No app for maps. Address copied.", "Rue 1, Paris"),
            ("geo:48.85,2.35", "No app for maps. Address copied.", "48.85,2.35"),
            ("https://a.example/x%20y", "No app for web pages. Link copied.", "https://a.example/x%20y"),
            ("xmpp:a@b.example", "No app for this link. Link copied.", "xmpp:a@b.example"),
        ])
    func itIsCopiedAndSaid(uri: String, sentence: String, text: String) async {
        var copied: [String] = []
        let nobody = LinkOpener(
            open: { _ in throw GLibError(domain: "g-io-error-quark", code: 15, message: "Operation not supported") },
            copy: { copied.append($0) })
        #expect(await nobody.follow(uri) == sentence)
        #expect(copied == [text])
    }

    @Test func whatOpensSaysNothing() async {
        var opened: [String] = []
        let opener = LinkOpener(open: { opened.append($0) }, copy: { _ in Issue.record("nothing to copy") })
        #expect(await opener.follow("tel:1") == nil)
        #expect(opened == ["tel:1"])
    }
}

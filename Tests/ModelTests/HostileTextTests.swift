import Foundation
import Testing

@testable import Model

/// Readers of typed text take a server's longest texts in little time.
struct HostileTextTests {
    /// As many characters as a server may send in one text.
    private static let length = 200_000
    private static let patterns = [
        "m", "<", "a@", "mailto:", "<a@b> ", "+", "0", "1 / ", "(0)", "1,", " ", "a.", "\u{301}", "\u{202e}", "ä",
        "www.", "/",
    ]

    @Test(arguments: patterns)
    func noReaderTakesLong(of pattern: String) {
        let text = String(repeating: pattern, count: Self.length / pattern.count)
        let readers: [(String, (String) -> Void)] = [
            ("mail", { _ = MailText.address(in: $0) }), ("number", { _ = PhoneNumber.numbers(in: $0) }),
            ("dialled", { _ = PhoneNumber.dialled($0) }),
            // Longer contents have no link.
            ("mail link", { _ = ContactLink.url(String($0.prefix(1_900)), prefix: "mailto:") }),
            ("page", { _ = ContactLink.url(String($0.prefix(1_900)), prefix: "") }),
        ]
        for (name, read) in readers {
            let start = ContinuousClock.now
            read(text)
            let time = ContinuousClock.now - start
            #expect(time < .seconds(1), "\(name) takes \(time)")
        }
    }
}

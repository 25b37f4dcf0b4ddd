import Foundation
import Network
import Testing

struct HTTPDateTests {
    @Test func theFormatOfHTTPIsRead() {
        #expect(HTTPDate.parse("Sun, 06 Nov 1994 08:49:37 GMT") == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test(arguments: [
        "", "now", "Sun, 06 Nov 1994 08:49:37 GMT, and more", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:3\u{0} GMT",
    ])
    func nothingElseIs(_ text: String) {
        #expect(HTTPDate.parse(text) == nil)
    }

    /// Foundation's formatter cannot say where in such a text it stopped.
    @Test(arguments: [
        "F\u{75D}\u{FFFD}", "\r\n", "\u{FFFD}", "é", "👩‍👩‍👧", "Sun, 06 Nov 1994 08:49:37 GM\u{75D}",
        "\u{75D}un, 06 Nov 1994 08:49:37 GMT", String(repeating: "\u{1F468}\u{200D}", count: 3),
        String(repeating: "F\u{301}", count: 9) + "GM",
    ])
    func noTextEndsTheProgram(_ text: String) {
        #expect(HTTPDate.parse(text) == nil)
    }
}

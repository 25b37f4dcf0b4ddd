import Foundation
import Network
import Testing

struct TokenTests {
    @Test func dropsOuterWhiteSpace() throws {
        #expect(try Token(" \tabc.def\r\n").secret == "abc.def")
    }

    @Test(
        arguments: [
            ("", .empty), ("  \n", .empty), ("abc\ndef", .containsLineBreak),
            ("abc\r\nX-Header: y", .containsLineBreak),
            ("abc\u{2028}def", .containsLineBreak), ("abc def", .containsInvalidCharacter),
            ("abc\u{0}", .containsInvalidCharacter), ("tökén", .containsInvalidCharacter),
            ("a\u{200b}bc", .containsInvalidCharacter), (String(repeating: "a", count: 8_001), .tooLong),
        ] as [(String, TokenError)])
    func refusesWhatCannotBeAHeader(typed: String, error: TokenError) {
        #expect(throws: error) { try Token(typed) }
    }

    @Test func readsItsEndOfLife() throws {
        // {"typ":"JWT","alg":"RS256"} . {"aud":"3","exp":1826773200.5,"sub":"1","scopes":[]}
        let claims = Data(#"{"aud":"3","exp":1826773200.5,"sub":"1","scopes":[]}"#.utf8).base64EncodedString()
            .replacingOccurrences(of: "=", with: "")
        let token = try Token("eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9.\(claims).c2ln")
        #expect(token.expiry == Date(timeIntervalSince1970: 1_826_773_200.5))
    }

    @Test(arguments: ["12|aBcDeF", "a.b.c", "a.e30.c", "a.eyJleHAiOm51bGx9.c", "..", "a.eyJleHAiOjFlMzAwfQ.c"])
    func hasNoEndOfLifeOtherwise(typed: String) throws {
        #expect(try Token(typed).expiry == nil)
    }

    @Test func neverPrintsItsSecret() throws {
        let token = try Token("sesame")
        var dumped = ""
        dump(token, to: &dumped)
        dump([token as Token?], to: &dumped)
        for text in [
            "\(token)", String(reflecting: token), "\([token])", dumped,
            "\(Mirror(reflecting: token).children.map { "\($0)" })",
        ] {
            #expect(!text.contains("sesame"))
        }
    }
}

import Foundation
import Model
import Testing

@testable import Monica

@Suite struct JSONTextTests {
    private func members(_ text: String) -> [String: String]? {
        JSONText.members(of: Data(text.utf8))?.mapValues { String(decoding: $0, as: UTF8.self) }
    }

    private func elements(_ text: String) -> [String]? {
        // Throws only for more than are asked for.
        (try? JSONText.elements(of: Data(text.utf8), atMost: 1_000))?.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func membersKeepTheirBytes() {
        let text = #" { "a" : 1.0 ,"b":"x,}\"\\","c": { "d": [1, "]"] } , "e":null } "#
        #expect(members(text) == ["a": "1.0 ", "b": #""x,}\"\\""#, "c": #"{ "d": [1, "]"] }"#, "e": "null "])
    }

    @Test func elementsKeepTheirBytes() {
        #expect(elements(#"[{"a":[]}, "[", [[]], -1e5,true]"#) == [#"{"a":[]}"#, #""[""#, "[[]]", "-1e5", "true"])
        #expect(elements(" [ ] ") == [])
        #expect(members("{}") == [:])
    }

    @Test func ofEqualKeysTheLastCounts() {
        #expect(members(#"{"a":1,"a":2}"#) == ["a": "2"])
    }

    @Test(arguments: [
        "", " ", "[", "{", "[1", "[1,", "[1,]", "[,1]", #"["a]"#, #"["a\"]"#, #"["a\"#, "[1]]", "[1] 2", "[[1]", "]",
        "[{]",
    ])
    func textsThatAreNoArrayHaveNoElements(text: String) {
        #expect(elements(text) == nil)
    }

    @Test(arguments: [
        #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "{a:1}", #"{"a" 1}"#, "[]", #"{"a":1"#, #"{"a":{"b":1}"#, "\u{FEFF}",
    ])
    func textsThatAreNoObjectHaveNoMembers(text: String) {
        #expect(members(text) == nil)
    }

    @Test func anyDepthIsReadWithoutRecursion() {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(elements("[\(deep)]") == [deep])
    }
}

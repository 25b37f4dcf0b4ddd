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

    /// A quote ends a string unless an odd number of backslashes stands before it.
    @Test(arguments: 0...6)
    func backslashesBeforeAQuote(count: Int) {
        let string = #""x\#(String(repeating: #"\"#, count: count))""#
        let isEnd = count.isMultiple(of: 2)
        #expect(elements("[\(string), 1]") == (isEnd ? [string, "1"] : nil))
        #expect(elements("[\(string), 1\"]") == (isEnd ? nil : [#"\#(string), 1""#]))
        // Those before an earlier quote do not count.
        let escaped = #""\"\#(string.dropFirst())"#
        #expect(elements("[\(escaped), 1]") == (isEnd ? [escaped, "1"] : nil))
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

    /// The digests equal the digests in lists, with any escapes of the server.
    @Test func picturesBecomeTheirDigests() throws {
        let face = "data:image/png;base64,iVBORw0/Ggo="
        let digest = try #require(AvatarInfo(url: face).withoutInlineData.url)
        let escaped = face.replacing("/", with: #"\/"#)
        let text = #"{"id":1,"avatar":{"url": "\#(escaped)","x":"data:1"},"l":[{"url":"\#(face)"}]}"#
        let copy = MonicaKind().withoutPictures(Data(text.utf8))
        #expect(
            String(decoding: copy, as: UTF8.self)
                == #"{"id":1,"avatar":{"url": "\#(digest)","x":"data:1"},"l":[{"url":"\#(digest)"}]}"#)
        #expect(MonicaKind().withoutPictures(copy) == copy)
    }

    @Test(arguments: [
        "", "{", #"{"url":"#, #"{"url":"data:"#, #"{"url":"data:\"#, #"{"url":"data:\u0041"}"#,
        #"{"url":"https://x/data:"}"#, #"{"name":"data:image/png;base64,AAAA"}"#,
        #"["url","data:image/png;base64,AAAA"]"#, "\"\\",
    ])
    func whatHasNoPictureStays(text: String) {
        #expect(MonicaKind().withoutPictures(Data(text.utf8)) == Data(text.utf8))
    }
}

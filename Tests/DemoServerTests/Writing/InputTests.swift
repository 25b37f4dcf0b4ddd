import Foundation
import Testing

@testable import DemoServer

/// Input from outside, in each form.
@Suite struct InputTests {
    private func input(_ body: String, type: String = "application/json") -> Input {
        Input(Request(method: "POST", path: "/", headers: [("Content-Type", type)], body: Data(body.utf8)))
    }

    @Test func stringsAreTrimmedAndEmptyOnesAreNull() {
        let input = input("{\"a\": \"\u{A0} x \\t\", \"b\": \" \", \"c\": [\"\"], \"d\": null}")
        #expect(input.string("a") == "x")
        #expect(input["b"] == .null && input["d"] == .null)
        #expect(input.list("c") == [.null])
        #expect(!input.has("e"))
    }

    @Test(arguments: [
        "{", "", "[1]", "5", "{\"a\"}", String(repeating: "[", count: 100_000),
        String(repeating: "{\"a\":", count: 100_000),
    ])
    func whatIsNoObjectIsNoInput(body: String) {
        #expect(input(body).values.isEmpty)
    }

    @Test func numbersAndFlagsMayBeText() {
        let input = input(#"{"a": "5", "b": "1", "c": 0, "d": "yes", "e": 2, "f": 1e3, "g": "0x5", "h": true}"#)
        #expect(input.int("a") == 5 && input.int("f") == 1000 && input.int("g") == nil)
        #expect(input.bool("b") == true && input.bool("c") == false && input.bool("h") == true)
        #expect(input.bool("d") == nil && input.bool("e") == nil)
    }

    @Test(arguments: [
        ("2026-02-28", "2026-02-28T00:00:00Z"), ("2026-11-02T13:45:00Z", "2026-11-02T13:45:00Z"),
        ("2026-11-02 13:45", "2026-11-02T13:45:00Z"), ("2026-02-29", nil), ("2026-13-01", nil), ("2026-1-1", nil),
        ("soon", nil), ("", nil), ("2026-11-02T", nil), ("2026-11-02T25:00", nil), ("২০২৬-১১-০২", nil),
    ])
    func daysAreThoseThatExist(text: String, expected: String?) {
        #expect(Timestamp(text: text)?.text == expected)
    }

    @Test func formsAreReadToo() {
        let input = input("a=b+c&d=1&e=", type: "application/x-www-form-urlencoded; charset=utf-8")
        #expect(input.string("a") == "b c" && input.bool("d") == true && input["e"] == .null)
    }

    @Test func brokenPartsOfFormsAreLeftOut() {
        let type = "multipart/form-data; boundary=\"x\""
        let whole = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x--\r\n"
        #expect(input(whole, type: type).int("a") == 1)
        for length in 0..<whole.utf8.count {
            let cut = input(String(whole.prefix(length)), type: type)
            #expect(cut.values.isEmpty || cut.int("a") == 1)
        }
        #expect(input(whole, type: "multipart/form-data").values.isEmpty)
        let nameless = "--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n"
        #expect(input(nameless, type: type).values.isEmpty)
    }
}

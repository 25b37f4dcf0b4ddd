import Foundation
import TestSupport
import Testing

@testable import CameoApp

/// Texts from the server as people read them.
@Suite struct PlainTextTests {
    @Test(arguments: [
        ("plain, with 2 * 3 * 4 and a_b_c", "plain, with 2 * 3 * 4 and a_b_c"),
        ("**bold** *it* __bold__ _it_ ~~gone~~ ***both***", "bold it bold it gone both"),
        ("**a *b* c**", "a b c"), ("snake_case_name and *x", "snake_case_name and *x"),
        ("## Title ##\ntext", "Title\ntext"), ("Title\n=====\ntext", "Title\ntext"), ("#hashtag", "#hashtag"),
        ("- a\n* b\n  + c\n1. d", "• a\n• b\n  • c\n1. d"), ("- [ ] open\n- [x] done", "☐ open\n☑ done"),
        ("> quoted\n> > twice", "quoted\ntwice"), ("a\n\n---\n\nb", "a\n\nb"),
        ("[photos](https://example.org/p) ![cat](c.png)", "photos (https://example.org/p) cat (c.png)"),
        ("[https://e.org](https://e.org) <https://e.org>", "https://e.org https://e.org"),
        ("`a *b*` and ``c ` d``", "a *b* and c ` d"), ("```\n*raw*\n```", "*raw*"),
        (#"\*not\* \d"#, #"*not* \d"#), ("[half](open", "[half](open"), ("a < b > c", "a < b > c"), ("", ""),
        ("at https://a.example/Mission:_Impossible_(film)", "at https://a.example/Mission:_Impossible_(film)"),
        ("**http://a.example/_b_** _c_", "http://a.example/_b_ c"), ("xhttps://_a_ ", "xhttps://a"),
        ("line\r\nline", "line\nline"), ("**Ärger** mit *日本*", "Ärger mit 日本"),
    ])
    func markdownIsReadable(markdown: String, text: String) {
        #expect(PlainText.cleaned(markdown: markdown) == text)
    }

    @Test(arguments: ["*", "_", "`", "[", "![", "~~", "**a", "_a", "[a](", "`a``", "<", "> ", "#", "\\", "- "])
    func endlessMarksTakeNoTime(mark: String) {
        let start = ContinuousClock.now
        _ = PlainText.cleaned(markdown: String(repeating: mark, count: 20_000))
        #expect(ContinuousClock.now - start < .seconds(10) * sanitizerSlowdown)
    }

    @Test func marksDoNotTowerOverALetter() {
        let tower = "e" + String(repeating: "\u{301}", count: 50) + "a"
        #expect(PlainText.line(tower) == "e" + String(repeating: "\u{301}", count: 8) + "a")
        #expect(PlainText.cleaned(tower).unicodeScalars.count == 10)
    }

    @Test func whatIsLeftOutDoesNotPartALetterFromItsMarks() {
        let marks = String(repeating: "\u{301}", count: 5)
        let tower = "e\(marks)\u{0}\(marks)\u{202E}\(marks)a"
        #expect(PlainText.line(tower) == "e\(marks)\u{301}\u{301}\u{301}a")
        #expect(PlainText.cleaned(tower + "\r\u{301}\n\u{301}") == "e\(marks)\u{301}\u{301}\u{301}a\u{301}\n\u{301}")
    }

    @Test func aLongTextIsCutVisibly() {
        let text = PlainText.cleaned(String(repeating: "é", count: 9_000))
        #expect(text.count == PlainText.maxLength && text.hasSuffix("…"))
        #expect(PlainText.cleaned("a\u{0}b\u{1B}c\n") == "abc")
    }

    @Test(arguments: [
        ("2026-11-21", "today"), ("2026-11-20", "yesterday"), ("2026-11-18", "3 days ago"),
        ("2026-11-14", "1 week ago"), ("2026-10-31", "3 weeks ago"), ("2026-10-21", "1 month ago"),
        ("2026-05-21", "6 months ago"), ("2025-11-21", "1 year ago"), ("1706-01-17", "320 years ago"),
        ("2026-11-22", nil),
    ])
    func daysAreCountedByTheCalendar(day: String, words: String?) throws {
        let day = try Date(day + "T00:00:00Z", strategy: .iso8601)
        let now = try Date("2026-11-21T23:30:00Z", strategy: .iso8601)
        #expect(DayText.elapsed(since: day, now: now, timeZone: .gmt) == words)
    }

    @Test func todayIsWhatItIsWhereTheUserIs() throws {
        let zone = try #require(TimeZone(secondsFromGMT: 9 * 3_600))
        let day = try Date("2026-11-21T00:00:00Z", strategy: .iso8601)
        let now = try Date("2026-11-21T16:00:00Z", strategy: .iso8601)
        #expect(DayText.elapsed(since: day, now: now, timeZone: zone) == "yesterday")
    }
}

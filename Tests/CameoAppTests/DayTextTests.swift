import Foundation
import MonicaAPI
import Testing

@testable import CameoApp

/// Days in the person's own format.
@Suite struct DayTextTests {
    private func day(_ text: String) throws -> Date {
        try Date(text + "T00:00:00Z", strategy: .iso8601)
    }

    @Test(arguments: [
        (["LANG": "de_DE.UTF-8"], "de_DE"), (["LANG": "de_DE.UTF-8", "LC_TIME": "fr_FR@euro"], "fr_FR"),
        (["LC_ALL": "ja_JP.UTF-8", "LC_TIME": "fr_FR"], "ja_JP"), (["LC_ALL": "", "LANG": "nb"], "nb"),
        (["LANG": "C.UTF-8"], "en_001"), (["LANG": "POSIX"], "en_001"), ([:], "en_001"),
        (["LANG": "../../x"], "en_001"),
    ])
    func theFormatIsThatOfTheDesktop(environment: [String: String], identifier: String) {
        #expect(Locale(category: "LC_TIME", environment: environment).identifier == identifier)
    }

    @Test func datesAreWrittenAsThePersonDoes() throws {
        let german = Locale(identifier: "de_DE")
        let american = Locale(identifier: "en_US")
        let date = try day("1990-05-04")
        #expect(DayText.day(date, locale: german) == "4. Mai 1990")
        #expect(DayText.day(date, locale: american) == "May 4, 1990")
        let text = DateText(SpecialDate(date: date, isYearUnknown: true), now: .now, locale: german)
        #expect(text.withAge == "4. Mai")
        #expect(DayText.comingDay(date, daysAhead: 3, locale: german) == "Freitag")
        // It begins a line.
        #expect(DayText.comingDay(date, daysAhead: 3, locale: Locale(identifier: "fr_FR")) == "Vendredi")
        // Thailand counts years otherwise, the server does not.
        #expect(DayText.day(date, locale: Locale(identifier: "th_TH")).contains("1990"))
    }

    @Test(arguments: [
        ("2026-11-16", "Due for 5 days"), ("2026-11-20", "Due for 1 day"), ("2026-11-21", "Due today"),
        ("2026-11-22", "Due tomorrow"), ("2026-11-24", "Due in 3 days"),
    ])
    func whatIsDueIsSaidInDays(due: String, words: String) throws {
        let now = try Date("2026-11-21T23:30:00Z", strategy: .iso8601)
        #expect(DayText.due(try day(due), now: now, timeZone: .gmt) == words)
    }
}

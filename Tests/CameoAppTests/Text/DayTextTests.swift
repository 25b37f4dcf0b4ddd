import Foundation
import Model
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
        #expect(Locale(category: "LC_TIME", environment: environment, isTranslated: true).identifier == identifier)
    }

    @Test(arguments: [
        // Arabic digits and Japanese months stand in no English sentence.
        (["LANG": "ar_EG.UTF-8"], "en_EG"), (["LANG": "ja_JP.UTF-8"], "en_JP"), (["LANG": "eo.UTF-8"], "en_001"),
        (["LANG": "ar_EG.UTF-8", "LC_TIME": "de_DE.UTF-8"], "en_DE"),
        // Who reads English may have chosen another country's formats.
        (["LANG": "en_US.UTF-8", "LC_TIME": "nl_NL.UTF-8"], "nl_NL"), (["LC_TIME": "nl_NL.UTF-8"], "nl_NL"),
    ])
    func whereCameoSpeaksEnglishDatesDoToo(environment: [String: String], identifier: String) throws {
        let locale = Locale(category: "LC_TIME", environment: environment, isTranslated: false)
        #expect(locale.identifier == identifier)
    }

    @Test func datesInEnglishHaveLatinDigits() throws {
        let locale = Locale(category: "LC_TIME", environment: ["LANG": "ar_EG.UTF-8"], isTranslated: false)
        #expect(DayText.day(try day("1990-05-04"), locale: locale) == "4 May 1990")
        #expect(5_000.formatted(.number.locale(locale)).allSatisfy { $0.isASCII })
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

    /// The server counts by the Gregorian calendar at all times.
    @Test(arguments: [
        (1564, 4, 26, "26. April 1564"), (1452, 4, 15, "15. April 1452"), (1582, 10, 14, "14. Oktober 1582"),
        (1582, 10, 15, "15. Oktober 1582"), (800, 12, 25, "25. Dezember 800"), (1500, 2, 28, "28. Februar 1500"),
    ])
    func daysBeforeTheGregorianCalendarAreThoseOfTheServer(
        year: Int, month: Int, day: Int, text: String
    ) throws {
        let date = try #require(CivilDay(year: year, month: month, day: day)).midnight
        let german = Locale(identifier: "de_DE")
        #expect(DayText.day(date, locale: german) == text)
        #expect(DateText(SpecialDate(date: date), now: .now, locale: german).date == text)
    }

    @Test(arguments: ["America/Los_Angeles", "Asia/Tokyo", "Europe/Berlin"])
    func midnightInUTCIsADayInEveryTimeZone(zone: String) throws {
        let zone = try #require(TimeZone(identifier: zone))
        let german = Locale(identifier: "de_DE")
        #expect(DayText.localDay(of: try day("2027-01-10"), timeZone: zone, locale: german) == "10. Januar 2027")
        // Any other moment is of the day where the person is.
        let moment = try Date("2027-01-10T23:30:00Z", strategy: .iso8601)
        let expected = zone.secondsFromGMT(for: moment) > 0 ? "11. Januar 2027" : "10. Januar 2027"
        #expect(DayText.localDay(of: moment, timeZone: zone, locale: german) == expected)
    }

    @Test(arguments: [
        ("en_US", Locale.HourCycle.zeroToTwentyThree, "20:15"), ("de_DE", .oneToTwelve, "8:15\u{202F}PM"),
        ("de_DE", nil, "20:15"), ("en_US", nil, "8:15\u{202F}PM"),
    ])
    func theHourCycleOfTheDesktopCountsMoreThanTheLocale(
        identifier: String, cycle: Locale.HourCycle?, text: String
    ) throws {
        let locale = Locale(identifier: identifier).with(cycle)
        let moment = try Date("2026-11-21T20:15:00Z", strategy: .iso8601)
        #expect(moment.formatted(DayText.style(in: .gmt, locale).hour().minute()) == text)
    }

    @Test func aMomentOfTheseDaysIsSaidWithoutItsDate() throws {
        func text(_ moment: String) throws -> String {
            DayText.recentMoment(
                try Date(moment, strategy: .iso8601), now: try Date("2026-11-22T10:00:00Z", strategy: .iso8601),
                timeZone: try #require(TimeZone(secondsFromGMT: 3_600)))
        }
        #expect(try text("2026-11-22T01:25:00Z").hasPrefix("today, "))
        // Where the person is, it was today already.
        #expect(try text("2026-11-21T23:10:00Z").hasPrefix("today, "))
        #expect(try text("2026-11-21T22:50:00Z").hasPrefix("yesterday, "))
        #expect(try text("2026-11-20T10:00:00Z").contains("2026"))
    }

    @Test(arguments: [
        ("2026-11-16", "5 days overdue"), ("2026-11-20", "1 day overdue"), ("2026-11-21", "Due today"),
        ("2026-11-22", "Due tomorrow"), ("2026-11-24", "Due in 3 days"),
    ])
    func whatIsDueIsSaidInDays(due: String, words: String) throws {
        let now = try Date("2026-11-21T23:30:00Z", strategy: .iso8601)
        #expect(DayText.due(try day(due), now: now, timeZone: .gmt) == words)
    }
}

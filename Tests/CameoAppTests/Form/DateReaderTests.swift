import Foundation
import Model
import Testing

@testable import CameoApp

/// A date is read as a person of a language writes it.
struct DateReaderTests {
    private static let may = ContactDay.date(year: 1984, month: 5, day: 4)
    private static let mayWithoutYear = ContactDay.monthDay(month: 5, day: 4)

    private static func reader(_ language: String) -> DateReader {
        DateReader(locale: Locale(identifier: language), lastYear: 2026)
    }

    @Test(arguments: [
        (
            "en_GB",
            ["4 May 1984", "4/5/84", "4.5.1984", "May 4, 1984", "4th of May 1984", "Friday, 4 May 84", "4-5-1984"]
        ),
        ("en_US", ["May 4, 1984", "5/4/84", "5/4/1984", "4 May 1984", "may 4th 84", "Fri May 4 1984"]),
        ("de_DE", ["4. Mai 1984", "4.5.84", "04.05.1984", "4 MAI 84", "4/5/84", "Freitag, 4. Mai 1984"]),
        ("fr_FR", ["4 mai 1984", "4/5/84", "04/05/1984", "vendredi 4 mai 1984"]),
        ("es_ES", ["4 de mayo de 1984", "4/5/84", "4 may. 1984", "4 mayo 84"]),
        ("ja_JP", ["1984年5月4日", "1984/5/4", "84/5/4"]), ("hu_HU", ["1984. május 4.", "1984.5.4.", "84.05.04"]),
        ("ar_EG", ["٤ مايو ١٩٨٤", "٤/٥/١٩٨٤"]), ("hi_IN", ["4 मई 1984", "४ मई १९८४"]),
        ("ru_RU", ["4 мая 1984 г.", "4 май 1984", "04.05.84"]), ("vi_VN", ["4 tháng 5, 1984", "4/5/1984"]),
    ])
    func datesAreReadInTheOrderOfTheLanguage(language: String, texts: [String]) {
        let reader = Self.reader(language)
        for text in texts + ["1984-05-04", "19840504", "4 May 1984", " ４ May １９８４ "] {
            #expect((try? reader.day(in: text)) == Self.may, "\(text) in \(language)")
        }
    }

    @Test(arguments: [
        ("en_GB", ["4 May", "4/5", "4.5.", "May 4th"]), ("en_US", ["May 4", "5/4", "4 May"]),
        ("de_DE", ["4.5.", "4. Mai", "4.05"]), ("fr_FR", ["4 mai", "4/5"]), ("es_ES", ["4 de mayo", "4/5"]),
        ("ja_JP", ["5月4日", "5/4"]),
    ])
    func theYearMayBeMissing(language: String, texts: [String]) {
        let reader = Self.reader(language)
        for text in texts { #expect((try? reader.day(in: text)) == Self.mayWithoutYear, "\(text) in \(language)") }
    }

    @Test(arguments: [
        ("en_GB", "1984", ContactDay.year(1984)), ("ja_JP", "1984年", .year(1984)), ("ar_EG", "١٩٨٤", .year(1984)),
        ("en_GB", "1/1/26", .date(year: 2026, month: 1, day: 1)),
        ("en_GB", "1/1/27", .date(year: 1927, month: 1, day: 1)),
        ("en_GB", "1/1/00", .date(year: 2000, month: 1, day: 1)),
        ("en_GB", "29 Feb 1988", .date(year: 1988, month: 2, day: 29)),
        ("en_US", "31/12/1999", .date(year: 1999, month: 12, day: 31)),
        ("en_GB", "12/31/1999", .date(year: 1999, month: 12, day: 31)),
        ("en_GB", "Dec 31", .monthDay(month: 12, day: 31)),
        ("de_DE", "1. März 2001", .date(year: 2001, month: 3, day: 1)),
        ("de_DE", "1 Marz 2001", .date(year: 2001, month: 3, day: 1)),
        ("fr_FR", "1er août 2001", .date(year: 2001, month: 8, day: 1)),
        ("fr_FR", "1 juil. 2001", .date(year: 2001, month: 7, day: 1)),
        ("fr_FR", "1 Juillet 2001", .date(year: 2001, month: 7, day: 1)),
        ("es_ES", "1 ene 2001", .date(year: 2001, month: 1, day: 1)),
        ("en_GB", "1 Sept 2001", .date(year: 2001, month: 9, day: 1)), ("en_GB", "815", .year(815)),
    ])
    func whatIsShortOrRareIsReadToo(language: String, text: String, day: ContactDay) {
        #expect((try? Self.reader(language).day(in: text)) == day, "\(text) in \(language)")
    }

    @Test(arguments: [
        ("31 Feb 2000", FormIssue.noSuchDay(day: 31, month: 2, year: 2000)),
        ("31/4", .noSuchDay(day: 31, month: 4, year: nil)),
        ("29/2/1900", .noSuchDay(day: 29, month: 2, year: 1900)), ("29 February", .leapDayWithoutYear),
        ("0 May 1984", .noSuchDay(day: 0, month: 5, year: 1984)), ("4", .incompleteDate(orAge: false)),
        ("May", .incompleteDate(orAge: false)), ("May 1984", .incompleteDate(orAge: false)),
        ("5/1984", .incompleteDate(orAge: false)), ("13/13/1984", .noDate), ("4 5 6 7", .noDate),
        ("4 Mai 1984", .noDate),
        ("ma 4", .noDate), ("4 May June", .noDate), ("yesterday", .noDate), ("of", .noDate), ("12345", .noDate),
        ("4 May 12345", .noDate), ("99999999999999999999", .noDate), ("1984 4 1984", .noDate),
        ("4/5/4", .noDate), ("🎂 4 May", .noDate), ("²", .noDate), ("½ May", .noDate), ("4+5", .noDate),
        ("\u{0}", .noDate),
        (String(repeating: "4 ", count: 10_000), .noDate), (String(repeating: "e\u{301}", count: 90), .noDate),
    ])
    func whatIsNoDateIsSaid(text: String, issue: FormIssue) {
        #expect(throws: issue) { try Self.reader("en_GB").day(in: text) }
    }

    @Test(arguments: ["", "   ", "\u{200F}", " . "]) func nothingIsNoDay(text: String) throws {
        #expect(try Self.reader("en_GB").day(in: text) == nil)
    }

    @Test func whatALanguageWritesItReads() {
        let days = (1...12).flatMap { month in
            [ContactDay.date(year: 1984, month: month, day: 4), .monthDay(month: month, day: 4)]
        }
        for language in [
            "en_GB", "en_US", "de_DE", "fr_FR", "es_ES", "it_IT", "pt_BR", "nl_NL", "sv_SE", "pl_PL", "ru_RU", "cs_CZ",
            "fi_FI",
            "el_GR", "tr_TR", "he_IL", "ar_EG", "fa_IR", "hi_IN", "th_TH", "ja_JP", "ko_KR", "zh_CN", "vi_VN", "hu_HU",
            "lt_LT",
            "ca_ES", "eu_ES", "C",
        ] {
            let reader = Self.reader(language)
            for day in days {
                let text = reader.text(of: day)
                #expect((try? reader.day(in: text)) == day, "\(text) in \(language)")
            }
        }
        #expect(Self.reader("en_GB").text(of: Self.may) == "4 May 1984")
        #expect(Self.reader("de_DE").text(of: Self.mayWithoutYear) == "4. Mai")
        #expect(Self.reader("en_US").text(of: .year(1984)) == "1984")
    }

    @Test(arguments: [
        ("en_GB", [DatePart.day, .month, .year]), ("en_US", [.month, .day, .year]), ("de_DE", [.day, .month, .year]),
        ("ja_JP", [.year, .month, .day]), ("es_ES", [.day, .month, .year]), ("hu_HU", [.year, .month, .day]),
    ])
    func datesStandInTheOrderOfTheLanguage(locale: String, order: [DatePart]) {
        #expect(DatePart.order(in: Locale(identifier: locale)) == order)
    }
}

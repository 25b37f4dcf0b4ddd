import Foundation
import Model
import Testing

@testable import CameoApp

@Suite struct DateTextTests {
    private let now = Date(timeIntervalSince1970: 1_795_219_200)  // 21 November 2026

    private func special(_ iso: String, ageBased: Bool = false, yearUnknown: Bool = false) throws -> SpecialDate {
        SpecialDate(date: try Date(iso, strategy: .iso8601), isAgeBased: ageBased, isYearUnknown: yearUnknown)
    }

    @Test func aBirthdaySaysTheAge() throws {
        let text = DateText(try special("1990-05-04T00:00:00Z"), now: now)
        #expect(text.withAge.contains("1990"))
        #expect(text.withAge.contains("36 years old"))
    }

    @Test func anUnknownYearIsNotShown() throws {
        let text = DateText(try special("2026-05-04T00:00:00Z", yearUnknown: true), now: now)
        #expect(!text.withAge.contains("2026"))
        #expect(!text.withAge.contains("old"))
    }

    @Test func anAgeAloneIsSaidAsAnAge() throws {
        let text = DateText(try special("1980-01-01T00:00:00Z", ageBased: true), now: now)
        #expect(text.withAge == "About 46 years old")
        let baby = DateText(try special("2026-01-01T00:00:00Z", ageBased: true), now: now)
        #expect(baby.withAge == "Less than a year old")
    }

    @Test(arguments: [
        ("2026-11-20", "1 day old"), ("2026-11-02", "19 days old"), ("2026-10-21", "1 month old"),
        ("2025-05-21", "18 months old"), ("2024-11-20", "2 years old"),
    ])
    func theAgeOfALittleChildIsInMonthsOrDays(day: String, age: String) throws {
        #expect(DateText(try special(day + "T00:00:00Z"), now: now).withAge.contains("(\(age))"))
    }

    @Test func yearsBefore1900AreShown() throws {
        #expect(DateText(try special("1706-01-17T00:00:00Z"), now: now).date.contains("1706"))
    }
}

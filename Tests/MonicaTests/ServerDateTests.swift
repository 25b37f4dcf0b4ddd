import Foundation
import Model
import Testing

@testable import Monica

struct ServerDateTests {
    @Test(arguments: [
        ("2026-11-21T04:57:04Z", 1_795_237_024.0),
        ("2025-01-10T00:00:00.000000Z", 1_736_467_200.0),
        ("2025-01-10T00:00:00.250000Z", 1_736_467_200.25),
        ("2025-10-01", 1_759_276_800.0),
        ("2025-10-01T00:00:00", 1_759_276_800.0),
        ("2025-10-01T02:00:00+02:00", 1_759_276_800.0),
        ("2025-09-30 19:30:00-04:30", 1_759_276_800.0),
        ("1970-01-01T00:00:00Z", 0.0),
        ("1706-01-17T00:00:00Z", -8_329_651_200.0),
        ("1900-03-01", -2_203_891_200.0),
        ("2000-02-29", 951_782_400.0),
        ("0001-01-01T00:00:00Z", -62_135_596_800.0),
    ])
    func readsEachSpelling(text: String, seconds: Double) {
        #expect(ServerDate.parse(text)?.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        "", "yesterday", "0000-00-00", "2025-13-01", "2025-02-29", "1900-02-29", "2025-04-31", "2025-1-1", "2025-10",
        "2025-10-01T", "2025-10-01T25:00:00Z", "2025-10-01T00:61:00Z", "2025-10-01T00:00:00ZZ", "2025-10-01Z ",
        "٢٠٢٥-١٠-٠١", "-2025-10-01", "2025-10-01T00:00:00+99:00",
        "2025-10-01T00:00:00+02", "2025-10-01T00:00:00.5+02:00Z", "2025-10-01T00:00:0é",
    ])
    func refusesWhatIsNoDate(text: String) {
        #expect(ServerDate.parse(text) == nil)
    }

    @Test func everyDayComesBackFromItsNumber() {
        for days in stride(from: -800_000, through: 200_000, by: 37) {
            let civil = CivilDay(daysSince1970: days)
            #expect(civil.daysSince1970 == days)
            #expect(CivilDay(year: civil.year, month: civil.month, day: civil.day) == civil)
        }
    }
}

struct SpecialDateTests {
    private func day(_ text: String, isAgeBased: Bool = false, isYearUnknown: Bool = false) throws -> SpecialDate {
        SpecialDate(
            date: try #require(ServerDate.parse(text)), isAgeBased: isAgeBased, isYearUnknown: isYearUnknown)
    }

    private func calendar(_ zone: String) throws -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        return calendar
    }

    @Test(arguments: [
        ("1815-12-10", "1852-11-27T12:00:00Z", 36), ("1815-12-10", "1852-12-10T12:00:00Z", 37),
        ("1706-01-17", "1790-04-17T12:00:00Z", 84), ("2000-02-29", "2023-02-28T12:00:00Z", 22),
        ("2000-02-29", "2023-03-01T12:00:00Z", 23), ("2025-01-01", "2025-01-01T12:00:00Z", 0),
        ("2025-01-02", "2025-01-01T12:00:00Z", nil),
    ])
    func countsFullYears(born: String, now: String, age: Int?) throws {
        let moment = try #require(ServerDate.parse(now))
        #expect(try day(born).age(at: moment, calendar: try calendar("UTC"))?.years == age)
    }

    @Test(arguments: [
        ("2026-11-21", Age.Unit.days, 0), ("2026-10-22", .days, 30), ("2026-10-21", .months, 1),
        ("2025-11-22", .months, 11), ("2025-11-21", .months, 12), ("2024-11-22", .months, 23),
        ("2024-11-21", .years, 2), ("2024-02-29", .years, 2),
    ])
    func theAgeOfALittleChildIsInMonthsOrDays(born: String, unit: Age.Unit, count: Int) throws {
        let moment = try #require(ServerDate.parse("2026-11-21T12:00:00Z"))
        let age = try #require(try day(born).age(at: moment, calendar: try calendar("UTC")))
        #expect(age.unit == unit)
        #expect(age.count == count)
        // Of an age that is only known roughly, the years are known.
        let rough = try day(born, isAgeBased: true).age(at: moment, calendar: try calendar("UTC"))
        #expect(rough?.unit == .years)
    }

    @Test func theBirthdayBeginsWhereThePersonIs() throws {
        let moment = try #require(ServerDate.parse("2025-05-31T23:00:00Z"))
        let birthday = try day("2000-06-01")
        #expect(birthday.age(at: moment, calendar: try calendar("Europe/Paris"))?.years == 25)
        #expect(birthday.age(at: moment, calendar: try calendar("America/Chicago"))?.years == 24)
        var buddhist = Calendar(identifier: .buddhist)
        buddhist.timeZone = try #require(TimeZone(identifier: "UTC"))
        #expect(birthday.age(at: moment, calendar: buddhist)?.years == 24)
    }

    @Test func anUnknownYearGivesNoAge() throws {
        let birthday = try day("2026-03-01T00:00:00Z", isYearUnknown: true)
        #expect(birthday.age(at: .now) == nil)
        #expect(birthday.year == nil)
        #expect(birthday.month == 3)
        #expect(birthday.day == 1)
    }

    @Test func isMidnightInUTC() throws {
        #expect(try day("1706-01-17T23:59:59Z") == day("1706-01-17"))
        #expect(try day("1706-01-17T23:59:59Z").day == 17)
    }
}

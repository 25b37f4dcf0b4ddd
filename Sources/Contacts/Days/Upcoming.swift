public import Foundation
import GRDB
public import Model

/// A contact with its events of the next days.
public struct Upcoming: Sendable, Equatable, Identifiable {
    /// A day and its occasion.
    public struct Event: Sendable, Equatable {
        /// What comes up.
        public enum Occasion: Sendable, Equatable {
            /// The age is in years, as of that day; nil if the year of birth is unknown.
            case birthday(age: Int?)
            /// The birthday of a partial contact that is a relation of the contact.
            case relativesBirthday(Relative, age: Int?)
            /// In the words of the user or the server.
            case reminder(String)
        }

        /// A partial contact that is a relation of a contact.
        public struct Relative: Sendable, Equatable {
            /// As it is shown.
            public let name: String
            /// A key such as `child`, or the user's own word; nil where there is none.
            public let relation: String?
            /// The gender, as some relations have a word for each.
            public let gender: GenderType?

            /// A relative by name.
            public init(name: String, relation: String?, gender: GenderType?) {
                (self.name, self.relation, self.gender) = (name, relation, gender)
            }
        }

        /// What comes up.
        public let occasion: Occasion
        /// As midnight in UTC.
        public let day: Date
        /// 0 is today.
        public let daysAhead: Int

        /// An event on a day, as midnight in UTC; `daysAhead` counts from today.
        public init(occasion: Occasion, day: Date, daysAhead: Int) {
            self.occasion = occasion
            self.day = day
            self.daysAhead = daysAhead
        }
    }

    /// The contact of the events.
    public let contact: ContactSummary
    /// The earliest first; never empty.
    public let events: [Event]

    /// The contact's number on this computer.
    public var id: Int { contact.id }

    /// A contact's events.
    public init(contact: ContactSummary, events: [Event]) {
        self.contact = contact
        self.events = events
    }

    /// Where it stands among others.
    fileprivate var place: (Int, String, Int) { (events.first?.daysAhead ?? 0, contact.displayName, id) }
}

extension ContactStore {
    /// The most events of one contact: a row and a notification have room for few.
    private static let maxEvents = 20

    /// The contacts with a birthday or a reminder on the day that `now` is in a time zone, or the days after it, the
    /// earliest first; at most 500.
    ///
    /// Birthdays on 29 February are on 1 March in other years. The dead have no birthdays. The birthday of a partial contact
    /// is an event of one contact that it is a relation of.
    public func upcoming(
        days: Int = 7, now: Date = .now, timeZone: TimeZone = .current
    ) async throws(ContactStoreError) -> [Upcoming] {
        let window = DayWindow(first: CivilDay(of: now, in: timeZone), count: days)
        return try await read { db in
            let birthdays = try window.birthdays(db)
            let relatives = try window.relativesBirthdays(db)
            let reminders = try window.reminders(db, now: now, timeZone: timeZone)
            let events = birthdays.mapValues { [$0] }.merging(relatives) { $0 + $1 }.merging(reminders) { $0 + $1 }
                .mapValues { Array($0.sorted { $0.daysAhead < $1.daysAhead }.prefix(Self.maxEvents)) }
            let contacts = try ContactSummary.fetchListed(db, ids: events.keys)
            return contacts.compactMap { contact in events[contact.id].map { Upcoming(contact: contact, events: $0) } }
                .sorted { $0.place < $1.place }
                .prefix(500).map { $0 }
        }
    }
}

/// Some days in a row.
private struct DayWindow: Sendable {
    let first: CivilDay
    let count: Int

    /// The days from the first one on, by month and day.
    private var daysAhead: [Int: Int] {
        var daysAhead: [Int: Int] = [:]
        for offset in 0..<count {
            let day = day(offset)
            daysAhead[ContactDays.monthDay(day.month, day.day)] = offset
            if day.month == 3, day.day == 1, !day.isInLeapYear { daysAhead[ContactDays.monthDay(2, 29)] = offset }
        }
        return daysAhead
    }

    private func day(_ offset: Int) -> CivilDay {
        CivilDay(daysSince1970: first.daysSince1970 + offset)
    }

    /// By contact.
    func birthdays(_ db: Database) throws -> [Int: Upcoming.Event] {
        var events: [Int: Upcoming.Event] = [:]
        let statement = try db.cachedStatement(
            sql: """
                SELECT contact_id, year FROM birthday JOIN contact ON contact.id = contact_id
                WHERE month_day = ? AND \(ContactSummary.isListed) AND NOT is_archived AND NOT is_deceased
                """)
        for (monthDay, offset) in daysAhead {
            let day = day(offset)
            for row in try Row.fetchAll(statement, arguments: [monthDay]) {
                events[try row.decode(atIndex: 0)] = Upcoming.Event(
                    occasion: .birthday(age: Self.age(born: try row.decode(atIndex: 1), on: day)), day: day.midnight,
                    daysAhead: offset)
            }
        }
        return events
    }

    /// By contact: a relative of several contacts counts with the first of them.
    func relativesBirthdays(_ db: Database) throws -> [Int: [Upcoming.Event]] {
        var events: [Int: [Upcoming.Event]] = [:]
        var counted: Set<Int> = []
        let statement = try db.cachedStatement(
            sql: """
                SELECT contact_id, relative_id, name, relation, gender, year
                FROM relative_birthday JOIN contact ON contact.id = contact_id
                WHERE month_day = ? AND \(ContactSummary.isListed) AND NOT is_archived ORDER BY contact_id
                """)
        for (monthDay, offset) in daysAhead {
            let day = day(offset)
            for row in try Row.fetchAll(statement, arguments: [monthDay]) {
                guard counted.insert(try row.decode(atIndex: 1)).inserted else { continue }
                let relative = Upcoming.Event.Relative(
                    name: try row.decode(atIndex: 2), relation: try row.decode(atIndex: 3),
                    gender: GenderType(storedOfRelative: try row.decode(atIndex: 4)))
                events[try row.decode(Int.self, atIndex: 0), default: []].append(
                    Upcoming.Event(
                        occasion: .relativesBirthday(
                            relative, age: Self.age(born: try row.decode(atIndex: 5), on: day)),
                        day: day.midnight, daysAhead: offset))
            }
        }
        return events
    }

    /// The years that a day completes; nil where they are unknown.
    private static func age(born year: Int?, on day: CivilDay) -> Int? {
        year.map { day.year.subtractingReportingOverflow($0) }
            .flatMap { $0.partialValue > 0 && !$0.overflow ? $0.partialValue : nil }
    }

    /// By contact.
    func reminders(_ db: Database, now: Date, timeZone: TimeZone) throws -> [Int: [Upcoming.Event]] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        var events: [Int: [Upcoming.Event]] = [:]
        for (contact, reminders) in try DayEntries.reminders(db) {
            for reminder in reminders {
                guard let date = reminder.nextDate(at: now, calendar: calendar) else { continue }
                let ahead = CivilDay(of: date, in: .gmt).daysSince1970 - first.daysSince1970
                guard (0..<count).contains(ahead) else { continue }
                events[contact, default: []].append(
                    Upcoming.Event(occasion: .reminder(reminder.title), day: date, daysAhead: ahead))
            }
        }
        return events
    }
}

import Contacts
import Foundation
import Model

/// A reminder of each year, which the server may have made of a day that a contact has.
struct YearlyReminder: Sendable {
    let title: String
    let day: SpecialDate
    /// False for those that the server makes of birthdays and first meetings. It makes those of deaths deletable.
    let isDeletable: Bool
    /// The server writes none.
    let hasDescription: Bool

    init?(_ object: JSONObject) {
        guard object.string("frequency_type") == "year", object.int("frequency_number") == 1,
            let date = object.date("initial_date")
        else { return nil }
        title = object.string("title") ?? ""
        day = SpecialDate(date: date)
        isDeletable = object.bool("delible", or: true)
        hasDescription = object.string("description")?.isEmpty == false
    }

    private func isOf(_ other: ContactDay) -> Bool {
        switch other {
        case .date(let year, let month, let day):
            (self.day.year, self.day.month, self.day.day) == (year, month, day)
        // The server puts it into the year of the entry.
        case .monthDay(let month, let day): (self.day.month, self.day.day) == (month, day)
        case .year: false
        }
    }

    /// Of some days of a contact, those with a reminder. The server does not say of which day a reminder is.
    static func days(
        _ days: [ContactKey: ContactValue], in reminders: [YearlyReminder], contact: ServerContact?
    ) -> Set<ContactKey> {
        Set(
            days.compactMap { key, value in
                guard let day = value.remindableDay else { return nil }
                let there = reminders.filter { $0.isOf(day) && $0.isDeletable == (key == .death) }
                return there.contains { $0.couldBe(key, of: contact) } ? key : nil
            })
    }

    /// Where birthday and first meeting are on one day, only the title tells: a birthday's has the name in it.
    private func couldBe(_ key: ContactKey, of contact: ServerContact?) -> Bool {
        guard key == .birthday || key == .metOn,
            let birthday = contact?.values[.birthday]?.remindableDay, let met = contact?.values[.metOn]?.remindableDay,
            isOf(birthday), isOf(met), case .text(let name)? = contact?.values[.firstName]
        else { return true }
        return Reminder.title(title, names: name) == (key == .birthday)
    }

    /// Of some days of a contact, those with reminders none of which need be the server's: a person may have written them. Those
    /// of deaths alone look alike, but for the name in the server's own.
    static func doubtful(
        _ days: [ContactKey: ContactValue], in reminders: [YearlyReminder], contact: ServerContact?
    ) -> Set<ContactKey> {
        guard let day = days[.death]?.remindableDay else { return [] }
        let there = reminders.filter { $0.isOf(day) && $0.isDeletable }
        let name: String? = if case .text(let name)? = contact?.values[.firstName] { name } else { nil }
        let isServers = there.contains { reminder in
            !reminder.hasDescription && name.map { Reminder.title(reminder.title, names: $0) } ?? false
        }
        return there.isEmpty || isServers ? [] : [.death]
    }
}

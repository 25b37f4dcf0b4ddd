import Model

extension MonicaPart {
    /// The day of which the server made the reminder; nil for a person's own, and for one of a death.
    func madeOf(_ values: [ContactKey: ContactValue]) -> ContactKey? {
        guard isAutomatic, case .reminder(let value) = self.value, value.unit == .year, value.every == 1 else {
            return nil
        }
        let days = [ContactKey.birthday, .metOn].filter { values[$0]?.remindableDay.map(value.isOn) ?? false }
        guard days.count > 1, case .text(let name)? = values[.firstName] else { return days.first }
        // Two days on one date: the title of a birthday has the name in it.
        return Reminder.title(value.title, names: name) ? .birthday : .metOn
    }
}

extension ReminderValue {
    /// Whether it is of the day each year.
    func isOn(_ other: ContactDay) -> Bool {
        guard unit == .year, case .date(_, let month, let day) = self.day else { return false }
        return switch other {
        case .date: self.day == other
        // The server puts it into the year of the entry.
        case .monthDay: .monthDay(month: month, day: day) == other
        case .year: false
        }
    }

    /// Whether it looks like the server's own of a death.
    func isMadeOfDeath(_ name: ContactValue?) -> Bool {
        guard description == nil, case .text(let name)? = name else { return false }
        return Reminder.title(title, names: name)
    }
}

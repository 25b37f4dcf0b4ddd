import Contacts
import Foundation

nonisolated extension Upcoming {
    enum Days {
        case today, laterDays
    }

    /// The events of today, such as "Birthday, turns 40", or of the next days, such as "Tomorrow · Buy tickets".
    ///
    /// The text is nil without such events.
    func text(of wanted: Days) -> String? {
        var days: [(ahead: Int, texts: [String])] = []
        for event in events where (event.daysAhead == 0) == (wanted == .today) {
            if days.last?.ahead != event.daysAhead {
                let day = wanted == .today ? [] : [DayText.comingDay(event.day, daysAhead: event.daysAhead)]
                days.append((event.daysAhead, day))
            }
            days[days.count - 1].texts.append(event.localizedDescription)
        }
        return days.isEmpty ? nil : days.map { $0.texts.joined(separator: " · ") }.joined(separator: tr("; "))
    }
}

extension Upcoming.Event {
    /// The event in words, without the day.
    nonisolated var localizedDescription: String {
        switch occasion {
        case .birthday(let age?): turns(age)
        case .birthday(nil): tr("Birthday")
        case .relativesBirthday(let relative, let age?): tr("%1$s: %2$s", relative.localizedDescription, turns(age))
        case .relativesBirthday(let relative, nil): tr("%1$s: %2$s", relative.localizedDescription, tr("Birthday"))
        case .reminder(let title): PlainText.line(title)
        }
    }

    /// The relative with the birthday; nil for other events.
    nonisolated var relative: Relative? {
        if case .relativesBirthday(let relative, _) = occasion { relative } else { nil }
    }

    private nonisolated func turns(_ age: Int) -> String { trn("Birthday, turns %d", "Birthday, turns %d", age) }
}

extension Upcoming.Event.Relative {
    /// Such as "Zoe Miller (Daughter)".
    nonisolated var localizedDescription: String {
        let relation = RelationshipName.text(for: relation, gender: gender)
        let name = name.isEmpty ? tr("No name") : PlainText.line(name)
        return relation.isEmpty ? name : tr("%1$s (%2$s)", name, relation)
    }
}

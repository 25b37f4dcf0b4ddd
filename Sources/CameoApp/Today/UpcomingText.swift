import Contacts
import Foundation

nonisolated extension Upcoming {
    enum Days {
        case today, laterDays
    }

    /// What is today, such as "Birthday, turns 40", or on the days that follow, such as "Tomorrow · Buy tickets"; nil if
    /// nothing is.
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
    /// What it is, without the day.
    nonisolated var localizedDescription: String {
        switch occasion {
        case .birthday(let age?): trn("Birthday, turns %d", "Birthday, turns %d", age)
        case .birthday(nil): tr("Birthday")
        case .reminder(let title): PlainText.line(title)
        }
    }
}

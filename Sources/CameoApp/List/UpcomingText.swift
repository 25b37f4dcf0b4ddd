import Contacts
import Foundation

extension Upcoming {
    /// What is on which day, such as "Today · Birthday, turns 40".
    nonisolated var words: String {
        var days: [(ahead: Int, words: [String])] = []
        for event in events {
            if days.last?.ahead != event.daysAhead {
                days.append((event.daysAhead, [DayText.comingDay(event.day, daysAhead: event.daysAhead)]))
            }
            days[days.count - 1].words.append(event.words)
        }
        return days.map { $0.words.joined(separator: " · ") }.joined(separator: tr("; "))
    }
}

extension Upcoming.Event {
    /// What it is, without the day.
    nonisolated var words: String {
        switch occasion {
        case .birthday(let age?): trn("Birthday, turns %d", "Birthday, turns %d", age)
        case .birthday(nil): tr("Birthday")
        case .reminder(let title): PlainText.line(title)
        }
    }
}

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

    /// The next day with an event and its contacts, such as "Tomorrow: Ada Lovelace and 2 more"; nil without an event.
    static func summary(of upcoming: [Upcoming], nameOrder: NameOrder = .asOnServer) -> String? {
        guard let first = upcoming.first, let event = first.events.first else { return nil }
        let others = upcoming.count { $0.events.first?.daysAhead == event.daysAhead } - 1
        let day = DayText.comingDay(event.day, daysAhead: event.daysAhead)
        let name = ContactEntry(first.contact, nameOrder: nameOrder).name
        guard others > 0 else { return tr("%1$s: %2$s", day, name) }
        return tr("%1$s: %2$s %3$s", day, name, trn("and %d more", "and %d more", others))
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

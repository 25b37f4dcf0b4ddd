import Foundation
import Model

/// A day as a person types it: "today", "yesterday", or a date.
nonisolated struct EntryDay: Hashable, Sendable {
    /// The years, counted from this one, of a day without its year.
    private static let years = -1...1

    /// Where a day without its year lies.
    enum Side: Hashable { case past, ahead, nearest }

    private(set) var today: CivilDay
    let side: Side
    /// The text of the line.
    var text: String

    /// Begins with a day, or with today.
    init(_ day: ContactDay? = nil, today: CivilDay, on side: Side = .nearest, by reader: DateReader) {
        (self.today, self.side) = (today, side)
        text = ""
        text = words(for: day.flatMap(CivilDay.init) ?? today, by: reader)
    }

    /// The day that the text means.
    func day(by reader: DateReader) throws(FormIssue) -> CivilDay {
        if let near = nearDay { return near }
        switch try reader.day(in: text) {
        case .date(let year, let month, let day)?:
            if let day = CivilDay(year: year, month: month, day: day) { return day }
        case .monthDay(let month, let day)?:
            let days = Self.years.compactMap { CivilDay(year: today.year + $0, month: month, day: day) }.filter(
                isOnSide)
            if let nearest = days.min(by: { distance($0) < distance($1) }) { return nearest }
        case .year?: throw .incompleteDate(orAge: false)
        case nil: return today
        }
        throw .noDate
    }

    /// Midnight has passed: the typed day stays, and has other words.
    mutating func follow(_ today: CivilDay, by reader: DateReader) {
        let typed = FormText.trimmed(text).isEmpty ? nil : try? day(by: reader)
        self.today = today
        if let typed { text = words(for: typed, by: reader) }
    }

    /// The text of a day some days or months away from the typed one; nil where no day is typed.
    func stepped(days: Int = 0, months: Int = 0, by reader: DateReader) -> String? {
        guard let day = try? day(by: reader) else { return nil }
        return words(for: CivilDay(daysSince1970: day.adding(months: months).daysSince1970 + days), by: reader)
    }

    /// A day as it stands in the line.
    func words(for day: CivilDay, by reader: DateReader) -> String {
        let near = Self.nearDays.first { $0.days == day.daysSince1970 - today.daysSince1970 }
        return near?.words ?? reader.text(of: ContactDay(day))
    }

    private func distance(_ day: CivilDay) -> Int { abs(day.daysSince1970 - today.daysSince1970) }

    private func isOnSide(_ day: CivilDay) -> Bool {
        switch side {
        case .past: day.daysSince1970 <= today.daysSince1970
        case .ahead: day.daysSince1970 >= today.daysSince1970
        case .nearest: true
        }
    }

    private static var nearDays: [(days: Int, words: String)] {
        [(0, tr("Today")), (-1, tr("Yesterday")), (1, tr("Tomorrow"))]
    }

    private var nearDay: CivilDay? {
        let typed = FormText.trimmed(text)
        let near = Self.nearDays.first { $0.words.localizedCaseInsensitiveCompare(typed) == .orderedSame }
        return near.map { CivilDay(daysSince1970: today.daysSince1970 + $0.days) }
    }
}

nonisolated extension ContactDay {
    init(_ day: CivilDay) { self = .date(year: day.year, month: day.month, day: day.day) }
}

nonisolated extension CivilDay {
    /// Nil for a day without its year.
    init?(_ day: ContactDay) {
        guard case .date(let year, let month, let day) = day else { return nil }
        self.init(year: year, month: month, day: day)
    }
}

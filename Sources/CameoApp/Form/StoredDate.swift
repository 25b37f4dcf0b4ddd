import Contacts
import Foundation
import Model

/// A date as it is kept in a draft. What was kept once is read for ever: keys and words here never change.
nonisolated struct StoredDate: Codable {
    /// "unknown", "exact" or "age".
    var kind: String
    var day: String
    var month: Int?
    var year: String
    var age: String
    var reckonedIn: Int
    /// The date as it was typed where it is none, or no whole one. Nil for others, and in those of earlier versions.
    var text: String?

    enum CodingKeys: String, CodingKey {
        case kind, day, month, year, age, text
        case reckonedIn = "reckoned_in"
    }

    init(_ entry: DateEntry) {
        (day, year) = ("", "")
        kind = entry.kind == .age ? "age" : entry.reading == .nothing ? "unknown" : "exact"
        (age, reckonedIn) = (entry.age, entry.reckonedIn)
        switch entry.reading {
        case .nothing: break
        case .day(.date(let year, let month, let day)):
            (self.year, self.month, self.day) = ("\(year)", month, "\(day)")
        case .day(.monthDay(let month, let day)): (self.month, self.day) = (month, "\(day)")
        case .day(.year(let year)): self.year = "\(year)"
        case .wrong: text = entry.typed
        }
    }

    var entry: DateEntry {
        let reading = kind == "unknown" ? .nothing : known.map { DateReading.day($0) }
        let kind = kind == "age" ? DateEntry.Kind.age : .date
        if let reading { return DateEntry(kind: kind, typed: nil, reading: reading, age: age, reckonedIn: reckonedIn) }
        // In the language of now: a draft says what it was to be, not in which language.
        let typed = text ?? [day, month.map { "\($0)" } ?? "", year].filter { !$0.isEmpty }.joined(separator: " ")
        let read = DateReading(typed, by: DateReader(locale: .ofDates, thisYear: reckonedIn))
        return DateEntry(kind: kind, typed: typed, reading: read, age: age, reckonedIn: reckonedIn)
    }

    /// The day of the parts that earlier versions had lines for; nil where they are none.
    private var known: ContactDay? {
        guard text == nil else { return nil }
        let (day, year) = (Int(day), Int(year))
        switch (day, month, year) {
        case (nil, nil, let year?): return .year(year)
        case (let day?, let month?, let year?) where CivilDay(year: year, month: month, day: day) != nil:
            return .date(year: year, month: month, day: day)
        case (let day?, let month?, nil) where self.year.isEmpty && CivilDay(year: 2000, month: month, day: day) != nil:
            return .monthDay(month: month, day: day)
        default: return nil
        }
    }
}

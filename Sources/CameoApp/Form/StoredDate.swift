import Contacts
import Foundation
import Model

/// The stored form of a date in a draft. Each version reads the drafts of all versions: keys and words never change.
nonisolated struct StoredDate: Codable {
    /// "unknown", "exact" or "age".
    var kind: String
    var day: String
    var month: Int?
    var year: String
    var age: String
    var reckonedIn: Int
    /// The typed text of an unreadable or partial date; nil for a whole date. Drafts of earlier versions have nil.
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
        // A draft has the date without its language: the text is in the present one.
        let typed = text ?? [day, month.map { "\($0)" } ?? "", year].filter { !$0.isEmpty }.joined(separator: " ")
        let read = DateReading(typed, by: DateReader(locale: .ofDates, lastYear: reckonedIn))
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

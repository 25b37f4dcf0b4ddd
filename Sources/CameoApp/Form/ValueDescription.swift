import Contacts
import Foundation
import Gtk
import Model

/// Values of a contact in words, on one line.
nonisolated enum ValueDescription {
    /// In characters.
    static let maxLength = 200

    /// `people` has the names of the contacts that values name.
    static func text(
        _ value: ContactValue?, of key: ContactKey, people: [AnyContactID: String], atMost limit: Int = maxLength
    ) -> String {
        switch value {
        case nil: tr("empty")
        case .text(let text)?: PlainText.line(text, atMost: limit)
        case .day(let day)?: DayMeaning.text(day, of: key) ?? tr("empty")
        case .death(let day)?: day.flatMap { DayMeaning.text($0, of: key) } ?? tr("Has Died")
        case .contact(let id)?: people[id].map { PlainText.line($0) } ?? tr("No name")
        }
    }

    static func text(_ value: AvatarValue) -> String {
        switch value {
        case .photo: tr("Photo")
        case .gravatar: tr("Gravatar")
        case .initials: tr("Initials")
        case .other: tr("Picture")
        }
    }
}

// Values beside each other.
nonisolated extension ValueDescription {
    /// As much of a text as is compared with others.
    static let maxCompared = PlainText.maxNoteLength
    /// As much as shows before a difference.
    private static let lead = maxLength / 4

    /// The beginnings of texts. Where the first two texts begin alike, each text is cut around their first difference. A
    /// further text is cut around its own difference from the first text, if that comes earlier.
    static func excerpts(of texts: [String]) -> [String] {
        guard let first = texts.first else { return [] }
        let others = texts.dropFirst()
        let places = others.map { difference(of: first, $0) }
        let place = places.first.flatMap { $0 } ?? 0
        return [excerpt(of: first, around: place)]
            + zip(others, places).map { excerpt(of: $0, around: min($1 ?? place, place)) }
    }

    /// How many scalars are alike at the beginning; nil where all are.
    private static func difference(of one: String, _ other: String) -> Int? {
        let alike = zip(one.unicodeScalars, other.unicodeScalars).prefix { $0 == $1 }.count
        return alike == max(one.unicodeScalars.count, other.unicodeScalars.count) ? nil : alike
    }

    private static func excerpt(of text: String, around place: Int) -> String {
        let scalars = text.unicodeScalars
        guard place > maxLength - lead, scalars.count > maxLength,
            let start = scalars.index(scalars.startIndex, offsetBy: place - lead, limitedBy: scalars.endIndex)
        else { return PlainText.line(text, atMost: maxLength) }
        let rest = scalars[start...]
        // A word is whole, or at least its first letter with its marks.
        let word = rest.prefix(lead / 2).firstIndex(of: " ") ?? rest.firstIndex { !$0.joins } ?? start
        return PlainText.line("…" + String(scalars[word...]).trimmed, atMost: maxLength)
    }
}

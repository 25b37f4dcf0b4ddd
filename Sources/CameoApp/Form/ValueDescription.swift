import Contacts
import Foundation
import Model

/// Values of a contact in words, on one line.
nonisolated enum ValueDescription {
    /// In characters.
    static let maxLength = 200

    /// `people` has the names of the contacts that values name.
    static func text(_ value: ContactValue?, of key: ContactKey, people: [AnyContactID: String]) -> String {
        switch value {
        case nil: tr("empty")
        case .text(let text)?: PlainText.line(text, atMost: maxLength)
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

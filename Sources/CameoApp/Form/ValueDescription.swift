import Contacts
import Foundation
import Model

/// Values of a contact in words, on one line.
nonisolated enum ValueDescription {
    private static let maxLength = 200

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

    static func text(
        _ value: PartValue?, people: [AnyContactID: String], countries: Countries
    ) -> String {
        switch value {
        case nil: return tr("empty")
        case .field(let field)?:
            let names = field.labels.map(LabelName.text).joined(separator: tr(", "))
            let labels = names.isEmpty ? "" : " (\(names))"
            return PlainText.line(field.content + labels, atMost: maxLength)
        case .address(let address)?:
            let parts = [
                address.name.map(LabelName.text), address.street, address.postalCode, address.city, address.province,
                address.country.map(countries.name(of:)),
            ]
            return PlainText.line(parts.compactMap { $0 }.joined(separator: tr(", ")), atMost: maxLength)
        case .relationship(let relationship)?:
            let words = RelationshipName.text(for: relationship.type.rawValue, gender: nil)
            let type = PlainText.line(words, atMost: maxLength)
            guard let name = people[relationship.other] else { return type }
            return tr("%1$s: %2$s", type, PlainText.line(name))
        case .reminder(let reminder)?:
            let day = DayMeaning.text(reminder.day, of: .metOn)
            return line([reminder.title, day, reminder.frequency.localizedName])
        case .note(let note)?: return PlainText.line(note.body, atMost: maxLength)
        case .call(let call)?: return line([call.content, DayMeaning.text(call.day, of: .metOn)])
        case .task(let task)?: return line([task.title, task.isDone ? tr("Done") : tr("To do")])
        case .gift(let gift)?:
            let day = gift.day.flatMap { DayMeaning.text($0, of: .metOn) }
            return line([gift.name, gift.status.localizedName, EntryAmount.text(gift.amount), day])
        case .debt(let debt)?:
            let amount = EntryAmount.text(debt.amount)
            return line([
                debt.userOwes ? tr("You owe %1$s", amount) : tr("You get %1$s", amount), debt.reason,
                debt.isSettled ? tr("Settled") : nil,
            ])
        case .pet(let pet)?: return line([pet.name, pet.animal.localizedName])
        case .activity(let activity)?:
            let names = activity.attendees.compactMap { people[$0] }
            return line([activity.summary, DayMeaning.text(activity.day, of: .metOn)] + names)
        // The name of its file says nothing.
        case .photo?: return tr("Photo")
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

    private static func line(_ words: [String?]) -> String {
        PlainText.line(words.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: tr(", ")), atMost: maxLength)
    }
}

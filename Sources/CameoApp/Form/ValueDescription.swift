import Contacts
import Foundation
import Model

/// Values of a contact in words, on one line.
nonisolated enum ValueDescription {
    private static let maxLength = 200

    static func text(_ value: ContactValue?, people: [AnyContactID: FormPerson] = [:]) -> String {
        switch value {
        case nil: tr("nothing")
        case .text(let text)?: PlainText.line(text, atMost: maxLength)
        case .day(let day)?: DayMeaning.text(day) ?? tr("nothing")
        case .death(let day)?: day.flatMap { DayMeaning.text($0) } ?? tr("Has Died")
        case .contact(let id)?: people[id].map { PlainText.line($0.name) } ?? tr("No name")
        }
    }

    static func text(
        _ value: PartValue?, people: [AnyContactID: FormPerson] = [:], countries: Countries
    ) -> String {
        switch value {
        case nil: return tr("nothing")
        case .field(let field)?:
            let labels = field.labels.isEmpty ? "" : " (\(field.labels.joined(separator: tr(", "))))"
            return PlainText.line(field.content + labels, atMost: maxLength)
        case .address(let address)?:
            let parts = [
                address.name, address.street, address.postalCode, address.city, address.province,
                address.country.map(countries.name(of:)),
            ]
            return PlainText.line(parts.compactMap { $0 }.joined(separator: tr(", ")), atMost: maxLength)
        case .relationship(let relationship)?:
            return people[relationship.other].map { PlainText.line($0.name) } ?? tr("No name")
        }
    }
}

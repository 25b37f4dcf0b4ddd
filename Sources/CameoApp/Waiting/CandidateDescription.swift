import Contacts
import Foundation
import Model

/// A contact on the server, or a part of one, that may be the one that was to be made, in words.
nonisolated extension EditCandidate {
    private static let maxLength = 120

    /// A part without a contact.
    private var onlyPart: PartValue? { values.isEmpty && parts.count == 1 ? parts.first : nil }

    /// As it is called there; of a part what it says.
    func name(people: [AnyContactID: String], countries: Countries) -> String {
        if let part = onlyPart {
            return PlainText.line(
                ValueDescription.text(part, people: people, countries: countries), atMost: Self.maxLength)
        }
        let names = [ContactKey.firstName, .lastName].compactMap { key in
            values[key].map { ValueDescription.text($0, of: key, people: [:]) }
        }
        let name = PlainText.line(names.joined(separator: " "), atMost: Self.maxLength)
        return name.isEmpty ? tr("No name") : name
    }

    /// Facts that tell the candidate from others, a line each.
    func facts(countries: Countries) -> [String] {
        let told: [ContactKey] = [.nickname, .description, .birthday, .death, .job, .company]
        var facts = told.compactMap { key in
            values[key].map {
                tr(
                    "%1$s: %2$s", key.name,
                    PlainText.line(ValueDescription.text($0, of: key, people: [:]), atMost: Self.maxLength))
            }
        }
        facts += (onlyPart == nil ? parts : []).map {
            PlainText.line(ValueDescription.text($0, people: [:], countries: countries), atMost: Self.maxLength)
        }
        if let createdAt { facts.append(tr("Made on %1$s", DayText.shortMoment(createdAt))) }
        return facts
    }
}

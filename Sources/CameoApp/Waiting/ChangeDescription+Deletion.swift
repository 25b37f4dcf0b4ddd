import Contacts
import Model

nonisolated extension ChangeDescription {
    /// What of a contact is otherwise than whoever deleted it has seen it.
    static func differences(
        from seen: SeenContact, to now: SeenContact, people: [AnyContactID: String], countries: Countries
    ) -> [Line] {
        let values = ContactKey.allCases.compactMap { key -> Line? in
            let (before, after) = (seen.values[key] ?? [nil], now.values[key]?.first ?? nil)
            guard !before.contains(after) else { return nil }
            return Line(
                label: key.name, before: ValueDescription.text(shown(before), of: key, people: people),
                after: ValueDescription.text(after, of: key, people: people))
        }
        func line(_ kind: PartKind, _ before: PartValue?, _ after: PartValue?) -> Line {
            Line(
                label: kind.name, before: ValueDescription.text(before, people: people, countries: countries),
                after: ValueDescription.text(after, people: people, countries: countries))
        }
        let changed = seen.parts.compactMap { part -> Line? in
            // An unsent contact has no name on the server.
            guard case .remote = part.part else { return nil }
            let after = now.parts.first { $0.isSame(as: part) }?.values.first ?? nil
            return part.values.contains(after) ? nil : line(part.kind, shown(part.values), after)
        }
        let new = now.parts.compactMap { part -> Line? in
            let isKnown = seen.parts.contains { known in
                guard case .remote = known.part else { return known.values.contains(part.values.first ?? nil) }
                return known.isSame(as: part)
            }
            return isKnown ? nil : line(part.kind, nil, part.values.first ?? nil)
        }
        let tags = now.tags.filter { tag in !seen.tags.contains { $0.isSameTag(as: tag) } }.sorted()
            .map { Line(label: tr("Tags"), before: tr("empty"), after: PlainText.line($0)) }
        return values + (changed + new) + tags
    }

    /// Of all that somebody may have seen, the server's comes first, then that with their own edits.
    private static func shown<Value>(_ values: [Value?]) -> Value? {
        values.dropFirst().first ?? values.first ?? nil
    }
}

nonisolated extension SeenPart {
    fileprivate func isSame(as other: SeenPart) -> Bool { kind == other.kind && part == other.part }
}

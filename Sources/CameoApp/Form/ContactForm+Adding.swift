import Contacts
import Foundation
import Model

/// A form of a new contact that a person goes on with in the form of a contact that there is already.
nonisolated struct TypedContact: Sendable {
    let form: ContactForm
    /// Its draft, which stays until the other form has one.
    let draft: DraftKeeper
}

nonisolated extension ContactForm {
    /// Adds the form of a new contact to the form of the same person. Typed values replace the present values. Typed rows and tags
    /// come behind the present ones, except for equal ones.
    mutating func add(_ typed: ContactForm) {
        people.merge(typed.people) { known, _ in known }
        addValues(of: typed)
        for entry in typed.fields {
            guard let value = entry.value, !fields.contains(where: { $0.value?.isSameEntry(as: value) == true })
            else { continue }
            fields.append(FieldEntry(row: newRow(), type: value.type, content: value.content, labels: value.labels))
        }
        for entry in typed.addresses where entry.texts.contains(where: { !DateEntry.isBlank($0.value) }) {
            if addresses.contains(where: { $0.texts == entry.texts }) { continue }
            addresses.append(AddressEntry(row: newRow(), texts: entry.texts))
        }
        for entry in typed.relationships where entry.person != nil || !DateEntry.isBlank(entry.typed) {
            if let value = entry.value, relationships.contains(where: { $0.value == value }) { continue }
            relationships.append(
                RelationshipEntry(row: newRow(), type: entry.type, person: entry.person, typed: entry.typed))
        }
        for tag in typed.allTags where !tags.contains(where: { $0.isSameTag(as: tag) }) { tags.append(tag) }
    }

    private mutating func addValues(of typed: ContactForm) {
        for (key, text) in typed.texts {
            let text = FormText.trimmed(text)
            // Another spelling of the same name says nothing new.
            let isKnown =
                text.compare(self[text: key], options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame
            if !text.isEmpty, !isKnown { texts[key] = text }
        }
        gender = typed.gender ?? gender
        for key in [ContactKey.birthday, .metOn, .death] where typed[date: key].kind != .unknown {
            self[date: key] = typed[date: key]
        }
        hasDied = hasDied || typed.hasDied
        if let person = typed.introducer {
            (introducer, typedIntroducer) = (person, typed.typedIntroducer)
        } else if !DateEntry.isBlank(typed.typedIntroducer) {
            (introducer, typedIntroducer) = (nil, typed.typedIntroducer)
        }
        reminders.merge(typed.reminders) { $1 }
    }
}

nonisolated private extension FieldValue {
    /// Whether both have the same type and the same text. Labels do not count.
    func isSameEntry(as other: FieldValue) -> Bool { type == other.type && content == other.content }
}

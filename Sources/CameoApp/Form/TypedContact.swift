import Contacts
import Foundation
import Model

/// The form of a new contact that a person goes on with in the form of a contact that exists already.
nonisolated struct TypedContact: Sendable {
    let form: ContactForm
    /// Its draft, which stays until the other form has one.
    let draft: DraftKeeper
}

nonisolated extension TypedContact {
    /// Adds the typed values to the form of the same person, in place of the present values. Typed rows and tags stand behind
    /// the present rows and tags. Equal ones are left out.
    func add(to present: inout ContactForm) {
        present.people.merge(form.people) { known, _ in known }
        addValues(to: &present)
        for value in form.fields.compactMap(\.value) where !present.fields.contains(where: { $0.has(value) }) {
            let row = present.newRow()
            present.fields.append(FieldEntry(row: row, type: value.type, content: value.content, labels: value.labels))
        }
        for entry in form.addresses where entry.texts.contains(where: { !DateEntry.isBlank($0.value) }) {
            if present.addresses.contains(where: { $0.hasTexts(of: entry) }) { continue }
            present.addresses.append(AddressEntry(row: present.newRow(), texts: entry.texts))
        }
        for entry in form.relationships where entry.isNamed || !DateEntry.isBlank(entry.typed) {
            if let value = entry.value, present.relationships.contains(where: { $0.value == value }) { continue }
            let row = present.newRow()
            present.relationships.append(
                RelationshipEntry(
                    row: row, type: entry.type, person: entry.person, typed: entry.typed,
                    makesPerson: entry.makesPerson))
        }
        for tag in form.allTags where !present.tags.contains(where: { $0.isSameTag(as: tag) }) {
            present.tags.append(tag)
        }
    }

    private func addValues(to present: inout ContactForm) {
        for (key, text) in form.texts {
            let text = FormText.trimmed(text)
            // Another spelling of the same name is nothing new.
            let isKnown =
                text.compare(present[text: key], options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame
            if !text.isEmpty, !isKnown { present.texts[key] = text }
        }
        present.gender = form.gender ?? present.gender
        for key in [ContactKey.birthday, .metOn, .death] where !form[date: key].isEmpty {
            present[date: key] = form[date: key]
        }
        present.hasDied = present.hasDied || form.hasDied
        if form.introducer != nil || !DateEntry.isBlank(form.typedIntroducer) {
            (present.introducer, present.typedIntroducer) = (form.introducer, form.typedIntroducer)
        }
        present.reminders.merge(form.reminders) { $1 }
        present.avatar = form.avatar?.anew ?? present.avatar
    }
}

nonisolated private extension FieldEntry {
    /// Whether the row has this text and type. Labels do not count.
    func has(_ other: FieldValue) -> Bool {
        value.map { $0.type == other.type && $0.content == other.content } ?? false
    }
}

nonisolated private extension AddressEntry {
    /// Whether the addresses have the same texts. A stored address has empty texts where a typed one has none.
    func hasTexts(of other: AddressEntry) -> Bool {
        AddressPart.allCases.allSatisfy { FormText.trimmed(self[$0]) == FormText.trimmed(other[$0]) }
    }
}

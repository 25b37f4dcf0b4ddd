import Contacts
import Foundation
import Model

/// What a form begins with, read off the main thread.
nonisolated struct FormStart: Sendable {
    private static let mostPeople = 6
    private static let mostMatches = 60

    var form: ContactForm
    var choices: FormChoices
    /// The server has the contact no more; what was typed is here.
    var isGone = false

    /// Nil if there is no such contact, and no draft of it. Otherwise a form is open on the contact from now on.
    @concurrent
    static func load(
        _ contact: ContactID?, for form: FormID, in store: ContactStore, _ queue: EditQueue, from draft: Draft?
    ) async throws(ContactStoreError) -> FormStart? {
        // Without choices a form has no types to add, and is none the less a form.
        let choices = (try? await store.formChoices()) ?? FormChoices()
        let mails = Set(choices.fieldTypes.filter { $0.kind == .email }.map(\.id))
        let countries = Countries(Locale(category: "LC_MESSAGES"))
        let thisYear = CivilDay(of: .now, in: .current).year
        var seen: EditableContact?
        var known: [AnyContactID: FormPerson] = [:]
        if let contact {
            seen = try await queue.editable(contact, for: form)
            known = await people(of: contact, in: store)
        }
        if let draft,
            var form = try? ContactForm(
                stored: draft.form, mailTypes: mails, countries: countries, thisYear: thisYear)
        {
            if let seen { form.take(seen, people: known) }
            return FormStart(form: form, choices: choices, isGone: contact != nil && seen?.isGone ?? true)
        }
        if let seen {
            return FormStart(
                form: ContactForm(
                    seen, people: known, mailTypes: mails, countries: countries, thisYear: thisYear),
                choices: choices, isGone: seen.isGone)
        }
        guard contact == nil else { return nil }
        return FormStart(
            form: ContactForm(mailTypes: mails, countries: countries, thisYear: thisYear), choices: choices)
    }

    /// Those whom a contact names, by all that they may be called.
    @concurrent
    static func people(of contact: ContactID, in store: ContactStore) async -> [AnyContactID: FormPerson] {
        // Who cannot be read has no name in the form.
        guard let stored = try? await store.contact(id: Int(contact.rawValue)) else { return [:] }
        var people: [AnyContactID: FormPerson] = [:]
        for reference in stored.relationships.map(\.contact) + [stored.howYouMet?.through].compactMap(\.self) {
            let name = reference.displayName.isEmpty ? tr("No name") : reference.displayName
            var names = [AnyContactID.local(ContactID(Int64(reference.id)))]
            // Values name those whom the server knows as it does.
            if let remote = (try? await store.remoteNumber(of: reference.id)) ?? nil {
                names.append(.remote(RemoteID("\(remote)")))
            }
            for id in names {
                people[id] = FormPerson(id: id, name: name, isPartial: reference.isPartial)
            }
        }
        return people
    }

    /// Contacts by what is typed of a name.
    @concurrent
    static func people(named typed: String, in store: ContactStore) async -> [FoundPerson] {
        // What cannot be searched finds nobody.
        guard let results = try? await store.search(typed, limit: mostMatches) else { return [] }
        let named = results.matches.filter { $0.parts.contains { $0.field == .name || $0.field == .nickname } }
        return named.prefix(mostPeople).map { match in
            let entry = ContactEntry(match.contact)
            return FoundPerson(
                person: FormPerson(id: .local(ContactID(Int64(entry.id))), name: entry.name), avatar: entry.avatar)
        }
    }

    /// Tags that contacts have, by what is typed of them.
    @concurrent
    static func tags(named typed: String, in store: ContactStore) async -> [String] {
        guard let results = try? await store.search(typed, limit: mostMatches, includingArchived: true) else {
            return []
        }
        var tags: [String] = []
        for part in results.matches.flatMap(\.parts) where part.field == .tag {
            if !tags.contains(where: { FormText.isSameTag($0, part.text) }) { tags.append(part.text) }
        }
        return tags
    }
}

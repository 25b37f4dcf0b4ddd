import Contacts
import Foundation
import Model

/// The reason to open a form.
nonisolated struct FormOccasion: Sendable {
    /// Nil for a new contact.
    var contact: ContactID?
    /// The earlier typing.
    var draft: Draft?
    /// The form of a new contact that turned out to be this contact.
    var added: TypedContact?
}

/// The first state of a form, read off the main thread.
nonisolated struct FormStart: Sendable {
    private static let maxPeople = 6
    private static let maxMatches = 60

    var form: ContactForm
    var choices: FormChoices
    /// The contact was deleted on the server; its draft remains.
    var isGone = false

    /// Nil if there is no such contact, and no draft of it. Otherwise a form is open on the contact from now on.
    static func load(
        _ occasion: FormOccasion, for id: FormID, in store: ContactStore, _ outbox: Outbox
    ) async throws(ContactStoreError) -> FormStart? {
        var start = try await read(occasion, for: id, in: store, outbox)
        if let added = occasion.added, var form = start?.form {
            added.add(to: &form)
            start?.form = form
        }
        return start
    }

    @concurrent
    private static func read(
        _ occasion: FormOccasion, for id: FormID, in store: ContactStore, _ outbox: Outbox
    ) async throws(ContactStoreError) -> FormStart? {
        // Without choices a form has no types to add, and is none the less a form.
        let choices = (try? await store.formChoices()) ?? FormChoices()
        // The first country that a person types looks for its name on the main thread.
        Task.detached(priority: .utility) { CountryNames.prepare() }
        let mails = Set(choices.fieldTypes.filter { $0.kind == .email }.map(\.id))
        let countries = Countries.ofPerson
        let thisYear = CivilDay(of: .now, in: .current).year
        if let draft = occasion.draft {
            var form = try readable(draft, mails, countries, thisYear)
            // The contact of the draft may have been deleted since.
            if occasion.contact == nil { form = form.anew }
            let isGone = try await catchUp(&form, with: occasion.contact, for: id, in: store, outbox)
            return FormStart(form: form, choices: choices, isGone: isGone)
        }
        guard let contact = occasion.contact else {
            return FormStart(
                form: ContactForm(mailTypes: mails, countries: countries, thisYear: thisYear), choices: choices)
        }
        guard let seen = try await outbox.editable(contact, for: id) else { return nil }
        let known = await people(of: seen, in: store)
        return FormStart(
            form: ContactForm(seen, people: known, mailTypes: mails, countries: countries, thisYear: thisYear),
            choices: choices, isGone: seen.isGone)
    }

    /// The name that is typed in a draft; empty where none is, or where the draft cannot be read.
    @concurrent
    static func typedName(in draft: Draft) async -> String {
        let form = try? ContactForm(stored: draft.form, mailTypes: [], countries: .ofPerson, thisYear: 0)
        let names = [ContactKey.firstName, .lastName].map { FormText.trimmed(form?[text: $0] ?? "") }
        return PlainText.line(names.filter { !$0.isEmpty }.joined(separator: " "), atMost: 40)
    }

    /// An unreadable draft stays stored: no other form replaces it.
    private static func readable(
        _ draft: Draft, _ mails: Set<RemoteID>, _ countries: Countries, _ thisYear: Int
    ) throws(ContactStoreError) -> ContactForm {
        do {
            return try ContactForm(stored: draft.form, mailTypes: mails, countries: countries, thisYear: thisYear)
        } catch {
            throw .unreadableDraft
        }
    }

    /// A form that was kept takes the changes since then; true where the server has the contact no longer.
    private static func catchUp(
        _ form: inout ContactForm, with contact: ContactID?, for id: FormID, in store: ContactStore, _ outbox: Outbox
    ) async throws(ContactStoreError) -> Bool {
        guard let contact else { return false }
        guard let now = try await outbox.editable(contact, for: id) else { return true }
        form.take(now, people: await people(of: now, in: store))
        return now.isGone
    }

    /// The people that a contact names, by all their numbers.
    @concurrent
    static func people(of contact: EditableContact, in store: ContactStore) async -> [AnyContactID: FormPerson] {
        var people = await storedPeople(of: contact.id, in: store)
        for other in contact.named where people[other] == nil { people[other] = await person(other, in: store) }
        return people
    }

    private static func storedPeople(of contact: ContactID, in store: ContactStore) async -> [AnyContactID: FormPerson]
    {
        // A person that cannot be read has no name in the form.
        guard let stored = try? await store.contact(id: Int(contact.rawValue)) else { return [:] }
        var people: [AnyContactID: FormPerson] = [:]
        for reference in stored.relationships.map(\.contact) + [stored.howYouMet?.through].compactMap(\.self) {
            let name = reference.displayName.isEmpty ? tr("No name") : reference.displayName
            var names = [AnyContactID.local(ContactID(Int64(reference.id)))]
            // Values name the server's contacts by the server's IDs.
            if let remote = (try? await store.remoteNumber(of: reference.id)) ?? nil {
                names.append(.remote(RemoteID("\(remote)")))
            }
            for id in names {
                people[id] = FormPerson(id: id, name: name, isPartial: reference.isPartial)
            }
        }
        return people
    }

    /// The people that an entry of a page names. `sections` have the names of contacts that are not stored.
    @concurrent
    static func people(
        ofEntry value: PartValue, besides sections: ContactSections, in store: ContactStore
    ) async -> [FormPerson] {
        guard case .activity(let activity) = value else { return [] }
        let references = sections.activities.flatMap(\.attendees)
        var people: [FormPerson] = []
        for id in activity.attendees {
            let local = await number(of: id, in: store)
            let name = references.first { $0.id == local && !$0.displayName.isEmpty }?.displayName
            people.append(await person(id, in: store) ?? FormPerson(id: id, name: name ?? tr("No name")))
        }
        return people
    }

    /// Nil for a contact that is not stored.
    private static func person(_ id: AnyContactID, in store: ContactStore) async -> FormPerson? {
        // An unreadable contact has no name in the form.
        guard let number = await number(of: id, in: store),
            let contact = (try? await store.contact(id: number)) ?? nil
        else { return nil }
        return FormPerson(id: id, name: contact.displayName.isEmpty ? tr("No name") : contact.displayName)
    }

    private static func number(of id: AnyContactID, in store: ContactStore) async -> Int? {
        switch id {
        case .local(let id): Int(id.rawValue)
        case .remote(let id): (try? await store.localNumber(of: id)) ?? nil
        }
    }

    /// Whether another contact than the form's has the same name as a person; also true after a failed search.
    @concurrent
    static func hasNamesake(
        _ person: FormPerson, besides contact: ContactID?, in store: ContactStore
    ) async -> Bool {
        let these = [await number(of: person.id, in: store), contact.map { Int($0.rawValue) }]
        guard let found = try? await store.search(person.name, limit: maxMatches), found.isComplete else { return true }
        return found.matches.contains { !these.contains($0.contact.id) && $0.contact.displayName == person.name }
    }

    /// The contacts with a part of a name, without the contact of the form.
    @concurrent
    static func people(
        named typed: String, besides contact: ContactID?, nameOrder: NameOrder, in store: ContactStore
    ) async -> [FoundPerson] {
        let own = contact.map { Int($0.rawValue) }
        // A failed search finds no contact.
        guard let results = try? await store.search(typed, limit: maxMatches) else { return [] }
        let named = results.matches.filter {
            $0.contact.id != own && $0.parts.contains { $0.field == .name || $0.field == .nickname }
        }
        return named.prefix(maxPeople).map { match in
            let entry = ContactEntry(match.contact, nameOrder: nameOrder)
            let person = FormPerson(
                id: .local(ContactID(Int64(entry.id))), name: ContactEntry(match.contact).name)
            return FoundPerson(person: person, name: entry.name, avatar: entry.avatar)
        }
    }

    /// All tags that contacts have, the most used first.
    @concurrent
    static func tags(in store: ContactStore) async -> [String] {
        // Unreadable tags complete nothing.
        (try? await store.tags())?.map(\.name) ?? []
    }

    /// The tags with a word that begins with the typing, ignoring case, accents and width.
    static func tags(_ tags: [String], named typed: String) -> [String] {
        func folded(_ text: String) -> String {
            text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        }
        let beginning = folded(FormText.trimmed(typed))
        let found = tags.map { ($0, folded($0)) }
        let first = found.filter { $0.1.hasPrefix(beginning) }
        let other = found.filter { !$0.1.hasPrefix(beginning) && $0.1.contains(" " + beginning) }
        return (first + other).map(\.0)
    }
}

private nonisolated extension EditableContact {
    /// The contacts that it names, also in conflicting values.
    var named: Set<AnyContactID> {
        var named: Set<AnyContactID> = []
        if case .contact(let other)? = values[.metThrough] { named.insert(other) }
        for part in parts { if case .relationship(let value) = part.value { named.insert(value.other) } }
        for case .conflict(let values) in problems.values {
            named.formUnion(values.flatMap { $0.value?.namedContacts ?? [] })
        }
        return named
    }
}

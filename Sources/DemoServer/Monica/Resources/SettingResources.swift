import Foundation

// The settings of an account. Photos, dates and contacts refer to them by number.
extension Resources {
    func gender(_ gender: Gender) -> JSON {
        JSON.joined(
            [
                "id": .int(gender.id), "object": "gender", "name": .string(gender.name), "type": .string(gender.type),
                "account": Self.accountReference,
            ], times(gender.created, gender.updated))
    }

    /// The gender of a contact. A request may have set another account's gender by its number.
    func gender(of person: Person) -> Gender? {
        person.genderID.flatMap { id in
            account.settings.genders.first { $0.id == id } ?? account.neighbour.genders.first { $0.id == id }
        }
    }

    func contactFieldType(_ type: ContactFieldType) -> JSON {
        JSON.joined(
            [
                "id": .int(type.id), "uuid": .string(type.uuid), "object": "contactfieldtype",
                "name": .string(type.name), "fontawesome_icon": .text(type.icon), "protocol": .text(type.prefix),
                "delible": .bool(type.isDeletable), "type": .text(type.kind), "account": Self.accountReference,
            ], times(type.created, type.updated))
    }

    func tag(_ tag: AccountTag) -> JSON {
        JSON.joined(
            [
                "id": .int(tag.id), "object": "tag", "name": .string(tag.name), "name_slug": .string(tag.slug),
                "account": Self.accountReference,
            ], times(tag.created, tag.updated))
    }

    func tags(of person: Person) -> [JSON] {
        let ids = account.tags(of: person)
        return account.settings.tags.filter { ids.contains($0.id) }.map { tag($0) }
    }
}

extension AccountTag {
    /// Of letters and digits; the name itself where none remain.
    var slug: String {
        let words = Transliteration.ascii(name).lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return words.isEmpty ? name : words.joined(separator: "-")
    }
}

extension ServerAccount {
    /// The numbers of the tags that a contact has.
    func tags(of person: Person) -> [Int] {
        guard !person.isPartial else { return [] }
        if let known = tagsOfContacts[person.id] { return known }
        guard book.ids?.contains(person.id) == true else { return [] }
        var random = Random(book.seed, person.id, .tags)
        let count = random.weighted([60, 28, 12])
        return Array(Set((0..<count).map { _ in random.integer(1...Vocabulary.tags.count) })).sorted()
    }
}

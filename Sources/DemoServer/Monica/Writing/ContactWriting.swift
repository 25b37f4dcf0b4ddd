import Foundation

// `POST /contacts`, `PUT` and `DELETE /contacts/{id}`.
extension Write {
    mutating func createContact() throws(Refusal) -> Reply {
        var rules = rules
        checkNames(&rules, isNew: true)
        try rules.end()
        let id = account.nextContact
        var random = Random(account.book.seed, id, .identity)
        var person = Person(
            id: id, uuid: input.string("uuid") ?? uuid(.contact),
            hashID: "h:" + random.characters(PersonMaker.alphanumerics, count: 18), firstName: "", avatar: .initials,
            initialsDrawn: now, colour: random.pick(PersonMaker.colours), created: now, updated: now, culture: 0,
            age: 30)
        setGeneral(&person, isNew: true)
        account.store(person)
        // From here on the contact exists, even if the request fails.
        try setBirthday(id)
        try setDeath(id)
        if let address = input.string("email") { addEmail(address, to: id) }
        touch(id)
        return .contact(id, status: 201)
    }

    mutating func updateContact(_ text: String) throws(Refusal) -> Reply {
        var rules = rules
        if Int(text) == nil { rules.refuse("The contact id must be an integer.") }
        checkNames(&rules, isNew: false)
        try rules.end()
        let id = Int(text) ?? 0
        _ = try editable(id)
        let write = self
        edit(id) { person in
            let name = person.completeNameOfTheLiving
            write.setGeneral(&person, isNew: false)
            if person.completeNameOfTheLiving != name { person.initialsDrawn = write.now }
        }
        try setBirthday(id)
        try setDeath(id)
        return .contact(id)
    }

    /// Deletes a contact, its relations, and partial contacts without another relation. Other details stay.
    mutating func deleteContact(_ text: String) throws(Refusal) -> Reply {
        guard let id = Int(text) else {
            throw Refusal(.invalid("The contact id must be an integer.", of: "contact_id"))
        }
        guard account.wasIssued(id) else {
            throw Refusal(.invalid("The selected contact id is invalid.", of: "contact_id"))
        }
        guard let person = account.person(id) else {
            let message = "No query results for model [App\\Models\\Contact\\Contact] \(id)"
            throw Refusal(.exception(message, status: 404, for: request))
        }
        guard person.isActive else { throw Refusal(.invalid(Self.archived, of: nil)) }
        for relation in account.relations(of: id) { removeRelation(relation) }
        account.edit(id) { $0.isDeleted = true }
        if account.me == id { account.me = nil }
        return .deleted(id, asText: true)
    }
}

extension Write {
    private func checkNames(_ rules: inout Rules, isNew: Bool) {
        let settings = account.settings
        let others = account.neighbour.genders
        rules.check("first_name", .required, .string, .max(255))
        for key in ["middle_name", "last_name", "nickname"] { rules.check(key, .nullable, .string, .max(255)) }
        rules.check(
            "gender_id", .nullable, .integer,
            .exists { id in (settings.genders + others).contains { $0.id == id } })
        rules.check("description", .nullable, .string, .max(255))
        if isNew { rules.check("email", .nullable, .string, .max(255)) }
        rules.check("is_partial", .nullable, .boolean)
        rules.check("is_birthdate_known", .required, .boolean)
        for key in ["birthdate_day", "birthdate_month", "birthdate_year"] { rules.check(key, .nullable, .integer) }
        rules.check("birthdate_is_age_based", .nullable, .boolean)
        rules.check("birthdate_age", .nullable, .integer)
        rules.check("birthdate_add_reminder", .nullable, .boolean)
        if isNew {
            rules.check("is_deceased", .required, .boolean)
        } else {
            rules.check("is_deceased", .nullable, .boolean)
        }
        rules.check("is_deceased_date_known", .required, .boolean)
        for key in ["deceased_date_day", "deceased_date_month", "deceased_date_year"] {
            rules.check(key, .nullable, .integer)
        }
        rules.check("deceased_date_add_reminder", .nullable, .boolean)
    }

    /// Names and gender are kept where they are left out; the description is erased. Some columns that no rule names are
    /// written as they come.
    private func setGeneral(_ person: inout Person, isNew: Bool) {
        person.firstName = input.string("first_name") ?? person.firstName
        if input.has("middle_name") { person.middleName = input.string("middle_name") }
        if input.has("last_name") { person.lastName = input.string("last_name") }
        if input.has("nickname") { person.nickname = input.string("nickname") }
        if input.has("gender_id") { person.genderID = input.int("gender_id") }
        person.description = input.string("description")
        person.isPartial = input.bool("is_partial") ?? person.isPartial
        if !isNew, let uuid = input.string("uuid"), UUID(uuidString: uuid) != nil { person.uuid = uuid }
        if input.has("job") { person.job = input.string("job") }
        if input.has("company") { person.company = input.string("company") }
        if input.has("food_preferences") { person.foodPreferences = input.string("food_preferences") }
        if input.has("first_met_additional_info") {
            person.howMet = person.howMet ?? Person.HowMet()
            person.howMet?.general = input.string("first_met_additional_info")
        }
        if let created = date("created_at") { person.created = created }
        if let source = input.string("avatar_source") { person.avatar = avatar(source, of: person) }
    }

    /// The avatar of a source. Any text is accepted; an unknown source has no picture.
    private func avatar(_ source: String, of person: Person) -> Person.Avatar {
        switch source {
        case "default": .initials
        case "adorable": .adorable
        case "gravatar": gravatar(of: person.id)
        case "photo":
            if case .photo = person.avatar { person.avatar } else { .photo(0) }
        default: .other(source)
        }
    }

    private mutating func addEmail(_ address: String, to id: Int) {
        guard let type = account.settings.contactFieldTypes.first(where: { $0.kind == "email" })?.id else { return }
        let uuid = uuid(.contactField)
        account.store(
            ContactFieldResource(
                id: account.newID(ContactFieldResource.self), uuid: uuid, contact: id, type: type, content: address,
                created: now, updated: now))
    }
}

// Work, food, introduction, tags, and the contact that is "me".
extension Write {
    /// A key that is left out is erased.
    mutating func updateWork(_ id: String) throws(Refusal) -> Reply {
        let id = try part(id) { rules in
            rules.check("job", .nullable, .string, .max(255))
            rules.check("company", .nullable, .string, .max(255))
        }
        let input = input
        edit(id) {
            $0.job = input.string("job")
            $0.company = input.string("company")
        }
        return .contact(id)
    }

    mutating func updateFood(_ id: String) throws(Refusal) -> Reply {
        let id = try part(id) { $0.check("food_preferences", .nullable, .string, .max(65_535)) }
        let input = input
        edit(id) { $0.foodPreferences = input.string("food_preferences") }
        return .contact(id)
    }

    mutating func updateIntroduction(_ id: String) throws(Refusal) -> Reply {
        let isKnownContact = account.wasIssued
        let missing = missingPartsOfMeeting
        let id = try part(id) { rules in
            rules.check("met_through_contact_id", .nullable, .integer, .exists(isKnownContact))
            rules.check("general_information", .nullable, .string, .max(65_535))
            rules.check("where", .nullable, .string, .max(255))
            rules.check("is_date_known", .required, .boolean)
            rules.check("is_age_based", .nullable, .boolean)
            for key in ["day", "month", "year", "age"] { rules.check(key, .nullable, .integer) }
            rules.check("add_reminder", .nullable, .boolean)
            for name in missing { rules.refuse("The \(name) field is required.") }
        }
        if let other = input.int("met_through_contact_id") { _ = try person(other) }
        try setMeeting(id)
        return .contact(id)
    }

    /// The contact in a path, after the checks: neither partial nor archived.
    private func part(_ text: String, _ check: (inout Rules) -> Void) throws(Refusal) -> Int {
        var rules = rules
        let id = Int(text) ?? 0
        if Int(text) == nil {
            rules.refuse("The contact id must be an integer.")
        } else {
            rules.checkID("contact", isKnown: account.wasIssued(id))
        }
        check(&rules)
        try rules.end()
        guard try !editable(id).isPartial else {
            throw Refusal(.invalid(["The contact can't be a partial contact"]))
        }
        return id
    }

    mutating func setMe() throws(Refusal) -> Reply {
        var rules = rules
        rules.checkContact()
        try rules.end()
        account.me = try owner().id
        return Reply(.json(["true"]))
    }

    mutating func unsetMe() throws(Refusal) -> Reply {
        account.me = nil
        return Reply(.json(["true"]))
    }
}

// The time of a contact does not move with its tags.
extension Write {
    /// Adds tags by name, ignoring case. Tags before an invalid name stay added.
    mutating func setTags(_ text: String) throws(Refusal) -> Reply {
        let person = try tagged(text)
        for element in input.list("tags") {
            guard case .string(let name) = element else {
                let problem = element == .null ? "field is required" : "must be a string"
                throw Refusal(.invalid("The name \(problem).", of: "name"))
            }
            guard person.isActive else { throw Refusal(.invalid(Self.archived, of: nil)) }
            let id = tag(named: name)
            let known = account.tags(of: person)
            if !known.contains(id) { account.tagsOfContacts[person.id] = known + [id] }
        }
        return .contact(person.id)
    }

    /// By id, unlike `setTags`.
    mutating func unsetTag(_ text: String) throws(Refusal) -> Reply {
        let person = try tagged(text)
        for element in input.list("tags") {
            guard let id = element.integer else {
                throw Refusal(.invalid("The tag id must be an integer.", of: "tag_id"))
            }
            guard person.isActive else { throw Refusal(.invalid(Self.archived, of: nil)) }
            guard account.settings.tags.contains(where: { $0.id == id }) else {
                let message = "No query results for model [App\\Models\\Contact\\Tag] \(id)"
                throw Refusal(.exception(message, status: 404, for: request))
            }
            account.tagsOfContacts[person.id] = account.tags(of: person).filter { $0 != id }
        }
        return .contact(person.id)
    }

    mutating func unsetTags(_ text: String) throws(Refusal) -> Reply {
        let person = try person(Int(text) ?? 0)
        guard person.isActive else { throw Refusal(.invalid(Self.archived, of: nil)) }
        account.tagsOfContacts[person.id] = []
        return .contact(person.id)
    }

    private func tagged(_ text: String) throws(Refusal) -> Person {
        let person = try person(Int(text) ?? 0)
        var rules = rules
        rules.check("tags", .required, .array)
        try rules.end()
        return person
    }

    private mutating func tag(named name: String) -> Int {
        let known = account.settings.tags.first { $0.name.lowercased() == name.lowercased() }
        if let known { return known.id }
        return addTag(name).id
    }
}

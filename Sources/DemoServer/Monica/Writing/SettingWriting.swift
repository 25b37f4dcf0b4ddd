// Tags, genders and kinds of contact fields.
extension Write {
    mutating func createSetting(_ list: WriteRoute.SettingsList) throws(Refusal) -> Reply {
        try check(list)
        let name = input.string("name") ?? ""
        switch list {
        case .tags:
            let tag = addTag(name)
            return Reply(status: 201) { resources, _ in resources.tag(tag) }
        case .genders:
            let gender = Gender(
                id: account.settings.nextGender, name: name, type: input.string("type") ?? "", created: now,
                updated: now)
            account.settings.nextGender += 1
            account.settings.genders.append(gender)
            return Reply(status: 201) { resources, _ in resources.gender(gender) }
        case .contactfieldtypes:
            var type = ContactFieldType(
                id: account.settings.nextContactFieldType, uuid: uuid(.contactFieldType), name: name,
                isDeletable: true, created: now, updated: now)
            set(&type)
            account.settings.nextContactFieldType += 1
            account.settings.contactFieldTypes.append(type)
            let made = type
            return Reply(status: 201) { resources, _ in resources.contactFieldType(made) }
        }
    }

    mutating func updateSetting(_ list: WriteRoute.SettingsList, _ text: String) throws(Refusal) -> Reply {
        let index = try index(list, text)
        try check(list)
        let name = input.string("name") ?? ""
        switch list {
        case .tags:
            account.settings.tags[index].name = name
            account.settings.tags[index].updated = now
            return Reply { resources, _ in resources.tag(resources.account.settings.tags[index]) }
        case .genders:
            account.settings.genders[index].name = name
            account.settings.genders[index].type = input.string("type") ?? ""
            account.settings.genders[index].updated = now
            return Reply { resources, _ in resources.gender(resources.account.settings.genders[index]) }
        case .contactfieldtypes:
            account.settings.contactFieldTypes[index].name = name
            set(&account.settings.contactFieldTypes[index])
            account.settings.contactFieldTypes[index].updated = now
            return Reply { resources, _ in
                resources.contactFieldType(resources.account.settings.contactFieldTypes[index])
            }
        }
    }

    /// A tag goes from all contacts, a gender likewise, and a kind of field takes all fields of it along.
    mutating func deleteSetting(_ list: WriteRoute.SettingsList, _ text: String) throws(Refusal) -> Reply {
        let index = try index(list, text)
        switch list {
        case .tags: return .deleted(account.settings.tags.remove(at: index).id, asText: true)
        case .genders: return .deleted(account.settings.genders.remove(at: index).id)
        case .contactfieldtypes: return .deleted(account.settings.contactFieldTypes.remove(at: index).id)
        }
    }

    mutating func addTag(_ name: String) -> AccountTag {
        let tag = AccountTag(id: account.settings.nextTag, name: name, created: now, updated: now)
        account.settings.nextTag += 1
        account.settings.tags.append(tag)
        return tag
    }

    private func check(_ list: WriteRoute.SettingsList) throws(Refusal) {
        var rules = rules
        switch list {
        case .tags: rules.check("name", .required, .string)
        case .genders:
            rules.check("name", .required, .string, .max(255))
            rules.check("type", .required, .oneOf(["M", "F", "O", "U", "N"]))
        case .contactfieldtypes:
            rules.check("name", .required, .string, .max(255))
            rules.check("fontawesome_icon", .nullable, .string, .max(255))
            rules.check("protocol", .nullable, .string, .max(255))
            rules.check("delible", .nullable, .boolean)
        }
        try rules.end()
    }

    /// Parts that the request leaves out stay.
    private func set(_ type: inout ContactFieldType) {
        if input.has("fontawesome_icon") { type.icon = input.string("fontawesome_icon") }
        if input.has("protocol") { type.prefix = input.string("protocol") }
        type.isDeletable = input.bool("delible") ?? type.isDeletable
    }

    private func index(_ list: WriteRoute.SettingsList, _ text: String) throws(Refusal) -> Int {
        let id = Int(text) ?? 0
        let index: Int?
        switch list {
        case .tags: index = account.settings.tags.firstIndex { $0.id == id }
        case .genders: index = account.settings.genders.firstIndex { $0.id == id }
        case .contactfieldtypes: index = account.settings.contactFieldTypes.firstIndex { $0.id == id }
        }
        if let index { return index }
        throw Refusal(list == .genders ? Missing.selected("gender").response : .notFound)
    }
}

extension Resources {
    enum Depth {
        case full
        case withContactFields
    }

    /// A contact as lists and `/contacts/{id}` have it; a partial one has fewer keys.
    func contact(_ person: Person, _ depth: Depth) -> JSON {
        let head = JSON.joined(names(person), ["description": .text(person.description)], state(person))
        let foot = JSON.joined(["account": Self.accountReference], times(person.created, person.updated))
        guard !person.isPartial else { return .joined(head, ["information": ["dates": dates(person)]], foot) }
        let body: JSON = [
            "information": information(person), "addresses": .array(list(AddressResource.self, of: person)),
            "tags": .array(tags(of: person)), "statistics": statistics(person),
        ]
        let extra: JSON =
            depth == .withContactFields
            ? ["contactFields": .array(list(ContactFieldResource.self, of: person)), "notes": newestNotes(person)] : [:]
        return .joined(head, touch(person), body, extra, ["url": api("contacts/\(person.id)")], foot)
    }

    /// The form in which a contact is named inside other resources.
    func short(_ person: Person) -> JSON {
        let url: JSON = person.isPartial ? [:] : ["url": api("contacts/\(person.id)")]
        let information: JSON = [
            "birthdate": date(person.birthdate), "deceased_date": date(person.deceasedDate), "avatar": avatar(person),
        ]
        return .joined(
            names(person), state(person), ["information": information], url, ["account": Self.accountReference])
    }

    func short(_ id: Int?) -> JSON {
        id.flatMap { account.person($0) }.map { short($0) } ?? .null
    }

    /// The contact in a search's answer. A search selects few columns, so most properties look empty, even if they are set.
    func searchResult(_ person: Person, _ depth: Depth) -> JSON {
        var hollow = person
        hollow.isActive = false
        hollow.isDead = false
        hollow.birthdate = nil
        hollow.deceasedDate = nil
        hollow.job = nil
        hollow.company = nil
        hollow.foodPreferences = nil
        hollow.howMet = nil
        hollow.stayInTouchFrequency = nil
        hollow.stayInTouchDate = nil
        guard case .object(var members) = contact(hollow, depth) else { return .null }
        for index in members.indices where members[index].key == "last_called" { members[index].value = .null }
        return .object(members)
    }

    func avatar(_ person: Person) -> JSON {
        let (url, source) = avatarSource(person)
        return ["url": url, "source": .string(source), "default_avatar_color": .string(person.colour)]
    }

    func date(_ date: Person.PersonDate?) -> JSON {
        [
            "is_age_based": date.map { .bool($0.isAgeBased) } ?? .null,
            "is_year_unknown": date.map { .bool($0.isYearUnknown) } ?? .null,
            "date": .text(date?.date.text),
        ]
    }
}

extension Resources {
    private func names(_ person: Person) -> JSON {
        [
            "id": .int(person.id), "uuid": .string(person.uuid), "object": "contact",
            "hash_id": .string(hashID(person)),
            "first_name": .string(person.firstName), "last_name": .text(person.lastName),
            "nickname": .text(person.nickname), "complete_name": .string(person.completeName),
            "initials": .string(person.initials),
        ]
    }

    /// A partial contact has the hash of the contact that it belongs to.
    private func hashID(_ person: Person) -> String {
        guard person.isPartial else { return person.hashID }
        let owners = account.relations(of: person.id).compactMap { account.person($0.to) }
        return owners.first { !$0.isPartial }?.hashID ?? ""
    }

    private func state(_ person: Person) -> JSON {
        let gender = gender(of: person)
        return [
            "gender": .text(gender?.name), "gender_type": .text(gender?.type),
            "is_starred": .bool(person.isStarred), "is_partial": .bool(person.isPartial),
            "is_active": .bool(person.isActive), "is_dead": .bool(person.isDead), "is_me": .bool(person.isMe),
        ]
    }

    private func touch(_ person: Person) -> JSON {
        [
            "last_called": .text(person.lastCalled?.microseconds),
            "last_activity_together": .text(lastActivity(person)?.microseconds),
            "stay_in_touch_frequency": .number(person.stayInTouchFrequency),
            "stay_in_touch_trigger_date": .text(person.stayInTouchDate?.text),
        ]
    }

    private func lastActivity(_ person: Person) -> Timestamp? {
        account.rows(ActivityResource.self, of: person.id).map(\.happened).max()
    }

    private func information(_ person: Person) -> JSON {
        [
            "relationships": relationships(person), "dates": dates(person),
            "career": ["job": .text(person.job), "company": .text(person.company)], "avatar": avatar(person),
            "food_preferences": .text(person.foodPreferences),
            "how_you_met": [
                "general_information": .text(person.howMet?.general), "first_met_date": date(person.howMet?.date),
                "first_met_through_contact": short(person.howMet?.through),
            ],
        ]
    }

    private func dates(_ person: Person) -> JSON {
        ["birthdate": date(person.birthdate), "deceased_date": date(person.deceasedDate)]
    }

    private func relationships(_ person: Person) -> JSON {
        let all = account.relations(of: person.id)
        return .object(
            RelationType.Group.allCases.map { group in
                let relations = all.filter { $0.type.group == group }
                let contacts = relations.map { relation -> JSON in
                    let name: JSON = [
                        "id": .int(relation.id), "uuid": uuid(.relation, relation.id),
                        "name": .string(relation.type.name),
                    ]
                    return ["relationship": name, "contact": short(relation.to)]
                }
                return JSON.Member(
                    key: group.name, value: ["total": .int(contacts.count), "contacts": .array(contacts)])
            })
    }

    private func avatarSource(_ person: Person) -> (url: JSON, source: String) {
        switch person.avatar {
        case .initials: (.string(initialsURL(person)), "default")
        case .initialsWithoutURL: ("", "default")
        case .adorable: (.string(pictures.adorable(of: person, seed: seed)), "adorable")
        case .gravatar:
            (.string("https://secure.gravatar.com/avatar/\(gravatarHash(person)).jpg?s=200&d=mp&r=g"), "gravatar")
        case .gravatarWithoutURL: (.null, "gravatar")
        case .photo:
            // A quirk of Monica: without the photo it is the default avatar, and still called a photo.
            (
                .string(account.avatarPhoto(of: person).map { file("photos/\($0.fileName)") } ?? initialsURL(person)),
                "photo"
            )
        case .other(let source): (.string(initialsURL(person)), source)
        }
    }

    private func initialsURL(_ person: Person) -> String {
        file("avatars/\(person.uuid).jpg?\(person.initialsDrawn.seconds)")
    }

    /// Not of any address: 32 digits that look like one.
    private func gravatarHash(_ person: Person) -> String {
        person.uuid.replacing("-", with: "")
    }

    private func newestNotes(_ person: Person) -> JSON {
        let newest = account.rows(NoteResource.self, of: person.id, known: person).sorted {
            ($0.created, $0.id) > ($1.created, $1.id)
        }
        return .array(newest.prefix(3).map { $0.json(self, known: person) })
    }

    private func statistics(_ person: Person) -> JSON {
        .object(
            [Detail.calls, .notes, .activities, .reminders, .tasks, .gifts, .debts].map {
                JSON.Member(key: "number_of_\($0.rawValue)", value: .int(count($0, of: person)))
            })
    }
}

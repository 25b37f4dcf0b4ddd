extension Resources {
    /// How many details of a kind the server has of a contact.
    func count(_ detail: Detail, of person: Person) -> Int {
        guard !person.isPartial else { return 0 }
        switch detail {
        case .reminders: return account.book.count(of: detail, contact: person.id) + (birthday(person) == nil ? 0 : 1)
        case .photos: return account.photos(of: person.id).count
        default: return account.book.count(of: detail, contact: person.id)
        }
    }

    /// One detail of a contact; photos have a resource of their own, since theirs can fail.
    func resource(_ detail: Detail, of person: Person, index: Int) -> JSON {
        var random = account.book.random(for: detail, contact: person.id, index: index)
        // The first draw is the time of entry.
        _ = random.next()
        let item = Item(
            number: Detail.number(contact: person.id, index: index), index: index, person: person,
            entered: account.book.entered(detail, contact: person.id, index: index))
        switch detail {
        case .notes: return note(item, &random)
        case .activities: return activity(item, &random)
        case .calls: return call(item, &random)
        case .reminders: return reminder(item, &random)
        case .tasks: return task(item, &random)
        case .gifts: return gift(item, &random)
        case .debts: return debt(item, &random)
        case .addresses: return address(item, &random)
        case .contactfields: return contactField(item, &random)
        case .pets: return pet(item, &random)
        case .photos: return .null
        }
    }

    struct Item {
        var number: Int
        var index: Int
        var person: Person
        var entered: Timestamp
    }
}

extension Resources {
    private func note(_ item: Item, _ random: inout Random) -> JSON {
        let isFavourite = random.chance(0.1)
        return JSON.joined(
            [
                "id": .int(item.number), "uuid": uuid(.note, item.number), "object": "note",
                "body": .string(random.pick(Vocabulary.notes)), "is_favorited": .bool(isFavourite),
                "favorited_at": .text(isFavourite ? item.entered.midnight.text : nil),
                "url": api("notes/\(item.number)"),
            ], tail(item))
    }

    private func activity(_ item: Item, _ random: inout Random) -> JSON {
        let kind: JSON = random.chance(0.8) ? activityType(random.integer(1...Reference.activityTypes.count)) : .null
        return JSON.joined(
            [
                "id": .int(item.number), "uuid": uuid(.activity, item.number), "object": "activity",
                "summary": .string(random.pick(Vocabulary.activities)),
                "description": .text(random.chance(0.5) ? random.pick(Vocabulary.activityDetails) : nil),
                "happened_at": .string(item.entered.date), "activity_type": kind,
                "attendees": ["total": 1, "contacts": [short(item.person)]], "emotions": .array(emotions(&random)),
                "url": api("activities/\(item.number)"), "account": Self.accountReference,
            ], times(item.entered))
    }

    private func call(_ item: Item, _ random: inout Random) -> JSON {
        JSON.joined(
            [
                "id": .int(item.number), "uuid": uuid(.call, item.number), "object": "call",
                "called_at": .string(item.entered.midnight.text),
                "content": .text(random.chance(0.8) ? random.pick(Vocabulary.calls) : nil),
                "contact_called": .bool(random.chance(0.5)), "emotions": .array(emotions(&random)),
                "url": api("calls/\(item.number)"),
            ], tail(item))
    }

    private func task(_ item: Item, _ random: inout Random) -> JSON {
        let isDone = random.chance(0.4)
        return JSON.joined(
            [
                "id": .int(item.number), "uuid": nil, "object": "task", "title": .string(random.pick(Vocabulary.tasks)),
                "description": .text(random.chance(0.3) ? "With stamps" : nil), "completed": .bool(isDone),
                "completed_at": .text(isDone ? item.entered.text : nil),
            ], tail(item))
    }

    private func gift(_ item: Item, _ random: inout Random) -> JSON {
        let amount = random.chance(0.6) ? "\(random.integer(4...60)).\(random.pick(["00", "50", "90"]))" : nil
        return JSON.joined(
            [
                "id": .int(item.number), "uuid": uuid(.gift, item.number), "object": "gift",
                "name": .string(random.pick(Vocabulary.gifts)), "comment": nil,
                "url": .text(random.chance(0.2) ? "https://example.com/gift" : nil), "amount": .text(amount),
                "value": .text(amount), "amount_with_currency": .text(amount.map { "$" + $0 }),
                "status": .string(random.pick(["idea", "offered", "received"])), "date": nil, "recipient": nil,
                "photos": [],
                "contact": short(item.person), "account": Self.accountReference,
            ], times(item.entered))
    }

    private func debt(_ item: Item, _ random: inout Random) -> JSON {
        let amount = "\(random.integer(3...80)).00"
        return JSON.joined(
            [
                "id": .int(item.number), "uuid": uuid(.debt, item.number), "object": "debt",
                "in_debt": .string(random.pick(["yes", "no"])),
                "status": .string(random.pick(["inprogress", "complete"])),
                "amount": .string(amount), "value": .string(amount), "amount_with_currency": .string("$" + amount),
                "reason": .string(random.pick(Vocabulary.debts)),
            ], tail(item))
    }

    private func pet(_ item: Item, _ random: inout Random) -> JSON {
        let (id, name) = random.pick([(2, "dog"), (3, "cat"), (5, "bird"), (8, "rabbit")])
        return JSON.joined(
            [
                "id": .int(item.number), "uuid": uuid(.pet, item.number), "object": "pet",
                "name": .string(random.pick(Vocabulary.pets)),
                "pet_category": [
                    "id": .int(id), "object": "pet_category", "name": .string(name), "is_common": .bool(id < 5),
                ],
            ], tail(item))
    }

    private func address(_ item: Item, _ random: inout Random) -> JSON {
        let culture = Culture.all[item.person.culture]
        let place = random.pick(culture.places)
        let number = random.integer(1...140)
        let street = random.pick(culture.streets)
        let isComplete = random.chance(0.9)
        let line = culture.houseNumberFirst ? "\(number) \(street)" : "\(street) \(number)"
        return JSON.joined(
            [
                "id": .int(item.number), "uuid": uuid(.address, item.number), "object": "address",
                "name": .text(random.chance(0.5) ? random.pick(["Home", "Work", "Summer house"]) : nil),
                "street": .text(isComplete ? line : nil), "city": .string(place.city),
                "province": .text(place.province),
                "postal_code": .text(isComplete ? place.postalCode : nil),
                "latitude": .number(random.chance(0.7) ? place.latitude : nil as Double?),
                "longitude": .number(random.chance(0.7) ? place.longitude : nil as Double?),
                "country": country(culture.country), "url": api("addresses/\(item.number)"),
            ], tail(item))
    }

    func country(_ country: Culture.Country) -> JSON {
        [
            "id": .string(country.code), "object": "country", "name": .string(country.name),
            "iso": .string(country.code),
        ]
    }

    func tail(_ item: Item) -> JSON {
        JSON.joined(["account": Self.accountReference, "contact": short(item.person)], times(item.entered))
    }

    private func emotions(_ random: inout Random) -> [JSON] {
        guard random.chance(0.3) else { return [] }
        let (id, name) = random.pick([(1, "adoration"), (3, "love"), (20, "cheerfulness")])
        return [["id": .int(id), "object": "emotion", "name": .string(name)]]
    }
}

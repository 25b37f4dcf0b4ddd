extension Resources {
    /// The date that a yearly reminder of the birthday repeats; the server makes one when the day is known.
    func birthday(_ person: Person) -> Timestamp? {
        guard let birthdate = person.birthdate, !birthdate.isAgeBased else { return nil }
        return birthdate.date
    }

    func reminder(_ item: Item, _ random: inout Random) -> JSON {
        let plan = plan(item, &random)
        return JSON.joined(
            [
                "id": .int(item.number), "uuid": uuid(.reminder, item.number), "object": "reminder",
            ], body(plan), tail(item))
    }

    /// What of a contact's reminders is planned within some days, as `/reminders/upcoming` lists it.
    func upcoming(_ person: Person, from: Timestamp, to: Timestamp) -> [JSON] {
        (0..<count(.reminders, of: person)).compactMap { index in
            let number = Detail.number(contact: person.id, index: index)
            let entered = account.book.entered(.reminders, contact: person.id, index: index)
            let item = Item(number: number, index: index, person: person, entered: entered)
            var random = account.book.random(for: .reminders, contact: person.id, index: index)
            _ = random.next()
            let plan = plan(item, &random)
            guard let next = plan.next(from), next <= to else { return nil }
            return JSON.joined(
                [
                    "id": .int(number), "reminder_id": .int(number), "object": "reminder",
                    "planned_date": .string(next.microseconds),
                ], body(plan), tail(item))
        }
    }
}

extension Resources {
    private struct Plan {
        var title: String
        var description: String?
        var frequency: String
        var date: Timestamp
        var isDeletable: Bool

        /// The next day on which it is due, counted from one day on.
        func next(_ from: Timestamp) -> Timestamp? {
            if date >= from { return date }
            let (_, month, day) = date.civil
            switch frequency {
            case "year":
                let this = Timestamp(year: from.civil.year, month: month, day: day)
                return this >= from ? this : Timestamp(year: from.civil.year + 1, month: month, day: day)
            case "month":
                let this = Timestamp(year: from.civil.year, month: from.civil.month, day: day)
                return this >= from ? this : Timestamp(year: from.civil.year, month: from.civil.month + 1, day: day)
            default: return nil
            }
        }
    }

    private func plan(_ item: Item, _ random: inout Random) -> Plan {
        let person = item.person
        if item.index == 0, let birthday = birthday(person) {
            let title =
                person.isDead
                ? "On this date, \(person.firstName) would have celebrated their birthday"
                : "Wish happy birthday to \(person.firstName)"
            return Plan(title: title, frequency: "year", date: birthday, isDeletable: false)
        }
        return Plan(
            title: random.pick(Vocabulary.reminders), description: random.chance(0.3) ? "Ask about the garden" : nil,
            frequency: random.pick(["one_time", "month", "year"]),
            date: account.book.today.adding(days: random.integer(1...120)), isDeletable: true)
    }

    private func body(_ plan: Plan) -> JSON {
        [
            "title": .string(plan.title), "description": .text(plan.description),
            "frequency_type": .string(plan.frequency), "frequency_number": 1, "initial_date": .string(plan.date.text),
            "delible": .bool(plan.isDeletable),
        ]
    }
}

struct ReminderResource: DetailResource {
    static let detail = Detail.reminders
    static var table: WritableKeyPath<ServerAccount, Table<ReminderResource>> { \.reminders }
    private static let frequencies = ["one_time", "week", "month", "year"]

    var id: Int
    var uuid: String
    var contact: Int
    var title: String
    var description: String?
    var frequency: String
    var number = 1
    var date: Timestamp
    /// Protects nothing.
    var isDeletable: Bool
    var created: Timestamp
    var updated: Timestamp

    var owners: [Int] { [contact] }

    /// The birthday's comes first, if there is one.
    static func indices(_ account: ServerAccount, contact: Int) -> Range<Int> {
        let birthday = account.book.hasBirthday(contact) ? 1 : 0
        return 0..<(account.book.count(of: .reminders, contact: contact) + birthday)
    }
}

extension ReminderResource {
    init(_ invention: Invention) {
        var random = invention.random
        id = invention.id
        uuid = invention.uuid(.reminder)
        contact = invention.contact
        created = invention.entered
        updated = invention.entered
        if invention.index == 0, invention.book.hasBirthday(contact), let person = invention.person,
            let birthdate = person.birthdate
        {
            let name = person.firstName
            title =
                person.isDead
                ? "On this date, \(name) would have celebrated their birthday" : "Wish happy birthday to \(name)"
            frequency = "year"
            date = birthdate.date
            isDeletable = false
        } else {
            title = random.pick(Vocabulary.reminders)
            description = random.chance(0.3) ? "Ask about the garden" : nil
            frequency = random.pick(["one_time", "month", "year"])
            date = invention.book.today.adding(days: random.integer(1...120))
            isDeletable = true
        }
    }
}

extension ReminderResource: ShownRow {
    func json(_ resources: Resources, known: Person?) -> JSON {
        JSON.joined(
            ["id": .int(id), "uuid": .string(uuid), "object": "reminder"], body,
            resources.tail(contact, self, known: known))
    }

    private var body: JSON {
        [
            "title": .string(title), "description": .text(description), "frequency_type": .string(frequency),
            "frequency_number": .int(number), "initial_date": .string(date.text), "delible": .bool(isDeletable),
        ]
    }

    /// As `/reminders/upcoming` has it, when it is planned within some days.
    func upcoming(_ resources: Resources, from: Timestamp, to: Timestamp, known: Person?) -> JSON? {
        guard let next = next(from), next <= to else { return nil }
        return JSON.joined(
            [
                "id": .int(id), "reminder_id": .int(id), "object": "reminder",
                "planned_date": .string(next.microseconds),
            ], body, resources.tail(contact, self, known: known))
    }

    /// The next day on which it is due, counted from one day on.
    private func next(_ from: Timestamp) -> Timestamp? {
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

extension ReminderResource: WrittenRow {
    static let missing = Missing.selected("reminder")

    static func create(_ write: inout Write) throws(Refusal) -> Reply {
        var rules = write.rules
        check(&rules, isNew: true)
        try rules.end()
        let owner = try write.editableOwner()
        var reminder = ReminderResource(
            id: write.account.newID(ReminderResource.self), uuid: write.uuid(.reminder), contact: owner.id, title: "",
            frequency: "", date: write.now, isDeletable: true, created: write.now, updated: write.now)
        reminder.set(write)
        return write.save(reminder, status: 201)
    }

    static func checkUpdate(_ write: Write, _ rules: inout Rules) {
        check(&rules, isNew: false)
    }

    private static func check(_ rules: inout Rules, isNew: Bool) {
        rules.checkContact()
        rules.check("initial_date", .required, .dateFormat)
        rules.check("frequency_type", .required, .oneOf(frequencies))
        rules.check("frequency_number", isNew ? .required : .nullable, .integer)
        rules.check("title", .required, .string, .max(100_000))
        rules.check("description", .nullable, .max(1_000_000))
        rules.check("delible", .nullable, .boolean)
    }

    /// Left out, `delible` becomes true, also of a birthday's.
    mutating func update(_ write: inout Write) throws(Refusal) {
        contact = try write.editableOwner().id
        set(write)
    }

    private mutating func set(_ write: Write) {
        title = write.input.string("title") ?? ""
        description = write.input.string("description")
        frequency = write.input.string("frequency_type") ?? ""
        number = write.input.int("frequency_number") ?? number
        date = write.date("initial_date") ?? date
        isDeletable = write.input.bool("delible") ?? true
    }
}

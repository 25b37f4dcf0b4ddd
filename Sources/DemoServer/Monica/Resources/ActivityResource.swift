struct ActivityResource: DetailResource {
    static let detail = Detail.activities
    static var table: WritableKeyPath<ServerAccount, Table<ActivityResource>> { \.activities }

    var id: Int
    var uuid: String
    var attendees: [Int]
    var summary: String
    var description: String?
    var happened: Timestamp
    var type: Int?
    var emotions: [Emotion] = []
    var created: Timestamp
    var updated: Timestamp

    var owners: [Int] { attendees }
}

extension ActivityResource {
    init(_ invention: Invention) {
        var random = invention.random
        id = invention.id
        uuid = invention.uuid(.activity)
        attendees = [invention.contact]
        type = random.chance(0.8) ? random.integer(1...Reference.activityTypes.count) : nil
        summary = random.pick(Vocabulary.activities)
        description = random.chance(0.5) ? random.pick(Vocabulary.activityDetails) : nil
        happened = invention.entered.midnight
        emotions = Emotion.invented(&random)
        created = invention.entered
        updated = invention.entered
    }
}

extension ActivityResource: ShownRow {
    func json(_ resources: Resources, known: Person?) -> JSON {
        let contacts = attendees.compactMap { id in
            known?.id == id ? known : resources.account.person(id)
        }
        return JSON.joined(
            [
                "id": .int(id), "uuid": .string(uuid), "object": "activity", "summary": .string(summary),
                "description": .text(description), "happened_at": .string(happened.date),
                "activity_type": type.map { resources.activityType($0) } ?? .null,
                "attendees": [
                    "total": .int(contacts.count), "contacts": .array(contacts.map { resources.short($0) }),
                ],
                "emotions": .array(emotions.map(\.json)), "url": resources.api("activities/\(id)"),
                "account": Resources.accountReference,
            ], resources.times(created, updated))
    }
}

/// Archived contacts take part too.
extension ActivityResource: WrittenRow {
    static let missing = Missing.selected("activity")
    static let hasTextID = true

    static func create(_ write: inout Write) throws(Refusal) -> Reply {
        var rules = write.rules
        checkUpdate(write, &rules)
        try rules.end()
        var activity = ActivityResource(
            id: 0, uuid: write.uuid(.activity), attendees: [], summary: "", happened: write.now, created: write.now,
            updated: write.now)
        try activity.update(&write)
        activity.id = write.account.newID(ActivityResource.self)
        return write.save(activity, status: 201)
    }

    static func checkUpdate(_ write: Write, _ rules: inout Rules) {
        rules.check("summary", .required, .string, .max(255))
        rules.check("description", .nullable, .string)
        rules.check("happened_at", .required, .dateFormat)
        rules.check("contacts", .required, .array)
        rules.check(
            "activity_type_id", .nullable, .integer, .exists { (1...Reference.activityTypes.count).contains($0) })
        rules.check("emotions", .nullable, .array)
    }

    /// The contacts in the request replace the former participants.
    mutating func update(_ write: inout Write) throws(Refusal) {
        var people: [Int] = []
        for element in write.input.list("contacts") {
            guard let id = element.integer else { throw Refusal(.notFound) }
            _ = try write.person(id)
            if !people.contains(id) { people.append(id) }
        }
        attendees = people
        summary = write.input.string("summary") ?? ""
        description = write.input.string("description")
        happened = write.date("happened_at") ?? write.now
        type = write.input.int("activity_type_id")
        let wanted = write.input.list("emotions").compactMap { Emotion(id: $0.integer ?? 0) }
        if !wanted.isEmpty { emotions = wanted }
    }
}

struct ContactTaskResource: DetailResource {
    static let detail = Detail.tasks
    static var table: WritableKeyPath<ServerAccount, Table<ContactTaskResource>> { \.tasks }

    var id: Int
    /// Nil for a task without a contact.
    var contact: Int?
    var title: String
    var description: String?
    var isDone: Bool
    var done: Timestamp?
    var created: Timestamp
    var updated: Timestamp

    var owners: [Int] { [contact].compactMap { $0 } }
}

extension ContactTaskResource {
    init(_ invention: Invention) {
        var random = invention.random
        isDone = random.chance(0.4)
        done = isDone ? invention.entered : nil
        id = invention.id
        contact = invention.contact
        title = random.pick(Vocabulary.tasks)
        description = random.chance(0.3) ? "With stamps" : nil
        created = invention.entered
        updated = invention.entered
    }
}

extension ContactTaskResource: ShownRow {
    func json(_ resources: Resources, known: Person?) -> JSON {
        JSON.joined(
            [
                "id": .int(id), "uuid": nil, "object": "task", "title": .string(title),
                "description": .text(description), "completed": .bool(isDone), "completed_at": .text(done?.text),
            ], resources.tail(contact, self, known: known))
    }
}

extension ContactTaskResource: WrittenRow {
    static let missing = Missing.selected("task")
    static let missingForDelete = Missing.notFound
    static let hasTextID = true

    /// 200, unlike all others.
    static func create(_ write: inout Write) throws(Refusal) -> Reply {
        var rules = write.rules
        rules.check("contact_id", .nullable, .integer)
        rules.check("title", .required, .string)
        rules.check("description", .nullable, .string)
        try rules.end()
        let contact = try write.input.int("contact_id") == nil ? nil : write.owner().id
        let task = ContactTaskResource(
            id: write.account.newID(ContactTaskResource.self), contact: contact,
            title: write.input.string("title") ?? "",
            description: write.input.string("description"), isDone: false, created: write.now, updated: write.now)
        return write.save(task, status: 200)
    }

    static func checkUpdate(_ write: Write, _ rules: inout Rules) {
        rules.check("contact_id", .nullable, .integer)
        rules.check("title", .required, .string)
        rules.check("description", .nullable, .string)
        rules.check("completed", .required, .boolean)
    }

    /// A task does not move to another contact: the answer is 404 then.
    mutating func update(_ write: inout Write) throws(Refusal) {
        if let contact = write.input.int("contact_id"), contact != self.contact { throw Refusal(.notFound) }
        title = write.input.string("title") ?? ""
        description = write.input.string("description")
        isDone = write.input.bool("completed") == true
        done = isDone ? write.now : nil
    }
}

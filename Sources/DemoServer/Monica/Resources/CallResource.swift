struct CallResource: DetailResource {
    static let detail = Detail.calls
    static var table: WritableKeyPath<ServerAccount, Table<CallResource>> { \.calls }

    var id: Int
    var uuid: String
    var contact: Int
    /// The server keeps the day, and shows the time in the answer to the request that brought it.
    var called: Timestamp
    var content: String?
    /// Whether the contact called. The answers to requests say null where later ones say false.
    var isIncoming: Bool? = false
    var emotions: [Emotion] = []
    var created: Timestamp
    var updated: Timestamp

    var owners: [Int] { [contact] }
}

extension CallResource {
    init(_ invention: Invention) {
        var random = invention.random
        id = invention.id
        uuid = invention.uuid(.call)
        contact = invention.contact
        called = invention.entered.midnight
        content = random.chance(0.8) ? random.pick(Vocabulary.calls) : nil
        isIncoming = random.chance(0.5)
        emotions = Emotion.invented(&random)
        created = invention.entered
        updated = invention.entered
    }
}

extension CallResource: ShownRow {
    func json(_ resources: Resources, known: Person?) -> JSON {
        JSON.joined(
            [
                "id": .int(id), "uuid": .string(uuid), "object": "call", "called_at": .string(called.text),
                "content": .text(content), "contact_called": isIncoming.map { .bool($0) } ?? .null,
                "emotions": .array(emotions.map(\.json)), "url": resources.api("calls/\(id)"),
            ], resources.tail(contact, self, known: known))
    }
}

extension CallResource: WrittenRow {
    static let missing = Missing.selected("call")
    static let missingForDelete = Missing.notFound

    /// A uuid that is sent along is kept.
    static func create(_ write: inout Write) throws(Refusal) -> Reply {
        var rules = write.rules
        rules.checkContact()
        checkUpdate(write, &rules)
        try rules.end()
        let owner = try write.editableOwner()
        let exact = write.date("called_at") ?? write.now
        var call = CallResource(
            id: write.account.newID(CallResource.self), uuid: write.input.string("uuid") ?? write.uuid(.call),
            contact: owner.id, called: exact.midnight, created: write.now, updated: write.now)
        call.set(write)
        let reply = write.save(call, status: 201)
        call.noteLast(&write)
        var shown = call.answered(after: call)
        shown.called = exact
        return reply.replacing { shown.json($0, known: nil) }
    }

    static func checkUpdate(_ write: Write, _ rules: inout Rules) {
        rules.check("called_at", .required, .date)
        rules.check("content", .nullable, .string)
        rules.check("contact_called", .nullable, .boolean)
        rules.check("emotions", .nullable, .array)
    }

    mutating func update(_ write: inout Write) throws(Refusal) {
        _ = try write.editable(contact)
        called = (write.date("called_at") ?? write.now).midnight
        set(write)
        noteLast(&write)
    }

    private mutating func set(_ write: Write) {
        content = write.input.string("content")
        isIncoming = write.input.bool("contact_called") == true
        let wanted = write.input.list("emotions").compactMap { Emotion(id: $0.integer ?? 0) }
        if !wanted.isEmpty { emotions = wanted }
    }

    private func noteLast(_ write: inout Write) {
        write.edit(contact) { $0.lastCalled = $0.lastCalled.map { max($0, called) } ?? called }
    }

    func answered(after before: CallResource) -> CallResource {
        var call = self
        if call.isIncoming == false { call.isIncoming = nil }
        return call
    }

    func deleted(_ write: inout Write) {
        let last = write.account.rows(CallResource.self, of: contact).map(\.called).max()
        write.edit(contact) { $0.lastCalled = last }
    }
}

/// A feeling at a call or an activity.
struct Emotion: Equatable, Sendable {
    private static let names = [1: "adoration", 3: "love", 20: "cheerfulness"]

    let id: Int

    init?(id: Int) {
        guard Self.names[id] != nil else { return nil }
        self.id = id
    }

    var json: JSON {
        ["id": .int(id), "object": "emotion", "name": .string(Self.names[id] ?? "")]
    }

    static func invented(_ random: inout Random) -> [Emotion] {
        guard random.chance(0.3) else { return [] }
        return [Emotion(id: random.pick([1, 3, 20]))].compactMap { $0 }
    }
}

/// An entry of the user's journal; the server shows when it was written for the day that it is about.
struct JournalEntry: Row {
    static var table: WritableKeyPath<ServerAccount, Table<JournalEntry>> { \.journal }

    var id: Int
    var uuid: String
    var title: String
    var post: String
    var created: Timestamp
    var updated: Timestamp

    var owners: [Int] { [] }

    static func indices(_ account: ServerAccount, contact: Int) -> Range<Int> { 0..<0 }
    static func invented(_ account: ServerAccount, contact: Int, index: Int, known: Person?) -> JournalEntry? { nil }
}

extension JournalEntry: WrittenRow {
    static let missing = Missing.notFound

    func json(_ resources: Resources, known: Person?) -> JSON {
        JSON.joined(
            [
                "id": .int(id), "uuid": .string(uuid), "object": "entry", "title": .string(title),
                "post": .string(post), "date": .string(created.microseconds), "url": resources.api("journal/\(id)"),
                "account": Resources.accountReference,
            ], resources.times(created, updated))
    }

    static func create(_ write: inout Write) throws(Refusal) -> Reply {
        var entry = JournalEntry(
            id: 0, uuid: write.uuid(.journal), title: "", post: "", created: write.now, updated: write.now)
        try entry.update(&write)
        entry.id = write.account.newID(JournalEntry.self)
        return write.save(entry, status: 201)
    }

    mutating func update(_ write: inout Write) throws(Refusal) {
        var rules = write.rules
        rules.check("title", .required, .max(255))
        rules.check("post", .required, .max(1_000_000))
        try rules.end()
        title = write.input.string("title") ?? ""
        post = write.input.string("post") ?? ""
    }
}

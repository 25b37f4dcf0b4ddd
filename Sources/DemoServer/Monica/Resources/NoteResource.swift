struct NoteResource: DetailResource {
    static let detail = Detail.notes
    static var table: WritableKeyPath<ServerAccount, Table<NoteResource>> { \.notes }

    var id: Int
    var uuid: String
    var contact: Int
    var body: String
    var isFavourite: Bool
    var favourited: Timestamp?
    var created: Timestamp
    var updated: Timestamp

    var owners: [Int] { [contact] }
}

extension NoteResource {
    init(_ invention: Invention) {
        var random = invention.random
        isFavourite = random.chance(0.1)
        favourited = isFavourite ? invention.entered.midnight : nil
        id = invention.id
        uuid = invention.uuid(.note)
        contact = invention.contact
        body = random.pick(Vocabulary.notes)
        created = invention.entered
        updated = invention.entered
    }
}

extension NoteResource: ShownRow {
    func json(_ resources: Resources, known: Person?) -> JSON {
        JSON.joined(
            [
                "id": .int(id), "uuid": .string(uuid), "object": "note", "body": .string(body),
                "is_favorited": .bool(isFavourite), "favorited_at": .text(favourited?.text),
                "url": resources.api("notes/\(id)"),
            ], resources.tail(contact, self, known: known))
    }
}

/// Archived contacts take notes too.
extension NoteResource: WrittenRow {
    static let missing = Missing.notFound

    static func create(_ write: inout Write) throws(Refusal) -> Reply {
        try check(write)
        let owner = try write.owner()
        let uuid = write.uuid(.note)
        var note = NoteResource(
            id: write.account.newID(NoteResource.self), uuid: uuid, contact: owner.id,
            body: write.input.string("body") ?? "",
            isFavourite: false, created: write.now, updated: write.now)
        note.setFavourite(write)
        return write.save(note, status: 201)
    }

    mutating func update(_ write: inout Write) throws(Refusal) {
        try NoteResource.check(write)
        contact = try write.owner().id
        body = write.input.string("body") ?? ""
        setFavourite(write)
    }

    /// The answer still names the contact that the note was moved away from.
    func answered(after before: NoteResource) -> NoteResource {
        var note = self
        note.contact = before.contact
        return note
    }

    private static func check(_ write: Write) throws(Refusal) {
        var rules = write.rules
        rules.check("body", .required, .max(100_000))
        rules.check("contact_id", .required, .integer)
        rules.check("is_favorited", .boolean)
        try rules.end()
    }

    /// Left out, it is kept, and only the day is lost.
    private mutating func setFavourite(_ write: Write) {
        let wanted = write.input.bool("is_favorited")
        isFavourite = wanted ?? isFavourite
        favourited = wanted == true ? write.now : nil
    }
}

struct GiftResource: DetailResource {
    static let detail = Detail.gifts
    static var table: WritableKeyPath<ServerAccount, Table<GiftResource>> { \.gifts }

    var id: Int
    var uuid: String
    var contact: Int
    var name: String
    var comment: String?
    var link: String?
    /// With two decimals.
    var amount: String?
    var status: String
    var date: Timestamp?
    var recipient: Int?
    var created: Timestamp
    var updated: Timestamp

    var owners: [Int] { [contact] }
}

extension GiftResource {
    init(_ invention: Invention) {
        var random = invention.random
        amount = random.chance(0.6) ? "\(random.integer(4...60)).\(random.pick(["00", "50", "90"]))" : nil
        id = invention.id
        uuid = invention.uuid(.gift)
        contact = invention.contact
        name = random.pick(Vocabulary.gifts)
        link = random.chance(0.2) ? "https://example.com/gift" : nil
        status = random.pick(["idea", "offered", "received"])
        created = invention.entered
        updated = invention.entered
    }
}

extension GiftResource: ShownRow {
    func json(_ resources: Resources, known: Person?) -> JSON {
        let owner = known.flatMap { $0.id == contact ? resources.short($0) : nil } ?? resources.short(contact)
        return JSON.joined(
            [
                "id": .int(id), "uuid": .string(uuid), "object": "gift", "name": .string(name),
                "comment": .text(comment), "url": .text(link), "amount": .text(amount),
                "value": .string(amount ?? ""), "amount_with_currency": .string(amount.map { "$" + $0 } ?? ""),
                "status": .string(status), "date": .text(date?.date), "recipient": resources.short(recipient),
                "photos": [], "contact": owner, "account": Resources.accountReference,
            ], resources.times(created, updated))
    }
}

extension GiftResource: WrittenRow {
    static let missing = Missing.selected("gift")
    static let hasTextID = true

    static func create(_ write: inout Write) throws(Refusal) -> Reply {
        var rules = write.rules
        checkUpdate(write, &rules)
        try rules.end()
        var gift = GiftResource(
            id: 0, uuid: write.uuid(.gift), contact: 0, name: "", status: "", created: write.now, updated: write.now)
        try gift.update(&write)
        gift.id = write.account.newID(GiftResource.self)
        return write.save(gift, status: 201)
    }

    static func checkUpdate(_ write: Write, _ rules: inout Rules) {
        rules.checkContact()
        rules.check("name", .required, .string, .max(255))
        rules.check("status", .required, .oneOf(["idea", "offered", "received"]))
        rules.check("comment", .nullable, .string, .max(1_000_000))
        rules.check("url", .nullable, .string, .max(1_000_000))
        rules.check("amount", .nullable, .numeric)
        rules.check("date", .nullable, .date)
        rules.check("recipient_id", .nullable, .integer, .exists(write.account.wasIssued))
    }

    mutating func update(_ write: inout Write) throws(Refusal) {
        contact = try write.editableOwner().id
        if let other = write.input.int("recipient_id") {
            recipient = try write.person(other).id
        } else {
            recipient = nil
        }
        name = write.input.string("name") ?? ""
        status = write.input.string("status") ?? ""
        comment = write.input.string("comment")
        link = write.input.string("url")
        amount = write.amount("amount")
        date = write.date("date")
    }
}

struct DebtResource: DetailResource {
    static let detail = Detail.debts
    static var table: WritableKeyPath<ServerAccount, Table<DebtResource>> { \.debts }

    var id: Int
    var uuid: String
    var contact: Int
    /// `yes` if the user owes.
    var inDebt: String
    var status: String
    /// With two decimals.
    var amount: String
    var reason: String?
    var created: Timestamp
    var updated: Timestamp

    var owners: [Int] { [contact] }
}

extension DebtResource {
    init(_ invention: Invention) {
        var random = invention.random
        amount = "\(random.integer(3...80)).00"
        id = invention.id
        uuid = invention.uuid(.debt)
        contact = invention.contact
        inDebt = random.pick(["yes", "no"])
        status = random.pick(["inprogress", "complete"])
        reason = random.pick(Vocabulary.debts)
        created = invention.entered
        updated = invention.entered
    }
}

extension DebtResource: ShownRow {
    func json(_ resources: Resources, known: Person?) -> JSON {
        JSON.joined(
            [
                "id": .int(id), "uuid": .string(uuid), "object": "debt", "in_debt": .string(inDebt),
                "status": .string(status), "amount": .string(amount), "value": .string(amount),
                "amount_with_currency": .string("$" + amount), "reason": .text(reason),
            ], resources.tail(contact, self, known: known))
    }
}

extension DebtResource: WrittenRow {
    static let missing = Missing.notFound

    /// A uuid that is sent along is kept.
    static func create(_ write: inout Write) throws(Refusal) -> Reply {
        var debt = DebtResource(
            id: 0, uuid: write.input.string("uuid") ?? write.uuid(.debt), contact: 0, inDebt: "", status: "",
            amount: "", created: write.now, updated: write.now)
        try debt.update(&write)
        debt.id = write.account.newID(DebtResource.self)
        return write.save(debt, status: 201)
    }

    mutating func update(_ write: inout Write) throws(Refusal) {
        var rules = write.rules
        rules.check("in_debt", .required, .string, .oneOf(["yes", "no"]))
        rules.check("status", .required, .string, .oneOf(["inprogress", "completed"]))
        rules.check("amount", .required, .numeric)
        rules.check("reason", .nullable, .string, .max(1_000_000))
        rules.check("contact_id", .required, .integer)
        try rules.end()
        contact = try write.editableOwner().id
        inDebt = write.input.string("in_debt") ?? ""
        status = write.input.string("status") ?? ""
        amount = write.amount("amount") ?? ""
        reason = write.input.string("reason")
    }
}

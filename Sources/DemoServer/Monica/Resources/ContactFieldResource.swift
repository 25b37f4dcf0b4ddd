import Foundation

struct ContactFieldResource: DetailResource {
    static let detail = Detail.contactfields
    static var table: WritableKeyPath<ServerAccount, Table<ContactFieldResource>> { \.contactFields }

    var id: Int
    var uuid: String
    var contact: Int
    var type: Int
    var content: String
    var labels: [Int] = []
    var created: Timestamp
    var updated: Timestamp

    var owners: [Int] { [contact] }

    /// Fields go with their type.
    func isWhole(_ account: ServerAccount) -> Bool {
        account.settings.contactFieldTypes.contains { $0.id == type }
    }
}

extension ContactFieldResource {
    init(_ invention: Invention) {
        var random = invention.random
        id = invention.id
        uuid = invention.uuid(.contactField)
        contact = invention.contact
        type = Self.type(invention.index, &random)
        content = Self.content(type, invention)
        if type <= 2, random.chance(0.35) { labels = [random.integer(1...ContactFieldLabel.invented.count)] }
        created = invention.entered
        updated = invention.entered
    }

    /// Mostly an e-mail address first and a telephone number then.
    private static func type(_ index: Int, _ random: inout Random) -> Int {
        let roll = random.unit()
        if index == 0 { return roll < 0.7 ? 1 : 2 }
        if index == 1 { return roll < 0.75 ? 2 : 1 }
        return [1, 2, 3, 5, 6, 7][Int(roll * 6)]
    }

    private static func content(_ type: Int, _ invention: Invention) -> String {
        guard let person = invention.person else { return "" }
        var digits = Random(invention.book.seed &+ 7, invention.id, .contactFields)
        let name = Transliteration.ascii("\(person.firstName).\(person.lastName ?? "")").lowercased()
            .filter { $0.isASCII && ($0.isLetter || $0 == ".") }
        let user = name.filter { $0 != "." }.isEmpty ? "person\(person.id)" : name.withoutDotsAround
        switch type {
        case 1:
            return "\(user)\(invention.index > 1 ? "\(invention.index)" : "")@\(digits.pick(Vocabulary.emails))"
        case 2, 5:
            let phone = Culture.all[person.culture].phone
            return String(phone.map { $0 == "#" ? Character("\(digits.integer(0...9))") : $0 })
        default: return user.filter { $0 != "." }
        }
    }
}

extension String {
    fileprivate var withoutDotsAround: String {
        String(drop { $0 == "." }.reversed().drop { $0 == "." }.reversed())
    }
}

extension ContactFieldResource: ShownRow {
    func json(_ resources: Resources, known: Person?) -> JSON {
        let settings = resources.account.settings
        let kind = settings.contactFieldTypes.first { $0.id == type }
        let known = known
        return JSON.joined(
            [
                "id": .int(id), "uuid": .string(uuid), "object": "contactfield", "content": .string(content),
                "contact_field_type": kind.map { resources.contactFieldType($0) } ?? .null,
                "labels": .array(
                    labels.compactMap { id in settings.labels.first { $0.id == id } }.map { resources.label($0) }),
            ], resources.tail(contact, self, known: known))
    }
}

extension ContactFieldResource: WrittenRow {
    static let missing = Missing.selected("contact field")
    static let controller: Controller? = Controller(name: "ApiContactFieldController", parameter: "contactFieldId")
    static let touchesContact = true

    static func create(_ write: inout Write) throws(Refusal) -> Reply {
        var rules = write.rules
        checkUpdate(write, &rules)
        try rules.end()
        var field = ContactFieldResource(
            id: 0, uuid: write.uuid(.contactField), contact: 0, type: 0, content: "", created: write.now,
            updated: write.now)
        try field.update(&write)
        field.id = write.account.newID(ContactFieldResource.self)
        return write.save(field, status: 201)
    }

    static func checkUpdate(_ write: Write, _ rules: inout Rules) {
        rules.checkContact()
        let settings = write.account.settings
        let others = write.account.neighbour.contactFieldTypes
        rules.check(
            "contact_field_type_id", .required, .integer,
            .exists { id in settings.contactFieldTypes.contains { $0.id == id } || others.contains(id) })
        rules.check("data", .required, .string, .max(255))
        rules.check("labels", .nullable, .array)
    }

    /// The content is not checked. Labels that are left out, null or none at all are kept.
    mutating func update(_ write: inout Write) throws(Refusal) {
        contact = try write.editableOwner().id
        let wanted = write.input.int("contact_field_type_id") ?? 0
        guard write.account.settings.contactFieldTypes.contains(where: { $0.id == wanted }) else {
            throw Refusal(.notFound)
        }
        type = wanted
        content = write.input.string("data") ?? ""
        let names = write.input.list("labels").map { $0.text ?? "" }
        if !names.isEmpty { labels = names.map { write.label($0) } }
    }
}

extension Write {
    /// The label of a name, made if it is new. An empty one is "Home".
    fileprivate mutating func label(_ name: String) -> Int {
        let small = name.isEmpty ? "home" : name.lowercased()
        let isKnown = ContactFieldLabel.known.contains(small)
        let type = isKnown ? small : name
        if let known = account.settings.labels.first(where: { $0.type == type }) { return known.id }
        let id = account.settings.nextLabel
        account.settings.nextLabel += 1
        account.settings.labels.append(
            ContactFieldLabel(id: id, type: type, label: isKnown ? small.capitalized : name, created: now))
        return id
    }
}

extension Resources {
    func label(_ label: ContactFieldLabel) -> JSON {
        JSON.joined(
            [
                "id": .int(label.id), "object": "contactfieldlabel", "type": .string(label.type),
                "label": .string(label.label), "account": Self.accountReference,
            ], times(label.created))
    }
}

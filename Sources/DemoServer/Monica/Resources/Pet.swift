struct Pet: DetailResource {
    static let detail = Detail.pets
    static var table: WritableKeyPath<ServerAccount, Table<Pet>> { \.pets }
    private static let categories = [
        1: "reptile", 2: "bird", 3: "cat", 4: "dog", 5: "fish", 6: "hamster", 7: "horse", 8: "rabbit", 9: "rat",
        10: "small animal", 11: "other",
    ]

    var id: Int
    var uuid: String
    var contact: Int
    var category: Int
    var name: String?
    var created: Timestamp
    var updated: Timestamp

    var owners: [Int] { [contact] }
}

extension Pet {
    init(_ invention: Invention) {
        var random = invention.random
        category = random.pick([4, 3, 2, 8])
        id = invention.id
        uuid = invention.uuid(.pet)
        contact = invention.contact
        name = random.pick(Vocabulary.pets)
        created = invention.entered
        updated = invention.entered
    }
}

extension Pet: ShownRow {
    func json(_ resources: Resources, known: Person?) -> JSON {
        JSON.joined(
            [
                "id": .int(id), "uuid": .string(uuid), "object": "pet", "name": .text(name),
                "pet_category": [
                    "id": .int(category), "object": "pet_category", "name": .string(Self.categories[category] ?? ""),
                    "is_common": .bool(category == 3 || category == 4),
                ],
            ], resources.tail(contact, self, known: known))
    }
}

extension Pet: WrittenRow {
    static let missing = Missing.notFound

    static func create(_ write: inout Write) throws(Refusal) -> Reply {
        var pet = Pet(
            id: 0, uuid: write.uuid(.pet), contact: 0, category: 0, created: write.now, updated: write.now)
        try pet.update(&write)
        pet.id = write.account.newID(Pet.self)
        return write.save(pet, status: 201)
    }

    mutating func update(_ write: inout Write) throws(Refusal) {
        var rules = write.rules
        rules.check("pet_category_id", .required, .integer, .exists { Pet.categories[$0] != nil })
        rules.check("contact_id", .required, .integer)
        rules.check("name", .nullable, .string, .max(255))
        try rules.end()
        contact = try write.editableOwner().id
        category = write.input.int("pet_category_id") ?? 0
        name = write.input.string("name")
    }
}

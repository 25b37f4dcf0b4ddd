import Foundation

extension Resources {
    func contactField(_ item: Item, _ random: inout Random) -> JSON {
        let type = fieldType(item, &random)
        var labels: [JSON] = []
        if type <= 2, random.chance(0.35) {
            let name = random.pick(["home", "work", "other"])
            let label: JSON = [
                "id": .int(1 + name.utf8.count), "object": "contactfieldlabel", "type": .string(name),
                "label": .string(name.capitalized), "account": Self.accountReference,
            ]
            labels = [label.merging(times(account.book.created(1)))]
        }
        return JSON.joined(
            [
                "id": .int(item.number), "uuid": uuid(.contactField, item.number), "object": "contactfield",
                "content": .string(content(ofField: item)), "contact_field_type": contactFieldType(type),
                "labels": .array(labels),
            ], tail(item))
    }

    /// What a contact field says, which a search for a field needs without the rest.
    func content(ofField item: Item) -> String {
        var random = account.book.random(for: .contactfields, contact: item.person.id, index: item.index)
        _ = random.next()
        let type = fieldType(item, &random)
        var digits = Random(seed &+ 7, item.number, .contactFields)
        let name = Transliteration.ascii("\(item.person.firstName).\(item.person.lastName ?? "")").lowercased()
            .filter { $0.isASCII && ($0.isLetter || $0 == ".") }
        let user = name.filter { $0 != "." }.isEmpty ? "person\(item.person.id)" : name.trimmed
        switch type {
        case 1: return "\(user)\(item.index > 1 ? "\(item.index)" : "")@\(digits.pick(Vocabulary.emails))"
        case 2, 5:
            let phone = Culture.all[item.person.culture].phone
            return String(phone.map { $0 == "#" ? Character("\(digits.integer(0...9))") : $0 })
        default: return user.filter { $0 != "." }
        }
    }

    func fieldType(ofField item: Item) -> Int {
        var random = account.book.random(for: .contactfields, contact: item.person.id, index: item.index)
        _ = random.next()
        return fieldType(item, &random)
    }

    /// Mostly an e-mail address first and a telephone number then.
    private func fieldType(_ item: Item, _ random: inout Random) -> Int {
        let roll = random.unit()
        if item.index == 0 { return roll < 0.7 ? 1 : 2 }
        if item.index == 1 { return roll < 0.75 ? 2 : 1 }
        return [1, 2, 3, 5, 6, 7][Int(roll * 6)]
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0 == "." }.reversed().drop { $0 == "." }.reversed())
    }
}

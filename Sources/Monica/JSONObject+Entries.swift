import Foundation
import Model

extension Activity {
    init?(_ object: JSONObject) {
        let typeName = object.object("activity_type")?.string("name")
        guard let summary = object.string("summary") ?? typeName else { return nil }
        self.init(
            id: object.int("id"), summary: summary, description: object.string("description"),
            happenedAt: object.date("happened_at"), typeName: typeName,
            attendees: object.object("attendees")?.objects("contacts").compactMap(ContactReference.init) ?? [])
    }
}

extension Call {
    /// Nil if nothing is known of it.
    init?(_ object: JSONObject) {
        self.init(
            id: object.int("id"), calledAt: object.date("called_at"), content: object.string("content"),
            contactCalled: object.bool("contact_called"))
        if calledAt == nil, content == nil { return nil }
    }
}

extension Reminder {
    /// A frequency beyond is no frequency.
    private static let maxFrequency = 1_000

    init?(_ object: JSONObject) {
        guard let title = object.string("title") else { return nil }
        let number = object.int("frequency_number").flatMap { (1...Self.maxFrequency).contains($0) ? $0 : nil } ?? 1
        let frequency: Frequency =
            switch object.string("frequency_type") {
            case "week": .weeks(number)
            case "month": .months(number)
            case "year": .years(number)
            default: .once
            }
        self.init(
            id: object.int("id"), title: title, description: object.string("description"), frequency: frequency,
            initialDate: object.date("initial_date"), isAutomatic: !object.bool("delible", or: true))
    }
}

extension ContactReminder {
    init?(_ object: JSONObject) {
        guard let contactID = object.object("contact")?.int("id"), contactID > 0, let reminder = Reminder(object) else {
            return nil
        }
        self.init(contactID: contactID, reminder: reminder)
    }
}

extension ContactTask {
    init?(_ object: JSONObject) {
        guard let title = object.string("title") else { return nil }
        self.init(
            id: object.int("id"), title: title, description: object.string("description"),
            isCompleted: object.bool("completed"), completedAt: object.date("completed_at"))
    }
}

extension Gift {
    init?(_ object: JSONObject) {
        guard let name = object.string("name") else { return nil }
        self.init(
            id: object.int("id"), name: name, comment: object.string("comment"),
            amount: object.string("amount_with_currency") ?? object.string("amount"), number: object.string("amount"),
            status: object.string("status").flatMap(Status.init), date: object.date("date"),
            link: object.string("url").flatMap { URL(string: $0) }.flatMap { $0.isWebPage ? $0 : nil },
            address: object.string("url"))
    }
}

extension Debt {
    init?(_ object: JSONObject) {
        guard let amount = object.string("amount_with_currency") ?? object.string("amount") else { return nil }
        self.init(
            id: object.int("id"), userOwes: object.string("in_debt") == "yes",
            // "complete" from the web page, "completed" from other programs.
            isSettled: object.string("status")?.hasPrefix("complete") ?? false, amount: amount,
            number: object.string("amount"), reason: object.string("reason"))
    }
}

extension Pet {
    init?(_ object: JSONObject) {
        let animal = object.object("pet_category")?.string("name")
        guard let id = object.int("id"), let animal else { return nil }
        self.init(id: id, value: PetValue(name: object.string("name"), animal: PetValue.Animal(monica: animal)))
    }
}

extension PetValue.Animal {
    /// An unknown word is another animal.
    fileprivate init(monica word: String) {
        self = Self(rawValue: word.lowercased().replacing(" ", with: "_")) ?? .other
    }

    /// In the order of the server's categories, before all others. No request tells it: each Monica begins with the same.
    private static let inOrder: [Self] = [
        .reptile, .bird, .cat, .dog, .fish, .hamster, .horse, .rabbit, .rat, .smallAnimal,
    ]

    /// The number of the category.
    var category: Int { (Self.inOrder.firstIndex(of: self) ?? Self.inOrder.count) + 1 }
}

extension LifeEvent {
    init?(_ object: JSONObject) {
        let type = object.object("life_event_type")
        let name = object.string("name") ?? type?.string("name")
        let key = type?.string("default_life_event_type_key")
        guard name != nil || key != nil else { return nil }
        self.init(
            id: object.int("id"), name: name, type: key, note: object.string("note"),
            happenedAt: object.date("happened_at"))
    }
}

extension Conversation {
    /// Nil if nothing is known of it.
    init?(_ object: JSONObject) {
        let messages = object.objects("messages").compactMap { message in
            message.string("content").map { Message(text: $0, isFromUser: message.bool("written_by_me")) }
        }
        self.init(
            id: object.int("id"), messages: messages, channel: object.object("contact_field_type")?.string("name"),
            happenedAt: object.date("happened_at"))
        if happenedAt == nil, messages.isEmpty { return nil }
    }
}

extension JournalEntry {
    /// Nil for an entry without a number, and for an empty one.
    init?(_ object: JSONObject) {
        let (title, text) = (object.string("title"), object.string("post"))
        guard let id = object.int("id"), title ?? text != nil else { return nil }
        self.init(id: id, title: title, text: text ?? "", writtenAt: object.date("date") ?? object.date("created_at"))
    }
}

extension Document {
    init?(_ object: JSONObject) {
        guard let name = object.string("original_filename") ?? object.string("new_filename") else { return nil }
        self.init(id: object.int("id"), name: name, size: object.int("filesize").flatMap { $0 < 0 ? nil : $0 })
    }
}

extension GenderChoice {
    init?(_ object: JSONObject) {
        guard let id = object.remoteID, let title = object.choiceText("name") else { return nil }
        self.init(id: id, title: title, type: GenderType(object.string("type")))
    }
}

extension FieldTypeChoice {
    init?(_ object: JSONObject) {
        guard let id = object.remoteID, let title = object.choiceText("name") else { return nil }
        let prefix = object.choiceText("protocol")
        let kind: Kind =
            switch (object.string("type"), prefix?.lowercased()) {
            case ("email", _), (nil, "mailto:"): .email
            case ("phone", _), (nil, "tel:"): .phone
            default: .other
            }
        self.init(id: id, title: title, kind: kind, protocolPrefix: prefix)
    }
}

extension RelationshipTypeChoice {
    /// `groups`: their names by number.
    init?(_ object: JSONObject, groups: [Int: String]) {
        guard let id = object.remoteID, let key = object.choiceText("name") else { return nil }
        self.init(
            id: id, key: key, reverseKey: object.choiceText("name_reverse_relationship"),
            group: object.int("relationship_type_group_id").flatMap { groups[$0] })
    }
}

extension JSONObject {
    /// The server takes no longer names; in Unicode scalars.
    private static let maxNameLength = 255

    /// The server's name of the object.
    var remoteID: RemoteID? { int("id").flatMap { $0 > 0 ? RemoteID(String($0)) : nil } }

    func choiceText(_ key: String) -> String? {
        string(key).map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(Self.maxNameLength))) }
    }
}

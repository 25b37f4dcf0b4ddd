import Foundation
import Model

// Entries of sections and of the journal. An entry without the value that its kind needs is nil.
extension JSONObject {
    /// A frequency beyond is no frequency.
    private static let maxFrequency = 1_000

    var activity: Activity? {
        let typeName = object("activity_type")?.string("name")
        guard let summary = string("summary") ?? typeName else { return nil }
        return Activity(
            id: int("id"), summary: summary, description: string("description"), happenedAt: date("happened_at"),
            typeName: typeName,
            attendees: object("attendees")?.objects("contacts").compactMap(\.contactReference) ?? [])
    }

    /// Nil if nothing is known of it.
    var call: Call? {
        let (calledAt, content) = (date("called_at"), string("content"))
        guard calledAt != nil || content != nil else { return nil }
        return Call(id: int("id"), calledAt: calledAt, content: content, contactCalled: bool("contact_called"))
    }

    /// The feelings of an activity or a call; nil for none.
    var emotions: [RemoteID]? {
        let emotions = objects("emotions").compactMap(\.remoteID)
        return emotions.isEmpty ? nil : emotions
    }

    var reminder: Reminder? {
        guard let title = string("title") else { return nil }
        let number = int("frequency_number").flatMap { (1...Self.maxFrequency).contains($0) ? $0 : nil } ?? 1
        let frequency: Reminder.Frequency =
            switch string("frequency_type") {
            case "week": .weeks(number)
            case "month": .months(number)
            case "year": .years(number)
            default: .once
            }
        return Reminder(
            id: int("id"), title: title, description: string("description"), frequency: frequency,
            initialDate: date("initial_date"), isAutomatic: !bool("delible", or: true))
    }

    var contactReminder: ContactReminder? {
        guard let contactID = object("contact")?.int("id"), contactID > 0, let reminder else { return nil }
        return ContactReminder(contactID: contactID, reminder: reminder)
    }

    var task: ContactTask? {
        string("title").map { title in
            ContactTask(
                id: int("id"), title: title, description: string("description"), isCompleted: bool("completed"),
                completedAt: date("completed_at"))
        }
    }

    var gift: Gift? {
        guard let name = string("name") else { return nil }
        return Gift(
            id: int("id"), name: name, comment: string("comment"),
            amount: string("amount_with_currency") ?? string("amount"), number: string("amount"),
            status: string("status").flatMap(Gift.Status.init), date: date("date"),
            link: string("url").flatMap { URL(string: $0) }.flatMap { $0.isWebPage ? $0 : nil },
            address: string("url"))
    }

    var debt: Debt? {
        guard let amount = string("amount_with_currency") ?? string("amount") else { return nil }
        return Debt(
            id: int("id"), userOwes: string("in_debt") == "yes",
            // "complete" from the web page, "completed" from other programs.
            isSettled: string("status")?.hasPrefix("complete") ?? false, amount: amount, number: string("amount"),
            reason: string("reason"))
    }

    var pet: Pet? {
        guard let id = int("id"), let word = object("pet_category")?.string("name") else { return nil }
        // An unknown word is another animal.
        let animal = PetValue.Animal(rawValue: word.lowercased().replacing(" ", with: "_")) ?? .other
        return Pet(id: id, value: PetValue(name: string("name"), animal: animal))
    }

    var lifeEvent: LifeEvent? {
        let type = object("life_event_type")
        let name = string("name") ?? type?.string("name")
        let key = type?.string("default_life_event_type_key")
        guard name != nil || key != nil else { return nil }
        return LifeEvent(
            id: int("id"), name: name, type: key, note: string("note"), happenedAt: date("happened_at"))
    }

    /// Nil if nothing is known of it.
    var conversation: Conversation? {
        let messages = objects("messages").compactMap { message in
            message.string("content").map {
                Conversation.Message(text: $0, isFromUser: message.bool("written_by_me"))
            }
        }
        let day = date("happened_at")
        guard day != nil || !messages.isEmpty else { return nil }
        return Conversation(
            id: int("id"), messages: messages, channel: object("contact_field_type")?.string("name"), happenedAt: day)
    }

    /// Nil for an entry without a number, and for an empty one.
    var journalEntry: JournalEntry? {
        let (title, text) = (string("title"), string("post"))
        guard let id = int("id"), title ?? text != nil else { return nil }
        return JournalEntry(id: id, title: title, text: text ?? "", writtenAt: date("date") ?? date("created_at"))
    }

    var document: Document? {
        guard let name = string("original_filename") ?? string("new_filename") else { return nil }
        return Document(id: int("id"), name: name, size: int("filesize").flatMap { $0 < 0 ? nil : $0 })
    }
}

// Choices of forms.
extension JSONObject {
    /// The server takes no longer names; in Unicode scalars.
    private static let maxNameLength = 255

    func choiceText(_ key: String) -> String? {
        string(key).map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(Self.maxNameLength))) }
    }

    var genderChoice: GenderChoice? {
        guard let id = remoteID, let title = choiceText("name") else { return nil }
        return GenderChoice(id: id, title: title, type: GenderType(string("type")))
    }

    var fieldTypeChoice: FieldTypeChoice? {
        guard let id = remoteID, let title = choiceText("name") else { return nil }
        let prefix = choiceText("protocol")
        let kind: FieldTypeChoice.Kind =
            switch (string("type"), prefix?.lowercased()) {
            case ("email", _), (nil, "mailto:"): .email
            case ("phone", _), (nil, "tel:"): .phone
            default: .other
            }
        return FieldTypeChoice(id: id, title: title, kind: kind, protocolPrefix: prefix)
    }

    /// `groups`: their names by number.
    func relationshipTypeChoice(groups: [Int: String]) -> RelationshipTypeChoice? {
        guard let id = remoteID, let key = choiceText("name") else { return nil }
        return RelationshipTypeChoice(
            id: id, key: key, reverseKey: choiceText("name_reverse_relationship"),
            group: int("relationship_type_group_id").flatMap { groups[$0] })
    }
}

import Foundation
import Model

// The parts of a contact as the server has them: their lists, their entries, and their values after a write.

extension PartKind {
    /// The list in the API.
    var list: String {
        switch self {
        case .field: "contactfields"
        case .address: "addresses"
        case .relationship: "relationships"
        case .photo: "photos"
        case .reminder, .note, .call, .task, .gift, .debt, .pet, .activity: section?.rawValue ?? ""
        }
    }
}

extension PartValue {
    /// An entry of a list of the server; nil for an entry that cannot be read.
    init?(_ object: JSONObject, _ kind: PartKind, of contact: RemoteID) {
        let value: PartValue? =
            switch kind {
            case .reminder: object.reminder.flatMap(ReminderValue.init).map { .reminder($0) }
            case .note: object.note.map { .note(NoteValue($0)) }
            case .call: CallValue(object).map { .call($0) }
            case .task: object.task.map { .task(TaskValue($0)) }
            case .gift: GiftValue(object).map { .gift($0) }
            case .debt: object.debt.flatMap(DebtValue.init).map { .debt($0) }
            case .pet: object.pet.map { .pet($0.value) }
            case .activity: ActivityValue(object, of: contact).map { .activity($0) }
            case .field, .address, .relationship, .photo: nil
            }
        guard let value else { return nil }
        self = value
    }
}

// The values keep all that a later write has to say again.

extension CallValue {
    fileprivate init?(_ object: JSONObject) {
        guard let call = object.call, let value = CallValue(call) else { return nil }
        self = value
        emotions = object.emotions
    }
}

extension GiftValue {
    fileprivate init?(_ object: JSONObject) {
        guard let gift = object.gift, let value = GiftValue(gift) else { return nil }
        self = value
        recipient = object.object("recipient")?.remoteID
    }
}

extension ActivityValue {
    fileprivate init?(_ object: JSONObject, of contact: RemoteID) {
        let value = object.activity.flatMap { activity in
            ActivityValue(activity) { number in
                let other = RemoteID(String(number))
                return other == contact ? nil : .remote(other)
            }
        }
        guard let value else { return nil }
        self = value
        type = object.object("activity_type")?.remoteID
        emotions = object.emotions
    }
}

extension JSONObject {
    /// Nil for none.
    fileprivate var emotions: [RemoteID]? {
        let emotions = objects("emotions").compactMap(\.remoteID)
        return emotions.isEmpty ? nil : emotions
    }
}

extension PartValue {
    /// The value as the server keeps it.
    var asKept: PartValue {
        switch self {
        case .field(var field):
            field.content = field.content.asKept ?? ""
            field.labels = field.asKeptLabels.sorted()
            return .field(field)
        case .address(let address):
            return .address(
                AddressValue(
                    name: address.name?.asKept, street: address.street?.asKept, city: address.city?.asKept,
                    province: address.province?.asKept, postalCode: address.postalCode?.asKept,
                    country: address.country?.asKept?.uppercased()))
        case .reminder(var reminder):
            reminder.title = reminder.title.asKept ?? ""
            reminder.description = reminder.description?.asKept
            return .reminder(reminder)
        case .relationship, .photo: return self
        case .note(let note): return .note(NoteValue(body: note.body.asKept ?? "", isFavorite: note.isFavorite))
        case .call(var call):
            call.content = call.content?.asKept
            return .call(call)
        case .task(let task):
            return .task(
                TaskValue(
                    title: task.title.asKept ?? "", description: task.description?.asKept, isDone: task.isDone))
        case .gift(var gift):
            (gift.name, gift.comment) = (gift.name.asKept ?? "", gift.comment?.asKept)
            (gift.amount, gift.link) = (gift.amount?.asKeptAmount, gift.link?.asKept)
            return .gift(gift)
        case .debt(var debt):
            (debt.amount, debt.reason) = (debt.amount.asKeptAmount, debt.reason?.asKept)
            return .debt(debt)
        case .pet(let pet): return .pet(PetValue(name: pet.name?.asKept, animal: pet.animal))
        case .activity(var activity):
            activity.summary = activity.summary.asKept ?? ""
            activity.description = activity.description?.asKept
            // The server keeps attendees in no order, and one of each. These have the server's names.
            let names = activity.attendees.compactMap { if case .remote(let name) = $0 { name } else { nil } }
            activity.attendees = Set(names).sorted().map { .remote($0) }
            return .activity(activity)
        }
    }
}

extension FieldValue {
    /// The server keeps labels in no order, and one of each.
    var asKeptLabels: Set<String> { Set(labels.compactMap { $0.asKept?.lowercased() }) }
}

extension String {
    /// The server keeps as many decimals as the currency has: three at most.
    fileprivate var asKeptAmount: String {
        guard var number = Decimal(string: self, locale: Locale(identifier: "en_US_POSIX")) else { return self }
        var rounded = Decimal()
        NSDecimalRound(&rounded, &number, 3, .plain)
        return "\(rounded)"
    }

    /// The text without the blanks that the server takes away; nil for an empty one.
    var asKept: String? {
        let text = trimmed
        return text.isEmpty ? nil : text
    }
}

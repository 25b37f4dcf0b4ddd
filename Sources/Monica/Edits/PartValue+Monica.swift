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
    /// An entry of a list of the server, with all that a later write has to say again; nil for an unreadable entry.
    static func read(_ object: JSONObject, _ kind: PartKind, of contact: RemoteID) -> PartValue? {
        switch kind {
        case .reminder: return object.reminder.flatMap(ReminderValue.init).map { .reminder($0) }
        case .note: return object.note.map { .note(NoteValue($0)) }
        case .call:
            var call = object.call.flatMap(CallValue.init)
            call?.emotions = object.emotions
            return call.map { .call($0) }
        case .task: return object.task.map { .task(TaskValue($0)) }
        case .gift:
            var gift = object.gift.flatMap(GiftValue.init)
            gift?.recipient = object.object("recipient")?.remoteID
            return gift.map { .gift($0) }
        case .debt: return object.debt.flatMap(DebtValue.init).map { .debt($0) }
        case .pet: return object.pet.map { .pet($0.value) }
        case .activity:
            var activity = object.activity.flatMap { activity in
                ActivityValue(activity) { number in
                    let other = RemoteID(String(number))
                    return other == contact ? nil : .remote(other)
                }
            }
            activity?.type = object.object("activity_type")?.remoteID
            activity?.emotions = object.emotions
            return activity.map { .activity($0) }
        case .field, .address, .relationship, .photo: return nil
        }
    }

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

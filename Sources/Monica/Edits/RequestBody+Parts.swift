import Foundation
import Model

// Parts.
extension RequestBody {
    /// A part of a contact. `former` is the value that it replaces; nil for a new part.
    init(_ part: PartValue, of contact: RemoteID, over former: PartValue? = nil) {
        self = ["contact_id": .number(named: contact)]
        switch part {
        case .field(let field): set(field, over: former)
        case .address(let address): set(address, over: former)
        case .relationship(let relationship): set(relationship, of: contact, over: former)
        case .reminder(let reminder): set(reminder)
        case .note(let note):
            self["body"] = .text(note.body)
            self["is_favorited"] = .flag(note.isFavorite)
        case .call(let call): set(call, over: former)
        case .task(let task):
            self["title"] = .text(task.title)
            self["description"] = task.description.map { .text($0) }
            self["completed"] = former.map { _ in .flag(task.isDone) }
        case .gift(let gift): set(gift, over: former)
        case .debt(let debt): set(debt)
        case .pet(let pet):
            self["pet_category_id"] = .number(pet.animal.category)
            self["name"] = pet.name.map { .text($0) }
        case .activity(let activity): set(activity, of: contact, over: former)
        // Its bytes are sent as a file.
        case .photo: break
        }
    }

    /// The people of a relationship cannot be changed.
    private mutating func set(_ relationship: RelationshipValue, of contact: RemoteID, over former: PartValue?) {
        self = ["relationship_type_id": .word(.relationshipType(relationship.type))]
        guard former == nil, case .remote(let other) = relationship.other else { return }
        self["contact_is"] = .number(named: contact)
        self["of_contact"] = .number(named: other)
    }

    private mutating func set(_ reminder: ReminderValue) {
        self["title"] = .text(reminder.title)
        self["description"] = reminder.description.map { .text($0) }
        self["initial_date"] = .text(reminder.day.date)
        self["frequency_type"] = .text(reminder.unit?.rawValue ?? "one_time")
        self["frequency_number"] = .number(reminder.every)
    }

    private mutating func set(_ debt: DebtValue) {
        self["in_debt"] = .text(debt.userOwes ? "yes" : "no")
        // The server shows it as "complete" or "completed", and takes the latter only.
        self["status"] = .text(debt.isSettled ? "completed" : "inprogress")
        self["amount"] = .text(debt.amount)
        // A key that is left out is kept.
        self["reason"] = debt.reason.map { .text($0) } ?? BodyValue.none
    }

    /// A key that is left out is erased.
    private mutating func set(_ call: CallValue, over former: PartValue?) {
        self["called_at"] = .text(call.day.date)
        self["content"] = call.content.map { .text($0) }
        self["contact_called"] = .flag(call.contactCalled)
        guard case .call(let former)? = former else { return }
        self["emotions"] = former.emotions.map { .list($0.map { .number(named: $0) }) }
    }

    /// A key that is left out is erased.
    private mutating func set(_ gift: GiftValue, over former: PartValue?) {
        self["name"] = .text(gift.name)
        self["status"] = .text(gift.status.rawValue)
        self["comment"] = gift.comment.map { .text($0) }
        self["amount"] = gift.amount.map { .text($0) }
        self["date"] = gift.day.map { .text($0.date) }
        self["url"] = gift.link.map { .text($0) }
        guard case .gift(let former)? = former else { return }
        self["recipient_id"] = former.recipient.map { .number(named: $0) }
    }

    /// A key that is left out is erased. The attendees are replaced.
    private mutating func set(_ activity: ActivityValue, of contact: RemoteID, over former: PartValue?) {
        self["contact_id"] = nil
        self["summary"] = .text(activity.summary)
        self["description"] = activity.description.map { .text($0) }
        self["happened_at"] = .text(activity.day.date)
        let others = activity.attendees.compactMap { if case .remote(let other) = $0 { other } else { nil } }
        self["contacts"] = .list(([contact] + others.filter { $0 != contact }).map { .number(named: $0) })
        guard case .activity(let former)? = former else { return }
        self["activity_type_id"] = former.type.map { .number(named: $0) }
        self["emotions"] = former.emotions.map { .list($0.map { .number(named: $0) }) }
    }

    /// Labels that are left out stay.
    private mutating func set(_ field: FieldValue, over former: PartValue?) {
        let former: FieldValue? = if case .field(let former)? = former { former } else { nil }
        self["contact_field_type_id"] = .number(named: field.type)
        self["data"] = .text(field.content)
        let isKept = field.labels.isEmpty || field.asKeptLabels == former?.asKeptLabels
        self["labels"] = isKept ? nil : .list(field.labels.map { .text($0) })
    }

    /// A key that is left out is erased.
    private mutating func set(_ address: AddressValue, over former: PartValue?) {
        let former: AddressValue? = if case .address(let former)? = former { former } else { nil }
        let spelling = [address, former].compactMap { $0?.countrySpelling }
        let country = spelling.first { $0.uppercased() == address.country?.uppercased() } ?? address.country
        let texts = [
            ("name", address.name), ("street", address.street), ("city", address.city),
            ("province", address.province), ("postal_code", address.postalCode), ("country", country),
        ]
        for (key, text) in texts { self[key] = text.map { .text($0) } }
        // Another name leaves the place on the map as it is.
        var renamed = former
        renamed?.name = address.name
        let place = renamed == address ? former : nil
        self["latitude"] = (address.latitude ?? place?.latitude).map { .decimal($0) }
        self["longitude"] = (address.longitude ?? place?.longitude).map { .decimal($0) }
    }
}

extension ContactDay {
    /// A day without a year gets the year.
    func inYear(_ year: Int) -> ContactDay {
        if case .monthDay(let month, let day) = self { .date(year: year, month: month, day: day) } else { self }
    }

    /// As the server takes a day: `2001-02-03`.
    fileprivate var date: String {
        let (year, month, day) =
            switch self {
            case .date(let year, let month, let day): (year, month, day)
            case .monthDay(let month, let day): (0, month, day)
            case .year(let year): (year, 1, 1)
            }
        return String(format: "%04ld-%02ld-%02ld", year, month, day)
    }
}

extension PetValue.Animal {
    /// In the order of the server's categories, before all others. No request tells it: each Monica begins with the same.
    private static let inOrder: [Self] = [
        .reptile, .bird, .cat, .dog, .fish, .hamster, .horse, .rabbit, .rat, .smallAnimal,
    ]

    /// The number of the category.
    var category: Int { (Self.inOrder.firstIndex(of: self) ?? Self.inOrder.count) + 1 }
}

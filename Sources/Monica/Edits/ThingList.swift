import Model

/// The entries of a contact in one section.
struct ThingList: Sendable {
    /// An entry of the list.
    struct Thing: Sendable {
        let id: RemoteID
        let value: PartValue
    }

    /// The newest first.
    var things: [Thing] = []
    /// Whether there are no others.
    var isWhole = false

    /// Whether nothing more is to be read of these entries.
    func has(_ named: Set<RemoteID>) -> Bool { isWhole || named.isSubset(of: things.map(\.id)) }
}

extension ThingList.Thing {
    /// An entry of a contact; nil for an entry that cannot be read.
    init?(_ object: JSONObject, _ kind: PartKind, of contact: RemoteID) {
        guard let id = object.remoteID, let value = PartValue(object, kind, of: contact) else { return nil }
        self.init(id: id, value: value)
    }
}

extension PartValue {
    fileprivate init?(_ object: JSONObject, _ kind: PartKind, of contact: RemoteID) {
        let emotions = object.objects("emotions").compactMap(\.remoteID)
        switch kind {
        case .note:
            guard let note = Note(object) else { return nil }
            self = .note(NoteValue(note))
        case .call:
            guard var call = Call(object).flatMap(CallValue.init) else { return nil }
            call.emotions = emotions.isEmpty ? nil : emotions
            self = .call(call)
        case .task:
            guard let task = ContactTask(object) else { return nil }
            self = .task(TaskValue(task))
        case .gift:
            guard var gift = Gift(object).flatMap(GiftValue.init) else { return nil }
            gift.recipient = object.object("recipient")?.remoteID
            self = .gift(gift)
        case .debt:
            guard let debt = Debt(object).flatMap(DebtValue.init) else { return nil }
            self = .debt(debt)
        case .pet:
            guard let pet = Pet(object) else { return nil }
            self = .pet(pet.value)
        case .activity:
            let read = Activity(object).flatMap { activity in
                ActivityValue(activity) { number in
                    let other = RemoteID(String(number))
                    return other == contact ? nil : .remote(other)
                }
            }
            guard var activity = read else { return nil }
            activity.type = object.object("activity_type")?.remoteID
            activity.emotions = emotions.isEmpty ? nil : emotions
            self = .activity(activity)
        default: return nil
        }
    }
}

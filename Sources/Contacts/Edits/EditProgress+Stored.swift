import Foundation
import Model

// How the progress of an edit is stored. Keys never change; what is missing has its first value.

extension EditProgress: Codable {
    private enum CodingKeys: String, CodingKey {
        case outcome, failures, conflict, rejected, photos, replaces, restores
        case isHeld = "is_held"
        case isFinal = "is_final"
        case refusedKeys = "refused_keys"
        case daysMayMove = "days_may_move"
        case remindersMayDouble = "reminders_may_double"
        case formerUser = "former_user"
        case firstTry = "first_try"
        case knownParts = "known_parts"
        case remindersBefore = "reminders_before"
        case remindersSent = "reminders_sent"
        case remindersLost = "reminders_lost"
        case wasForbidden = "was_forbidden"
        case isForbiddenAlone = "is_forbidden_alone"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        firstTry = try container.decodeIfPresent(Double.self, forKey: .firstTry).map(Date.init(timeIntervalSince1970:))
        outcome = try container.decodeIfPresent(String.self, forKey: .outcome).map(EditIssue.init(stored:))
        failures = try container.decodeIfPresent(Int.self, forKey: .failures) ?? 0
        knownParts = try container.decodeIfPresent([RemoteID].self, forKey: .knownParts) ?? []
        replaces = try container.decodeIfPresent(PartID.self, forKey: .replaces)
        remindersBefore = try container.decodeIfPresent([ContactKey].self, forKey: .remindersBefore)
        remindersSent = try container.decodeIfPresent([ContactKey].self, forKey: .remindersSent) ?? []
        remindersLost = try container.decodeIfPresent([ContactKey].self, forKey: .remindersLost) ?? []
        conflict = try container.decodeIfPresent(EditConflict.self, forKey: .conflict)
        refusedKeys = try container.decodeIfPresent([ContactKey].self, forKey: .refusedKeys) ?? []
        rejected = try container.decodeIfPresent([RemoteID].self, forKey: .rejected) ?? []
        daysMayMove = try container.decodeIfPresent([ContactKey].self, forKey: .daysMayMove) ?? []
        remindersMayDouble = try container.decodeIfPresent([ContactKey].self, forKey: .remindersMayDouble) ?? []
        formerUser = try container.decodeIfPresent(ContactID.self, forKey: .formerUser)
        photos = try container.decodeIfPresent([ServerPhoto].self, forKey: .photos)
        isHeld = try container.decodeIfPresent(Bool.self, forKey: .isHeld) ?? false
        isFinal = try container.decodeIfPresent(Bool.self, forKey: .isFinal) ?? false
        restores = try container.decodeIfPresent(RemovedEdits.self, forKey: .restores)
        wasForbidden = try container.decodeIfPresent(Bool.self, forKey: .wasForbidden) ?? false
        isForbiddenAlone = try container.decodeIfPresent(Bool.self, forKey: .isForbiddenAlone) ?? false
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(firstTry?.timeIntervalSince1970, forKey: .firstTry)
        try container.encodeIfPresent(outcome?.stored, forKey: .outcome)
        if failures != 0 { try container.encode(failures, forKey: .failures) }
        if !knownParts.isEmpty { try container.encode(knownParts, forKey: .knownParts) }
        try container.encodeIfPresent(replaces, forKey: .replaces)
        try container.encodeIfPresent(remindersBefore, forKey: .remindersBefore)
        if !remindersSent.isEmpty { try container.encode(remindersSent, forKey: .remindersSent) }
        if !remindersLost.isEmpty { try container.encode(remindersLost, forKey: .remindersLost) }
        try container.encodeIfPresent(conflict, forKey: .conflict)
        if !refusedKeys.isEmpty { try container.encode(refusedKeys, forKey: .refusedKeys) }
        if !rejected.isEmpty { try container.encode(rejected, forKey: .rejected) }
        if !daysMayMove.isEmpty { try container.encode(daysMayMove, forKey: .daysMayMove) }
        if !remindersMayDouble.isEmpty { try container.encode(remindersMayDouble, forKey: .remindersMayDouble) }
        try container.encodeIfPresent(formerUser, forKey: .formerUser)
        try container.encodeIfPresent(photos, forKey: .photos)
        if isHeld { try container.encode(isHeld, forKey: .isHeld) }
        if isFinal { try container.encode(isFinal, forKey: .isFinal) }
        try container.encodeIfPresent(restores, forKey: .restores)
        if wasForbidden { try container.encode(wasForbidden, forKey: .wasForbidden) }
        if isForbiddenAlone { try container.encode(isForbiddenAlone, forKey: .isForbiddenAlone) }
    }
}

extension EditConflict: Codable {
    private enum CodingKeys: String, CodingKey {
        case values, part, seen, candidates, offers, tags
        case movedDays = "moved_days"
        case doubledReminders = "doubled_reminders"
        case otherParts = "other_parts"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        for (name, value) in try container.decode([String: ContactValue?].self, forKey: .values) {
            guard let key = ContactKey(rawValue: name) else { throw StoredChangeError.unknown }
            values[key] = .some(value)
        }
        part = try container.decodeIfPresent(PartValue.self, forKey: .part)
        seen = try container.decodeIfPresent(SeenContact.self, forKey: .seen)
        candidates = try container.decode([RemoteID].self, forKey: .candidates)
        movedDays = try container.decodeIfPresent([ContactKey].self, forKey: .movedDays) ?? []
        doubledReminders = try container.decodeIfPresent([ContactKey].self, forKey: .doubledReminders) ?? []
        otherParts = try container.decodeIfPresent([Delta<PartValue>].self, forKey: .otherParts) ?? []
        tags = try container.decodeIfPresent([Delta<String>].self, forKey: .tags) ?? []
        let offers = try container.decodeIfPresent([EditCandidate].self, forKey: .offers) ?? []
        self.offers = Dictionary(offers.map { ($0.id, $0) }) { first, _ in first }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(values.byName, forKey: .values)
        try container.encodeIfPresent(part, forKey: .part)
        try container.encodeIfPresent(seen, forKey: .seen)
        try container.encode(candidates, forKey: .candidates)
        if !movedDays.isEmpty { try container.encode(movedDays, forKey: .movedDays) }
        if !doubledReminders.isEmpty { try container.encode(doubledReminders, forKey: .doubledReminders) }
        if !otherParts.isEmpty { try container.encode(otherParts, forKey: .otherParts) }
        if !tags.isEmpty { try container.encode(tags, forKey: .tags) }
        if !offers.isEmpty { try container.encode(offers.values.sorted { $0.id < $1.id }, forKey: .offers) }
    }
}

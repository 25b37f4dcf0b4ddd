import Foundation
import Model

// How edits are stored that are to come back. Keys never change; what is missing has its first value.

extension RemovedEdits: Codable {
    private enum CodingKeys: String, CodingKey {
        case contact, named, parts, edits, others
        case leavesNobodyUser = "leaves_nobody_user"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let parts = try container.decode([StoredPart].self, forKey: .parts)
        self.init(
            contact: try container.decode(ContactID.self, forKey: .contact),
            named: try container.decodeIfPresent(NamedContact.self, forKey: .named),
            parts: Dictionary(parts.map { ($0.id, $0.part) }) { first, _ in first },
            edits: try container.decode([Edit].self, forKey: .edits),
            others: try container.decode([Change].self, forKey: .others),
            leavesNobodyUser: try container.decodeIfPresent(EditID.self, forKey: .leavesNobodyUser))
    }

    /// Without the copy of the contact, which comes from the server again as far as it is there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(contact, forKey: .contact)
        try container.encodeIfPresent(named, forKey: .named)
        let inOrder = parts.sorted { $0.key < $1.key }
        try container.encode(inOrder.map { StoredPart(id: $0.key, part: $0.value) }, forKey: .parts)
        try container.encode(edits, forKey: .edits)
        try container.encode(others, forKey: .others)
        try container.encodeIfPresent(leavesNobodyUser, forKey: .leavesNobodyUser)
    }

    private struct StoredPart: Codable {
        let id: PartID
        let part: NamedPart
    }
}

extension Edit: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, contact, change, state, attempts, issue, needs, progress, undo
        case notBefore = "not_before"
        case madeAt = "made_at"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(EditID.self, forKey: .id),
            contact: try container.decode(ContactID.self, forKey: .contact),
            change: try ContactChange(stored: container.decode(Data.self, forKey: .change)))
        guard let state = EditState(rawValue: try container.decode(String.self, forKey: .state)) else {
            throw StoredChangeError.unknown
        }
        self.state = state
        attempts = try container.decodeIfPresent(Int.self, forKey: .attempts) ?? 0
        issue = try container.decodeIfPresent(String.self, forKey: .issue).map(EditIssue.init(stored:))
        needs = try container.decodeIfPresent([EditID].self, forKey: .needs) ?? []
        notBefore = try container.decodeIfPresent(TimeInterval.self, forKey: .notBefore) ?? 0
        madeAt = try container.decodeIfPresent(Double.self, forKey: .madeAt).map(Date.init(timeIntervalSince1970:))
        progress = try container.decodeIfPresent(EditProgress.self, forKey: .progress) ?? EditProgress()
        undo = try container.decodeIfPresent(Data.self, forKey: .undo).map { try ContactChange(stored: $0) }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(contact, forKey: .contact)
        try container.encode(change.stored(), forKey: .change)
        try container.encode(state.rawValue, forKey: .state)
        try container.encode(attempts, forKey: .attempts)
        try container.encodeIfPresent(issue?.stored, forKey: .issue)
        try container.encode(needs, forKey: .needs)
        // JSON has no infinity.
        if notBefore.isFinite { try container.encode(notBefore, forKey: .notBefore) }
        try container.encodeIfPresent(madeAt?.timeIntervalSince1970, forKey: .madeAt)
        try container.encode(progress, forKey: .progress)
        try container.encodeIfPresent(undo?.stored(), forKey: .undo)
    }
}

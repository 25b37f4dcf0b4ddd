public import Foundation
public import Model

/// A contact on the server, or a part of one, that may be the one that was to be made, with what tells it from others.
public struct EditCandidate: Identifiable, Hashable, Sendable {
    /// What the server calls it.
    public let id: RemoteID
    /// By the server's clock.
    public var createdAt: Date?
    /// Names, and what else is short.
    public var values: [ContactKey: ContactValue] = [:]
    /// Some of its mail addresses, numbers and addresses, in the server's order; of a part that alone.
    public var parts: [PartValue] = []

    init(id: RemoteID) { self.id = id }

    /// A name and what stands below it need no more.
    private static let maxParts = 3
    private static let maxText = 200
    private static let keys: [ContactKey] = [
        .firstName, .lastName, .nickname, .description, .birthday, .death, .job, .company,
    ]

    init(_ copy: ServerContact) {
        self.init(id: copy.id)
        createdAt = copy.createdAt
        for key in Self.keys {
            if case .text(let text)? = copy.values[key] {
                values[key] = .text(String(text.prefix(Self.maxText)))
            } else {
                values[key] = copy.values[key]
            }
        }
        let shown = copy.parts.filter { $0.key.kind != .relationship }
        let sorted = shown.sorted { ($0.key.kind.rawValue, $0.key.id) < ($1.key.kind.rawValue, $1.key.id) }
        parts = sorted.prefix(Self.maxParts).map(\.value.value)
    }
}

extension EditCandidate {
    fileprivate init(_ id: RemoteID, _ part: ServerPart) {
        self.init(id: id)
        createdAt = part.createdAt
        parts = [part.value]
    }
}

extension EditConflict {
    /// More are not offered to choose from.
    private static let maxCandidates = 20

    /// Which of some contacts, the newest first, is the one that was to be made.
    init(candidates copies: [ServerContact]) {
        self.init(offered: copies.prefix(Self.maxCandidates).map { EditCandidate($0) })
    }

    /// Which of some parts is the one that was to be made.
    init(candidates parts: [RemoteID: ServerPart]) {
        let sorted = parts.sorted { $0.key < $1.key }
        self.init(offered: sorted.prefix(Self.maxCandidates).map { EditCandidate($0.key, $0.value) })
    }

    private init(offered: [EditCandidate]) {
        candidates = offered.map(\.id)
        offers = Dictionary(offered.map { ($0.id, $0) }) { first, _ in first }
    }
}

// Stored with the conflict: keys never change.
extension EditCandidate: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, values, parts
        case createdAt = "created_at"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(RemoteID.self, forKey: .id)
        createdAt = try container.decodeIfPresent(Double.self, forKey: .createdAt)
            .map(Date.init(timeIntervalSince1970:))
        for (name, value) in try container.decode([String: ContactValue].self, forKey: .values) {
            if let key = ContactKey(rawValue: name) { values[key] = value }
        }
        parts = try container.decode([PartValue].self, forKey: .parts)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(createdAt?.timeIntervalSince1970, forKey: .createdAt)
        try container.encode(values.byName, forKey: .values)
        try container.encode(parts, forKey: .parts)
    }
}

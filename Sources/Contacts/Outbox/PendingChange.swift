public import Foundation
public import Model

/// The wanted value of one slot of a contact, until the server has it.
public struct PendingChange: Hashable, Sendable {
    /// The server's value that it is set against; nil for nothing.
    public var base: SlotValue?
    /// The value that the server is to have; nil for nothing.
    public var wanted: SlotValue?
    /// The server's values that it may replace without a question: a person saw them, or they were sent from here. For
    /// the existence of a contact these are values of all its slots.
    public private(set) var expected: [SlotState]
    /// When the person set the slot first, in seconds since 1970.
    public var madeAt: TimeInterval
    /// Before this moment nothing is sent: the end of a deletion's toast, in seconds since 1970.
    public var notBefore: TimeInterval
    /// Why it waits for the person.
    public var problem: Problem?

    /// A wanted value. `expected` are the values that it may replace.
    public init(
        base: SlotValue?, wanted: SlotValue?, expected: [SlotState] = [], madeAt: TimeInterval,
        notBefore: TimeInterval = 0, problem: Problem? = nil
    ) {
        self.base = base
        self.wanted = wanted
        self.expected = []
        self.madeAt = madeAt
        self.notBefore = notBefore
        self.problem = problem
        expect(expected)
    }

    /// These values may be replaced too.
    public mutating func expect(_ states: [SlotState]) {
        for state in states where !expected.contains(state) { expected.append(state) }
    }
}

/// Why a pending change waits for the person.
public enum Problem: Hashable, Codable, Sendable {
    /// The server's sentences.
    case refused(sentences: [String])
    /// Unseen values of the server. A deletion may have several.
    case conflict(values: [SlotState])
    /// The server has the contact no longer.
    case gone
    /// The values that the server would change besides.
    case sideEffects(values: [SlotState])

    // Stored: these never change, nor do the labels.
    private enum CodingKeys: String, CodingKey {
        case refused, conflict, gone
        case sideEffects = "side_effects"
    }

    /// Whether the server refused the change.
    public var isRefusal: Bool { if case .refused = self { true } else { false } }
}

extension PendingChange: Codable {
    // Stored: these never change.
    private enum CodingKeys: String, CodingKey {
        case base, wanted, expected, problem
        case madeAt = "made_at"
        case notBefore = "not_before"
    }
}

public import Foundation
public import Model

/// The one write of a contact that may be under way. It is stored before its request goes.
public struct Attempt: Hashable, Codable, Sendable {
    /// The slots that it changes or must leave as they were, with their values.
    public let sent: [SlotState]
    /// The slots of `sent` that it must only leave as they were.
    public internal(set) var kept: Set<Slot> = []
    /// The parts that were there before a request that makes one.
    public internal(set) var known: Set<Slot> = []
    /// Until then the request may still be carried out, in seconds of a clock that runs on in sleep. It is not stored:
    /// after a restart each attempt gets a new hold.
    public var holdUntil: TimeInterval = 0
    /// The server's refusal, and the moment from which it counts. It is not stored.
    public var refusal: Refusal?

    /// Whether one of its slots was set again since. It is not stored.
    public var isOvertaken = false

    /// A refusal that counts from a moment on.
    public struct Refusal: Hashable, Sendable {
        public let sentences: [String]
        /// In seconds, by the clock of `holdUntil`.
        public let from: TimeInterval
    }

    // Stored: these never change.
    private enum CodingKeys: String, CodingKey {
        case sent, kept, known
    }

    /// Whether it sends or keeps the slot.
    public func covers(_ slot: Slot) -> Bool { sent.contains { $0.slot == slot } }
}

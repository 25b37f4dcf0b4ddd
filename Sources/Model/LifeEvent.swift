public import Foundation

/// An event in the life of a contact, such as a move.
public struct LifeEvent: Sendable, Equatable {
    /// Nil if the server sends none.
    public var id: Int?
    /// The event in the user's words; nil for none.
    public var name: String?
    /// The server's word for its type, such as "new_job"; nil for a type of the user.
    public var type: String?
    /// More words; nil for none.
    public var note: String?
    /// The day, as midnight in UTC.
    public var happenedAt: Date?

    /// An event by its known parts.
    public init(id: Int?, name: String?, type: String?, note: String? = nil, happenedAt: Date? = nil) {
        self.id = id
        self.name = name
        self.type = type
        self.note = note
        self.happenedAt = happenedAt
    }
}

/// A conversation with a contact in writing.
public struct Conversation: Sendable, Equatable {
    /// One of its messages.
    public struct Message: Sendable, Equatable {
        public var text: String
        /// Whether the user wrote it, and not the contact.
        public var isFromUser: Bool

        /// A message by its text and its writer.
        public init(text: String, isFromUser: Bool) {
            self.text = text
            self.isFromUser = isFromUser
        }
    }

    /// Nil if the server sends none.
    public var id: Int?
    /// The messages with a text, in the server's order.
    public var messages: [Message]
    /// The way of it in the user's words, such as "Email"; nil for an unknown one.
    public var channel: String?
    /// The day, as midnight in UTC.
    public var happenedAt: Date?

    /// A conversation by its known parts.
    public init(id: Int?, messages: [Message], channel: String?, happenedAt: Date? = nil) {
        self.id = id
        self.messages = messages
        self.channel = channel
        self.happenedAt = happenedAt
    }
}

/// A file that the server keeps about a contact.
public struct Document: Sendable, Equatable {
    /// Nil if the server sends none.
    public var id: Int?
    /// The name of the file.
    public var name: String
    /// In bytes; nil for an unknown size.
    public var size: Int?

    /// A document by its name.
    public init(id: Int?, name: String, size: Int? = nil) {
        self.id = id
        self.name = name
        self.size = size
    }
}

public import Foundation

/// An entry of the user's journal.
public struct JournalEntry: Sendable, Equatable, Identifiable {
    /// Older entries are not read.
    public static let maxCount = 100

    /// The server's number of the entry.
    public let id: Int
    /// The title; nil without one.
    public let title: String?
    /// The text, as it was typed.
    public let text: String
    /// When the entry was written; nil where that is unknown.
    public let writtenAt: Date?

    /// An entry by its number.
    public init(id: Int, title: String?, text: String, writtenAt: Date?) {
        self.id = id
        self.title = title
        self.text = text
        self.writtenAt = writtenAt
    }
}

public import Foundation

/// The entries of one section of a contact as the server sent them.
public struct SectionEntries: Sendable, Equatable {
    /// No more are asked for.
    public static let maxCount = 300
    /// What of a section is kept, in bytes: three hundred long notes.
    public static let maxBytes = 4 << 20

    /// What only the server's own reader understands.
    public var serverCopy: Data
    /// How many entries there are.
    public var count: Int

    /// Entries, and how many they are.
    public init(serverCopy: Data, count: Int) {
        self.serverCopy = serverCopy
        self.count = count
    }
}

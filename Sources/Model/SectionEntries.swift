public import Foundation

/// The entries of one section of a contact as the server sent them.
public struct SectionEntries: Sendable, Equatable {
    /// The most entries that Cameo asks for.
    public static let maxCount = 300
    /// The most bytes of a stored section: three hundred long notes.
    public static let maxBytes = 4 << 20

    /// The server's answer, which only the reader of that server's kind understands.
    public var serverCopy: Data
    /// How many entries there are.
    public var count: Int

    /// Entries, and how many they are.
    public init(serverCopy: Data, count: Int) {
        self.serverCopy = serverCopy
        self.count = count
    }
}

import Foundation

/// The data that a log-out removed, and the data that it left behind, in sentences.
nonisolated struct LogOutReport: Equatable, Sendable {
    /// The most files that are named one by one: a dialog cannot show thousands.
    private static let maxNamed = 10

    var removed: [String] = []
    var left: [String] = []
    /// Whether a note tells the next start of the log-out.
    var isNoted = true

    /// The whole report, as a dialog shows it.
    var text: String {
        var parts: [String] = []
        if !left.isEmpty {
            parts.append(([tr("Not removed:")] + left.map { "• " + $0 }).joined(separator: "\n"))
            parts.append(
                isNoted
                    ? tr("Cameo tries again the next time it starts.")
                    : tr("Log out again once your home folder can be written."))
        }
        if !removed.isEmpty { parts.append(([tr("Removed:")] + removed.map { "• " + $0 }).joined(separator: "\n")) }
        return parts.joined(separator: "\n\n")
    }

    /// Adds sentences about files that could not be removed.
    mutating func add(_ files: [OwnFiles.Left]) {
        for file in files.prefix(Self.maxNamed) {
            left.append(tr("%1$s could not be removed: %2$s", file.path, file.reason))
        }
        let unnamed = files.count - Self.maxNamed
        if unnamed > 0 {
            left.append(trn("%d more file could not be removed.", "%d more files could not be removed.", unnamed))
        }
    }
}

import Avatars
import Contacts
import Gtk
import Network
import Soup

/// Information for finding the cause of a problem: versions and counts; never a name, a token or an address.
enum Troubleshooting {
    static func text(session: Session?) -> String {
        var lines = ["Cameo \(Cameo.version)", Desktop.libraryVersions]
        lines.append(session == nil ? "Logged out" : "Logged in")
        if let session {
            lines += session.statistics
        }
        return lines.joined(separator: "\n")
    }
}

extension Session {
    /// Counters for a problem report.
    var statistics: [String] {
        let pictures = avatars.statistics
        let failures = pictures.failures.filter { $0.value > 0 }.map { "\($0.key): \($0.value)" }.sorted()
        let unanswered = transport.statistics.failures.map { "\($0.key): \($0.value)" }.sorted()
        return [
            "Requests: \(transport.statistics.requests)",
            "Answers: "
                + transport.statistics.statuses.sorted { $0.key < $1.key }
                .map { "\($0.key): \($0.value)" }.joined(separator: ", "),
            "Requests without an answer: " + (unanswered.isEmpty ? "none" : unanswered.joined(separator: ", ")),
            "Pictures in memory: \(avatars.memoryUse.pictures), \(pictures.memoryHits) hits, \(pictures.memoryMisses) misses",
            "Pictures on disk: \(pictures.diskHits) hits, \(pictures.diskMisses) misses",
            "Photos come by: \(pictureServer.statistics.photoRoute)",
            "Pictures that failed: " + (failures.isEmpty ? "none" : failures.joined(separator: ", ")),
        ]
    }
}

import Gtk

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

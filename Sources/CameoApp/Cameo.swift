import Foundation

/// The names, the version and the addresses of the program.
nonisolated public enum Cameo {
    /// The name of the program for the desktop.
    public static let applicationID = "io.github.cameo_contacts.Cameo"
    /// The demo is an application of its own, so that it never meets the real one's window.
    static let demoApplicationID = "io.github.cameo_contacts.Cameo.Demo"
    /// The version, as `--version` and the About window say it.
    public static let version = "0.1.0"
    /// The project's page on the web.
    static let website = "https://github.com/cameo-contacts/cameo"
    /// The page for reports of problems.
    static let issues = "https://github.com/cameo-contacts/cameo/issues"
    /// The program that runs, as a file.
    static let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    static let userAgent = "Cameo/\(version)"
}

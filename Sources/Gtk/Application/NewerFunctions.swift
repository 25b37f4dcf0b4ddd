import CGtk
import Glibc

/// Functions that GTK and libadwaita have only in newer versions than the oldest with which the program runs.
///
/// They are looked up when it runs, so that what was built with the oldest version uses them wherever they are. Nothing else
/// asks for versions: a wrapper calls what it finds here, or does without.
@MainActor
enum NewerFunctions {
    /// `gtk_accessible_announce`, GTK 4.14: of whom, what, and how urgent it is (0 to 2).
    typealias Announce = @convention(c) (OpaquePointer, UnsafePointer<CChar>, UInt32) -> Void

    static let announce = address(of: "gtk_accessible_announce").map { unsafeBitCast($0, to: Announce.self) }

    private static func address(of name: String) -> UnsafeMutableRawPointer? {
        // In the libraries that the program is linked with.
        dlsym(nil, name)
    }
}

import Foundation
import Glibc

/// A folder that goes with its test.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(component: "avatars-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        chmod(url.path, 0o700)
        // Leftover files lie in the system's folder for temporary files.
        try? FileManager.default.removeItem(at: url)
    }

    func files(_ folder: String = "cache") -> [URL] {
        let folder = url.appending(component: folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().map { folder.appending(component: $0) }
    }

    /// The permissions of a file or folder, such as 0o600.
    static func permissions(_ file: URL) -> Int? {
        var status = stat()
        return lstat(file.path, &status) == 0 ? Int(status.st_mode & 0o777) : nil
    }
}

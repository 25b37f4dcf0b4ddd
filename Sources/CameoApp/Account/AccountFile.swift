import Foundation
import Glibc

/// The account on disk, readable by the user alone.
nonisolated struct AccountFile: Sendable {
    let url: URL

    /// The stored account; nil when there is none or its file cannot be read, which means signing in again.
    @concurrent func load() async -> Account? {
        guard let data = try? Data(contentsOf: url), data.count < 1 << 20 else { return nil }
        return try? JSONDecoder().decode(Account.self, from: data)
    }

    @concurrent func save(_ account: Account) async throws {
        let files = FileManager.default
        try files.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let data = try encoder.encode(account)
        // Made private before there is anything in it, and put in place whole.
        let fresh = url.appendingPathExtension("new")
        guard files.createFile(atPath: fresh.path, contents: data, attributes: [.posixPermissions: 0o600]) else {
            throw CocoaError(.fileWriteUnknown)
        }
        guard rename(fresh.path, url.path) == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
    }

    /// Removes the file; none is fine.
    @concurrent func remove() async throws {
        for file in [url, url.appendingPathExtension("new")] where FileManager.default.fileExists(atPath: file.path) {
            try FileManager.default.removeItem(at: file)
        }
    }
}

package import Foundation
import Platform

/// The account on disk, readable by the user alone.
nonisolated package struct AccountFile: Sendable {
    private static let maxBytes = 1 << 20

    package let url: URL

    package init(url: URL) {
        self.url = url
    }

    private var top: TopFolder { TopFolder(url.deletingLastPathComponent()) }
    private var name: String { url.lastPathComponent }

    /// The stored account; nil when there is none or its file cannot be read, which means signing in again.
    @concurrent func load() async -> Account? {
        guard let data = try? top.open().read(name, maxBytes: Self.maxBytes) else { return nil }
        return try? JSONDecoder().decode(Account.self, from: data)
    }

    @concurrent package func save(_ account: Account) async throws {
        try top.make().replace(name, with: account.encoded())
    }

    /// Removes the file; none is fine.
    @concurrent func remove() async throws {
        do throws(SystemError) {
            try top.open().remove(name)
        } catch {
            if error.code != ENOENT { throw error }
        }
    }
}

nonisolated extension Account {
    /// As it is kept in a file.
    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try encoder.encode(self)
    }
}

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

    /// The stored account; nil when there is none, or it cannot be read.
    @concurrent func load() async -> Account? { try? await read() }

    /// The stored account; nil when there is none.
    ///
    /// Throws `EBADMSG` for a file that is no account: the person has to sign in again. Throws other errors when the file
    /// cannot be read: then it is unknown who is signed in.
    @concurrent func read() async throws(SystemError) -> Account? {
        let data: Data
        do throws(SystemError) {
            data = try top.open().read(name, maxBytes: Self.maxBytes)
        } catch {
            switch error.code {
            // In place of the folder there may be another's file.
            case ENOENT, ENOTDIR: return nil
            // Empty, endless, or no file.
            case EFBIG, ELOOP: throw SystemError(code: EBADMSG)
            default: throw error
            }
        }
        guard let account = try? JSONDecoder().decode(Account.self, from: data) else {
            throw SystemError(code: EBADMSG)
        }
        return account
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

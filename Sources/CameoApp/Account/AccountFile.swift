package import Foundation
import Platform

/// The account's file, which only the user can read.
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
            // Another program's file may be in place of the folder.
            case ENOENT, ENOTDIR: return nil
            // The file is empty or too long, or it is no regular file.
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

    /// Removes the file, if it exists.
    @concurrent func remove() async throws {
        do throws(SystemError) {
            try top.open().remove(name)
        } catch {
            if error.code != ENOENT { throw error }
        }
    }
}

nonisolated extension Account {
    /// The content of the account's file.
    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try encoder.encode(self)
    }
}

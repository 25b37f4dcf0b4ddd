import Foundation
import Platform

/// What was begun and did not come to its end: a file for each sign-in and log-out beside that of the account.
///
/// It is on disk before anything else is done, and goes last. So a process that is killed, or a keyring that cannot be
/// reached, leaves a note for the next start. There is no token in it.
nonisolated struct Journal: Sendable {
    /// What was begun.
    enum Kind: String, CaseIterable, Sendable {
        case signIn = "signing-in-"
        case logOut = "logging-out-"
    }

    struct Entry: Sendable {
        let kind: Kind
        let account: Account
    }

    private static let maxBytes = 1 << 20

    let top: TopFolder

    init(_ directories: AppDirectories) {
        top = directories.dataTop
    }

    /// Notes a sign-in. Nothing of it may be kept before this.
    @concurrent func beginSignIn(_ account: Account) async throws {
        try top.make().replace(Self.name(.signIn, account), with: account.encoded())
    }

    /// Notes a log-out. From here on nobody is signed in: the account's own file becomes the note, which needs no room on a
    /// full disk.
    @concurrent func beginLogOut(_ account: Account, accountFile: URL) async throws {
        let folder = try top.make()
        let name = Self.name(.logOut, account)
        do throws(SystemError) {
            try folder.rename(accountFile.lastPathComponent, to: name)
            try folder.synchronise()
        } catch {
            guard error.code == ENOENT else { throw error }
            try folder.replace(name, with: account.encoded())
        }
    }

    /// All that was begun, in no order.
    @concurrent func entries() async -> [Entry] {
        // No folder, no notes.
        guard let folder = try? top.open(), let names = try? folder.names() else { return [] }
        return Kind.allCases.flatMap { kind in
            names.filter { $0.hasPrefix(kind.rawValue) }.compactMap { name in
                guard let data = try? folder.read(name, maxBytes: Self.maxBytes),
                    let account = try? JSONDecoder().decode(Account.self, from: data),
                    name == Self.name(kind, account)
                else {
                    // A note that says nothing helps nobody.
                    _ = try? folder.remove(name)
                    return nil
                }
                return Entry(kind: kind, account: account)
            }
        }
    }

    /// Keeps no more in a note than the next start needs: whose it was is not its business.
    @concurrent func shorten(_ kind: Kind, of account: Account) async {
        var short = account
        short.userName = nil
        // The longer one does as well.
        guard short != account, let folder = try? top.open(), let data = try? short.encoded() else { return }
        try? folder.replace(Self.name(kind, account), with: data)
    }

    /// It came to its end.
    @concurrent func end(_ kind: Kind, of account: Account) async throws {
        do throws(SystemError) {
            let folder = try top.open()
            if try folder.remove(Self.name(kind, account)) { try folder.synchronise() }
        } catch {
            if error.code != ENOENT { throw error }
        }
    }

    static func isNote(_ name: String) -> Bool {
        Kind.allCases.contains { name.hasPrefix($0.rawValue) }
    }

    private static func name(_ kind: Kind, _ account: Account) -> String {
        "\(kind.rawValue)\(account.id).json"
    }
}

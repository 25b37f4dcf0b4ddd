import Foundation
import Platform

/// The journal of unfinished sign-ins and log-outs: a file for each of them beside the account's file.
///
/// The note is on disk before the work begins, and is removed last. If a process is killed or a keyring cannot be reached, the
/// note stays for the next start. It never contains a token.
nonisolated struct Journal: Sendable {
    /// The kind of the work.
    enum Kind: String, CaseIterable, Sendable {
        case signIn = "signing-in-"
        case logOut = "logging-out-"
    }

    struct Entry: Sendable {
        let kind: Kind
        let account: Account
        /// Whether stored contacts of the account existed before the sign-in. The sign-in must not remove them.
        let hadFiles: Bool
    }

    private static let maxBytes = 1 << 20

    let top: TopFolder

    init(_ directories: AppDirectories) {
        top = directories.dataTop
    }

    /// Notes a sign-in. Its result may only be stored after this.
    @concurrent func beginSignIn(_ account: Account, hadFiles: Bool) async throws {
        let note = SignInNote(account: account, hadFiles: hadFiles)
        try top.make().replace(Self.name(.signIn, account), with: JSONEncoder().encode(note))
    }

    /// Notes a log-out. From here on no account is signed in: the account's own file becomes the note. A renamed file needs no
    /// room on a full disk.
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

    /// All notes, in no order.
    @concurrent func entries() async -> [Entry] {
        // Without a folder there are no notes.
        guard let folder = try? top.open(), let names = try? folder.names() else { return [] }
        return Kind.allCases.flatMap { kind in
            names.filter { $0.hasPrefix(kind.rawValue) }.compactMap { name in
                guard let data = try? folder.read(name, maxBytes: Self.maxBytes),
                    let account = try? JSONDecoder().decode(Account.self, from: data),
                    name == Self.name(kind, account)
                else {
                    // A note that cannot be decoded has no use.
                    _ = try? folder.remove(name)
                    return nil
                }
                let note = try? JSONDecoder().decode(SignInNote.self, from: data)
                return Entry(kind: kind, account: account, hadFiles: note?.hadFiles ?? false)
            }
        }
    }

    /// Reduces a note, if there is one, to the data that the next start needs. It drops the user and the certificate.
    @concurrent func shorten(_ kind: Kind, of account: Account) async {
        var short = account
        (short.userName, short.userUUID, short.userCreated) = (nil, nil, nil)
        (short.trustedFingerprint, short.tokenExpiry) = (nil, nil)
        let name = Self.name(kind, account)
        guard short != account, let folder = try? top.open(), folder.entry(name) != nil else { return }
        // The longer note is valid too.
        if let data = try? short.encoded() { try? folder.replace(name, with: data) }
    }

    /// Removes the note of completed work.
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

/// An account in the format of its file, with one additional key.
private nonisolated struct SignInNote: Codable {
    private enum Key: String, CodingKey { case hadFiles }

    let account: Account
    let hadFiles: Bool

    init(account: Account, hadFiles: Bool) {
        self.account = account
        self.hadFiles = hadFiles
    }

    init(from decoder: any Decoder) throws {
        account = try Account(from: decoder)
        // Earlier versions did not store this key.
        hadFiles = try decoder.container(keyedBy: Key.self).decodeIfPresent(Bool.self, forKey: .hadFiles) ?? false
    }

    func encode(to encoder: any Encoder) throws {
        try account.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(hadFiles, forKey: .hadFiles)
    }
}

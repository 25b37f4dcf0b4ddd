import Contacts
import Foundation
import Keyring
import Monica
import Network
import TestSupport
import XCTest

@testable import CameoApp

/// A keyring in memory that can be told how to behave, and folders of its own.
@MainActor
final class KeeperLab {
    let folder = TemporaryFolder()
    let directories: AppDirectories
    let account: Account
    let token: Token
    private(set) var stored: [String] = []
    private(set) var isAsking = false
    var failure: KeyringError?
    var failureOfRemoval: KeyringError?
    var asksForPassword = false
    var onStored: () -> Void = {}

    init() throws {
        directories = AppDirectories(environment: ["HOME": folder.url.path])
        account = Account(
            server: try ServerAddress("https://monica.example.org"), userID: 1, userName: nil,
            trustedFingerprint: nil, tokenExpiry: nil, loadsExternalPictures: true)
        token = try Token("secret")
    }

    var keeper: AccountKeeper {
        AccountKeeper(
            directories: directories, kinds: kinds,
            storeToken: { [self] token, _ throws(KeyringError) in
                if let failure { throw failure }
                if asksForPassword {
                    isAsking = true
                    // Cancelled while it waits, as libsecret's operations are.
                    do { try await Task.sleep(for: .seconds(60)) } catch { throw KeyringError.cancelled }
                }
                stored = [token.secret]
                onStored()
            },
            removeToken: { [self] _ throws(KeyringError) in
                if let failureOfRemoval { throw failureOfRemoval }
                stored = []
            })
    }

    let kinds = ServerKinds(MonicaKind())
    let listed = ObservedList.Choice(order: ContactOrder(), includesArchived: false)
    let typed = Data("typed".utf8)

    /// Signs in, and leaves a form that was not saved.
    func typeSomething() async throws {
        let kept = try await keeper.keep(account, token: token)
        _ = try await kept.store.saveDraft(typed, of: nil)
        try await kept.store.close()
        stored = []
    }

    /// The forms that are stored, with or without an account.
    func drafts() async throws -> [Data] {
        let file = directories.contacts(of: account.id)
        let store = try await ContactStore.open(at: file, decoder: MonicaKind())
        let drafts = try await store.drafts()
        try await store.close()
        return drafts.map(\.form)
    }

    /// The notes of begun sign-ins and log-outs.
    var notes: [String] { folder.files.filter { $0.contains("signing-in-") || $0.contains("logging-out-") } }

    /// The first work of the next start.
    func startAgain() async -> LogOutReport? {
        await CutOffWork(directories: directories) { [self] _ throws(KeyringError) in
            if let failureOfRemoval { throw failureOfRemoval }
            defer { stored = [] }
            return !stored.isEmpty
        }.finish()
    }

    /// The files as they are now, in another folder.
    func copy() -> URL? {
        let copy = folder.url.appendingPathExtension("copy")
        return (try? FileManager.default.copyItem(at: folder.url, to: copy)).map { copy }
    }

    func restore(_ copy: URL?) throws {
        let copy = try XCTUnwrap(copy)
        try FileManager.default.removeItem(at: folder.url)
        try FileManager.default.moveItem(at: copy, to: folder.url)
    }
}

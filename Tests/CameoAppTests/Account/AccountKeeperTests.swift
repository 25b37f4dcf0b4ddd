import Contacts
import Foundation
import Keyring
import Model
import Monica
import Network
import TestSupport
import XCTest

@testable import CameoApp

/// A sign-in is kept as a whole, or leaves nothing behind.
final class AccountKeeperTests: XCTestCase {
    func testTheTokenTheStoreAndTheFileAreKept() {
        onMainLoop {
            let lab = try KeeperLab()
            let kept = try await lab.keeper.keep(lab.account, token: lab.token)
            XCTAssertNil(kept.problem)
            XCTAssertEqual(lab.stored, [lab.token.secret])
            let loaded = await AccountFile(url: lab.directories.accountFile).load()
            XCTAssertEqual(loaded, kept.account)
            XCTAssertEqual(loaded?.tokenMayBeInKeyring, true)
            XCTAssertTrue(lab.folder.files.contains { $0.hasSuffix("contacts.sqlite") })
            XCTAssertEqual(lab.notes, [])
            try await kept.store.close()
        }
    }

    func testWithoutAKeyringTheAccountIsKeptAndTheTokenIsNot() {
        onMainLoop {
            let lab = try KeeperLab()
            lab.failure = .unavailable
            let kept = try await lab.keeper.keep(lab.account, token: lab.token)
            XCTAssertEqual(kept.problem, .unavailable)
            let loaded = await AccountFile(url: lab.directories.accountFile).load()
            XCTAssertEqual(loaded, kept.account)
            XCTAssertEqual(loaded?.tokenMayBeInKeyring, false)
            try await kept.store.close()
        }
    }

    func testGivingUpWhileTheKeyringAsksForItsPasswordLeavesNothing() {
        onMainLoop {
            let lab = try KeeperLab()
            lab.asksForPassword = true
            let task = Task { try await lab.keeper.keep(lab.account, token: lab.token) }
            await until("the keyring asks") { lab.isAsking }
            XCTAssertEqual(lab.notes.count, 1)
            XCTAssertFalse(lab.folder.files.contains { $0.contains("sqlite") || $0.contains("account.json") })
            task.cancel()
            let result = await task.result
            XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError, "\($0)") }
            XCTAssertEqual(lab.folder.files, [])
            XCTAssertEqual(lab.stored, [])
        }
    }

    func testGivingUpOnceTheTokenIsStoredTakesItBack() {
        onMainLoop {
            let lab = try KeeperLab()
            lab.onStored = { withUnsafeCurrentTask { $0?.cancel() } }
            let result = await Task { try await lab.keeper.keep(lab.account, token: lab.token) }.result
            XCTAssertThrowsError(try result.get())
            XCTAssertEqual(lab.folder.files, [])
            XCTAssertEqual(lab.stored, [])
            XCTAssertFalse(FileManager.default.fileExists(atPath: lab.directories.data.path))
        }
    }

    func testAFolderThatCannotBeWrittenKeepsNoTokenEither() {
        onMainLoop {
            let lab = try KeeperLab()
            // A file where the folder should be.
            try FileManager.default.createDirectory(
                at: lab.directories.data.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: lab.directories.data)
            do {
                _ = try await lab.keeper.keep(lab.account, token: lab.token)
                XCTFail("it was kept")
            } catch {}
            XCTAssertEqual(lab.stored, [])
        }
    }

    func testAKeyringThatTakesNothingBackIsRememberedForTheNextStart() {
        onMainLoop {
            let lab = try KeeperLab()
            lab.onStored = { withUnsafeCurrentTask { $0?.cancel() } }
            lab.failureOfRemoval = .unavailable
            _ = await Task { try await lab.keeper.keep(lab.account, token: lab.token) }.result
            XCTAssertEqual(lab.notes.count, 1)
            XCTAssertFalse(lab.folder.files.contains { $0.contains("sqlite") || $0.contains("account.json") })
            lab.failureOfRemoval = nil
            let report = await lab.startAgain()
            XCTAssertNil(report, "nothing was promised")
            XCTAssertEqual(lab.stored, [])
            XCTAssertEqual(lab.folder.files, [])
        }
    }

    func testASignInThatIsKilledOnceTheTokenIsStoredLeavesNoOrphan() {
        onMainLoop {
            let lab = try KeeperLab()
            var left: URL?
            lab.onStored = { left = lab.copy() }
            let kept = try await lab.keeper.keep(lab.account, token: lab.token)
            try await kept.store.close()
            // The files as they were when the token was in the keyring and nothing else was done.
            try lab.restore(left)
            XCTAssertEqual(lab.stored, [lab.token.secret])
            _ = await lab.startAgain()
            XCTAssertEqual(lab.stored, [])
            XCTAssertEqual(lab.folder.files, [])
        }
    }

    func testANoteOfAnAccountThatIsThereIsVoid() {
        onMainLoop {
            let lab = try KeeperLab()
            let kept = try await lab.keeper.keep(lab.account, token: lab.token)
            try await kept.store.close()
            try await Journal(lab.directories).beginSignIn(kept.account)
            _ = await lab.startAgain()
            XCTAssertEqual(lab.stored, [lab.token.secret])
            XCTAssertEqual(lab.notes, [])
            let loaded = await AccountFile(url: lab.directories.accountFile).load()
            XCTAssertEqual(loaded, kept.account)
        }
    }

    func testTheFirstTokenThatARenewalPutsIntoTheKeyringIsRememberedBefore() {
        onMainLoop {
            let lab = try KeeperLab()
            lab.failure = .unavailable
            let kept = try await lab.keeper.keep(lab.account, token: lab.token)
            lab.failure = nil
            var before: Bool?
            lab.onStored = {
                let data = (try? Data(contentsOf: lab.directories.accountFile)) ?? Data()
                before = (try? JSONDecoder().decode(Account.self, from: data))?.tokenMayBeInKeyring
            }
            _ = try await lab.keeper.renew(lab.account, token: try Token("another"))
            XCTAssertEqual(before, true)
            try await kept.store.close()
        }
    }

    func testGivingUpARenewalLeavesTheAccountAsItWas() {
        onMainLoop {
            let lab = try KeeperLab()
            let kept = try await lab.keeper.keep(lab.account, token: lab.token)
            var renewed = lab.account
            renewed.tokenExpiry = .now
            lab.asksForPassword = true
            let task = Task { [renewed] in try await lab.keeper.renew(renewed, token: try Token("another")) }
            await until("the keyring asks") { lab.isAsking }
            task.cancel()
            let result = await task.result
            XCTAssertThrowsError(try result.get())
            let loaded = await AccountFile(url: lab.directories.accountFile).load()
            XCTAssertEqual(loaded, kept.account)
            XCTAssertEqual(lab.stored, [lab.token.secret])
            try await kept.store.close()
        }
    }
}

/// A keyring in memory that can be told how to behave, and folders of its own.
@MainActor
private final class KeeperLab {
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
            directories: directories, kinds: ServerKinds(MonicaKind()),
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

    /// The notes of what was begun.
    var notes: [String] { folder.files.filter { $0.contains("signing-in-") || $0.contains("logging-out-") } }

    /// What the next start does before anything else.
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

import Contacts
import Foundation
import Keyring
import MonicaAPI
import TestSupport
import XCTest

@testable import CameoApp

/// A sign-in is kept as a whole, or leaves nothing behind.
final class AccountKeeperTests: XCTestCase {
    func testTheTokenTheStoreAndTheFileAreKept() {
        onMainLoop {
            let lab = try KeeperLab()
            let (store, problem) = try await lab.keeper.keep(lab.account, token: lab.token)
            XCTAssertNil(problem)
            XCTAssertEqual(lab.stored, [lab.token.secret])
            let loaded = await AccountFile(url: lab.places.accountFile).load()
            XCTAssertEqual(loaded, lab.account)
            XCTAssertTrue(lab.folder.files.contains { $0.hasSuffix("contacts.sqlite") })
            try await store.close()
        }
    }

    func testWithoutAKeyringTheAccountIsKeptAndTheTokenIsNot() {
        onMainLoop {
            let lab = try KeeperLab()
            lab.failure = .unavailable
            let (store, problem) = try await lab.keeper.keep(lab.account, token: lab.token)
            XCTAssertEqual(problem, .unavailable)
            let loaded = await AccountFile(url: lab.places.accountFile).load()
            XCTAssertEqual(loaded, lab.account)
            try await store.close()
        }
    }

    func testGivingUpWhileTheKeyringAsksForItsPasswordLeavesNothing() {
        onMainLoop {
            let lab = try KeeperLab()
            lab.asksForPassword = true
            let task = Task { try await lab.keeper.keep(lab.account, token: lab.token) }
            await until("the keyring asks") { lab.isAsking }
            XCTAssertEqual(lab.folder.files, [], "nothing is written before")
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
            XCTAssertFalse(FileManager.default.fileExists(atPath: lab.places.data.path))
        }
    }

    func testAFolderThatCannotBeWrittenKeepsNoTokenEither() {
        onMainLoop {
            let lab = try KeeperLab()
            // A file where the folder should be.
            try FileManager.default.createDirectory(
                at: lab.places.data.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: lab.places.data)
            do {
                _ = try await lab.keeper.keep(lab.account, token: lab.token)
                XCTFail("it was kept")
            } catch {}
            XCTAssertEqual(lab.stored, [])
        }
    }

    func testGivingUpARenewalLeavesTheAccountAsItWas() {
        onMainLoop {
            let lab = try KeeperLab()
            let (store, _) = try await lab.keeper.keep(lab.account, token: lab.token)
            var renewed = lab.account
            renewed.tokenExpiry = .now
            lab.asksForPassword = true
            let task = Task { [renewed] in try await lab.keeper.renew(renewed, token: try Token("another")) }
            await until("the keyring asks") { lab.isAsking }
            task.cancel()
            let result = await task.result
            XCTAssertThrowsError(try result.get())
            let loaded = await AccountFile(url: lab.places.accountFile).load()
            XCTAssertEqual(loaded, lab.account)
            XCTAssertEqual(lab.stored, [lab.token.secret])
            try await store.close()
        }
    }
}

/// A keyring in memory that can be told how to behave, and folders of its own.
@MainActor
private final class KeeperLab {
    let folder = TemporaryFolder()
    let places: Places
    let account: Account
    let token: Token
    private(set) var stored: [String] = []
    private(set) var isAsking = false
    var failure: KeyringError?
    var asksForPassword = false
    var onStored: () -> Void = {}

    init() throws {
        places = Places(environment: ["HOME": folder.url.path])
        account = Account(
            server: try ServerAddress("https://monica.example.org"), userID: 1, userName: nil,
            trustedFingerprint: nil, tokenExpiry: nil, loadsExternalPictures: true)
        token = try Token("secret")
    }

    var keeper: AccountKeeper {
        AccountKeeper(
            places: places,
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
            removeToken: { [self] _ in stored = [] })
    }
}

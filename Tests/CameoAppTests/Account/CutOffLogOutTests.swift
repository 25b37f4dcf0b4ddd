import Contacts
import DemoServer
import Foundation
import Keyring
import TestSupport
import XCTest

@testable import CameoApp

/// A promised log-out comes to its end. The program reports, remembers and retries each failed step.
final class CutOffLogOutTests: XCTestCase {
    private static let addressStays = "The server’s address stays until the rest is removed."
    private static let addressIsGone = "The server’s address, and everything else about the account"

    func testAKeyringThatCannotBeReachedHasTheTokenStillUnlessItNeverHadOne() {
        onDisplay(limit: .seconds(60)) {
            let failures: [KeyringError] = [.unavailable, .noAnswer, .locked, .failed("no"), .cancelled]
            for failure in failures {
                for mayHave in [true, false, nil] {
                    let folder = TemporaryFolder()
                    let demo = try await DemoAccount(.init(contacts: 3), in: folder)
                    let report = await demo.logOut(mayBeInKeyring: mayHave) { _ throws(KeyringError) in throw failure }
                    let isGone = failure == .unavailable && mayHave == false
                    XCTAssertEqual(report.left.count, isGone ? 0 : 2, "\(failure) \(String(describing: mayHave))")
                    XCTAssertTrue(report.left.dropLast().allSatisfy { $0.contains("in the keyring") })
                    // The note has the address.
                    XCTAssertEqual(report.left.last, isGone ? nil : Self.addressStays)
                    XCTAssertEqual(report.removed.contains(Self.addressIsGone), isGone)
                    XCTAssertEqual(report.removed.contains { $0.contains("there is no keyring") }, isGone)
                    XCTAssertEqual(report.text.contains("tries again"), !isGone)
                    // The log-out removes all removable files, except the note.
                    XCTAssertEqual(demo.remainingFiles.count, isGone ? 0 : 1, "\(demo.remainingFiles)")
                    XCTAssertTrue(demo.remainingFiles.allSatisfy { $0.contains("logging-out-") })
                    await demo.end()
                }
            }
        }
    }

    func testTheTokenGoesAtTheNextStartThatReachesTheKeyring() {
        onDisplay(limit: .seconds(60)) {
            let folder = TemporaryFolder()
            let demo = try await DemoAccount(.init(contacts: 3), in: folder)
            let directories = try XCTUnwrap(demo.directories)
            _ = await demo.logOut(mayBeInKeyring: true) { _ throws(KeyringError) in throw .unavailable }
            let note = try XCTUnwrap(folder.files.first { $0.contains("logging-out-") })
            let text = try String(contentsOf: folder.url.appending(path: note), encoding: .utf8)
            XCTAssertFalse(text.contains(demo.server.token))
            let kept = try JSONDecoder().decode(Account.self, from: Data(text.utf8))
            XCTAssertEqual([kept.userName, kept.userUUID, kept.trustedFingerprint], [nil, nil, nil])
            XCTAssertEqual([kept.userCreated, kept.tokenExpiry], [nil, nil])

            let second = await CutOffWork(directories: directories) { _ throws(KeyringError) in throw .locked }.finish()
            XCTAssertEqual(
                second?.left, ["The token is still in the keyring. The keyring is locked.", Self.addressStays])
            var removed: [TokenOwner] = []
            let third = await CutOffWork(directories: directories) {
                removed.append($0.tokenOwner)
                return true
            }.finish()
            XCTAssertEqual(third, LogOutReport(removed: ["The token in the keyring", Self.addressIsGone]))
            XCTAssertEqual(removed, [demo.session.account.tokenOwner])
            XCTAssertEqual(folder.files, [])
            let fourth = await CutOffWork(directories: directories) { _ in false }.finish()
            XCTAssertNil(fourth)
            await demo.end()
        }
    }

    func testALogOutThatIsKilledAtItsBeginningGoesOnAtTheNextStart() {
        onDisplay(limit: .seconds(60)) {
            let folder = TemporaryFolder()
            let demo = try await DemoAccount(.init(contacts: 3), in: folder)
            let directories = try XCTUnwrap(demo.directories)
            let account = demo.session.account
            try await demo.synchronise()
            try await AccountFile(url: directories.accountFile).save(account)
            await demo.session.end()
            // All that is done before the first removal.
            try await Journal(directories).beginLogOut(account, accountFile: directories.accountFile)
            let loaded = await AccountFile(url: directories.accountFile).load()
            XCTAssertNil(loaded, "nobody is signed in any more")
            var removed: [TokenOwner] = []
            let report = await CutOffWork(directories: directories) {
                removed.append($0.tokenOwner)
                return true
            }.finish()
            XCTAssertEqual(report?.left, [])
            XCTAssertEqual(removed, [account.tokenOwner])
            XCTAssertEqual(folder.files, [])
            demo.server.stop()
        }
    }

    func testASignInThatWasCutOffBecomesNoLogOut() {
        onDisplay(limit: .seconds(60)) {
            let folder = TemporaryFolder()
            let demo = try await DemoAccount(.init(contacts: 3), in: folder)
            let directories = try XCTUnwrap(demo.directories)
            var account = demo.session.account
            account.userName = "Ada"
            await demo.session.end()
            try await Journal(directories).beginSignIn(account, hadFiles: true)
            _ = await CutOffWork(directories: directories) { _ throws(KeyringError) in throw .locked }.finish()
            XCTAssertFalse(folder.files.contains { $0.contains("logging-out-") }, "\(folder.files)")
            _ = await CutOffWork(directories: directories) { _ in true }.finish()
            XCTAssertTrue(folder.files.contains { $0.hasSuffix("contacts.sqlite") }, "\(folder.files)")
            demo.server.stop()
        }
    }

    func testSomebodyElseWhoSignedInMeanwhileKeepsWhatIsTheirs() {
        onDisplay(limit: .seconds(60)) {
            let folder = TemporaryFolder()
            let demo = try await DemoAccount(.init(contacts: 3), in: folder)
            let directories = try XCTUnwrap(demo.directories)
            var other = demo.session.account
            other.tokenMayBeInKeyring = true
            other = Account(
                server: other.server, userID: 99, userName: nil, trustedFingerprint: nil, tokenExpiry: nil,
                loadsExternalPictures: true)
            try await Journal(directories).beginLogOut(other, accountFile: directories.accountFile)
            try await AccountFile(url: directories.accountFile).save(demo.session.account)
            var removed: [TokenOwner] = []
            let report = await CutOffWork(directories: directories) {
                removed.append($0.tokenOwner)
                return true
            }.finish()
            XCTAssertEqual(report?.left, [])
            XCTAssertEqual(removed, [other.tokenOwner])
            XCTAssertTrue(folder.files.contains { $0.hasSuffix("account.json") })
            XCTAssertTrue(folder.files.contains { $0.hasSuffix("contacts.sqlite") })
            XCTAssertFalse(folder.files.contains { $0.contains("logging-out-") })
            await demo.end()
        }
    }
}

extension DemoAccount {
    /// Logs out of an account of which it is noted whether its token may be in the keyring.
    fileprivate func logOut(
        mayBeInKeyring: Bool?, removeToken: @escaping (TokenOwner) async throws(KeyringError) -> Bool
    ) async -> LogOutReport {
        guard let directories else { return LogOutReport(left: ["no files"]) }
        var account = session.account
        account.tokenMayBeInKeyring = mayBeInKeyring
        (account.userName, account.userUUID, account.trustedFingerprint) = ("Ada", "4b3c", "00ff")
        (account.userCreated, account.tokenExpiry) = (Date.now, Date.now)
        return await LogOut(account: account, directories: directories) { account throws(KeyringError) in
            try await removeToken(account.tokenOwner)
        }.run(ending: session)
    }

    /// The remaining files, except the files that mark the folders.
    fileprivate var remainingFiles: [String] {
        guard let directories else { return [] }
        return [directories.data, directories.cache].flatMap { top in
            (FileManager.default.enumerator(atPath: top.path)?.compactMap { $0 as? String } ?? []).filter {
                $0 != ".cameo"
            }
        }
    }
}

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
            try await Journal(lab.directories).beginSignIn(kept.account, hadFiles: false)
            _ = await lab.startAgain()
            XCTAssertEqual(lab.stored, [lab.token.secret])
            XCTAssertEqual(lab.notes, [])
            let loaded = await AccountFile(url: lab.directories.accountFile).load()
            XCTAssertEqual(loaded, kept.account)
        }
    }

    func testGivingUpASignInKeepsWhatWasTypedBefore() {
        onMainLoop {
            let lab = try KeeperLab()
            try await lab.typeSomething()
            try Data("no account".utf8).write(to: lab.directories.accountFile)
            let nobody = try await OpenedAccount.open(in: lab.directories, kinds: lab.kinds, listed: lab.listed)
            XCTAssertNil(nobody, "it asks for another sign-in")
            lab.onStored = { withUnsafeCurrentTask { $0?.cancel() } }
            let result = await Task { try await lab.keeper.keep(lab.account, token: lab.token) }.result
            XCTAssertThrowsError(try result.get())
            XCTAssertEqual(lab.stored, [])
            XCTAssertEqual(lab.notes, [])
            XCTAssertFalse(FileManager.default.fileExists(atPath: lab.directories.accountFile.path))
            let drafts = try await lab.drafts()
            XCTAssertEqual(drafts, [lab.typed])
        }
    }

    func testASignInThatIsKilledKeepsWhatWasTypedBefore() {
        onMainLoop {
            let lab = try KeeperLab()
            try await lab.typeSomething()
            try await AccountFile(url: lab.directories.accountFile).remove()
            var left: URL?
            lab.onStored = { left = lab.copy() }
            let kept = try await lab.keeper.keep(lab.account, token: lab.token)
            try await kept.store.close()
            try lab.restore(left)
            _ = await lab.startAgain()
            XCTAssertEqual(lab.stored, [])
            XCTAssertEqual(lab.notes, [])
            let drafts = try await lab.drafts()
            XCTAssertEqual(drafts, [lab.typed])
        }
    }

    func testWhereItCannotBeReadWhoIsSignedInThatIsSaidAndNothingIsRemoved() {
        onMainLoop {
            let lab = try KeeperLab()
            try await lab.typeSomething()
            try await Journal(lab.directories).beginLogOut(lab.account, accountFile: lab.directories.accountFile)
            // This file is a socket, which no user can open.
            XCTAssertEqual(mknod(lab.directories.accountFile.path, S_IFSOCK | 0o600, 0), 0)
            do {
                _ = try await OpenedAccount.open(in: lab.directories, kinds: lab.kinds, listed: lab.listed)
                XCTFail("somebody may be signed in")
            } catch {
                XCTAssertEqual(error as? ContactStoreError, .other(code: ENXIO))
            }
            let report = await lab.startAgain()
            XCTAssertNil(report)
            let drafts = try await lab.drafts()
            XCTAssertEqual(drafts, [lab.typed])
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

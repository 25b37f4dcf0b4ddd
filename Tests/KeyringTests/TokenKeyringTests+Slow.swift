import Foundation
import GLib
import TestSupport
import XCTest

@testable import Keyring

/// A keyring that asks its person first: for its password, or for each secret.
extension TokenKeyringTests {
    private func openSlow(_ arguments: String...) throws -> KeyringSandbox {
        let sandbox = try openSandbox(withDaemon: false)
        try MainActor.assumeIsolated { try sandbox.startSlowKeyring(arguments) }
        return sandbox
    }

    @MainActor
    private static func hasty() -> TokenKeyring {
        let keyring = TokenKeyring(application: "io.github.cameo_contacts.Tests")
        keyring.limit = .milliseconds(200)
        return keyring
    }

    func testATokenThatIsLockedInAnOpenKeyringIsUnlockedByItself() throws {
        let sandbox = try openSlow("--locks-items")
        onMainLoop {
            let keyring = Self.hasty()
            try await keyring.store("secret", of: Self.ada, label: "Token", patience: .person(silences: 1))
            try sandbox.forgetWhoAsked()
            let reading = await Self.failure { try await keyring.token(of: Self.ada, patience: .endless) }
            XCTAssertEqual(reading, .locked)
            let removing = await Self.failure { try await keyring.removeAll(ofAccount: Self.ada.account) }
            XCTAssertEqual(removing, .locked)
            XCTAssertEqual(sandbox.promptCount(), 0, "nobody is asked unless it is wanted")
            try await keyring.unlock(Self.ada.account, on: Self.ada.server)
            let token = try await keyring.token(of: Self.ada, patience: .endless)
            XCTAssertEqual(token, "secret")
            XCTAssertEqual(sandbox.promptCount(), 1)
            try sandbox.forgetWhoAsked()
            try await keyring.unlock(Self.ada.account)
            let wasThere = try await keyring.removeAll(ofAccount: Self.ada.account)
            XCTAssertTrue(wasThere)
            let gone = try await keyring.token(of: Self.ada)
            XCTAssertNil(gone)
        }
    }

    func testATokenThatItsPersonDoesNotGiveStaysLocked() throws {
        let sandbox = try openSlow("--locks-items", "--declines")
        onMainLoop {
            let keyring = Self.hasty()
            try await keyring.store("secret", of: Self.ada, label: "Token", patience: .person(silences: 1))
            try sandbox.forgetWhoAsked()
            let unlocking = await Self.failure { try await keyring.unlock(Self.ada.account) }
            XCTAssertEqual(unlocking, .locked)
        }
    }

    func testAKeyringThatIsBeingOpenedIsWaitedFor() throws {
        _ = try openSlow("--delay=1.5")
        onMainLoop {
            let keyring = Self.hasty()
            let brief = await Self.failure { try await keyring.token(of: Self.ada) }
            XCTAssertEqual(brief, .noAnswer, "it is there")
            let token = try await keyring.token(of: Self.ada, patience: .endless)
            XCTAssertNil(token)
        }
        _ = try openSlow("--delay=1.5")
        onMainLoop {
            let keyring = Self.hasty()
            try await keyring.store("secret", of: Self.ada, label: "Token", patience: .person(silences: 1))
            let token = try await keyring.token(of: Self.ada)
            XCTAssertEqual(token, "secret")
        }
    }

    func testAPersonWhoGivesUpEndsTheWait() throws {
        _ = try openSlow("--delay=60")
        onMainLoop {
            let reading = Task {
                await Self.failure { try await Self.hasty().token(of: Self.ada, patience: .endless) }
            }
            try await Task.sleep(for: .milliseconds(500))
            reading.cancel()
            let error = await reading.value
            XCTAssertEqual(error, .cancelled)
        }
    }

    func testAKeyringThatHangsIsNotWaitedForByAPerson() throws {
        let sandbox = try openSlow("--delay=60")
        onMainLoop(limit: .seconds(20)) {
            sandbox.setHanging(true)
            defer { sandbox.setHanging(false) }
            let error = await Self.failure {
                try await Self.hasty().token(of: Self.ada, patience: .person(silences: 2))
            }
            XCTAssertEqual(error, .unavailable)
        }
    }
}

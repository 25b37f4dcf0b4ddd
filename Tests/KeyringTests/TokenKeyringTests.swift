import CSecret
import Foundation
import GLib
import TestSupport
import XCTest

@testable import Keyring

/// Tokens in a real Secret Service.
final class TokenKeyringTests: XCTestCase {
    static let ada = TokenOwner(server: "https://monica.example", account: "ada")
    private static let bob = TokenOwner(server: "https://monica.example", account: "bob")

    @MainActor private static var sandbox: Result<KeyringSandbox, any Error>?

    override class func tearDown() {
        MainActor.assumeIsolated {
            // Without a sandbox the tests were skipped, and there is nothing to stop.
            try? sandbox?.get().stop()
        }
    }

    /// The bus of these tests, with the keyring or without it.
    func openSandbox(withDaemon: Bool = true) throws -> KeyringSandbox {
        try MainActor.assumeIsolated {
            let result = Self.sandbox ?? Result { try KeyringSandbox() }
            Self.sandbox = result
            let sandbox = try result.get()
            if withDaemon { try sandbox.startDaemon() } else { sandbox.stopDaemon() }
            return sandbox
        }
    }

    @MainActor
    static func failure<Value>(_ body: () async throws -> Value) async -> KeyringError? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error as? KeyringError
        }
    }

    @MainActor
    private static func keyring() -> TokenKeyring { TokenKeyring(application: "io.github.cameo_contacts.Tests") }

    func testNothingIsStoredAtFirst() throws {
        _ = try openSandbox()
        onMainLoop {
            let token = try await Self.keyring().token(of: TokenOwner(server: "https://other.example", account: "ada"))
            XCTAssertNil(token)
        }
    }

    func testATokenIsStoredReplacedAndRemoved() throws {
        _ = try openSandbox()
        onMainLoop {
            let keyring = Self.keyring()
            try await keyring.store("first", of: Self.ada, label: "Token of Ada")
            try await keyring.store("of bob", of: Self.bob, label: "Token of Bob")
            try await keyring.store("second", of: Self.ada, label: "Token of Ada")
            var token = try await Self.keyring().token(of: Self.ada)
            XCTAssertEqual(token, "second")
            try await keyring.remove(Self.ada)
            token = try await keyring.token(of: Self.ada)
            XCTAssertNil(token)
            token = try await keyring.token(of: Self.bob)
            XCTAssertEqual(token, "of bob")
            try await keyring.remove(Self.bob)
            try await keyring.remove(Self.bob)
        }
    }

    func testTheTokensForAllAddressesOfAnAccountAreRemovedTogether() throws {
        _ = try openSandbox()
        onMainLoop {
            let keyring = Self.keyring()
            let moved = TokenOwner(server: "https://new.example", account: Self.ada.account)
            try await keyring.store("former", of: Self.ada, label: "Token of Ada")
            try await keyring.store("new", of: moved, label: "Token of Ada")
            try await keyring.store("of bob", of: Self.bob, label: "Token of Bob")
            var token = try await keyring.token(of: Self.ada)
            XCTAssertEqual(token, "former")
            let wasThere = try await keyring.removeAll(ofAccount: Self.ada.account)
            XCTAssertTrue(wasThere)
            for owner in [Self.ada, moved] {
                token = try await keyring.token(of: owner)
                XCTAssertNil(token)
            }
            token = try await keyring.token(of: Self.bob)
            XCTAssertEqual(token, "of bob")
            let isThere = try await keyring.removeAll(ofAccount: Self.ada.account)
            XCTAssertFalse(isThere)
            try await keyring.remove(Self.bob)
        }
    }

    func testALongTokenComesBackWhole() throws {
        _ = try openSandbox()
        onMainLoop {
            let long = String(repeating: "eyJ0eXAiOiJKV1Qi.", count: 100)
            try await Self.keyring().store(long, of: Self.ada, label: "Token")
            let token = try await Self.keyring().token(of: Self.ada)
            XCTAssertEqual(token, long)
            try await Self.keyring().remove(Self.ada)
        }
    }

    func testTheTokenIsInNoAttribute() throws {
        _ = try openSandbox()
        onMainLoop {
            try await Self.keyring().store("very-secret", of: Self.ada, label: "Token of Ada")
            let service = try throwingGError { secret_service_get_sync(SECRET_SERVICE_NONE, nil, $0) }
            let table = g_hash_table_new(g_str_hash, g_str_equal)
            let items = try throwingGError {
                secret_service_search_sync(service, nil, table, SECRET_SEARCH_ALL, nil, $0)
            }
            g_hash_table_unref(table)
            g_object_unref(service)
            let item = try XCTUnwrap(g_list_nth_data(items, 0)?.assumingMemoryBound(to: SecretItem.self))
            let label = secret_item_get_label(item)
            XCTAssertEqual(label.map { String(cString: $0) }, "Token of Ada")
            g_free(label)
            let attributes = secret_item_get_attributes(item)
            let values = ["application", "server", "account"].map { name in
                name.withCString { g_hash_table_lookup(attributes, $0) }
                    .map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
            }
            // These and the schema's name.
            XCTAssertEqual(values, ["io.github.cameo_contacts.Tests", Self.ada.server, Self.ada.account])
            XCTAssertEqual(g_hash_table_size(attributes), 4)
            g_hash_table_unref(attributes)
            g_list_free_full(items, g_object_unref)
            try await Self.keyring().remove(Self.ada)
        }
    }

    func testALockedKeyringIsToldFromAnEmptyOne() throws {
        let sandbox = try openSandbox()
        onMainLoop {
            let keyring = Self.keyring()
            try await keyring.store("token", of: Self.ada, label: "Token")
            try sandbox.lock()
            let start = ContinuousClock.now
            let reading = await Self.failure { try await keyring.token(of: Self.ada) }
            XCTAssertEqual(reading, .locked)
            let storing = await Self.failure { try await keyring.store("new", of: Self.bob, label: "Token") }
            XCTAssertEqual(storing, .locked)
            let removing = await Self.failure { try await keyring.remove(Self.ada) }
            XCTAssertEqual(removing, .locked)
            // The keyring asks no person for a password, so nothing waits.
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(2))
        }
        // Starting again opens the keyring, which has kept the token.
        _ = try openSandbox(withDaemon: false)
        _ = try openSandbox()
        onMainLoop {
            let token = try await Self.keyring().token(of: Self.ada)
            XCTAssertEqual(token, "token")
            try await Self.keyring().remove(Self.ada)
        }
    }

    func testUnlockingAnOpenKeyringAsksNobody() throws {
        _ = try openSandbox()
        onMainLoop { try await Self.keyring().unlock() }
    }

    func testWithoutAServiceItIsUnavailable() throws {
        _ = try openSandbox(withDaemon: false)
        onMainLoop {
            let keyring = Self.keyring()
            let reading = await Self.failure { try await keyring.token(of: Self.ada) }
            let storing = await Self.failure { try await keyring.store("new", of: Self.ada, label: "Token") }
            let removing = await Self.failure { try await keyring.remove(Self.ada) }
            let unlocking = await Self.failure { try await keyring.unlock() }
            XCTAssertEqual([reading, storing, removing, unlocking], Array(repeating: .unavailable, count: 4))
        }
    }

    func testAServiceThatHangsIsUnavailableWithinTheLimit() throws {
        let sandbox = try openSandbox()
        onMainLoop(limit: .seconds(20)) {
            sandbox.setHanging(true)
            let keyring = Self.keyring()
            keyring.limit = .milliseconds(300)
            let start = ContinuousClock.now
            let reading = await Self.failure { try await keyring.token(of: Self.ada) }
            let storing = await Self.failure { try await keyring.store("new", of: Self.ada, label: "Token") }
            XCTAssertEqual([reading, storing], [.unavailable, .unavailable])
            // D-Bus itself gives up after 25 s.
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(12))
            sandbox.setHanging(false)
            let token = try await Self.keyring().token(of: Self.ada)
            XCTAssertNil(token)
        }
    }

    func testAServiceThatHangsLeavesTheMainThreadFree() throws {
        let sandbox = try openSandbox()
        onMainLoop(limit: .seconds(20)) {
            sandbox.setHanging(true)
            defer { sandbox.setHanging(false) }
            let keyring = Self.keyring()
            keyring.limit = .seconds(15)
            var hasEnded = false
            let reading = Task {
                let error = await Self.failure { try await keyring.token(of: Self.ada) }
                hasEnded = true
                return error
            }
            var turns = 0
            await until("the main thread has had twenty turns") {
                turns += 1
                return turns > 20
            }
            XCTAssertFalse(hasEnded)
            reading.cancel()
            let error = await reading.value
            XCTAssertEqual(error, .cancelled)
        }
    }

    func testACancelledCallEnds() throws {
        let sandbox = try openSandbox()
        onMainLoop {
            sandbox.setHanging(true)
            defer { sandbox.setHanging(false) }
            let task = Task { await Self.failure { try await Self.keyring().token(of: Self.ada) } }
            try await Task.sleep(for: .milliseconds(50))
            task.cancel()
            let error = await task.value
            XCTAssertEqual(error, .cancelled)
        }
    }
}

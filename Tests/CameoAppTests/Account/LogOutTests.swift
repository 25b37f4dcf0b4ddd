import Avatars
import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import GLib
import Gtk
import Keyring
import Model
import Platform
import TestSupport
import XCTest

@testable import CameoApp

/// After a log-out nothing of the account is left on this machine. No further request goes to the server.
final class LogOutTests: XCTestCase {
    func testNothingIsLeft() {
        onDisplay(limit: .seconds(60)) {
            let folder = TemporaryFolder()
            let demo = try await usedAccount(in: folder)
            XCTAssertTrue(folder.files.contains { $0.hasSuffix("account.json") })
            XCTAssertTrue(folder.files.contains { $0.hasSuffix("contacts.sqlite") })
            XCTAssertTrue(folder.files.contains { $0.contains("/avatars/") })
            var removed: [TokenOwner] = []
            let report = await demo.logOut {
                removed.append($0)
                return true
            }
            XCTAssertEqual(report.left, [])
            XCTAssertEqual(folder.files, [])
            XCTAssertEqual(removed, [demo.session.account.tokenOwner])
            XCTAssertNil(demo.session.token)
        }
    }

    func testNoRequestFollows() {
        onDisplay(limit: .seconds(60)) {
            let folder = TemporaryFolder()
            let demo = try await usedAccount(in: folder)
            // Of each kind one is under way.
            demo.server.inject(.slowFirstByte(.seconds(20)), at: "/*")
            demo.server.forgetRequests()
            demo.session.synchronise()
            let summaries = try await demo.session.store.summaries()
            let state = try XCTUnwrap(demo.photoStates(of: summaries, size: 120).first)
            state.want()
            // The refresh goes past the pictures on disk.
            demo.session.avatars.refresh()
            let refresh = Task { await demo.session.refreshContact(id: summaries[0].id) }
            await until("three are asked for") { demo.server.requests.count >= 3 }

            let start = ContinuousClock.now
            let report = await demo.logOut()
            XCTAssertEqual(report.left, [])
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(5), "they end, and are not waited for")
            let contact = await refresh.value
            XCTAssertNil(contact)
            demo.server.clearFailures()
            demo.server.forgetRequests()
            // A late click or a timer can still cause these calls.
            demo.session.synchronise()
            demo.session.refresh()
            demo.session.networkReturned()
            let late = await demo.session.refreshContact(id: 1)
            XCTAssertNil(late)
            let end = ContinuousClock.now + .milliseconds(300)
            await until("a request would have come") { ContinuousClock.now > end || !demo.server.requests.isEmpty }
            XCTAssertEqual(demo.server.requests, [])
            XCTAssertEqual(folder.files, [])
        }
    }

    func testWhatCannotBeRemovedIsSaid() throws {
        try Undeletable.requireSupport()
        onDisplay(limit: .seconds(60)) {
            let folder = TemporaryFolder()
            let demo = try await usedAccount(in: folder)
            let pictures = try XCTUnwrap(demo.directories).pictures(of: demo.session.account.id).url
            try Undeletable.lock(pictures)
            defer { Undeletable.unlock(pictures) }
            let report = await demo.logOut()
            // The report names the first files and counts the rest: how many pictures came before the log-out differs.
            let named = report.left.filter { !$0.contains(" could not be removed.") && !$0.hasPrefix("The server") }
            XCTAssertEqual(report.left.last, "The server’s address stays until the rest is removed.")
            XCTAssertFalse(report.removed.contains { $0.hasPrefix("The server") }, "\(report.removed)")
            XCTAssertFalse(named.isEmpty)
            XCTAssertTrue(named.allSatisfy { $0.contains("/.cache/cameo") }, "\(named)")
            XCTAssertTrue(
                named.allSatisfy { $0.hasSuffix("could not be removed: Operation not permitted") }, "\(named)")
            XCTAssertTrue(report.removed.contains { $0.hasPrefix("40 saved contacts, ") }, "\(report.removed)")
            XCTAssertFalse(report.removed.contains { $0.contains("picture") }, "they are there still")
            XCTAssertEqual(
                Set(
                    folder.files.filter { !$0.contains("logging-out-") && !$0.hasSuffix("/.cameo") }.map {
                        $0.contains("/avatars/")
                    }), [true], "all the rest is gone: \(folder.files)")
            XCTAssertTrue(folder.files.contains { $0.contains("logging-out-") }, "it is remembered")
        }
    }

    func testTheReportCountsWhatWasRemoved() {
        onDisplay(limit: .seconds(60)) {
            let folder = TemporaryFolder()
            let demo = try await usedAccount(in: folder)
            // Without a network the same is removed.
            demo.server.stop()
            let report = await demo.logOut { _ in true }
            XCTAssertEqual(report.left, [])
            XCTAssertTrue(report.removed[0].hasPrefix("40 saved contacts, "), "\(report.removed)")
            XCTAssertTrue(report.removed.contains { $0.contains(" saved pictures, ") })
            XCTAssertTrue(report.removed.contains("The token in the keyring"))
            XCTAssertTrue(report.text.contains("• The token in the keyring"))
            XCTAssertFalse(report.text.contains("Not removed"))
        }
    }

    func testThousandsOfFilesThatStayAreNotNamedOneByOne() throws {
        try Undeletable.requireSupport()
        onDisplay(limit: .seconds(60)) {
            let folder = TemporaryFolder()
            let demo = try await DemoAccount(.init(contacts: 3), in: folder)
            let pictures = try XCTUnwrap(demo.directories).pictures(of: demo.session.account.id).url
            try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
            for number in 1...50 {
                try Data().write(to: pictures.appending(path: String(format: "%064x", number)))
            }
            try Undeletable.lock(pictures)
            defer { Undeletable.unlock(pictures) }
            let report = await demo.logOut()
            XCTAssertEqual(report.left.count, 12)
            XCTAssertEqual(report.left.dropLast().last, "40 more files could not be removed.")
        }
    }

    func testWhatAnEarlierAccountLeftBehindGoesToo() {
        onDisplay(limit: .seconds(60)) {
            let folder = TemporaryFolder()
            let demo = try await DemoAccount(.init(contacts: 3), in: folder)
            let other = try XCTUnwrap(demo.directories).contacts(of: String(repeating: "0a", count: 32))
            try FileManager.default.createDirectory(
                at: other.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("x".utf8).write(to: other)
            _ = await demo.logOut()
            XCTAssertEqual(folder.files, [])
        }
    }
}

extension DemoAccount {
    /// Logs out; `removeToken` stands for the keyring.
    func logOut(
        removeToken: @escaping (TokenOwner) async throws(KeyringError) -> Bool = { _ in false }
    ) async -> LogOutReport {
        guard let directories else { return LogOutReport(left: ["no files"]) }
        return await LogOut(account: session.account, directories: directories) { account throws(KeyringError) in
            try await removeToken(account.tokenOwner)
        }.run(ending: session)
    }

    /// The states of the photos that the server has for contacts.
    func photoStates(of contacts: [ContactSummary], size: Int) -> [AvatarState<Picture>] {
        contacts.filter { $0.avatar.effectiveSource == .photo }.map {
            session.avatars.state(for: ContactEntry($0).avatar.picture, size: size, scale: 1)
        }
    }
}

/// Folders with files that no user can remove, not even the superuser.
enum Undeletable {
    /// Skips the test where nothing can be made so.
    static func requireSupport() throws {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try XCTSkipUnless((try? lock(folder.url)) != nil, "this file system has no immutable files")
        unlock(folder.url)
    }

    static func lock(_ folder: URL) throws {
        if geteuid() == 0 { return try chattr("+i", folder) }
        guard chmod(folder.path, 0o500) == 0 else { throw CocoaError(.featureUnsupported) }
    }

    static func unlock(_ folder: URL) {
        // Files that stay locked lie in a temporary folder.
        if geteuid() == 0 { try? chattr("-i", folder) } else { chmod(folder.path, 0o700) }
    }

    private static func chattr(_ change: String, _ folder: URL) throws {
        let process = try Process.run(URL(filePath: "/usr/bin/chattr"), arguments: [change, folder.path])
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.featureUnsupported) }
    }
}

/// An account with contacts, a place in the list and photos on disk.
@MainActor
func usedAccount(in folder: TemporaryFolder) async throws -> DemoAccount {
    let demo = try await DemoAccount(in: folder)
    let directories = try XCTUnwrap(demo.directories)
    let account = demo.session.account
    try await AccountFile(url: directories.accountFile).save(account)
    await ListPlace(selected: 1, top: nil).save(to: directories.listPlace(of: account.id))
    try await demo.synchronise()
    let states = demo.photoStates(of: try await demo.session.store.summaries(), size: 50)
    XCTAssertGreaterThan(states.count, 3)
    for state in states { state.want() }
    await until("the photos are there") { states.allSatisfy { $0.current.image != nil } }
    await until("they are on disk") { folder.files.count { $0.contains("/avatars/") } >= 3 }
    return demo
}

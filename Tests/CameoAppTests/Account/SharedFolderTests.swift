import Contacts
import DemoServer
import Foundation
import Keyring
import Platform
import TestSupport
import XCTest

@testable import CameoApp

/// Folders that are links, or hold others' files: a log-out removes all that is the account's and nothing else.
final class SharedFolderTests: XCTestCase {
    func testFoldersBehindLinksAreEmptiedOfTheAccountAndOfNothingElse() {
        onDisplay(limit: .seconds(60)) {
            let folder = TemporaryFolder()
            let documents = try makeDocuments(in: folder)
            for link in [".local/share/cameo", ".cache/cameo"] {
                let url = folder.url.appending(path: link)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try FileManager.default.createSymbolicLink(at: url, withDestinationURL: documents)
            }
            let demo = try await usedAccount(in: folder)
            XCTAssertTrue(folder.files.contains { $0.contains("Documents/account.json") })
            let report = await demo.logOut { _ in true }
            XCTAssertEqual(report.left, [])
            XCTAssertTrue(report.removed.contains { $0.hasPrefix("40 saved contacts, ") }, "\(report.removed)")
            expectUntouched(documents, in: folder)
        }
    }

    func testAnAccountsFolderThatIsALinkIsNotFollowed() {
        onDisplay(limit: .seconds(60)) {
            let folder = TemporaryFolder()
            let documents = try makeDocuments(in: folder)
            let empty = try await DemoAccount(.init(contacts: 3))
            let directories = AppDirectories(environment: ["HOME": folder.url.path])
            let pictures = directories.pictures(of: empty.session.account.id)
            try FileManager.default.createDirectory(
                at: pictures.url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(at: pictures.url, withDestinationURL: documents)
            let session = Session(
                account: empty.session.account, token: nil, store: try ContactStore.inMemory(), pictures: pictures)
            let left = await session.clearPictures()
            XCTAssertEqual(left, 0)
            let report = await LogOut(account: session.account, directories: directories) { _ in true }.run(
                ending: session)
            XCTAssertEqual(report.left, [])
            XCTAssertFalse(FileManager.default.fileExists(atPath: directories.cache.path))
            expectUntouched(documents, in: folder)
            await empty.end()
        }
    }

    func testWhatAnEarlierVersionStoredBehindALinkIsSaidAndStays() {
        onDisplay(limit: .seconds(60)) {
            let folder = TemporaryFolder()
            let documents = try makeDocuments(in: folder)
            let picture = documents.appending(path: String(repeating: "0f", count: 32))
            try Data("picture".utf8).write(to: picture)
            let demo = try await DemoAccount(.init(contacts: 3), in: folder)
            let pictures = try XCTUnwrap(demo.directories).pictures(of: demo.session.account.id)
            try FileManager.default.createDirectory(
                at: pictures.url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(at: pictures.url, withDestinationURL: documents)
            let report = await demo.logOut { _ in true }
            XCTAssertEqual(report.left.count, 2)
            XCTAssertTrue(report.left[0].contains("/Documents could not be removed: "), "\(report.left)")
            XCTAssertTrue(FileManager.default.fileExists(atPath: picture.path))
        }
    }

    func testAStrangersFileInAnAccountsFolderIsLeftAndSaid() {
        onDisplay(limit: .seconds(60)) {
            let folder = TemporaryFolder()
            let demo = try await usedAccount(in: folder)
            let directories = try XCTUnwrap(demo.directories)
            let letter = directories.contacts(of: demo.session.account.id).deletingLastPathComponent()
                .appending(path: "letter.txt")
            try Data("dear".utf8).write(to: letter)
            let report = await demo.logOut { _ in true }
            XCTAssertEqual(report.left.first, "\(letter.path) could not be removed: it is not Cameo’s")
            XCTAssertEqual(report.left.count, 2)
            XCTAssertEqual(try Data(contentsOf: letter), Data("dear".utf8))
            XCTAssertEqual(folder.files.filter { !$0.contains("logging-out-") && !$0.hasSuffix("/.cameo") }.count, 1)
        }
    }

    func testADatabaseThatIsALinkIsNotOpened() {
        onMainLoop {
            let folder = TemporaryFolder()
            let directories = AppDirectories(environment: ["HOME": folder.url.path])
            let database = directories.contacts(of: String(repeating: "0a", count: 32))
            try FileManager.default.createDirectory(
                at: database.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                at: database, withDestinationURL: folder.url.appending(path: "elsewhere.sqlite"))
            do throws(ContactStoreError) {
                _ = try await ContactStore.open(at: database)
                XCTFail("it was opened")
            } catch {
                XCTAssertEqual(error, .notWritable)
            }
            XCTAssertFalse(FileManager.default.fileExists(atPath: folder.url.appending(path: "elsewhere.sqlite").path))
        }
    }
}

/// A folder that is open to others and has a letter in it.
private func makeDocuments(in folder: TemporaryFolder) throws -> URL {
    let documents = folder.url.appending(path: "Documents")
    try FileManager.default.createDirectory(at: documents, withIntermediateDirectories: true)
    try Data("dear".utf8).write(to: documents.appending(path: "letter.txt"))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: documents.path)
    return documents
}

private func expectUntouched(_ documents: URL, in folder: TemporaryFolder) {
    let files = FileManager.default
    XCTAssertEqual(try files.contentsOfDirectory(atPath: documents.path), ["letter.txt"])
    XCTAssertEqual(try Data(contentsOf: documents.appending(path: "letter.txt")), Data("dear".utf8))
    let mode = try? files.attributesOfItem(atPath: documents.path)[.posixPermissions] as? Int
    XCTAssertEqual(mode, 0o755)
}

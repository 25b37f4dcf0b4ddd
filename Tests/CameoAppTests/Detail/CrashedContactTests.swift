import Avatars
import Contacts
import DemoServer
import Foundation
import Gtk
import Model
import Monica
import Network
import TestSupport
import XCTest

@testable import CameoApp
@testable import GLib

/// The page leaves out a contact's picture or texts once they have ended the program twice.
final class CrashedContactTests: XCTestCase {
    private let folder = TemporaryFolder()
    private var file: URL { folder.url.appending(component: "notes") }

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    }

    /// Counts crashes of something as the signals' handler does, and opens the notes as the next start does.
    @MainActor
    private static func crash(
        times count: Int = 2, in file: URL, _ describe: (inout CrashNotes.Digest) -> Void
    ) async throws -> CrashNotes {
        for _ in 0..<count {
            let notes = try await open(file)
            notes.subject(describe).noting { CrashPage.count(in: notes.page.words, thread: CrashSignals.thread) }
        }
        return try await open(file)
    }

    /// A work that has just ended may keep the former notes for a moment.
    @MainActor
    private static func open(_ file: URL) async throws -> CrashNotes {
        for _ in 0..<500 {
            if let notes = CrashNotes(file) { return notes }
            try await Task.sleep(for: .milliseconds(10))
        }
        return try XCTUnwrap(CrashNotes(file))
    }

    func testAPictureThatEndedTheProgramTwiceIsNotDecoded() {
        let file = file
        onDisplay(limit: .seconds(60)) {
            func png(_ colour: UInt32) throws -> Data {
                try XCTUnwrap(
                    Picture(width: 20, height: 20, pixels: Array(repeating: colour, count: 400)).pngData())
            }
            let (picture, other) = try (png(0xFF80_4020), png(0xFF20_4080))
            var notes: CrashNotes? = try await Self.crash(times: 1, in: file) { $0.add(picture) }
            _ = try await PictureDecoder.decodeAsync(picture, square: 16, notes: notes)
            notes = nil
            notes = try await Self.crash(times: 1, in: file) { $0.add(picture) }
            do {
                _ = try await PictureDecoder.decodeAsync(picture, square: 16, notes: notes)
                XCTFail("it was decoded once more")
            } catch {
                XCTAssertEqual(error as? PictureError, .invalidData)
            }
            _ = try await PictureDecoder.decodeAsync(other, square: 16, notes: notes)
        }
    }

    func testARowShowsAContactWithoutItsTexts() {
        let file = file
        onDisplay(limit: .seconds(60)) {
            let account = try await DemoAccount()
            try await account.synchronise()
            let entries = try await account.entries()
            let (bad, good) = (entries[0], entries[1])
            let pictures = account.pictures()
            pictures.notes = try await Self.crash(in: file, bad.describe(to:))
            let row = ContactRow(pictures: pictures)
            row.bind(bad)
            row.fill()
            XCTAssert(row.accessibleLabel.hasPrefix("Contact \(bad.id), Hidden"), row.accessibleLabel)
            XCTAssertFalse(row.accessibleLabel.contains(bad.name))
            row.bind(good)
            row.fill()
            XCTAssert(row.accessibleLabel.hasPrefix(good.name))
            await account.end()
        }
    }

    func testTheListIsMadeWithoutTheTextsOfAContact() {
        let file = file
        onDisplay(limit: .seconds(60)) {
            let account = try await DemoAccount()
            try await account.synchronise()
            let list = try await account.session.store.list()
            let bad = list.contacts[3]
            let model = ContactListModel()
            model.notes = try await Self.crash(in: file, bad.describe(to:))
            model.show(list)
            await until("the list is made") { model.model.count == list.contacts.count }
            XCTAssertEqual(model.model.items[3].entry.name, "Contact \(bad.id)")
            XCTAssertEqual(model.model.items[3].id, bad.id)
            XCTAssertEqual(model.model.items[4].id, list.contacts[4].id)
            XCTAssertNotEqual(model.model.items[4].entry.name, "Contact \(list.contacts[4].id)")
            await account.end()
        }
    }

    func testTheLettersOfACircleAreLeftOut() {
        let file = file
        onDisplay(limit: .seconds(10)) {
            let subject = AvatarSubject(contactID: 1, firstName: "Ada", lastName: "Byron")
            let pictures = AvatarPictures()
            let letters = pictures.initials(of: subject, size: 50, scale: 1)
            let guarded = AvatarPictures()
            guarded.notes = try await Self.crash(in: file) { $0.add("AB") }
            let hidden = guarded.initials(of: subject, size: 50, scale: 1)
            XCTAssertNotEqual(letters.withPixels { Array($0) }, hidden.withPixels { Array($0) })
        }
    }

    func testThePageShowsAContactWithoutItsTextsUntilTheyChange() {
        let file = file
        onDisplay(limit: .seconds(60)) {
            func contact(_ words: String) throws -> Contact {
                try Contact(json: Data(#"{"id":7,"first_name":"Georgia","description":"\#(words)"}"#.utf8))
            }
            let stored = StoredContact(try contact("bad words"))
            let notes = try await Self.crash(in: file, stored.describe(to:))
            let account = try await DemoAccount(notes: notes)
            // The server has another contact of this number.
            account.server.stop()
            let lab = try await DetailLab(account)
            try await account.session.store.upsert([stored.contact])
            lab.page.show(contactID: 7, of: account.session)
            await until("the page says why") { lab.texts.contains { $0.contains("crashed twice") } }
            XCTAssertFalse(lab.texts.contains { $0.contains("Georgia") || $0.contains("words") })
            try await account.session.store.upsert([contact("good words")])
            await until("the changed contact is shown") { lab.texts.contains { $0.contains("good words") } }
            await lab.end()
        }
    }

    func testADetailWithoutTextsLeadsToTheServer() throws {
        let contact = try Contact(
            json: Data(#"{"id":7,"hash_id":"h:x","first_name":"Georgia","description":"words"}"#.utf8))
        let detail = ContactDetail(hidingTextsOf: contact, server: try .monica())
        XCTAssertEqual(detail.name, "Contact 7")
        XCTAssertEqual(detail.quickActions.map(\.uri), ["https://monica.example.org/people/h:x"])
        let texts = detail.sections.flatMap(\.rows).flatMap { [$0.title, $0.subtitle] }.joined()
        XCTAssert(texts.contains("crashed twice"))
        XCTAssertFalse("\(detail)".contains("Georgia") || "\(detail)".contains("words"))
    }
}

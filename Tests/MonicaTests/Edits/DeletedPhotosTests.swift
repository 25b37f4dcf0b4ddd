import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import Model
import Network
import TestSupport
import XCTest

@testable import Monica

/// A deletion takes the photos of its contact along, which the server would keep, and nobody else's.
final class DeletedPhotosTests: XCTestCase {
    func testTheyGoAfterTheContact() {
        onMainLoop(limit: .seconds(60)) {
            let lab = try await PhotosLab()
            let (contact, photos) = try await lab.contactWithPhotos()
            let sent = try await lab.delete(contact)
            let reading = Array(repeating: "GET contacts/$/photos", count: photos.count)
            XCTAssertEqual(sent, reading + ["GET contacts/$", "DELETE contacts/$"])
            for photo in photos { await lab.untilGone(photo) }
            // The answer to the last of these may still be on its way.
            try await lab.untilRested()
            let stored = try await lab.queue.queue.leftPhotos()
            XCTAssertEqual(stored, [])
        }
    }

    func testOneThatSomebodyElseShowsStays() {
        onMainLoop(limit: .seconds(60)) {
            let lab = try await PhotosLab()
            let (contact, photos) = try await lab.contactWithPhotos()
            let other = try await lab.lab.makeContact("Zoë")
            let body: EditLab.Body = ["source": "photo", "photo_id": photos[0]]
            let (status, _) = try await lab.lab.plain(.put, "contacts/\(other.rawValue)/avatar", body)
            XCTAssertEqual(status, 200)
            _ = try await lab.queue.open(other)
            _ = try await lab.delete(contact)
            for photo in photos.dropFirst() { await lab.untilGone(photo) }
            try await lab.untilRested()
            let isThere = try await lab.isThere(photos[0])
            XCTAssertTrue(isThere)
        }
    }

    func testABorrowedOneStaysWithItsOwner() {
        onMainLoop(limit: .seconds(60)) {
            let lab = try await PhotosLab()
            let (_, photos) = try await lab.contactWithPhotos()
            let other = try await lab.lab.makeContact("Zoë")
            let body: EditLab.Body = ["source": "photo", "photo_id": photos[0]]
            _ = try await lab.lab.plain(.put, "contacts/\(other.rawValue)/avatar", body)
            _ = try await lab.delete(other)
            try await lab.untilRested()
            let isThere = try await lab.isThere(photos[0])
            XCTAssertTrue(isThere)
        }
    }

    func testOnesThatCannotBeReadOrDeletedDoNotHoldItUp() {
        onMainLoop(limit: .seconds(60)) {
            let lab = try await PhotosLab()
            let (contact, photos) = try await lab.contactWithPhotos()
            lab.lab.demo.inject(.status(500), at: "/api/contacts/\(contact.rawValue)/photos")
            _ = try await lab.delete(contact)
            try await lab.untilRested()
            XCTAssertFalse(lab.lab.sent.contains { $0.hasPrefix("DELETE photos") })
            var isThere = try await lab.isThere(photos[0])
            XCTAssertTrue(isThere)

            let (second, more) = try await lab.contactWithPhotos(besides: contact)
            lab.lab.demo.inject(.status(422), at: "/api/photos/*", method: "DELETE")
            _ = try await lab.delete(second)
            try await lab.untilRested()
            let asked = lab.lab.sent.filter { $0.hasPrefix("DELETE photos") }
            XCTAssertEqual(asked.count, more.count, "each once")
            isThere = try await lab.isThere(more[0])
            XCTAssertTrue(isThere)
        }
    }

    func testTheyAreRememberedUntilTheServerAnswers() {
        onMainLoop(limit: .seconds(60)) {
            let lab = try await PhotosLab()
            let (contact, photos) = try await lab.contactWithPhotos()
            lab.lab.demo.inject(.status(401), at: "/api/photos/*", method: "DELETE")
            _ = try await lab.delete(contact)
            try await lab.untilRefused()
            var left = try await lab.queue.queue.leftPhotos()
            XCTAssertEqual(left.map(\.rawValue).sorted(), photos.map(String.init).sorted())
            lab.lab.demo.clearFailures()
            try await lab.queue.queue.resume()
            for photo in photos { await lab.untilGone(photo) }
            try await lab.untilRested()
            left = try await lab.queue.queue.leftPhotos()
            XCTAssertEqual(left, [])
        }
    }
}

@MainActor
private struct PhotosLab {
    let lab: EditLab
    let queue: QueueLab

    init() async throws {
        lab = try EditLab(contacts: 40)
        queue = try await QueueLab(lab)
    }

    /// Somebody with photos that can all be read, and their numbers.
    func contactWithPhotos(besides other: RemoteID? = nil) async throws -> (RemoteID, [Int]) {
        for number in 1...40 where other?.rawValue != "\(number)" {
            let (status, answer) = try await lab.plain(.get, "contacts/\(number)/photos?limit=100")
            let photos = (answer["data"] as? [EditLab.Object] ?? []).compactMap { $0["id"] as? Int }
            if status == 200, !photos.isEmpty { return (RemoteID("\(number)"), photos) }
        }
        throw EditLabError.noContact
    }

    /// Deletes a contact, and returns the requests up to that.
    func delete(_ contact: RemoteID) async throws -> [String] {
        let opened = try await queue.open(contact)
        lab.forgetRequests()
        try await queue.queue.delete(opened.id, remote: contact, after: 0)
        let sent = try await queue.sent()
        return Array(sent.prefix { !$0.hasPrefix("DELETE photos") })
    }

    func isThere(_ photo: Int) async throws -> Bool {
        try await lab.plain(.get, "photos/\(photo)").0 == 200
    }

    func untilGone(_ photo: Int) async {
        let limit = ContinuousClock.now + .seconds(20)
        while (try? await isThere(photo)) != false {
            guard ContinuousClock.now < limit else { return XCTFail("photo \(photo) is there still") }
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Until the queue has stopped because the server refused the token; before that, resuming it would change nothing.
    func untilRefused() async throws {
        let limit = ContinuousClock.now + .seconds(20)
        while try await queue.queue.unsent().pauseReason != .unauthorized {
            guard ContinuousClock.now < limit else { return XCTFail("the token was not refused") }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Until no photo is left to be deleted.
    func untilRested() async throws {
        let limit = ContinuousClock.now + .seconds(20)
        while try await !queue.queue.leftPhotos().isEmpty {
            guard ContinuousClock.now < limit else { return XCTFail("some are left") }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}

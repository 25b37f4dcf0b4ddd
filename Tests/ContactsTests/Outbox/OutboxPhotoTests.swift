import Foundation
import Model
import Testing

@testable import Contacts

/// Photos that wait to be sent lie in the store.
struct OutboxPhotoTests {
    private let lab: OutboxLab

    init() throws { lab = try OutboxLab(isRunning: false) }

    private static func photo(_ number: Int) throws -> PhotoFile {
        try #require(PhotoFile(bytes: Data("photo \(number)".utf8), format: .jpeg))
    }

    /// Sets a photo, and returns its name.
    private func set(_ number: Int, of contact: ContactID) async throws -> String {
        _ = try await lab.outbox.setAvatar(.file(Self.photo(number)), of: contact)
        return try #require(try await lab.store.contact(id: Int(contact.rawValue))?.avatar.url)
    }

    @Test func noMoreThanFiftyWait() async throws {
        for number in 0..<PhotoTable.maxPhotos {
            let contact = try await lab.add([.firstName: .text("Person \(number)")])
            _ = try await set(number, of: contact)
        }
        let other = try await lab.add([.firstName: .text("Ada")])
        await #expect(throws: ContactStoreError.tooManyPhotos) {
            _ = try await lab.outbox.setAvatar(.file(Self.photo(99)), of: other)
        }
        #expect(try await lab.outbox.waiting().count == PhotoTable.maxPhotos)
        // Another photo of the same contact takes the place of the first.
        _ = try await lab.outbox.setAvatar(.initials, of: ContactID(1))
        #expect(try await set(99, of: other) != "")
    }

    @Test func aChoiceThatIsOverChangesNothing() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        _ = try await set(1, of: ada)
        let given = try #require(try await lab.store.pendingPhotos(of: ada).first)
        guard case .pending(let part) = given.id else { return #expect(Bool(false), "it waits") }
        // The form of a draft may name a photo that is given up.
        _ = try await set(2, of: ada)
        #expect(try await lab.outbox.setAvatar(.photo(given), of: ada) == nil)
        // Another photo shows by now than the form did.
        #expect(try await lab.outbox.setAvatar(.removal(of: part), of: ada) == nil)
        #expect(try await lab.store.pendingPhotos(of: ada).map(\.bytes) == [Self.photo(2).bytes])
        let form = try #require(try await lab.outbox.editable(ada))
        #expect(try await lab.outbox.setAvatar(.removal(of: form.photo), of: ada) != nil)
        #expect(try await lab.store.pendingPhotos(of: ada) == [])
    }

    @Test func aContactThatIsBeingDeletedKeepsItsAvatar() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        _ = try await lab.outbox.delete(ada, after: 60)
        #expect(try await lab.outbox.setAvatar(.initials, of: ada) == nil)
        #expect(try await lab.outbox.isBeingDeleted(ada))
    }

    @Test func aPhotoThatNothingNamesIsKeptForTenMinutes() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        let first = try await set(1, of: ada)
        let second = try await set(2, of: ada)
        for (seconds, isThere) in [(0.0, true), (599, true), (2, false)] {
            lab.clock.advance(by: seconds)
            try await lab.settled(lab.restart())
            let limit = ContinuousClock.now + .seconds(10)
            while try await lab.store.pendingPhoto(named: first) != nil, !isThere, ContinuousClock.now < limit {
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect((try await lab.store.pendingPhoto(named: first) != nil) == isThere, "\(seconds)")
            #expect(try await lab.store.pendingPhoto(named: second) == Self.photo(2).bytes)
        }
    }
}

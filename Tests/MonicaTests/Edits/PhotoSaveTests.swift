import DemoServer
import DemoServerFaults
import Foundation
import Model
import Network
import Synchronization
import TestSupport
import XCTest

@testable import Contacts
@testable import Monica

/// Photos from the outbox of a store to a demo server: one photo each, and the right avatar.
final class PhotoSaveTests: XCTestCase {
    private static let read = "GET contacts/$", one = "GET photos/$"

    func testAPhotoFromHereToTheServer() {
        onMainLoop {
            let lab = try await PhotoLab()
            try await lab.choose(.newFile)
            // Shown at once, also by another process.
            for _ in 1...2 {
                let name = try await lab.shown.url ?? ""
                expect(try await lab.shown.source, .pending)
                expect(try await lab.store.pendingPhoto(named: name), PhotoLab.file.bytes)
                expect(try await lab.outcome, "0, default, avatar waits")
                expect(try await lab.album.pending(of: lab.id).map(\.isAvatar), [true])
                lab.restart()
            }
            expect(try await lab.send(), [Self.read, "POST photos", "PUT contacts/$/avatar", Self.read])
            let photos = try await lab.photos
            expect(photos.count, 1)
            XCTAssertTrue((photos.first?["original_filename"] as? String)?.wholeMatch(of: /[-0-9a-f]{36}\.png/) != nil)
            XCTAssertTrue(lab.wire.contains(PhotoLab.file.bytes))
            let address = try XCTUnwrap(photos.first?["link"] as? String)
            expect(try await lab.avatar, "photo \(address)")
            expect(try await lab.shown, AvatarInfo(url: address, source: .photo))
            expect(lab.sent.withLock { $0 }, [PhotoLab.file.bytes])
            expect(try await lab.album.pending(of: lab.id), [])

            let all = try await lab.album.photos(of: lab.id)
            expect(all.map(\.isAvatar), [true])
            expect(try await lab.album.bytes(of: try XCTUnwrap(all.first)).isEmpty, false)
        }
    }

    /// A photo from elsewhere goes without a question to the server, whichever name it has there.
    func testTheAvatarIsRemovedOffline() {
        onMainLoop {
            let lab = try await PhotoLab()
            try await lab.upload("holiday.png")
            try await lab.save(.photo(try await lab.newest))
            // Nothing but the address of the avatar is known after ten minutes.
            lab.wait(700)
            lab.restart()
            let former = try await lab.shown
            let undone = try await lab.choose(.removal(of: nil))
            expect(undone?.isHeld, true)
            expect(try await lab.shown, AvatarInfo())
            _ = try await lab.outbox.undo(try XCTUnwrap(undone))
            expect(try await lab.shown, former)
            let calls = try await lab.save(.removal(of: nil))
            expect(calls, [Self.read, Self.one, "PUT contacts/$/avatar", "DELETE photos/$", Self.read])
            expect(try await lab.outcome, "0, default")
            expect(try await lab.choose(.removal(of: nil)), nil, "there is no photo")
        }
    }

    /// The album knows the number of a photo. Many newer photos are no detour.
    func testAnOldPhotoIsAskedForAlone() {
        onMainLoop {
            let lab = try await PhotoLab()
            for number in 1...4 { try await lab.upload("\(number).png") }
            let oldest = try await lab.album.photos(of: lab.id).last
            _ = try await lab.outbox.removePhoto(try XCTUnwrap(oldest), of: lab.id)
            expect(try await lab.send(), [Self.read, Self.one, "DELETE photos/$", Self.read])
            expect(try await lab.outcome, "3, default")
        }
    }

    func testChoicesFollowUnsentChanges() {
        onMainLoop {
            let lab = try await PhotoLab()
            try await lab.save(.newFile)
            let photo = try await lab.newest
            expect(photo.isAvatar, true)
            try await lab.choose(.gravatar)
            expect(try await lab.album.photos(of: lab.id).map(\.isAvatar), [false])
            try await lab.choose(.photo(photo))
            expect(try await lab.outbox.waiting().map(\.slot), [])
            try await lab.choose(.removal(of: nil))
            expect(try await lab.album.photos(of: lab.id), [])
            // A person saw it before, and wants it after all.
            try await lab.choose(.photo(photo))
            expect(try await lab.outbox.waiting().map(\.slot), [])
            expect(try await lab.album.photos(of: lab.id).map(\.isAvatar), [true])
        }
    }

    /// Another client has deleted the photo, or the answer to our own deletion was lost.
    func testAChosenPhotoThatIsGoneIsRefused() {
        onMainLoop {
            for isOurs in [false, true] {
                let lab = try await PhotoLab()
                try await lab.save(.newFile)
                let photo = try await lab.newest
                let number = try await lab.photos.first?["id"] as? Int
                let target = "photos/\(try XCTUnwrap(number))"
                if isOurs { lab.edits.demo.inject(.lostAnswer, at: "/api/\(target)", method: "DELETE", times: 1) }
                try await lab.save(isOurs ? .removal(of: nil) : .initials)
                if !isOurs { try await lab.edits.plain(.delete, target) }
                try await lab.save(.photo(photo))
                expect(try await lab.outcome, "0, default, avatar needs a person")
                expect(try await lab.shown.effectiveSource, .default)
            }
        }
    }

    func testUndo() {
        onMainLoop {
            let lab = try await PhotoLab()
            try await lab.save(.newFile)
            let first = try await lab.avatar
            for isSent in [false, true] {
                let receipt = try await lab.choose(.newFile)
                if isSent { try await lab.send() }
                expect(try await lab.photos.count, isSent ? 2 : 1)
                expect(try await lab.outbox.undo(try XCTUnwrap(receipt)), .undone)
                expect("photo " + (try await lab.shown.url ?? ""), first, "sent: \(isSent)")
                try await lab.send()
                expect(try await lab.avatar, first)
                expect(try await lab.photos.count, 1)
            }
            // A photo that was not sent yet gives way to the next one.
            try await lab.choose(.newFile)
            try await lab.save(.newFile)
            expect(try await lab.photos.count, 2)
            // Another photo of the contact is shown at once.
            let old = try await lab.album.photos(of: lab.id).first { !$0.isAvatar }
            try await lab.choose(.photo(try XCTUnwrap(old)))
            expect(try await lab.shown.url, old?.address)
        }
    }

    /// An answer that is lost, or that a gateway gave, does not double a photo.
    func testAPhotoIsSentOnce() {
        onMainLoop {
            for failure in [Failure.lostAnswer, .carriedOut(status: 502), .carriedOut(status: 500)] {
                for path in ["photos", "avatar"] {
                    let lab = try await PhotoLab()
                    lab.inject(failure, at: path)
                    try await lab.save(.newFile)
                    let link = try await lab.photos.first?["link"] as? String
                    expect(try await lab.avatar, "photo \(link ?? "")", "\(failure) \(path)")
                    expect(try await lab.outcome, "1, photo", "\(failure) \(path)")
                }
            }
        }
    }

    /// A newer photo that the server cannot read hides no photo that was sent without an answer, and no removal of it.
    func testAnUnreadablePhotoHidesNoOther() {
        onMainLoop {
            let lab = try await PhotoLab()
            lab.inject(.lostAnswer, at: "photos")
            try await lab.choose(.newFile)
            try await lab.sendNow()
            try await lab.uploadUnreadable()
            lab.wait(130)
            let calls = try await lab.send()
            expect(calls.count { $0 == "GET contacts/$/photos" }, 2)
            XCTAssertFalse(calls.contains("POST photos"), "it is there")
            expect(try await lab.outbox.waiting().count, 0)
            expect(try await lab.album.photos(of: lab.id).map(\.isAvatar), [true])
            _ = try await lab.outbox.removePhoto(try await lab.newest, of: lab.id)
            try await lab.send()
            expect(try await lab.outbox.waiting().count, 0)
            expect(try await lab.album.photos(of: lab.id), [])
        }
    }

    private enum Decision: CaseIterable {
        case retry, drop, removal, removalInForm, removalFromAlbum
    }

    /// The former picture is shown until the person decides. The server keeps no photo that the person gives up.
    func testARefusedPhoto() {
        onMainLoop(limit: .seconds(60)) {
            for path in ["photos", "avatar"] {
                for decision in Decision.allCases {
                    let lab = try await PhotoLab()
                    let title = "\(path) \(decision)"
                    let hasPhoto = decision != .retry && decision != .drop
                    if hasPhoto { try await lab.save(.newFile) }
                    let (former, shown) = (try await lab.avatar, try await lab.shown)
                    lab.inject(.status(422), at: path)
                    try await lab.save(.newFile)
                    let count = (hasPhoto ? 1 : 0) + (path == "avatar" ? 1 : 0)
                    let source = hasPhoto ? "photo" : "default"
                    expect(try await lab.outcome, "\(count), \(source), avatar needs a person", title)
                    expect(try await lab.shown, shown, title)
                    switch decision {
                    case .retry: try await lab.outbox.retry(lab.id)
                    case .drop: _ = try await lab.outbox.drop(WaitingChange.ID(contact: lab.id, slot: .avatar))
                    case .removal: try await lab.choose(.removal(of: nil))
                    case .removalInForm:
                        let form = try await lab.outbox.editable(lab.id)
                        try await lab.choose(.removal(of: form?.photo))
                    case .removalFromAlbum:
                        let refused = await lab.album.all(of: lab.id).photos.first { !$0.isAvatar }
                        _ = try await lab.outbox.removePhoto(try XCTUnwrap(refused), of: lab.id)
                        expect(try await lab.shown, shown, title)
                    }
                    try await lab.send()
                    let keepsPhoto = decision == .retry || decision == .removalFromAlbum
                    expect(try await lab.outcome, keepsPhoto ? "1, photo" : "0, default", title)
                    let isFormer = decision == .drop || decision == .removalFromAlbum
                    expect(try await lab.avatar == former, isFormer, title)
                    expect(try await lab.shown.effectiveSource, keepsPhoto ? .photo : .default, title)
                }
            }
        }
    }

    /// Nothing is sent before the person has chosen.
    func testAnotherClientChangesTheAvatar() {
        onMainLoop {
            for (choice, isUndone) in [(ConflictChoice.mine, false), (.mine, true), (.theirs, false)] {
                let lab = try await PhotoLab()
                try await lab.choose(.newFile)
                try await lab.edits.plain(.put, "contacts/\(lab.id.rawValue)/avatar", ["source": "gravatar"])
                try await lab.send()
                expect(try await lab.outcome, "0, gravatar, avatar needs a person")
                let receipt = try await lab.outbox.choose([.avatar: choice], of: lab.id)
                if isUndone { expect(try await lab.outbox.undo(try XCTUnwrap(receipt)), .undone) }
                try await lab.send()
                expect(try await lab.outcome, choice == .mine && !isUndone ? "1, photo" : "0, gravatar")
            }
        }
    }

    /// A contact with a photo before it was ever saved.
    func testAPhotoOfANewContact() {
        onMainLoop {
            let lab = try await PhotoLab()
            let edit = SlotEdit(.value(.firstName), to: .value(.text("Cleo")))
            let id = try await lab.outbox.create(FormSave([edit], avatar: .newFile)).contact
            expect(try await lab.store.contact(id: Int(id.rawValue))?.avatar.source, .pending)
            try await lab.send()
            expect(try await lab.outbox.waiting().map { "\($0.slot) \($0.state)" }, [])
            let number = try await lab.store.remoteNumber(of: Int(id.rawValue))
            let photos = try await lab.edits.list("contacts/\(try XCTUnwrap(number))/photos")
            expect(photos.count, 1)
            let shown = try await lab.store.contact(id: Int(id.rawValue))?.avatar.url
            expect(shown, photos.first?["link"] as? String)
        }
    }

    func testTooLargeAPhotoIsNone() {
        XCTAssertNil(PhotoFile(bytes: Data(count: PhotoFile.maxBytes + 1), format: .jpeg))
        XCTAssertNil(PhotoFile(bytes: Data(), format: .jpeg))
    }
}

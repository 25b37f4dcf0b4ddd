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
            _ = try await lab.outbox.setAvatar(.file(PhotoLab.file), of: lab.id)
            // Shown at once, also by another process.
            for _ in 1...2 {
                let name = try await lab.shown.url ?? ""
                expect(try await lab.shown.source, .pending)
                expect(try await lab.store.pendingPhoto(named: name), PhotoLab.file.bytes)
                expect(try await lab.outbox.waiting().map(\.slot), [.avatar])
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
            let contact = RemoteID("\(lab.id.rawValue)")
            _ = try await lab.edits.post(
                "photos", PhotoUpload(contact: contact, fileName: "holiday.png").body(PhotoLab.file.bytes))
            let photo = try await lab.album.photos(of: lab.id).first
            _ = try await lab.outbox.setAvatar(.photo(try XCTUnwrap(photo)), of: lab.id)
            _ = try await lab.send()
            // Nothing but the address of the avatar is known after ten minutes.
            lab.wait(700)
            lab.restart()
            let former = try await lab.shown
            let undone = try await lab.outbox.setAvatar(.removal(of: nil), of: lab.id)
            expect(undone?.isHeld, true)
            expect(try await lab.shown, AvatarInfo())
            _ = try await lab.outbox.undo(try XCTUnwrap(undone))
            expect(try await lab.shown, former)
            let removal = try await lab.outbox.setAvatar(.removal(of: nil), of: lab.id)
            try await lab.outbox.finish(try XCTUnwrap(removal))
            expect(try await lab.send(), [Self.read, Self.one, "PUT contacts/$/avatar", "DELETE photos/$", Self.read])
            expect(try await lab.outbox.waiting().map { "\($0.slot) \($0.state)" }, [])
            expect(try await lab.photos.count, 0)
            expect(try await lab.avatar.prefix(7), "default")
            expect(try await lab.outbox.setAvatar(.removal(of: nil), of: lab.id), nil, "there is no photo")
        }
    }

    /// The album knows the number of a photo. Many newer photos are no detour.
    func testAnOldPhotoIsAskedForAlone() {
        onMainLoop {
            let lab = try await PhotoLab()
            let contact = RemoteID("\(lab.id.rawValue)")
            for number in 1...4 {
                let upload = PhotoUpload(contact: contact, fileName: "\(number).png")
                _ = try await lab.edits.post("photos", upload.body(PhotoLab.file.bytes))
            }
            let oldest = try await lab.album.photos(of: lab.id).last
            let removal = try await lab.outbox.removePhoto(try XCTUnwrap(oldest), of: lab.id)
            try await lab.outbox.finish(try XCTUnwrap(removal))
            expect(try await lab.send(), [Self.read, Self.one, "DELETE photos/$", Self.read])
            expect(try await lab.photos.count, 3)
            expect(try await lab.outbox.waiting().count, 0)
        }
    }

    func testChoicesFollowUnsentChanges() {
        onMainLoop {
            let lab = try await PhotoLab()
            _ = try await lab.outbox.setAvatar(.file(PhotoLab.file), of: lab.id)
            _ = try await lab.send()
            let first = try await lab.album.photos(of: lab.id).first
            let photo = try XCTUnwrap(first)
            expect(photo.isAvatar, true)
            _ = try await lab.outbox.setAvatar(.gravatar, of: lab.id)
            expect(try await lab.album.photos(of: lab.id).map(\.isAvatar), [false])
            _ = try await lab.outbox.setAvatar(.photo(photo), of: lab.id)
            expect(try await lab.outbox.waiting().map(\.slot), [])
            _ = try await lab.outbox.setAvatar(.removal(of: nil), of: lab.id)
            expect(try await lab.album.photos(of: lab.id), [])
            // A person saw it before, and wants it after all.
            _ = try await lab.outbox.setAvatar(.photo(photo), of: lab.id)
            expect(try await lab.outbox.waiting().map(\.slot), [])
            expect(try await lab.album.photos(of: lab.id).map(\.isAvatar), [true])
        }
    }

    /// Another client has deleted the photo, or the answer to our own deletion was lost.
    func testAChosenPhotoThatIsGoneIsRefused() {
        onMainLoop {
            for isOurs in [false, true] {
                let lab = try await PhotoLab()
                _ = try await lab.outbox.setAvatar(.file(PhotoLab.file), of: lab.id)
                _ = try await lab.send()
                let first = try await lab.album.photos(of: lab.id).first
                let photo = try XCTUnwrap(first)
                let id = try await lab.photos.first?["id"] as? Int
                let target = "photos/\(try XCTUnwrap(id))"
                if isOurs {
                    lab.edits.demo.inject(.lostAnswer, at: "/api/\(target)", method: "DELETE", times: 1)
                    let removal = try await lab.outbox.setAvatar(.removal(of: nil), of: lab.id)
                    try await lab.outbox.finish(try XCTUnwrap(removal))
                } else {
                    _ = try await lab.outbox.setAvatar(.initials, of: lab.id)
                }
                _ = try await lab.send()
                if !isOurs { _ = try await lab.edits.plain(.delete, target) }
                _ = try await lab.outbox.setAvatar(.photo(photo), of: lab.id)
                _ = try await lab.send()
                let waiting = try await lab.outbox.waiting()
                expect(waiting.map(\.slot), [.avatar])
                XCTAssertTrue(waiting.allSatisfy(\.needsPerson))
                expect(try await lab.shown.effectiveSource, .default)
            }
        }
    }

    func testUndo() {
        onMainLoop {
            let lab = try await PhotoLab()
            _ = try await lab.outbox.setAvatar(.file(PhotoLab.file), of: lab.id)
            _ = try await lab.send()
            let first = try await lab.avatar
            for isSent in [false, true] {
                let receipt = try await lab.outbox.setAvatar(.file(PhotoLab.file), of: lab.id)
                if isSent { _ = try await lab.send() }
                expect(try await lab.photos.count, isSent ? 2 : 1)
                expect(try await lab.outbox.undo(try XCTUnwrap(receipt)), .undone)
                expect("photo " + (try await lab.shown.url ?? ""), first, "sent: \(isSent)")
                _ = try await lab.send()
                expect(try await lab.avatar, first)
                expect(try await lab.photos.count, 1)
            }
            // A photo that was not sent yet gives way to the next one.
            _ = try await lab.outbox.setAvatar(.file(PhotoLab.file), of: lab.id)
            _ = try await lab.outbox.setAvatar(.file(PhotoLab.file), of: lab.id)
            _ = try await lab.send()
            expect(try await lab.photos.count, 2)
            // Another photo of the contact is shown at once.
            let old = try await lab.album.photos(of: lab.id).first { !$0.isAvatar }
            _ = try await lab.outbox.setAvatar(.photo(try XCTUnwrap(old)), of: lab.id)
            expect(try await lab.shown.url, old?.address)
        }
    }

    /// An answer that is lost, or that a gateway gave, does not double a photo.
    func testAPhotoIsSentOnce() {
        onMainLoop {
            for failure in [Failure.lostAnswer, .carriedOut(status: 502), .carriedOut(status: 500)] {
                for (path, method) in [("/api/photos", "POST"), ("/avatar", "PUT")] {
                    let lab = try await PhotoLab()
                    let target = path == "/avatar" ? "/api/contacts/\(lab.id.rawValue)/avatar" : path
                    lab.edits.demo.inject(failure, at: target, method: method, times: 1)
                    _ = try await lab.outbox.setAvatar(.file(PhotoLab.file), of: lab.id)
                    _ = try await lab.send()
                    let link = try await lab.photos.first?["link"] as? String
                    expect(try await lab.photos.count, 1, "\(failure) \(path)")
                    expect(try await lab.avatar, "photo \(link ?? "")", "\(failure) \(path)")
                    expect(try await lab.outbox.waiting().count, 0)
                }
            }
        }
    }

    /// A newer photo that the server cannot read does not hide ours.
    func testALostPhotoIsFoundPastAnUnreadableOne() {
        onMainLoop {
            let lab = try await PhotoLab()
            lab.edits.demo.inject(.lostAnswer, at: "/api/photos", method: "POST", times: 1)
            _ = try await lab.outbox.setAvatar(.file(PhotoLab.file), of: lab.id)
            try await lab.sendNow()
            try await lab.sendUnreadable()
            lab.wait(130)
            let calls = try await lab.send()
            expect(calls.count { $0 == "GET contacts/$/photos" }, 2)
            XCTAssertFalse(calls.contains("POST photos"), "it is there")
            expect(try await lab.outbox.waiting().count, 0)
            expect(try await lab.album.photos(of: lab.id).map(\.isAvatar), [true])
        }
    }

    /// The former picture is shown. Nothing stays on the server when the person gives the photo up.
    func testARefusedPhoto() {
        onMainLoop {
            for path in ["/api/photos", "/avatar"] {
                for isSentAgain in [true, false] {
                    let lab = try await PhotoLab()
                    let (former, shown) = (try await lab.avatar, try await lab.shown)
                    let target = path == "/avatar" ? "/api/contacts/\(lab.id.rawValue)/avatar" : path
                    lab.edits.demo.inject(
                        .status(422), at: target, method: path == "/avatar" ? "PUT" : "POST", times: 1)
                    _ = try await lab.outbox.setAvatar(.file(PhotoLab.file), of: lab.id)
                    _ = try await lab.send()
                    let waiting = try await lab.outbox.waiting()
                    expect(waiting.map(\.slot), [.avatar], path)
                    XCTAssertTrue(waiting.allSatisfy(\.needsPerson), path)
                    expect(try await lab.shown, shown, path)
                    expect(try await lab.photos.count, path == "/avatar" ? 1 : 0, path)
                    if isSentAgain {
                        try await lab.outbox.retry(lab.id)
                    } else {
                        _ = try await lab.outbox.drop(try XCTUnwrap(waiting.first).id)
                    }
                    _ = try await lab.send()
                    expect(try await lab.photos.count, isSentAgain ? 1 : 0, path)
                    expect(try await lab.avatar == former, !isSentAgain, path)
                    expect(try await lab.outbox.waiting().count, 0, path)
                }
            }
        }
    }

    /// The contact shows a photo. The server refuses another one at a path.
    @MainActor
    private static func refusedLab(_ path: String) async throws -> PhotoLab {
        let lab = try await PhotoLab()
        _ = try await lab.outbox.setAvatar(.file(PhotoLab.file), of: lab.id)
        _ = try await lab.send()
        let former = try await lab.shown
        let isUpload = path == "/api/photos"
        let target = isUpload ? path : "/api/contacts/\(lab.id.rawValue)\(path)"
        lab.edits.demo.inject(.status(422), at: target, method: isUpload ? "POST" : "PUT", times: 1)
        _ = try await lab.outbox.setAvatar(.file(PhotoLab.file), of: lab.id)
        _ = try await lab.send()
        expect(try await lab.shown, former, path)
        expect(try await lab.photos.count, isUpload ? 1 : 2, path)
        return lab
    }

    /// The server keeps neither the former photo, which the page shows, nor the refused one.
    func testTheAvatarIsRemovedAfterARefusedPhoto() {
        onMainLoop(limit: .seconds(30)) {
            for path in ["/api/photos", "/avatar"] {
                for isOfForm in [false, true] {
                    let lab = try await Self.refusedLab(path)
                    let form = try await lab.outbox.editable(lab.id)
                    let seen = isOfForm ? form?.photo : nil
                    let removal = try await lab.outbox.setAvatar(.removal(of: seen), of: lab.id)
                    try await lab.outbox.finish(try XCTUnwrap(removal))
                    _ = try await lab.send()
                    expect(try await lab.photos.count, 0, path)
                    expect(try await lab.avatar.prefix(7), "default", path)
                    expect(try await lab.shown.effectiveSource, .default, path)
                    expect(try await lab.outbox.waiting().count, 0, path)
                }
            }
        }
    }

    /// The photo on the page stays.
    func testARefusedPhotoIsRemovedFromTheAlbum() {
        onMainLoop(limit: .seconds(30)) {
            for path in ["/api/photos", "/avatar"] {
                let lab = try await Self.refusedLab(path)
                let (former, shown) = (try await lab.avatar, try await lab.shown)
                let refused = await lab.album.all(of: lab.id).photos.first { !$0.isAvatar }
                let removal = try await lab.outbox.removePhoto(try XCTUnwrap(refused), of: lab.id)
                try await lab.outbox.finish(try XCTUnwrap(removal))
                expect(try await lab.shown, shown, path)
                _ = try await lab.send()
                expect(try await lab.photos.count, 1, path)
                expect(try await lab.avatar, former, path)
                expect(try await lab.outbox.waiting().count, 0, path)
            }
        }
    }

    /// Nothing is sent before the person has chosen.
    func testAnotherClientChangesTheAvatar() {
        onMainLoop {
            for (choice, isUndone) in [(ConflictChoice.mine, false), (.mine, true), (.theirs, false)] {
                let lab = try await PhotoLab()
                _ = try await lab.outbox.setAvatar(.file(PhotoLab.file), of: lab.id)
                _ = try await lab.edits.plain(.put, "contacts/\(lab.id.rawValue)/avatar", ["source": "gravatar"])
                _ = try await lab.send()
                let waiting = try await lab.outbox.waiting()
                expect(waiting.map(\.slot), [.avatar])
                XCTAssertTrue(waiting.allSatisfy(\.needsPerson))
                expect(try await lab.photos.count, 0)
                let receipt = try await lab.outbox.choose([.avatar: choice], of: lab.id)
                if isUndone { expect(try await lab.outbox.undo(try XCTUnwrap(receipt)), .undone) }
                _ = try await lab.send()
                expect(try await lab.outbox.waiting().map { "\($0.slot) \($0.state)" }, [])
                let isSent = choice == .mine && !isUndone
                expect(try await lab.photos.count, isSent ? 1 : 0)
                expect(try await lab.avatar.split(separator: " ").first, isSent ? "photo" : "gravatar")
            }
        }
    }

    func testAnUnreadablePhotoHidesNoOther() {
        onMainLoop {
            let lab = try await PhotoLab()
            _ = try await lab.outbox.setAvatar(.file(PhotoLab.file), of: lab.id)
            _ = try await lab.send()
            try await lab.sendUnreadable()
            let all = try await lab.album.photos(of: lab.id)
            expect(all.count, 1)
            _ = try await lab.outbox.removePhoto(try XCTUnwrap(all.first), of: lab.id)
            _ = try await lab.send()
            expect(try await lab.outbox.waiting().count, 0)
            expect(try await lab.album.photos(of: lab.id), [])
        }
    }

    /// A contact with a photo before it was ever saved.
    func testAPhotoOfANewContact() {
        onMainLoop {
            let lab = try await PhotoLab()
            let edit = SlotEdit(.value(.firstName), to: .value(.text("Cleo")))
            let receipt = try await lab.outbox.create(FormSave([edit], avatar: .file(PhotoLab.file)))
            expect(try await lab.store.contact(id: Int(receipt.contact.rawValue))?.avatar.source, .pending)
            _ = try await lab.send()
            expect(try await lab.outbox.waiting().map { "\($0.slot) \($0.state)" }, [])
            let number = try await lab.store.remoteNumber(of: Int(receipt.contact.rawValue))
            let photos = try await lab.photos(of: try XCTUnwrap(number))
            expect(photos.count, 1)
            let shown = try await lab.store.contact(id: Int(receipt.contact.rawValue))?.avatar.url
            expect(shown, photos.first?["link"] as? String)
        }
    }

    func testTooLargeAPhotoIsNone() {
        XCTAssertNil(PhotoFile(bytes: Data(count: PhotoFile.maxBytes + 1), format: .jpeg))
        XCTAssertNil(PhotoFile(bytes: Data(), format: .jpeg))
    }
}

import Avatars
import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import Gtk
import Model
import Network
import TestSupport
import XCTest

@testable import CameoApp

/// Sources of pictures, with a real server behind the view: the requests and their credentials.
final class AvatarSourcesTests: XCTestCase {
    func testAPhotoOfAStockServerIsShown() {
        onDisplay(limit: .seconds(60)) {
            let demo = try await DemoAccount()
            let entry = try await demo.entry(1, source: "photo")
            let (view, window) = demo.view(of: entry.avatar)
            await until("the photo is there") { view.root.hasAccessibleLabel("\(entry.name) avatar photo") }
            XCTAssertEqual(view.root.picture?.width, 50)
            let asked = demo.server.requests
            XCTAssertEqual(asked.count { $0.path.hasPrefix("/store/photos/") }, 1)
            XCTAssertEqual(asked.count { $0.path == "/api/contacts/1/photos" }, 1)
            XCTAssertEqual(asked.count, 2, "and nothing else: \(asked.map(\.path))")
            // The server's answer to a photo's own address is remembered.
            let other = try await demo.entry(2, source: "photo")
            view.show(other.avatar)
            await until("the next photo is there") { view.root.hasAccessibleLabel("\(other.name) avatar photo") }
            XCTAssertEqual(demo.server.requests.count { $0.path.hasPrefix("/store/photos/") }, 0)
            window.close()
            await demo.end()
        }
    }

    func testADrawnFaceInsideItsAddressNeedsNoRequest() {
        onDisplay(limit: .seconds(60)) {
            let demo = try await DemoAccount()
            let entry = try await demo.entry(1, source: "adorable")
            let (view, window) = demo.view(of: entry.avatar)
            await until("the picture is there") { view.root.hasAccessibleLabel("\(entry.name) avatar photo") }
            XCTAssertEqual(demo.server.requests, [])
            window.close()
            await demo.end()
        }
    }

    func testTheServersOwnInitialsAreNotAskedFor() {
        onDisplay(limit: .seconds(60)) {
            let demo = try await DemoAccount()
            let entry = try await demo.entry(1, source: "default")
            XCTAssertEqual(entry.avatar.picture, PictureReference.none)
            let pictures = demo.pictures()
            let (view, window) = demo.view(of: entry.avatar, pictures)
            XCTAssertTrue(view.root.picture === pictures.initials(of: entry.avatar, size: 50, scale: 1))
            XCTAssertTrue(view.root.hasAccessibleLabel("\(entry.name) avatar"))
            XCTAssertEqual(demo.session.avatars.statistics.memoryMisses, 0)
            XCTAssertEqual(demo.server.requests, [])
            window.close()
            await demo.end()
        }
    }

    func testGravatarGetsNoCredentialsAndIsAskedForNoStandIn() {
        onDisplay(limit: .seconds(60)) {
            let demo = try await DemoAccount()
            let gravatar = try DemoServer(.init(contacts: 1))
            gravatar.setMode(.notMonica)
            let face = Picture(width: 64, height: 64, pixels: .init(repeating: 0xFF20_4060, count: 64 * 64))
            gravatar.inject(.body(try XCTUnwrap(face.pngData()), type: "image/png"), at: "/avatar/*")
            var subject = try await demo.entry(1, source: "default").avatar
            subject.picture = .url("\(gravatar.address)/avatar/abc.jpg?s=200&d=mp&r=g", source: .gravatar)
            let (view, window) = demo.view(of: subject)
            await until("the picture is there") { view.root.picture.map(\.middle) == 0xFF20_4060 }
            XCTAssertEqual(gravatar.requests.count, 1)
            let request = try XCTUnwrap(gravatar.requests.first)
            XCTAssertEqual(request.authorization, .none)
            XCTAssertEqual(request.query, "s=200&r=g&d=404")
            XCTAssertEqual(request.accept, "image/*")
            XCTAssertTrue(request.headerNames.isDisjoint(with: ["cookie", "referer", "origin"]))
            XCTAssertEqual(demo.server.requests, [])
            window.close()
            await demo.end()
        }
    }

    func testAPhotoFromHereIsShownBeforeAndAfterItIsSent() {
        onDisplay(limit: .seconds(90)) {
            let folder = TemporaryFolder()
            let demo = try await DemoAccount(.init(contacts: 3, rateLimit: nil), in: folder)
            _ = try await demo.entry(1, source: "default")
            try await demo.setPhoto(ofContact: 1)
            let session = try await demo.restarted()
            try await Self.untilPhotoShows(in: session)
            XCTAssertEqual(demo.server.requests, [])
            session.use(try Token(demo.server.token))
            let left = await session.sendAll(within: 20)
            XCTAssertEqual(left?.count, 0)
            let end = ContinuousClock.now + .seconds(20)
            func isKept() async throws -> Bool {
                let stored = try await session.store.contact(id: 1)
                guard let avatar = stored?.avatar, avatar.source == .photo else { return false }
                return await session.avatars.kept(PictureReference(avatar, contactID: 1)) != nil
            }
            while try await !isKept(), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(5)) }
            let isKeptInTime = try await isKept()
            XCTAssertTrue(isKeptInTime, "the server's photo is the one from here")
            await until("all contacts are read") { !session.isSynchronising }
            demo.server.stop()
            try await Self.untilPhotoShows(in: session)
            await session.end()
        }
    }

    /// Shows the first contact in a row of the list and on a page, until both have its photo.
    @MainActor
    private static func untilPhotoShows(in session: Session) async throws {
        let pictures = AvatarPictures()
        pictures.store = session.avatars
        let summaries = try await session.store.summaries()
        let entry = ContactEntry(try XCTUnwrap(summaries.first { $0.id == 1 }))
        let (row, page) = (AvatarView(size: 50, pictures: pictures), DetailPage(pictures: pictures))
        let windows = [TestWindow(row.root, width: 200, height: 200), TestWindow(page.root, width: 600, height: 800)]
        row.show(entry.avatar)
        page.choose(contactID: 1, of: session)
        await until("the photo in the list") { row.showsPhoto }
        await until("the photo on the page") { page.detail.avatar.showsPhoto }
        for window in windows { window.close() }
    }

    func testWhoeverWantsNoOtherHostsHasNoneAsked() {
        onDisplay(limit: .seconds(60)) {
            let demo = try await DemoAccount()
            demo.session.avatars.showsExternalPictures = false
            let gravatar = try DemoServer(.init(contacts: 1))
            var subject = try await demo.entry(1, source: "default").avatar
            subject.picture = .url("\(gravatar.address)/avatar/abc.jpg", source: .gravatar)
            let pictures = demo.pictures()
            let (view, window) = demo.view(of: subject, pictures)
            let end = ContinuousClock.now + .milliseconds(200)
            await until("a request would have come") { ContinuousClock.now > end || !gravatar.requests.isEmpty }
            XCTAssertEqual(gravatar.requests, [])
            XCTAssertTrue(view.root.picture === pictures.initials(of: subject, size: 50, scale: 1))
            window.close()
            await demo.end()
        }
    }

    func testTheRimOfPhotosFollowsHighContrast() throws {
        try onDisplay { try DesktopStyle.setHighContrast(false) }
        onDisplay(limit: .seconds(60)) {
            let demo = try await DemoAccount()
            let entry = try await demo.entry(1, source: "photo")
            let (view, window) = demo.view(of: entry.avatar)
            await until("the photo is there") { view.root.hasAccessibleLabel("\(entry.name) avatar photo") }
            let former = view.root.picture
            demo.server.forgetRequests()
            try DesktopStyle.setHighContrast(true)
            await until("the photo is drawn anew") { view.root.picture != nil && view.root.picture !== former }
            // The second pixel from the left edge is the rim's.
            await until("the rim is black") { view.root.picture?.pixel(1, 25) == 0xFF00_0000 }
            XCTAssertTrue(view.root.hasAccessibleLabel("\(entry.name) avatar photo"))
            XCTAssertEqual(demo.server.requests, [], "from the decode in memory")
            try DesktopStyle.setHighContrast(false)
            await until("the rim is thin again") { view.root.picture?.pixel(1, 25) != 0xFF00_0000 }
            window.close()
            await demo.end()
        }
    }
}

extension DemoAccount {
    /// A contact's row, its avatar being of one of Monica's sources; the server has forgotten the requests.
    func entry(_ id: Int, source: String) async throws -> ContactEntry {
        server.setAvatar(ofContact: id, source: source)
        try await session.store.upsert([try await session.client.contact(id: id)])
        server.forgetRequests()
        let entries = try await entries()
        return try XCTUnwrap(entries.first { $0.id == id })
    }

    /// A view on the screen.
    func view(of subject: AvatarSubject, _ pictures: AvatarPictures? = nil) -> (AvatarView, TestWindow) {
        let view = AvatarView(size: 50, pictures: pictures ?? self.pictures())
        let window = TestWindow(view.root, width: 200, height: 200)
        view.show(subject)
        return (view, window)
    }
}

extension Picture {
    /// A pixel, `0xAARRGGBB`.
    func pixel(_ x: Int, _ y: Int) -> UInt32 { withPixels { $0[y * width + x] } }

    var middle: UInt32 { pixel(width / 2, height / 2) }
}

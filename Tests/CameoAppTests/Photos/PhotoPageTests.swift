import CGtk
import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import GLib
import Model
import Network
import TestSupport
import XCTest

@testable import CameoApp
@testable import Gtk

final class PhotoPageTests: XCTestCase {
    /// The server sends one photo a request, at most sixty.
    func testTheKeptPictureIsCopiedWhileTheServerIsAsked() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await PhotoPageLab()
            lab.demo.server.inject(.slowFirstByte(.seconds(600)), at: "/api/contacts/1/photos")
            let kept = try XCTUnwrap(PhotoPageLab.picture(0xFF33_6699).jpegData(quality: 90))
            lab.page.show(ContactID(1), name: "Ada", kept: { kept }, from: lab.demo.session.album)
            await until("the copy") {
                lab.start("copy")
                return lab.said.contains("Copied to clipboard")
            }
            let clipboard = try XCTUnwrap(gdk_display_get_clipboard(gdk_display_get_default()))
            let type = try XCTUnwrap(PictureIntake.ContentType("image/jpeg"))
            let copied = try await PictureIntake.paste(type, from: clipboard)
            XCTAssertEqual(copied, kept)
            await lab.end()
        }
    }

    func testAnAvatarThatDoesNotComeHasAReason() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await PhotoPageLab()
            var isBack = false
            lab.page.onBack = { isBack = true }
            lab.page.show(
                ContactID(1), name: "Ada", kept: { nil },
                fetched: { () throws(ServerError) -> Data? in throw .server(status: 503) }, from: nil)
            await until("the reason") { isBack }
            XCTAssertEqual(lab.said, [ServerError.server(status: 503).sentence])
            await lab.end()
        }
    }

    func testPhotosFollowEachOther() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await PhotoPageLab()
            try lab.show(["a.png", "b.png"])
            await until("the first photo") { lab.shows(place: 1) }
            // No photo is before the first one or after the last one.
            for (button, place) in [
                ("Previous Photo", 1), ("Next Photo", 2), ("Next Photo", 2), ("Previous Photo", 1),
            ] {
                lab.page.root.click(button)
                XCTAssertTrue(lab.shows(place: place), button)
            }
            for (direction, forward, back) in [
                (GTK_TEXT_DIR_LTR, GDK_KEY_Right, GDK_KEY_Left), (GTK_TEXT_DIR_RTL, GDK_KEY_Left, GDK_KEY_Right),
            ] {
                gtk_widget_set_direction(lab.page.root.cast(), direction)
                for (key, place) in [(forward, 2), (forward, 2), (back, 1)] {
                    XCTAssertTrue(lab.press(key))
                    XCTAssertTrue(lab.shows(place: place), "\(direction)")
                }
            }
            await until("the photo is there") {
                lab.start("delete")
                return !lab.chosen.isEmpty
            }
            // An enlarged picture moves in place of the photos.
            XCTAssertTrue(lab.press(GDK_KEY_plus) && lab.press(GDK_KEY_Left))
            XCTAssertTrue(lab.shows(place: 1))
            XCTAssertTrue(lab.press(GDK_KEY_0) && lab.press(GDK_KEY_Left))
            XCTAssertTrue(lab.shows(place: 2))
            var isBack = false
            lab.page.onBack = { isBack = true }
            XCTAssertTrue(lab.press(GDK_KEY_Escape) && isBack)
            XCTAssertFalse(lab.press(GDK_KEY_a))
            await lab.end()
        }
    }

    func testACommandIsForThePhotoOnTheScreen() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await PhotoPageLab()
            try lab.show(["a.png", "b.png"])
            await until("the first photo") {
                lab.start("delete")
                return lab.chosen == ["delete a.png"]
            }
            lab.start("use")
            XCTAssertEqual(lab.chosen.count, 1, "it is the avatar")
            lab.page.root.click("Next Photo")
            for command in ["use", "delete"] { lab.start(command) }
            XCTAssertEqual(lab.chosen.count, 1, "the first photo is still on the screen")
            await until("the second photo") {
                lab.start("use")
                return lab.chosen.last == "use b.png"
            }
            lab.start("delete")
            XCTAssertEqual(lab.chosen, ["delete a.png", "use b.png", "delete b.png"])
            await lab.end()
        }
    }
}

/// A page of photos in a window.
@MainActor
private final class PhotoPageLab {
    let demo: DemoAccount
    let page = PhotoPage()
    let window: TestWindow
    /// The photos that the person uses or deletes, such as "delete a.png".
    private(set) var chosen: [String] = []
    private(set) var said: [String] = []

    init() async throws {
        demo = try await DemoAccount(.init(contacts: 1, rateLimit: nil))
        window = TestWindow(page.root, width: 600, height: 600)
        page.use = .ofPage
        page.onUse = { [weak self] in self?.chosen.append("use \($0.fileName)") }
        page.onDelete = { [weak self] in self?.chosen.append("delete \($0.fileName)") }
        page.onSay = { [weak self] in self?.said.append($0) }
    }

    /// Shows photos by the names of their files. The first one is the avatar.
    func show(_ names: [String]) throws {
        let bytes = try XCTUnwrap(Self.picture(0xFF33_6699).pngData())
        let photos = names.map { name in
            ContactPhoto(
                id: .remote(RemoteID(name)), fileName: name, isAvatar: name == names.first, bytes: bytes)
        }
        page.show(ContactID(1), name: "Ada", kept: { nil }, from: demo.session.album, found: photos)
    }

    /// Whether the header bar shows a place among two photos.
    func shows(place: Int) -> Bool { page.root.texts.contains("\(place) of 2") }

    func press(_ key: Int32) -> Bool {
        page.press(Key(value: UInt32(key), modifiers: 0, latin: UInt32(key)))
    }

    /// A picture of one colour.
    static func picture(_ pixel: UInt32) -> Picture {
        Picture(width: 60, height: 40, pixels: [UInt32](repeating: pixel, count: 60 * 40))
    }

    /// Chooses an item of the menu. A disabled one does nothing.
    func start(_ command: String) {
        page.root.choose("shown-photo.\(command)", inMenu: "Photo Menu")
    }

    func end() async {
        page.clear()
        window.close()
        await demo.end()
    }
}

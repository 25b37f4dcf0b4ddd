import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

final class PhotoPageTests: XCTestCase {
    /// The server sends one photo a request, at most sixty.
    func testTheKeptPictureIsCopiedWhileTheServerIsAsked() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await PhotoPageLab()
            lab.demo.server.inject(.slowFirstByte(.seconds(600)), at: "/api/contacts/1/photos")
            let kept = try XCTUnwrap(PhotoPageLab.file(0xFF33_6699))
            lab.page.show(ContactID(1), name: "Ada", kept: { kept }, from: lab.demo.session.album)
            await until("the copy") {
                lab.start("copy")
                return lab.said.contains("Copied to clipboard")
            }
            for command in ["use", "delete"] { lab.start(command) }
            XCTAssertEqual(lab.chosen, [], "its photo is unknown")
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

    /// A file of one colour.
    static func file(_ pixel: UInt32) -> Data? {
        Picture(width: 60, height: 40, pixels: [UInt32](repeating: pixel, count: 60 * 40)).pngData()
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

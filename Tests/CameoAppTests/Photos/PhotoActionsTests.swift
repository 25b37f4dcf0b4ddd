import Contacts
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// The ways from an avatar to another one.
final class PhotoActionsTests: XCTestCase {
    func testAnAvatarShowsItsPhotoOrOpensItsMenu() {
        onDisplay(limit: .seconds(30)) {
            let avatar = TextureView(size: 96)
            let menu = PhotoMenu(around: avatar)
            menu.connect(to: menu.root)
            let window = TestWindow(menu.root, width: 300, height: 300)
            var chosen: [PhotoMenu.Choice] = []
            menu.onChoice = { chosen.append($0) }
            @MainActor func isOpen() -> Bool { menu.root.first(ofType: "GtkPopoverMenu") != nil }
            @MainActor func pasteByMenu() async {
                await until("the menu") { menu.root.texts.contains("Paste") }
                XCTAssertTrue(menu.root.clickMenuItem("Paste"))
                await until("the menu is gone") { !isOpen() }
            }
            avatar.clickUnused()
            avatar.pressRightUnused()
            XCTAssertFalse(isOpen(), "nothing is offered")
            menu.offered = [.show, .paste]
            avatar.clickUnused()
            XCTAssertFalse(isOpen())
            XCTAssertEqual(chosen, [.show])
            avatar.pressRightUnused()
            await pasteByMenu()
            XCTAssertEqual(chosen, [.show, .paste])
            // Initials have nothing more to show.
            menu.offered = [.paste]
            avatar.clickUnused()
            await pasteByMenu()
            XCTAssertEqual(chosen, [.show, .paste, .paste])
            window.close()
        }
    }

    func testEachChoiceOnAPageReachesTheServer() {
        onDisplay(limit: .seconds(120)) {
            let lab = try await DetailLab(contacts: 2)
            let (session, page) = (lab.demo.session, lab.page)
            _ = try await lab.demo.entry(1, source: "photo")
            try await lab.demo.setPhoto(ofContact: 1)
            page.choose(contactID: 1, of: session)
            let count = try await session.client.photos(ofContact: 1).count + 1
            try await lab.expect(.photo, photos: count)
            await lab.choose(.gravatar)
            try await lab.expect(.gravatar, photos: count)
            await lab.choose(.initials)
            try await lab.expect(.default, photos: count)
            await lab.choose(.chooseAmong)
            await lab.chooseInLargeView("use")
            try await lab.expect(.photo, photos: count)
            await until("a photo to show") { page.detail.photo.offered.contains(.show) }
            page.detail.avatar.root.clickUnused()
            await lab.chooseInLargeView("delete")
            try await lab.expect(.default, photos: count - 1)
            await lab.choose(.chooseAmong)
            await lab.chooseInLargeView("use")
            try await lab.expect(.photo, photos: count - 1)
            await lab.choose(.remove)
            try await lab.expect(.default, photos: count - 2)
            await lab.end()
        }
    }
}

extension DetailLab {
    /// Chooses an item of the menu of the avatar, once it is offered.
    fileprivate func choose(_ choice: PhotoMenu.Choice) async {
        await until("\(choice) is offered") { page.detail.photo.offered.contains(choice) }
        XCTAssertTrue(page.root.choose("photo.\(choice.rawValue)", inMenu: "Change Photo"))
    }

    /// Chooses an item of the menu of the large photo, once there is one. The photo closes with it.
    fileprivate func chooseInLargeView(_ command: String) async {
        XCTAssertTrue(page.photos.pages.isOpen)
        await until("the photo closes") {
            page.root.choose("shown-photo.\(command)", inMenu: "Photo Menu")
            return !page.photos.pages.isOpen
        }
    }

    /// Waits for the avatar on the page, sends it, and compares the server's.
    fileprivate func expect(
        _ source: AvatarSource, photos count: Int, line: UInt = #line
    ) async throws {
        await until("the avatar on the page", line: line) {
            let shown = page.shown?.contact.avatar.source
            return shown == source || shown == .pending && source == .photo
        }
        demo.session.send()
        let left = await demo.session.sendAll(within: 20)
        XCTAssertEqual(left?.count, 0, line: line)
        let contact = try await demo.session.client.contact(id: 1)
        let photos = try await demo.session.client.photos(ofContact: 1)
        XCTAssertEqual(contact.avatar.source, source, line: line)
        XCTAssertEqual(photos.count, count, line: line)
    }
}

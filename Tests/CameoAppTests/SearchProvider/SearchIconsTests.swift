import Avatars
import Contacts
import DemoServer
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// The pictures of contacts in the desktop's search.
final class SearchIconsTests: XCTestCase {
    func testAContactHasItsKeptPicture() {
        onDisplay(limit: .seconds(60)) {
            let folder = TemporaryFolder()
            let demo = try await DemoAccount(.init(contacts: 4, rateLimit: nil), in: folder)
            let photo = try await demo.entry(1, source: "photo")
            let (view, window) = demo.view(of: photo.avatar)
            await until("the photo is kept") {
                let names = folder.files.filter { $0.contains("/avatars/") }.map { URL(filePath: $0).lastPathComponent }
                return view.showsPhoto && names.contains { !$0.hasPrefix(".") }
            }
            window.close()
            let drawn = try await demo.entry(2, source: "adorable")
            let initials = try await demo.entry(4, source: "default")
            _ = try await demo.entry(3, source: "default")
            try await demo.setPhoto(ofContact: 3)
            let entries = try await demo.entries()
            let waiting = try XCTUnwrap(entries.first { $0.id == 3 })
            demo.server.forgetRequests()
            let icons = SearchIcons()
            for (entry, hasPicture) in [(photo, true), (drawn, true), (waiting, true), (initials, false)] {
                let picture = await icons.photo(of: entry.avatar, in: demo.session)
                XCTAssertEqual(picture != nil, hasPicture, "\(entry.avatar.picture)")
            }
            XCTAssertEqual(demo.server.requests, [])
            await demo.end()
        }
    }
}

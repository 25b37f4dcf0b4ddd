import Avatars
import Contacts
import Foundation
import Gtk
import Model
import Network
import TestSupport
import XCTest

@testable import CameoApp

/// The pictures that a list asks for. Rows on the screen come first, and the next rows follow.
final class RowPicturesTests: XCTestCase {
    func testOnlyTheRowsOnTheScreenAndTheNextAskForPictures() throws {
        try onDisplay {
            let lab = try AvatarLab()
            lab.isHeld = true
            let (sidebar, window) = try shownSidebar(contactList(500, withPictures: true), lab.pictures)
            waitUntil("the visible ones are asked for") { lab.requests.count >= 6 }
            waitUntil("the rows are placed") { sidebar.root.textureViews.count < 20 }
            settle()
            let visible = sidebar.root.textureViews.count
            XCTAssertGreaterThan(sidebar.rowCount, 100, "GTK binds many more than are on the screen")
            lab.isHeld = false
            waitUntil("what is on the screen is there") {
                sidebar.root.textureViews.allSatisfy { $0.picture?.width == 1 }
            }
            settle()
            XCTAssertLessThanOrEqual(lab.requests.count, visible + AvatarPrefetcher.rows)
            // The list is at its top, and people are numbered from 1.
            XCTAssertTrue(lab.requests.contains { $0.lastPathComponent == "\(visible + AvatarPrefetcher.rows / 2)" })
            XCTAssertEqual(Set(lab.requests).count, lab.requests.count, "none twice")
            let changed = try contactList(500) { id, contact in
                let avatar = ["url": "https://pictures.example/\(1_000 + id)", "source": "gravatar"]
                contact["information"] = ["avatar": avatar]
            }
            sidebar.contacts.show(changed)
            waitUntil("the next of a changed list are asked for") {
                lab.requests.contains { $0.lastPathComponent == "\(1_000 + visible + AvatarPrefetcher.rows / 2)" }
            }
            window.close()
        }
    }

    func testWhatIsScrolledOffTheScreenIsGivenUp() throws {
        try onDisplay {
            let lab = try AvatarLab()
            lab.isHeld = true
            let store = try XCTUnwrap(lab.pictures.store)
            let list = try contactList(500, withPictures: true)
            let (sidebar, window) = try shownSidebar(list, lab.pictures)
            waitUntil("the rows are placed") { sidebar.root.textureViews.count < 20 && lab.requests.count >= 6 }
            let states = list.contacts.map {
                store.state(for: ContactEntry($0).avatar.picture, size: RowSize.usual.avatar, scale: 1)
            }
            @MainActor func loading() -> [Int] { states.indices.filter { states[$0].current.isLoading } }
            waitUntil("the first are loading") { loading().prefix(5) == [0, 1, 2, 3, 4] }
            sidebar.list.scroll(to: 300)
            waitUntil("only what is on the screen now, and next to it, is loading") {
                !loading().isEmpty && loading().allSatisfy { (260...340).contains($0) }
            }
            lab.isHeld = false
            window.close()
        }
    }

    func testWhatIsPrefetchedComesAfterWhatIsVisible() throws {
        try onDisplay {
            let lab = try AvatarLab()
            let prefetcher = AvatarPrefetcher(pictures: lab.pictures)
            prefetcher.scrolled(top: 0, bottom: 10, count: 500, scale: 1) { lab.subject($0).picture }
            waitUntil("all are asked for") { lab.requests.count == AvatarPrefetcher.rows }
            XCTAssertEqual(Set(lab.urgencies), [.background])
            XCTAssertTrue((10...20).contains(lab.requests.count))
            prefetcher.cancel()
        }
    }

    func testWhatIsPrefetchedInVainIsGivenUp() throws {
        try onDisplay {
            let lab = try AvatarLab()
            lab.isHeld = true
            let store = try XCTUnwrap(lab.pictures.store)
            let prefetcher = AvatarPrefetcher(pictures: lab.pictures)
            prefetcher.scrolled(top: 0, bottom: 10, count: 500, scale: 1) { lab.subject($0).picture }
            let states = (0..<500).map { store.state(for: lab.subject($0).picture, size: 50, scale: 1) }
            @MainActor func loading() -> [Int] { states.indices.filter { states[$0].current.isLoading } }
            XCTAssertEqual(loading(), Array(10..<10 + AvatarPrefetcher.rows))
            prefetcher.scrolled(top: 5, bottom: 15, count: 500, scale: 1) { lab.subject($0).picture }
            XCTAssertEqual(loading(), Array(10..<15 + AvatarPrefetcher.rows), "what comes on the screen goes on")
            prefetcher.scrolled(top: 300, bottom: 310, count: 500, scale: 1) { lab.subject($0).picture }
            XCTAssertEqual(loading(), Array(310..<310 + AvatarPrefetcher.rows))
            prefetcher.scrolled(top: 290, bottom: 300, count: 500, scale: 1) { lab.subject($0).picture }
            XCTAssertEqual(loading(), Array(290 - AvatarPrefetcher.rows..<290), "upwards, what comes is above")
            prefetcher.scrolled(top: 495, bottom: 500, count: 500, scale: 1) { lab.subject($0).picture }
            XCTAssertEqual(loading(), [])
            prefetcher.scrolled(top: 0, bottom: 10, count: 500, scale: 1) { lab.subject($0).picture }
            prefetcher.cancel()
            XCTAssertEqual(loading(), [])
        }
    }

    func testARowIsLookedAtOnceOnItsWayIfItsPictureIsInMemory() throws {
        try onDisplay {
            let lab = try AvatarLab()
            let store = try XCTUnwrap(lab.pictures.store)
            let states = (0..<200).map { store.state(for: lab.subject($0).picture, size: 50, scale: 1) }
            for state in states { state.want() }
            waitUntil("all are in memory") { states.allSatisfy { $0.current.image != nil } }
            let prefetcher = AvatarPrefetcher(pictures: lab.pictures)
            var looks = 0
            for top in Array(0...190) + (0..<190).reversed() {
                prefetcher.scrolled(top: top, bottom: top + 10, count: 200, scale: 1) {
                    looks += 1
                    return lab.subject($0).picture
                }
            }
            XCTAssertGreaterThan(looks, 300, "down and up")
            XCTAssertLessThanOrEqual(looks, 400, "each row once on each way")
        }
    }

    func testAChangedListIsLookedAtAnew() throws {
        try onDisplay {
            let lab = try AvatarLab()
            lab.isHeld = true
            let store = try XCTUnwrap(lab.pictures.store)
            let prefetcher = AvatarPrefetcher(pictures: lab.pictures)
            let states = (0..<500).map { store.state(for: lab.subject($0).picture, size: 50, scale: 1) }
            @MainActor func loading() -> [Int] { states.indices.filter { states[$0].current.isLoading } }
            prefetcher.scrolled(top: 0, bottom: 10, count: 500, scale: 1) { lab.subject($0).picture }
            prefetcher.forget()
            prefetcher.scrolled(top: 0, bottom: 10, count: 500, scale: 1) { lab.subject($0 + 100).picture }
            XCTAssertEqual(loading(), Array(110..<110 + AvatarPrefetcher.rows))
            prefetcher.scrolled(top: 0, bottom: 10, count: 500, scale: 2) { lab.subject($0 + 100).picture }
            XCTAssertEqual(loading(), [], "the pictures of another scale are loading now")
            prefetcher.cancel()
        }
    }

    func testAPictureOfTwoRowsIsGivenUpToo() throws {
        try onDisplay {
            let lab = try AvatarLab()
            lab.isHeld = true
            let store = try XCTUnwrap(lab.pictures.store)
            let prefetcher = AvatarPrefetcher(pictures: lab.pictures)
            prefetcher.scrolled(top: 0, bottom: 10, count: 500, scale: 1) { lab.subject($0 / 2).picture }
            let states = (0..<250).map { store.state(for: lab.subject($0).picture, size: 50, scale: 1) }
            @MainActor func loading() -> [Int] { states.indices.filter { states[$0].current.isLoading } }
            XCTAssertEqual(loading().first, 5)
            prefetcher.scrolled(top: 10, bottom: 20, count: 500, scale: 1) { lab.subject($0 / 2).picture }
            XCTAssertEqual(loading().first, 5, "what comes on the screen goes on")
            prefetcher.scrolled(top: 300, bottom: 310, count: 500, scale: 1) { lab.subject($0 / 2).picture }
            XCTAssertEqual(loading().first, 155)
            prefetcher.cancel()
            XCTAssertEqual(loading(), [])
        }
    }
}

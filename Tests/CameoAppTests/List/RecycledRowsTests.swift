import Avatars
import Foundation
import GLib
import Gtk
import Synchronization
import TestSupport
import XCTest

@testable import CameoApp

/// A row that is used again never shows the picture of the contact before.
final class RecycledRowsTests: XCTestCase {
    private static let binds = ProcessInfo.processInfo.environment["CAMEO_TESTS"] == "usual" ? 30_000 : 100_000
    private static let contacts = 3_000
    private static let views = 24

    func testARecycledRowNeverShowsAnotherPersonsPicture() throws {
        try onDisplay {
            let random = Mutex(Seeded(seed: 11))
            // Some decodes take longer than a row stays with its contact.
            let lab = try AvatarLab { random.withLock { [0, 0, 0, 1, 3, 9].randomElement(using: &$0) ?? 0 } }
            let box = Box(.vertical)
            let views = (0..<Self.views).map { _ in AvatarView(size: 8, pictures: lab.pictures) }
            for view in views { box.append(view.root) }
            let window = TestWindow(box)
            // Names differ, so that initials too can be told apart.
            let subjects = (0..<Self.contacts).map { id in
                lab.subject(id, first: String(UnicodeScalar(UInt8(65 + id % 26))), last: "\(id % 7)")
            }
            let initials = subjects.map { lab.pictures.initials(of: $0, size: 8, scale: 1) }
            var bound = [Int?](repeating: nil, count: views.count)
            var photos = 0
            var wrong = 0

            @MainActor func check() {
                for (view, contact) in zip(views, bound) {
                    guard let contact else { continue }
                    // All textures that a frame would draw now, fading ones included.
                    for texture in view.root.drawnTextures where texture.pointer != initials[contact].texture {
                        photos += 1
                        if texture.width != 1 || Int(texture.firstPixel & 0xFF_FFFF) != contact { wrong += 1 }
                    }
                }
            }

            for number in 0..<Self.binds {
                let index = random.withLock { Int.random(in: views.indices, using: &$0) }
                // Most rows show a contact of a moment ago, as while scrolling back and forth.
                let near = random.withLock { Int.random(in: 0..<200, using: &$0) }
                let contact = (number / 100 + near) % Self.contacts
                if number % 3 == 0 { views[index].clear() }
                views[index].show(subjects[contact])
                bound[index] = contact
                if views[index].shownContact.map({ $0 != contact }) == true { XCTFail("a wrong picture when bound") }
                guard number % 8 == 0 else { continue }
                MainLoop.iterate()
                check()
            }
            waitUntil("everybody has a picture") { zip(views, bound).allSatisfy { $0.shownContact == $1 } }
            XCTAssertEqual(wrong, 0, "somebody else's picture was drawn")
            XCTAssertGreaterThan(photos, Self.binds / 100, "pictures came while rows were used again")
            window.close()
        }
    }
}

/// Random numbers that are the same in each run.
private struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        // xorshift64*
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_F491_4F6C_DD1D
    }
}

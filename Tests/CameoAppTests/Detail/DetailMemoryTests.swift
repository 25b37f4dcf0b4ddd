import Contacts
import Foundation
import GLib
import Gtk
import TestSupport
import XCTest

@testable import CameoApp

/// What the right side of the window leaves behind of contacts that were shown.
final class DetailMemoryTests: XCTestCase {
    func testContactsThatWereShownLeaveNothingBehind() {
        onDisplay(limit: .seconds(120)) {
            let lab = try await DetailLab()
            try await lab.demo.synchronise()
            let ids = try await lab.demo.session.store.summaries().map(\.id)
            var lifetimes: [Lifetime] = []
            var sizes: [Int] = []
            // In the first two rounds pictures come into the cache.
            for _ in 0..<5 {
                for id in ids {
                    lab.page.show(contactID: id, of: lab.demo.session)
                    await until("it is shown") { lab.page.detail.contactID == id }
                    lifetimes += (lab.page.root.listRows + lab.page.root.textureViews).map { Lifetime(of: $0) }
                }
                sizes.append(residentMemory())
            }
            XCTAssertGreaterThan(lifetimes.count, 200)
            // A sanitizer keeps freed memory for a while.
            XCTAssertLessThan(sizes[4] - sizes[1], sanitizerSlowdown * 8 << 20, "memory grows: \(sizes)")
            let head = lab.page.root.textureViews.first { $0.width == 120 }?.pointer
            lab.page.showNothing()
            lab.window.close()
            await until("rows and their avatars are freed") {
                Set(lifetimes.map(\.address)).subtracting([nil]) == [head]
            }
            await lab.end()
        }
    }

    func testThePageIsFreedWhileItFollowsAContact() {
        onDisplay(limit: .seconds(60)) {
            weak var page: DetailPage?
            var lifetime: Lifetime?
            let demo = try await DemoAccount()
            do {
                let lab = try await DetailLab(demo)
                try await lab.store(1, name: "Ada Lovelace")
                lab.page.show(contactID: 1, of: demo.session)
                await until("it is shown") { lab.texts.contains("Ada Lovelace") }
                page = lab.page
                lifetime = Lifetime(of: lab.page.root)
                lab.window.close()
            }
            await until("it is freed") { page == nil && lifetime?.isOver == true }
            await demo.end()
        }
    }
}

/// In bytes (proc(5), statm).
private func residentMemory() -> Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
}

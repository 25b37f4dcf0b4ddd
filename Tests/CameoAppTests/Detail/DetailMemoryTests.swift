import Contacts
import Foundation
import GLib
import Gtk
import TestSupport
import XCTest

@testable import CameoApp

/// Leftovers of shown contacts in the right side of the window.
final class DetailMemoryTests: XCTestCase {
    func testContactsThatWereShownLeaveNothingBehind() {
        onDisplay(limit: .seconds(120)) {
            let lab = try await DetailLab()
            try await lab.demo.synchronise()
            let all = try await lab.demo.session.store.summaries().map(\.id)
            let isUsual = ProcessInfo.processInfo.environment["CAMEO_TESTS"] == "usual"
            let ids = isUsual ? Array(all.prefix(all.count / 2)) : all
            var lifetimes: [Lifetime] = []
            var sizes: [Int] = []
            for _ in 1...8 {
                for id in ids {
                    lab.page.show(contactID: id, of: lab.demo.session)
                    await until("it is shown") { lab.page.detail.contactID == id }
                    lifetimes += (lab.page.root.listRows + lab.page.root.textureViews).map { Lifetime(of: $0) }
                }
                sizes.append(heapInUse())
            }
            XCTAssertGreaterThan(lifetimes.count, 200)
            // In the first rounds pictures come into the cache, and each that is being decoded takes some megabytes for
            // a moment.
            let before = try XCTUnwrap(sizes[2...3].min())
            await until("memory is as it was after the first rounds, of \(sizes)") {
                heapInUse() < before + 2 << 20
            }
            let head = lab.page.root.textureViews.first { $0.width == 120 }?.pointer
            // The row that offers photos belongs to the page, and shows nothing of a contact.
            let photos = lab.page.detail.photos.root.listRows.map(\.pointer)
            lab.page.showNothing()
            lab.window.close()
            await until("rows and their avatars are freed") {
                Set(lifetimes.map(\.address)).subtracting([nil]).subtracting(photos) == [head]
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

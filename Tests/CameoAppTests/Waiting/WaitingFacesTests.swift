import DemoServer
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// Each row shows whose change it is, where there is room.
final class WaitingFacesTests: XCTestCase {
    func testARowShowsTheFaceOfItsContactUnlessTheWindowIsNarrow() {
        withMainWindow { window, demo in
            try await demo.synchronise()
            demo.server.stop()
            let queue = try XCTUnwrap(demo.session.edits)
            let food = ValueChange(group: .food, deltas: [.food: Delta(before: nil, after: .text("Vegan"))])
            try await queue.store([PlannedChange(.values(food))], of: ContactID(3))
            window.show(demo.session, at: nil)
            await until("it is told") { !window.pictures.marks.changes.isEmpty }
            window.showWaiting()
            let page = try XCTUnwrap(window.detail.waiting)
            await until("the face is drawn") { page.root.textureViews.first?.drawnTextures.isEmpty == false }
            XCTAssertEqual(page.root.textureViews.count, 1)
            page.fillsWindow = true
            XCTAssertTrue(page.root.textureViews.isEmpty)
            // Rows that come then, too.
            var job = ValueChange(group: .work, deltas: [:])
            job.deltas[.job] = Delta(before: nil, after: .text("Cook"))
            try await queue.store([PlannedChange(.values(job))], of: ContactID(4))
            await until("both are there") { page.root.texts.contains { $0.contains("Job") } }
            XCTAssertTrue(page.root.textureViews.isEmpty)
            page.fillsWindow = false
            await until("both faces are drawn") {
                let faces = page.root.textureViews
                return faces.count == 2 && faces.allSatisfy { !$0.drawnTextures.isEmpty }
            }
        }
    }
}

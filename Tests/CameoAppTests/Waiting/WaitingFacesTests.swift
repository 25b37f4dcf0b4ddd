import DemoServer
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// Each heading shows the face of its contact.
final class WaitingFacesTests: XCTestCase {
    func testAHeadingShowsTheFaceOfItsContact() {
        withMainWindow { window, demo in
            try await demo.synchronise()
            demo.server.stop()
            let outbox = try XCTUnwrap(demo.session.outbox)
            try await outbox.set([(.value(.food), WaitingLab.text("Vegan")), (.tag("climbing"), .on)], of: 3)
            window.show(demo.session, at: nil)
            await until("it is told") { !window.pictures.marks.changes.isEmpty }
            window.showWaiting()
            let page = try XCTUnwrap(window.detail.unsent.page)
            await until("the face is drawn") { page.root.textureViews.first?.drawnTextures.isEmpty == false }
            XCTAssertEqual(page.root.textureViews.count, 1)
            try await outbox.set(.job, to: "Cook", of: 4)
            await until("both faces are drawn") {
                let faces = page.root.textureViews
                return faces.count == 2 && faces.allSatisfy { !$0.drawnTextures.isEmpty }
            }
        }
    }
}

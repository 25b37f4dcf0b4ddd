import DemoServer
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// Each heading shows the face and the name of its contact.
final class WaitingFacesTests: XCTestCase {
    func testAHeadingShowsTheFaceAndTheNameOfItsContact() {
        withMainWindow { window, demo in
            try await demo.synchronise()
            demo.server.stop()
            let outbox = try XCTUnwrap(demo.session.outbox)
            let turned = try await demo.session.store.summaries().filter { $0.name(.lastNameFirst) != $0.displayName }
            let (first, second) = (turned[0], turned[1])
            try await outbox.set(
                [(.value(.food), WaitingLab.text("Vegan")), (.tag("climbing"), .on)], of: Int64(first.id))
            window.preferences.nameOrder = .lastNameFirst
            window.show(demo.session, at: nil)
            await until("it is told") { !window.pictures.marks.changes.isEmpty }
            window.showWaiting()
            let page = try XCTUnwrap(window.detail.unsent.page)
            await until("the face is drawn") { page.root.textureViews.first?.drawnTextures.isEmpty == false }
            XCTAssertEqual(page.root.textureViews.count, 1)
            @MainActor func names() -> [String] {
                page.list.root.children.filter { $0.hasClass("heading") }.compactMap(\.texts.first)
            }
            let name = PlainText.line(first.name(.lastNameFirst))
            let labels = ["\(name) avatar", "\(name) avatar photo"]
            await until("it has the preferred order") {
                labels.contains { page.root.textureViews.first?.hasAccessibleLabel($0) == true }
            }
            XCTAssertEqual(names(), [name])
            try await outbox.set(.job, to: "Cook", of: Int64(second.id))
            await until("both faces are drawn") {
                let faces = page.root.textureViews
                return faces.count == 2 && faces.allSatisfy { !$0.drawnTextures.isEmpty }
            }
            window.preferences.nameOrder = .asOnServer
            window.reloadList()
            let complete = [first, second].map { PlainText.line($0.displayName) }
            await until("both names have the new order") { names() == complete }
        }
    }
}

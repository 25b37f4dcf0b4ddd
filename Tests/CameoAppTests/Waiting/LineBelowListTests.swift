import Contacts
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// The line below the lists comes and goes without moving a row below the pointer.
final class LineBelowListTests: XCTestCase {
    func testItMovesNoRowOfTheListAndNeverComesBelowThePointer() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            try await lab.store.upsert((100...200).map { try lab.contact($0, "Person \($0)") })
            await until("all are there") {
                lab.sidebar.contacts.model.count == 101 && lab.texts.contains("Person 100")
            }
            _ = try await lab.store.saveDraft(Data("form".utf8), of: nil)
            let drafts = try await lab.store.drafts()
            let (line, list) = (lab.sidebar.waiting, lab.sidebar.list)
            lab.sidebar.list.scroll(to: 50)
            await until("the list scrolled") { lab.texts.contains("Person 150") }
            let row = try XCTUnwrap(list.children.first { $0.texts.contains("Person 147") })
            let place = row.top(in: lab.sidebar.root)

            lab.window.movePointer(over: row)
            await until("the pointer is there") { lab.sidebar.pointerHeight != nil }
            line.offer(drafts.first)
            await until("the line is there") { line.root.isMapped }
            await lab.sidebar.root.nextFrame(within: .seconds(5))
            XCTAssertEqual(row.top(in: lab.sidebar.root), place)

            // The pointer is on the line: it stays as long as that.
            lab.window.movePointer(over: line.root)
            await until("the pointer is on it") { (lab.sidebar.pointerHeight ?? 0) > 300 }
            line.offer(nil)
            XCTAssertTrue(line.root.isVisible)
            lab.window.movePointer(over: row)
            await until("the line is gone") { !line.root.isVisible }
            await lab.sidebar.root.nextFrame(within: .seconds(5))
            XCTAssertEqual(row.top(in: lab.sidebar.root), place)

            // At the end of the list the rows would move.
            lab.sidebar.list.scroll(to: 100)
            await until("the end is there") { lab.texts.contains("Person 200") }
            line.offer(drafts.first)
            XCTAssertFalse(line.root.isVisible)
            lab.window.movePointer(over: nil)
            await until("the line is there with the pointer elsewhere") { line.root.isVisible }
            lab.window.close()
        }
    }
}

@MainActor
extension ContactsSidebar {
    fileprivate var pointerHeight: Double? { pointer.height }
}

import DemoServer
import DemoServerFaults
import Foundation
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// The people and links on a contact's page lead on.
final class DetailRelationsTests: XCTestCase {
    func testARelationLeadsToTheOtherAndALinkIsOpened() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            try await lab.store(
                1, name: "Ada",
                [
                    "information": [
                        "relationships": [
                            "friend": [
                                "total": 1,
                                "contacts": [
                                    [
                                        "relationship": ["id": 1, "name": "friend"],
                                        "contact": ["id": 9, "complete_name": "Alan"],
                                    ]
                                ],
                            ]
                        ]
                    ],
                    "contactFields": [
                        ["id": 1, "content": "a@b.example", "contact_field_type": ["name": "Email", "type": "email"]]
                    ],
                ])
            var opened: [String] = []
            var shown: [Int] = []
            lab.page.onOpen = { opened.append($0) }
            lab.page.onShow = { shown.append($0) }
            lab.page.show(contactID: 1, of: lab.demo.session)
            await until("it is shown") { lab.texts.contains("Alan") }
            for row in lab.page.root.listRows { row.emit("activate") }
            XCTAssertEqual(shown, [9])
            XCTAssertEqual(opened, ["mailto:a@b.example"])
            XCTAssertTrue(lab.page.root.click("Write an Email"))
            XCTAssertEqual(opened.count, 2)
            await lab.end()
        }
    }

    func testARelationFollowsTheContactThatIsStored() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            let alan: [String: Any] = ["id": 9, "complete_name": "Alan"]
            try await lab.store(
                1, name: "Ada", ["information": ["relationships": ["friend": ["contacts": [["contact": alan]]]]]])
            lab.page.show(contactID: 1, of: lab.demo.session)
            await until("the relation is shown") { lab.texts.contains("Alan") }
            try await lab.store(9, name: "Alan Turing")
            await until("its present name is shown") { lab.texts.contains("Alan Turing") }
            await lab.end()
        }
    }
}

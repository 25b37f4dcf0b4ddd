import Contacts
import DemoServer
import Foundation
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// The page of a partial contact names its relations, and tells why the form has few fields.
final class RelationPageTests: XCTestCase {
    func testThePageSaysWhoseRelationItIs() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            let partial = try await lab.partialContact()
            let child: [String: Any] = ["id": partial.id, "complete_name": partial.displayName, "is_partial": true]
            try await lab.store(
                1, name: "Ada Lovelace",
                [
                    "information": [
                        "relationships": [
                            "family": ["contacts": [["relationship": ["name": "child"], "contact": child]]]
                        ]
                    ]
                ])
            try await lab.store(2, name: partial.displayName + " Other")
            lab.page.show(contactID: partial.id, of: lab.demo.session)
            await until("it is shown") {
                lab.texts.contains("\(partial.displayName) is a child of Ada Lovelace")
            }
            XCTAssertTrue(lab.texts.contains { $0.contains("Only names, gender and dates can be entered") })
            await lab.end()
        }
    }
}

import Foundation
import GLib
import Gtk
import MonicaAPI
import TestSupport
import XCTest

@testable import CameoApp

/// The sections of a contact on the screen.
final class DetailViewTests: XCTestCase {
    func testASectionThatArrivesLeavesTheOthersAsTheyAre() throws {
        try onDisplay {
            let view = DetailView(pictures: AvatarPictures())
            let window = TestWindow(view.root)
            view.show(try Self.detail(notes: "Likes tea", debts: "$3"))
            let before = view.root.listRows.map(\.pointer)
            view.show(try Self.detail(notes: "Likes tea", tasks: "Call back", debts: "$3"))
            let after = view.root.listRows.map(\.pointer)
            XCTAssertEqual(after.count, 3)
            XCTAssertEqual([after[0], after[2]], before)
            let titles = ["Notes", "Tasks", "Debts"]
            XCTAssertEqual(view.root.texts.filter(titles.contains), titles)
            view.show(try Self.detail(notes: "Likes coffee", debts: "$3"))
            XCTAssertEqual(view.root.texts.filter(titles.contains), ["Notes", "Debts"])
            XCTAssertTrue(view.root.texts.contains("Likes coffee") && !view.root.texts.contains("Likes tea"))
            window.close()
        }
    }

    private static func detail(notes: String, tasks: String? = nil, debts: String) throws -> ContactDetail {
        var json = [
            ContactSection.notes: Data(#"[{"body":"\#(notes)"}]"#.utf8),
            .debts: Data(#"[{"amount":"\#(debts)"}]"#.utf8),
        ]
        json[.tasks] = tasks.map { Data(#"[{"title":"\#($0)"}]"#.utf8) }
        return ContactDetail(
            try Contact(json: Data(#"{"id":1}"#.utf8)), sections: ContactSections(json: json),
            server: try ServerAddress("https://monica.example.org"))
    }
}

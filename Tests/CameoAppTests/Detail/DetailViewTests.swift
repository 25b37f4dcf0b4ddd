import Foundation
import GLib
import Gtk
import Model
import Monica
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
            XCTAssertEqual([after[1], after[2]], before)
            let titles = ["Tasks", "Notes", "Debts"]
            XCTAssertEqual(view.root.texts.filter(titles.contains), titles)
            view.show(try Self.detail(notes: "Likes coffee", debts: "$3"))
            XCTAssertEqual(view.root.texts.filter(titles.contains), ["Notes", "Debts"])
            XCTAssertTrue(view.root.texts.contains("Likes coffee") && !view.root.texts.contains("Likes tea"))
            window.close()
        }
    }

    func testThePhotosStandBetweenPetsAndDocuments() throws {
        try onDisplay {
            let view = DetailView(pictures: AvatarPictures())
            let window = TestWindow(view.root)
            view.photos.root.isVisible = true
            let pets = #"[{"id":1,"pet_category":{"name":"cat"}}]"#
            let documents = #"[{"id":2,"original_filename":"a.pdf"}]"#
            let titles = ["Pets", "Photos", "Documents"]
            for (json, shown) in [
                ([.documents: documents], ["Photos", "Documents"]),
                ([.documents: documents, .pets: pets], titles),
                ([.pets: pets], ["Pets", "Photos"]), ([:], ["Photos"]),
            ] as [([ContactSection: String], [String])] {
                view.show(try Self.detail(json))
                XCTAssertEqual(view.root.texts.filter(titles.contains), shown)
            }
            window.close()
        }
    }

    func testWhatIsOnTheScreenStaysWhenASectionArrivesAboveIt() throws {
        try onDisplay {
            let view = DetailView(pictures: AvatarPictures())
            let window = TestWindow(view.root, width: 500, height: 300)
            let scroll = ScrolledWindow(borrowing: view.root.pointer)
            // More than the window is high.
            let debts = (1...10).map { "$\($0)" }.joined(separator: #""},{"amount":""#)
            view.show(try Self.detail(notes: "Likes tea", debts: debts))
            waitUntil("it can be scrolled") { scroll.contentHeight > 500 }
            scroll.position = scroll.contentHeight - scroll.pageHeight
            let debt = try XCTUnwrap(view.root.listRows.last)
            var tops: [Double] = []
            waitUntil("it is placed") {
                tops = [debt.top(in: view.root) ?? 0]
                return tops[0] < 300
            }
            let height = scroll.contentHeight
            view.show(try Self.detail(notes: "Likes tea", tasks: "Call back", debts: debts))
            waitUntil("the column grew") { scroll.contentHeight > height }
            waitUntil("the row is where it was") { debt.top(in: view.root) == tops[0] }
            window.close()
        }
    }

    func testLinesOfAnAddressBeginOnOneSideInAnyScript() throws {
        try onDisplay {
            let view = DetailView(pictures: AvatarPictures())
            let window = TestWindow(view.root)
            let address = #"{"id":1,"street":"شارع الملك","city":"Riyadh","country":{"name":"Saudi Arabia"}}"#
            view.show(try Self.detail(#""addresses":[\#(address)]"#))
            for line in ["شارع الملك", "Riyadh", "Saudi Arabia"] {
                XCTAssertTrue(view.root.texts.contains("\u{200e}\u{2068}\(line)\u{2069}"), line)
            }
            window.close()
        }
    }

    func testAVeryLongSectionIsShownInParts() throws {
        try onDisplay {
            let view = DetailView(pictures: AvatarPictures())
            let window = TestWindow(view.root, width: 600)
            let fields = (1...250).map { #"{"content":"Number \#($0)","contact_field_type":{}}"# }
            view.show(try Self.detail(#""contactFields":[\#(fields.joined(separator: ","))]"#))
            XCTAssertEqual(view.root.listRows.count, 11)
            XCTAssertTrue(view.root.texts.contains("Show 100 More"))
            view.root.listRows.last?.emit("activate")
            waitUntil("some more") { view.root.listRows.count == 111 && !view.isFilling }
            view.root.listRows.last?.emit("activate")
            waitUntil("almost all") { view.root.texts.contains("Show All (250)") && !view.isFilling }
            view.root.listRows.last?.emit("activate")
            waitUntil("all") { view.root.listRows.count == 250 }
            window.close()
        }
    }

    func testAnEndlessNoteIsShownInPart() throws {
        try onDisplay {
            let view = DetailView(pictures: AvatarPictures())
            let window = TestWindow(view.root, width: 600)
            let note = String(repeating: "word ", count: 20_000)
            view.show(try Self.detail(#""notes":[{"body":"\#(note)"}]"#))
            let short = try XCTUnwrap(view.root.texts.first { $0.hasPrefix("word") })
            XCTAssertLessThan(short.count, 1_050)
            XCTAssertTrue(view.root.click("Show the Whole Text"))
            waitUntil("all of it is shown") { !view.isFilling }
            let long = view.root.texts.filter { $0.hasPrefix("word") }
            XCTAssertGreaterThan(long.joined().count, 15_000)
            XCTAssertTrue(long.allSatisfy { $0.count <= 1_000 })
            XCTAssertTrue(view.root.click("Show Less"))
            XCTAssertTrue(view.root.texts.contains(short))
            window.close()
        }
    }

    func testALinkInANoteIsOpened() throws {
        try onDisplay {
            let view = DetailView(pictures: AvatarPictures())
            let window = TestWindow(view.root)
            view.show(try Self.detail(notes: "See https://a.example/x?y=1&z=2.", debts: "$3"))
            XCTAssertTrue(view.root.texts.contains("See https://a.example/x?y=1&z=2."))
            var opened: [String] = []
            view.onOpen = { opened.append($0) }
            let label = try XCTUnwrap(view.root.label("See https://a.example/x?y=1&z=2."))
            XCTAssertTrue(label.isFocusable)
            label.emit("activate-link", "https://a.example/x?y=1&z=2")
            XCTAssertEqual(opened, ["https://a.example/x?y=1&z=2"])
            window.close()
        }
    }

    func testAStarIsAnImageAndNoButton() throws {
        try onDisplay {
            let view = DetailView(pictures: AvatarPictures())
            let window = TestWindow(view.root)
            view.show(try Self.detail(#""is_starred":true"#))
            XCTAssertTrue(view.root.visibleTree.contains { $0.hasAccessibleLabel("Starred") })
            XCTAssertFalse(view.root.buttonTooltips.contains("Starred"))
            view.show(try Self.detail(#""is_starred":false"#))
            XCTAssertFalse(view.root.visibleTree.contains { $0.hasAccessibleLabel("Starred") })
            window.close()
        }
    }

    func testManyTagsAreShownOnDemand() throws {
        try onDisplay {
            let view = DetailView(pictures: AvatarPictures())
            let window = TestWindow(view.root, width: 600)
            let tags = (1...200).map { #"{"name":"tag\#($0)"}"# }
            view.show(try Self.detail(#""tags":[\#(tags.joined(separator: ","))]"#))
            XCTAssertEqual(view.root.texts.count { $0.hasPrefix("tag") }, 30)
            XCTAssertTrue(view.root.clickButton("Show All (200)"))
            XCTAssertEqual(view.root.texts.count { $0.hasPrefix("tag") }, 200)
            window.close()
        }
    }

    func testAPhoneNumberIsShownFromLeftToRightInEveryLanguage() throws {
        try onDisplay {
            let view = DetailView(pictures: AvatarPictures())
            let window = TestWindow(view.root)
            let field = #"{"content":"+49 30 1","contact_field_type":{"name":"Phone","type":"phone"}}"#
            view.show(try Self.detail(#""contactFields":[\#(field)],"description":"+1 or so""#))
            XCTAssertTrue(view.root.texts.contains("\u{2066}+49 30 1\u{2069}"), "\(view.root.texts)")
            XCTAssertTrue(view.root.texts.contains("+1 or so"))
            let row = try XCTUnwrap(view.root.listRows.first)
            XCTAssertTrue(row.hasAccessibleLabel("+49 30 1, Phone"))
            window.close()
        }
    }

    func testACopyButtonHasItsNameAndGivesTheText() throws {
        try onDisplay {
            let view = DetailView(pictures: AvatarPictures())
            let window = TestWindow(view.root, width: 600)
            var copied: [String] = []
            view.onCopy = { copied.append($0) }
            view.show(
                try Self.detail(
                    #""contactFields":[{"content":"+49 30 1","contact_field_type":{"type":"phone","name":"Phone"}}]"#))
            XCTAssertTrue(view.root.visibleTree.contains { $0.hasAccessibleLabel("Copy phone number +49 30 1") })
            XCTAssertTrue(view.root.visibleTree.contains { $0.hasAccessibleLabel("+49 30 1, Phone") })
            // Its groups stay in their order among texts that run from right to left.
            XCTAssertTrue(view.root.texts.contains("\u{2066}+49 30 1\u{2069}"))
            XCTAssertTrue(view.root.click("Copy"))
            XCTAssertEqual(copied, ["+49 30 1"])
            window.close()
        }
    }

    func testTheFocusStaysWithItsFieldWhenAnotherComesBeforeIt() throws {
        try onDisplay {
            let view = DetailView(pictures: AvatarPictures())
            let window = TestWindow(view.root)
            let mail = #"{"id":1,"content":"a@b.example","contact_field_type":{"type":"email"}}"#
            let phone = #"{"id":2,"content":"+1 555 0100","contact_field_type":{"type":"phone"}}"#
            view.show(try Self.detail(#""contactFields":[\#(mail)]"#))
            XCTAssertTrue(view.root.listRows.first?.grabFocus() == true)
            view.show(try Self.detail(#""contactFields":[\#(phone),\#(mail)]"#))
            XCTAssertEqual(view.root.listRows.map(\.containsFocus), [false, true])
            window.close()
        }
    }

    func testTheAddressThatWasUsedLastComesFirst() throws {
        try onDisplay {
            let view = DetailView(pictures: AvatarPictures())
            let window = TestWindow(view.root)
            var opened: [String] = []
            let phones = ["+1 555 1", "+1 555 2"]
            view.onOpen = { opened.append($0) }
            @MainActor func choices(_ tooltip: String) -> [String] {
                view.root.visibleTree.first { $0.tooltip == tooltip }?.menuParts.first ?? []
            }
            let fields = (["a@b.example", "c@d.example"].map { ("email", $0) } + phones.map { ("phone", $0) })
                .map { #"{"content":"\#($1)","contact_field_type":{"type":"\#($0)"}}"# }.joined(separator: ",")
            let ada = try Self.detail(#""contactFields":[\#(fields)]"#)
            view.show(ada)
            XCTAssertTrue(view.root.choose("quick.open-1", inMenu: "Write an Email"))
            waitUntil("it is first") { choices("Write an Email") == ["c@d.example", "a@b.example"] }
            XCTAssertEqual(choices("Call"), phones)
            XCTAssertTrue(view.root.choose("quick.open-1", inMenu: "Call"))
            waitUntil("it is first") { choices("Call") == phones.reversed() }
            XCTAssertEqual(choices("Write an Email"), ["c@d.example", "a@b.example"])
            view.show(try Self.detail(#""contactFields":[\#(fields)]"#, of: 2))
            XCTAssertEqual(choices("Call"), phones)
            XCTAssertTrue(view.root.choose("quick.open-1", inMenu: "Write an Email"))
            view.show(ada)
            XCTAssertEqual(choices("Write an Email"), ["c@d.example", "a@b.example"])
            XCTAssertEqual(choices("Call"), phones.reversed())
            XCTAssertTrue(view.root.choose("quick.open-0", inMenu: "Call"))
            XCTAssertEqual(opened, ["mailto:c@d.example", "tel:+15552", "mailto:c@d.example", "tel:+15552"])
            view.root.listRows.first { $0.texts.contains { $0.contains(phones[0]) } }?.emit("activate")
            waitUntil("the number of the row is first") { choices("Call") == phones }
            XCTAssertEqual(opened.last, "tel:+15551")
            XCTAssertTrue(view.root.choose("quick.open-1", inMenu: "Call"))
            waitUntil("it is first") { choices("Call") == phones.reversed() }
            view.pictures.used.forget()
            view.clear()
            view.show(ada)
            XCTAssertEqual(choices("Call"), phones)
            window.close()
        }
    }

    func testOnlySomeUsedAddressesAreKept() {
        onDisplay {
            let used = UsedAddresses()
            let choices = ["a", "b"].map { QuickAction.Choice(title: $0, uri: $0) }
            used.note("b", of: 0)
            XCTAssertEqual(used.sorted(choices, of: 0).map(\.uri), ["b", "a"])
            for id in 1...200 { used.note("b", of: id) }
            XCTAssertEqual(used.sorted(choices, of: 0).map(\.uri), ["a", "b"])
            XCTAssertEqual(used.sorted(choices, of: 200).map(\.uri), ["b", "a"])
        }
    }

    private static func detail(_ fields: String, of id: Int = 1) throws -> ContactDetail {
        ContactDetail(
            try Contact(json: Data(#"{"id":\#(id),\#(fields)}"#.utf8)),
            server: try .monica())
    }

    private static func detail(notes: String, tasks: String? = nil, debts: String) throws -> ContactDetail {
        var json = [
            ContactSection.notes: #"[{"body":"\#(notes)"}]"#, .debts: #"[{"amount":"\#(debts)"}]"#,
        ]
        json[.tasks] = tasks.map { #"[{"title":"\#($0)"}]"# }
        return try detail(json)
    }

    private static func detail(_ json: [ContactSection: String]) throws -> ContactDetail {
        ContactDetail(
            try Contact(json: Data(#"{"id":1}"#.utf8)),
            sections: ContactSections(json: json.mapValues { Data($0.utf8) }), server: try .monica())
    }
}

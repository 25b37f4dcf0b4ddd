import Avatars
import Contacts
import DemoServer
import Foundation
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// The content of the contact list's rows. The list costs at most as much as its rows on the screen.
final class ContactsListTests: XCTestCase {
    func testARowShowsANameASecondLineAndAStar() throws {
        try onDisplay {
            let row = ContactRow(pictures: AvatarPictures())
            let window = TestWindow(row.root)
            let entries = try contactEntries(of: [
                [
                    "id": 1, "first_name": "Ada", "complete_name": "Ada Lovelace", "nickname": "Countess",
                    "is_starred": true, "is_dead": true,
                    "information": [
                        "dates": [
                            "birthdate": ["date": "1815-12-10T00:00:00Z"],
                            "deceased_date": ["date": "1852-11-27T00:00:00Z"],
                        ]
                    ],
                ],
                [
                    "id": 2, "first_name": "Alan", "complete_name": "Alan Turing",
                    "information": ["career": ["job": "Logician", "company": "Bletchley Park"]],
                ],
                ["id": 3, "first_name": "Bob", "complete_name": "Bob", "information": ["career": ["company": "Acme"]]],
                ["id": 4],
            ])
            let shown = entries.map { entry in
                row.bind(entry)
                row.fill()
                let star = row.root.iconNames.contains("starred-symbolic") ? "★" : ""
                row.unbind()
                return (row.root.texts.joined(separator: "|") + star, row.accessibleLabel)
            }
            XCTAssertEqual(
                Set(shown.map(\.0)),
                ["No name", "Ada Lovelace|1815–1852★", "Alan Turing|Logician, Bletchley Park", "Bob|Acme"])
            XCTAssertEqual(
                shown.map(\.1).sorted(),
                [
                    "Ada Lovelace, 1815–1852, deceased, starred", "Alan Turing, Logician, Bletchley Park", "Bob, Acme",
                    "No name",
                ])
            window.close()
        }
    }

    func testNamesAreNoMarkup() throws {
        try onDisplay {
            let row = ContactRow(pictures: AvatarPictures())
            let name = "<b>&amp; <span size='99999'>A</span>"
            let entry = try XCTUnwrap(
                try contactEntries(of: [["id": 1, "complete_name": name, "nickname": "&lt;i>"]]).first)
            row.bind(entry)
            row.fill()
            XCTAssertTrue(row.root.texts.contains(name))
            XCTAssertTrue(row.root.texts.contains("&lt;i>"))
        }
    }

    func testARowSaysItsNameOnce() throws {
        try onDisplay {
            let (sidebar, window) = try shownSidebar(contacts: 3)
            let row = try XCTUnwrap(sidebar.root.visibleTree.first { $0.hasAccessibleLabel("Person 0001, Nick 1") })
            XCTAssertEqual(row.visibleTree.count { $0.hasAccessibleLabel("Person 0001, Nick 1") }, 1)
            window.close()
        }
    }

    func testOneChangedContactChangesOneRowAndNoOther() throws {
        try onDisplay {
            let (sidebar, window) = try shownSidebar(contacts: 2_000)
            let (rows, binds) = (sidebar.rowCount, sidebar.list.bindCount)
            var splices: [[UInt32]] = []
            sidebar.contacts.model.on("items-changed") { splices.append([$0.uint(0), $0.uint(1), $0.uint(2)]) }
            sidebar.contacts.show(try contactList(2_000) { if $0 == 2 { $1["nickname"] = "New" } })
            waitUntil("the row follows") { sidebar.root.texts.contains("New") }
            XCTAssertEqual(sidebar.list.bindCount, binds)
            XCTAssertEqual(sidebar.rowCount, rows)
            XCTAssertEqual(splices, [])
            window.close()
        }
    }

    func testARemovedContactIsOneSplice() throws {
        try onDisplay {
            let (sidebar, window) = try shownSidebar(contacts: 2_000)
            var splices: [[UInt32]] = []
            sidebar.contacts.model.on("items-changed") { splices.append([$0.uint(0), $0.uint(1), $0.uint(2)]) }
            sidebar.contacts.show(try contactList(2_000) { if $0 == 900 { $1["id"] = 0 } })
            waitUntil("it is gone") { !splices.isEmpty }
            XCTAssertEqual(splices, [[899, 1, 0]])
            window.close()
        }
    }

    func testNewerContactsOvertakeThoseThatWait() throws {
        try onDisplay {
            let sidebar = ContactsSidebar(pictures: AvatarPictures(), menu: Menu())
            var changes = 0
            let lists = try (1...40).map { try contactList($0 * 50) }
            let former = sidebar.contacts.onChange
            sidebar.contacts.onChange = {
                former?()
                changes += 1
            }
            for list in lists { sidebar.contacts.show(list) }
            waitUntil("the newest is shown") { sidebar.contacts.model.count == 2_000 }
            XCTAssertLessThanOrEqual(changes, 2)
        }
    }

    func testALongListComesWithItsBeginningFirst() throws {
        try onDisplay {
            let sidebar = ContactsSidebar(pictures: AvatarPictures(), menu: Menu())
            let window = TestWindow(sidebar.root, width: 360, height: 700)
            var rows: [Int] = []
            var counts: [Int] = []
            let former = sidebar.contacts.onChange
            sidebar.contacts.onChange = {
                former?()
                rows.append(sidebar.contacts.model.count)
            }
            sidebar.onCount = { counts.append($0) }
            sidebar.begin(with: try ContactStore.inMemory(), at: ListPlace(selected: 400, top: nil))
            sidebar.contacts.show(try contactList(500))
            waitUntil("all are there") { sidebar.contacts.model.count == 500 }
            XCTAssertEqual(rows.last, 500)
            XCTAssertLessThan(rows.first ?? 500, 100)
            XCTAssertEqual(Set(counts), [500], "no smaller number shows")
            XCTAssertEqual(sidebar.place, ListPlace(selected: 400, top: nil))
            // Later changes come as a whole.
            rows = []
            sidebar.contacts.show(try contactList(400))
            waitUntil("they are there") { sidebar.contacts.model.count == 400 }
            XCTAssertEqual(rows, [400])
            window.close()
        }
    }

    func testALongListComesAlsoWhileNoFrameIsDrawn() throws {
        try onDisplay {
            let sidebar = ContactsSidebar(pictures: AvatarPictures(), menu: Menu())
            sidebar.begin(with: try ContactStore.inMemory(), at: nil)
            sidebar.contacts.show(try contactList(500))
            waitUntil("all are there") { sidebar.contacts.model.count == 500 }
        }
    }

    func testAListThatIsClearedStaysEmpty() throws {
        try onDisplay {
            let sidebar = ContactsSidebar(pictures: AvatarPictures(), menu: Menu())
            // Before it is worked on, meanwhile, and while it waits for its turn.
            for turns in 0..<8 {
                sidebar.contacts.show(try contactList(5_000))
                for _ in 0..<turns where sidebar.contacts.model.count == 0 { MainLoop.iterate(mayBlock: true) }
                sidebar.clear()
                let end = ContinuousClock.now + .milliseconds(200)
                waitUntil("a late change would have come") {
                    ContinuousClock.now > end || sidebar.contacts.model.count > 0
                }
                XCTAssertEqual(sidebar.contacts.model.count, 0, "after \(turns) turns")
            }
        }
    }

    func testRowsThatLookAlikeShareOneDrawing() throws {
        try onDisplay {
            let pictures = AvatarPictures()
            let (sidebar, window) = try shownSidebar(contacts: 5_000, pictures)
            waitUntil("the rows are placed") { sidebar.root.textureViews.count < 20 }
            // The names of the numbered people differ in their colours only.
            let views = sidebar.root.textureViews
            XCTAssertGreaterThan(views.count, 5)
            XCTAssertLessThanOrEqual(pictures.drawCount, 10)
            let drawn = Set(views.compactMap { $0.picture.map { ObjectIdentifier($0) } })
            XCTAssertLessThanOrEqual(drawn.count, pictures.drawCount)
            window.close()
        }
    }

    func testScrollingDrawsTheInitialsOfTheRowsThatComeAndOfFewMore() throws {
        try onDisplay {
            let pictures = AvatarPictures()
            // Everybody looks different.
            let list = try contactList(2_000) { id, contact in
                let color = String(format: "#%06x", id * 37)
                contact["information"] = ["avatar": ["default_avatar_color": color]]
            }
            let (sidebar, window) = try shownSidebar(list, pictures)
            waitUntil("the rows are placed") { sidebar.root.textureViews.count < 20 }
            let visible = sidebar.root.textureViews.count
            XCTAssertGreaterThan(visible, 5)
            // GTK maps all rows that it makes, until it has placed them.
            XCTAssertLessThan(sidebar.rowCount, 300)
            XCTAssertLessThanOrEqual(pictures.drawCount, sidebar.rowCount)
            for target in [1_500, 300, 1_990] {
                let drawn = pictures.drawCount
                sidebar.list.scroll(to: target)
                waitUntil("the list scrolled") { sidebar.root.texts.contains(String(format: "Person %04d", target)) }
                settle()
                XCTAssertLessThanOrEqual(pictures.drawCount - drawn, 3 * visible)
            }
            window.close()
        }
    }

    func testAnEmptyServerIsSaidOnlyWhenItIsSure() throws {
        try onDisplay {
            let sidebar = ContactsSidebar(pictures: AvatarPictures(), menu: Menu())
            let window = TestWindow(sidebar.root)
            sidebar.contacts.show(try contactList(0))
            settle()
            XCTAssertFalse(sidebar.root.texts.contains("No Contacts"))
            sidebar.show(.finished(.now))
            XCTAssertTrue(sidebar.root.texts.contains("No Contacts"))
            sidebar.contacts.show(try contactList(1))
            waitUntil("the contact is there") { sidebar.root.texts.contains("Person 0001") }
            XCTAssertTrue(sidebar.root.texts.contains("1 contact"))
            window.close()
        }
    }

    func testASidebarIsFreedWithItsRows() throws {
        try onDisplay {
            weak var freed: ContactsSidebar?
            weak var pictures: AvatarPictures?
            var lifetime: Lifetime?
            do {
                let (sidebar, window) = try shownSidebar(contacts: 100)
                freed = sidebar
                lifetime = Lifetime(of: sidebar.root)
                window.close()
            }
            do {
                let made = AvatarPictures()
                pictures = made
                let (_, window) = try shownSidebar(contacts: 100, made)
                window.close()
            }
            waitUntil("everything is freed") { freed == nil && lifetime?.isOver == true && pictures == nil }
        }
    }
}

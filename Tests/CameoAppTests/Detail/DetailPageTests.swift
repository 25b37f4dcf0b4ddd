import Avatars
import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// The right side of the window follows the stored contact and the choice of a contact.
final class DetailPageTests: XCTestCase {
    func testAStoredContactIsShownWithItsChanges() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            try await lab.store(1, name: "Ada Lovelace", ["nickname": "Countess"])
            lab.page.show(contactID: 1, of: lab.demo.session)
            await until("the contact is shown") { lab.texts.contains("Ada Lovelace") }
            XCTAssertTrue(lab.texts.contains("Countess"))
            try await lab.store(1, name: "Ada King")
            await until("the change is shown") { lab.texts.contains("Ada King") }
            XCTAssertFalse(lab.texts.contains("Ada Lovelace"))
            XCTAssertFalse(lab.texts.contains("Countess"))
            await lab.end()
        }
    }

    func testOnlyTheLastOfQuickChoicesIsShownAndAskedFor() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            for id in 1...20 { try await lab.store(id, name: "Number \(id)") }
            lab.demo.server.forgetRequests()
            var shown: [String] = []
            for id in [1, 2, 3, 4, 5, 20] {
                lab.page.show(contactID: id, of: lab.demo.session)
                // As fast as an arrow key that is held down.
                let end = ContinuousClock.now + .milliseconds(30)
                await until("the next choice") { ContinuousClock.now > end }
                shown += lab.texts.filter { $0.hasPrefix("Number") && $0 != shown.last }
            }
            await until("the last is shown") { lab.texts.contains("Number 20") }
            XCTAssertEqual(shown, shown.sorted { Int($0.dropFirst(7)) ?? 0 < Int($1.dropFirst(7)) ?? 0 })
            await until("the server is asked") { lab.demo.server.requestCount("/api/contacts/20") == 1 }
            XCTAssertEqual(lab.demo.server.requestCount("/api/contacts/*"), 1)
            await lab.end()
        }
    }

    func testAnAnswerForTheContactBeforeChangesNothing() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            lab.demo.server.inject(.slowFirstByte(.milliseconds(700)), at: "/api/contacts/1")
            try await lab.store(1, name: "First")
            try await lab.store(20, name: "Second")
            lab.page.show(contactID: 1, of: lab.demo.session)
            await until("the first is asked for") { lab.demo.server.requestCount("/api/contacts/1") == 1 }
            lab.page.show(contactID: 20, of: lab.demo.session)
            await until("the second is fresh") { lab.demo.server.requestCount("/api/contacts/20") == 1 }
            let name = try await lab.demo.serverName(20)
            await until("it is shown") { lab.texts.contains(name) }
            let end = ContinuousClock.now + .milliseconds(900)
            await until("the late answer would have come") { ContinuousClock.now > end }
            XCTAssertTrue(lab.texts.contains(name))
            XCTAssertFalse(lab.texts.contains("First"))
            await lab.end()
        }
    }

    func testAContactThatOnlyTheServerHasIsShownFromThere() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            try await lab.store(1, name: "Ada Lovelace")
            let partial = try await lab.partialContact()
            lab.page.show(contactID: 1, of: lab.demo.session)
            await until("the first is shown") { lab.texts.contains("Ada Lovelace") }
            lab.page.show(contactID: partial.id, of: lab.demo.session)
            await until("the first is gone") { !lab.texts.contains("Ada Lovelace") }
            await until("the other is shown") { lab.texts.contains(partial.displayName) }
            await lab.end()
        }
    }

    func testAContactThatNobodyHasIsSaidToBeMissing() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            try await lab.store(1, name: "Ada Lovelace")
            lab.page.show(contactID: 1, of: lab.demo.session)
            await until("the first is shown") { lab.texts.contains("Ada Lovelace") }
            lab.page.show(contactID: 987_654, of: lab.demo.session)
            await until("it is missing") { lab.texts.contains("Contact Not Available") }
            XCTAssertFalse(lab.texts.contains("Ada Lovelace"))
            XCTAssertFalse(lab.page.root.choose("contact.reload-photo", inMenu: "Contact Menu"))
            await lab.end()
        }
    }

    func testReloadPhotoAsksAgainForOneThatFailed() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            let (server, session) = (lab.demo.server, lab.demo.session)
            server.setAvatar(ofContact: 1, source: "photo")
            let contact = try await session.client.contact(id: 1)
            try await session.store.upsert([contact])
            server.inject(.status(404), at: "/api/contacts/1/photos")
            lab.page.show(contactID: 1, of: session)
            let subject = AvatarSubject(contactID: 1, info: contact.avatar)
            let state = session.avatars.state(for: subject.picture, size: DetailView.avatarSize, scale: 1)
            await until("the photo has failed") { state.current.error == .notFound }
            @MainActor func isShown(_ label: String) -> Bool {
                lab.page.root.textureViews.contains { $0.hasAccessibleLabel("\(contact.displayName) \(label)") }
            }
            XCTAssertTrue(isShown("avatar"))
            server.clearFailures()
            XCTAssertTrue(lab.page.root.choose("contact.reload-photo", inMenu: "Contact Menu"))
            await until("the photo is there") { isShown("avatar photo") }
            await lab.end()
        }
    }

    func testThatOneWasDeletedIsNotSaidOfTheNext() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            try await lab.store(1, name: "Ada Lovelace")
            lab.page.show(contactID: 1, of: lab.demo.session)
            await until("it is shown") { lab.texts.contains("Ada Lovelace") }
            lab.demo.server.stop()
            try await lab.demo.session.store.remove(ids: [1])
            await until("it is gone") { lab.texts.contains("This contact was deleted.") }
            lab.page.show(contactID: 99, of: lab.demo.session)
            await until("nothing is known of the next") { !lab.page.isComing }
            await until("nobody takes it for the one before") { !lab.texts.contains("This contact was deleted.") }
            await lab.end()
        }
    }

    func testAContactThatIsDeletedWhileItIsShownDisappears() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            try await lab.store(1, name: "Ada Lovelace")
            lab.page.show(contactID: 1, of: lab.demo.session)
            await until("it is shown") { lab.texts.contains("Ada Lovelace") }
            await until("the server was asked") { lab.demo.server.requestCount("/api/contacts/1") == 1 }
            let name = try await lab.demo.serverName(1)
            await until("its news are shown") { lab.texts.contains(name) }
            try await lab.demo.session.store.remove(ids: [1])
            await until("it is gone") { lab.texts.contains("This contact was deleted.") }
            XCTAssertFalse(lab.texts.contains(name))
            await lab.end()
        }
    }

    func testAContactWhoseDeletionWaitsIsSaidToBeDeleted() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            let outbox = try XCTUnwrap(lab.demo.session.outbox)
            try await lab.store(1, name: "Ada Lovelace")
            try await lab.store(2, name: "Bob Byron")
            lab.demo.server.stop()
            let receipt = try await outbox.delete(ContactID(2), after: 60)
            lab.page.show(contactID: 1, of: lab.demo.session)
            await until("the first is shown") { lab.texts.contains("Ada Lovelace") }
            lab.page.show(contactID: 2, of: lab.demo.session)
            await until("it is said") { lab.texts.contains("This contact was deleted.") }
            // By then the server was asked in vain.
            let end = ContinuousClock.now + .seconds(1)
            await until("the answer would have come") { ContinuousClock.now > end }
            XCTAssertTrue(lab.texts.contains("This contact was deleted."))
            _ = try await outbox.undo(try XCTUnwrap(receipt))
            await until("it is there again") { lab.texts.contains("Bob Byron") }
            await lab.end()
        }
    }

    func testAContactThatCannotBeReadLeavesNobodyElseOnThePage() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            try await lab.store(1, name: "Ada Lovelace", ["hash_id": "h:a"])
            try await lab.store(2, name: "Alan Turing")
            var names: [String?] = []
            lab.page.onName = { names.append($0) }
            lab.page.show(contactID: 1, of: lab.demo.session)
            await until("the first is shown") { lab.texts.contains("Ada Lovelace") }
            try await lab.demo.session.store.close()
            lab.page.show(contactID: 2, of: lab.demo.session)
            await until("it is said") { lab.texts.contains("Contact Cannot Be Read") }
            XCTAssertFalse(lab.page.root.allTexts.contains("Ada Lovelace"))
            XCTAssertFalse(lab.page.root.choose("contact.open-page", inMenu: "Contact Menu"))
            XCTAssertEqual(names.last, .some(nil))
            await lab.end()
        }
    }

    func testTheNameStandsInTheHeaderBarOnceItIsScrolledAway() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            let food = String(repeating: "Bread and butter.\n", count: 38)
            try await lab.store(
                1, name: "Ada Lovelace", ["description": food, "information": ["food_preferences": food]])
            lab.page.show(contactID: 1, of: lab.demo.session)
            await until("the contact is shown") { lab.texts.contains("Ada Lovelace") }
            let scroll = ScrolledWindow(borrowing: lab.page.detail.root.pointer)
            await until("it can be scrolled") { scroll.contentHeight > scroll.pageHeight + 400 }
            XCTAssertFalse(lab.page.header.texts.contains("Ada Lovelace"))
            scroll.position = 400
            await until("the title") { lab.page.header.texts.contains("Ada Lovelace") }
            scroll.position = 0
            await until("no title") { !lab.page.header.texts.contains("Ada Lovelace") }
            scroll.position = 400
            await until("the title") { lab.page.header.texts.contains("Ada Lovelace") }
            lab.page.showNothing()
            XCTAssertFalse(lab.page.root.allTexts.contains("Ada Lovelace"))
            await lab.end()
        }
    }

    func testTheMenuLeadsToThePageOnTheServer() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            try await lab.store(1, name: "Ada Lovelace", ["hash_id": "h:a"])
            var opened: [String] = []
            lab.page.onOpen = { opened.append($0) }
            XCTAssertFalse(lab.page.root.choose("contact.open-page", inMenu: "Contact Menu"))
            lab.page.show(contactID: 1, of: lab.demo.session)
            await until("the contact is shown") { lab.texts.contains("Ada Lovelace") }
            XCTAssertTrue(lab.page.root.choose("contact.open-page", inMenu: "Contact Menu"))
            XCTAssertEqual(opened.map { $0.hasSuffix("/people/h:a") }, [true])
            // Only the main window offers another one.
            XCTAssertFalse(lab.page.menu.actions.isEnabled("open-window"))
            lab.page.onOpenWindow = {}
            XCTAssertTrue(lab.page.menu.actions.isEnabled("open-window"))
            await lab.end()
        }
    }

    func testTheBannerOfAnArchivedContactLeadsToThePageOnTheServer() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            try await lab.store(1, name: "Ada Lovelace", ["hash_id": "h:a", "is_active": false])
            var opened: [String] = []
            lab.page.onOpen = { opened.append($0) }
            lab.page.show(contactID: 1, of: lab.demo.session)
            await until("it leads there") {
                lab.page.contactBanner.banner.root.button("Open on the Server")?.isMapped == true
            }
            XCTAssertEqual(lab.page.contactBanner.banner.text, "Archived contacts can only be changed on the server.")
            XCTAssertTrue(lab.page.contactBanner.banner.root.clickButton("Open on the Server"))
            XCTAssertEqual(opened.map { $0.hasSuffix("/people/h:a") }, [true])
            await lab.end()
        }
    }

    func testTextsFromTheServerAreNoMarkup() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            let evil = "<b>x</b> &amp; <a href='file:///etc/passwd'>y</a>"
            try await lab.store(
                1, name: evil,
                [
                    "nickname": evil, "tags": [["id": 1, "name": evil]], "description": evil,
                    "information": [
                        "career": ["job": evil], "food_preferences": evil,
                        "how_you_met": ["general_information": evil],
                        "relationships": [
                            "friend": [
                                "total": 1,
                                "contacts": [
                                    [
                                        "relationship": ["id": 1, "name": evil],
                                        "contact": ["id": 9, "complete_name": evil],
                                    ]
                                ],
                            ]
                        ],
                    ],
                    "addresses": [["id": 1, "name": evil, "street": evil, "city": evil]],
                    "contactFields": [
                        ["id": 1, "content": evil, "contact_field_type": ["name": evil, "type": "phone"]]
                    ],
                ])
            lab.page.show(contactID: 1, of: lab.demo.session)
            await until("it is shown") { lab.texts.contains(evil) }
            let plain = lab.texts.count { $0.contains("<b>x</b> &amp;") }
            XCTAssertGreaterThanOrEqual(plain, 10, "\(lab.texts)")
            XCTAssertFalse(lab.texts.contains { $0.contains("x & y") })
            await lab.end()
        }
    }
}

import Contacts
import Foundation
import Gtk
import Model
import Monica
import TestSupport
import XCTest

@testable import CameoApp

/// The results of a search while they are on the screen.
final class SearchResultsTests: XCTestCase {
    @MainActor
    private static func person(_ id: Int, _ first: String, _ last: String) throws -> Contact {
        try Contact(
            json: JSONSerialization.data(
                withJSONObject: [
                    "id": id, "first_name": first, "last_name": last, "complete_name": "\(first) \(last)",
                    "is_active": true,
                    "information": ["avatar": ["url": "https://pictures.example/\(id)", "source": "gravatar"]],
                ]))
    }

    @MainActor
    private static func results(
        _ store: ContactStore, _ pictures: AvatarPictures = AvatarPictures()
    ) -> (SearchResultsView, TestWindow) {
        let results = SearchResultsView(pictures: pictures)
        results.searches(in: store)
        return (results, TestWindow(results.root, width: 360, height: 700))
    }

    func testResultsFollowWhatIsStored() {
        onDisplay(limit: .seconds(30)) {
            let store = try ContactStore.inMemory()
            try await store.upsert([Self.person(1, "Ada", "Lovelace"), Self.person(2, "Ada", "Byron")])
            let (results, window) = Self.results(store)
            let texts = { @MainActor in results.root.texts }
            results.show("ada", includingArchived: false, within: ContactFilter())
            await until("both are found") { texts().contains("Ada Lovelace") && texts().contains("Ada Byron") }
            try await store.upsert([Self.person(2, "Ada", "King")])
            await until("the new name shows") { texts().contains("Ada King") && !texts().contains("Ada Byron") }
            try await store.remove(ids: [1])
            await until("who was deleted is gone") { !texts().contains("Ada Lovelace") && texts().contains("1 result") }
            try await store.upsert([Self.person(3, "Adam", "Smith")])
            await until("who is new is found") { texts().contains("Adam Smith") && texts().contains("2 results") }
            try await store.remove(ids: [2, 3])
            await until("nobody is left") { texts().contains("No Results") }
            window.close()
        }
    }

    func testALifeEventIsFoundByTheWordOfItsPage() {
        onDisplay(limit: .seconds(30)) {
            for type in LifeEventType.all {
                XCTAssertNotEqual(LifeEventType.text(type), type.replacing("_", with: " "), "it has a word")
            }
            let store = try ContactStore.inMemory()
            try await store.upsert([Self.person(1, "Ada", "Lovelace")])
            let event = #"[{"id":7,"life_event_type":{"default_life_event_type_key":"wear_glass_or_contact"}}]"#
            try await store.store(
                SectionEntries(serverCopy: Data(event.utf8), count: 1), in: .lifeEvents, ofContact: 1)
            let (results, window) = Self.results(store)
            results.show("glasses", includingArchived: false, within: ContactFilter())
            await until("she is found") {
                results.root.texts.contains("Life Event: Glasses or Contact Lenses")
            }
            window.close()
        }
    }

    func testTheLastResultThatGoesLeavesTheFocusInTheField() {
        onDisplay(limit: .seconds(30)) {
            let lab = try SidebarLab()
            try await lab.store.upsert([Self.person(1, "Ada", "Lovelace"), Self.person(2, "Bob", "Byron")])
            lab.sidebar.search.search(for: "ada")
            await until("she is found") { lab.texts.contains("1 result") }
            lab.sidebar.focusList()
            XCTAssertTrue(lab.sidebar.search.results.list.containsFocus)
            try await lab.store.remove(ids: [1])
            await until("nobody is left") { lab.texts.contains("No Results") }
            XCTAssertTrue(lab.sidebar.search.root.containsFocus)
            // Also where the result has gone already.
            lab.sidebar.menuButton.focusFirst()
            lab.sidebar.focusList()
            XCTAssertTrue(lab.sidebar.search.root.containsFocus)
            lab.window.close()
        }
    }

    func testAChangeLeavesThePersonWhereTheyAre() {
        onDisplay(limit: .seconds(30)) {
            let store = try ContactStore.inMemory()
            try await store.upsert((101...180).map { try Self.person($0, "Person", "\($0)") })
            let (results, window) = Self.results(store)
            results.show("person", includingArchived: false, within: ContactFilter())
            await until("all have their places") { results.scroll.contentHeight > 80 * 60 }
            results.list.selectedPosition = 40
            results.list.scroll(to: 40)
            await until("it is scrolled") { results.scroll.position > 0 && results.root.texts.contains("Person 141") }
            let position = results.scroll.position
            try await store.upsert([Self.person(180, "Person", "999")])
            try await store.remove(ids: [179])
            await until("the change shows") { results.root.texts.contains("79 results") }
            XCTAssertEqual(results.scroll.position, position, accuracy: 1)
            XCTAssertEqual(results.list.selectedPosition, 40)
            results.show("person 1", includingArchived: false, within: ContactFilter())
            await until("another question begins at its top") { results.scroll.position == 0 }
            window.close()
        }
    }

    func testNewResultsBeginAtTheTopWithAContactOpen() {
        onDisplay(limit: .seconds(30)) {
            let lab = try SidebarLab()
            try await lab.store.upsert((101...180).map { try Self.person($0, "Person", "\($0)") })
            lab.sidebar.select(170)
            let results = lab.sidebar.search.results
            lab.sidebar.search.search(for: "person")
            await until("all have their places") { results.scroll.contentHeight > 80 * 60 }
            XCTAssertEqual(results.list.selectedPosition, 69)
            for _ in 0..<5 { await results.scroll.nextFrame(within: .seconds(1)) }
            XCTAssertEqual(results.scroll.position, 0)
            lab.window.close()
        }
    }

    func testTheResultsOfAnEndedSearchStayAway() {
        onDisplay(limit: .seconds(30)) {
            let store = try ContactStore.inMemory()
            try await store.upsert([Self.person(1, "Ada", "Lovelace")])
            let (results, window) = Self.results(store)
            results.show("ada", includingArchived: false, within: ContactFilter())
            await until("she is found") { results.root.texts.contains("Ada Lovelace") }
            results.clear()
            // The other view is told of the change no earlier than this one.
            let (other, otherWindow) = Self.results(store)
            other.show("ada", includingArchived: false, within: ContactFilter())
            await until("the other finds her") { other.root.texts.contains("Ada Lovelace") }
            try await store.upsert([Self.person(1, "Ada", "King")])
            await until("the other follows") { other.root.texts.contains("Ada King") }
            XCTAssertFalse(results.root.texts.contains("Ada King"))
            for window in [window, otherWindow] { window.close() }
        }
    }

    func testThePicturesOfTheNextResultsAreLoaded() {
        onDisplay(limit: .seconds(30)) {
            let lab = try AvatarLab()
            let store = try ContactStore.inMemory()
            try await store.upsert((101...180).map { try Self.person($0, "Person", "\($0)") })
            let (results, window) = Self.results(store, lab.pictures)
            results.show("person", includingArchived: false, within: ContactFilter())
            @MainActor func isAskedFor(_ id: Int) -> Bool { lab.requests.contains { $0.lastPathComponent == "\(id)" } }
            await until("the first row shows its picture") { isAskedFor(101) }
            // Rows of 66 pixels in a window of 700: at most eleven are on the screen.
            let visible = results.scroll.visibleRows(of: 80)
            await until("the rows are placed") { results.root.textureViews.count < 20 }
            XCTAssertLessThan(visible.upperBound, 15)
            await until("the last of the next rows is asked for") {
                isAskedFor(100 + results.scroll.visibleRows(of: 80).upperBound + AvatarPrefetcher.rows)
            }
            XCTAssertFalse(isAskedFor(180))
            window.close()
        }
    }

    func testTheViewIsFreedWhileItsStoreGoesOn() throws {
        try onDisplay {
            let store = try ContactStore.inMemory()
            weak var freed: SearchResultsView?
            do {
                let (results, window) = Self.results(store)
                results.show("ada", includingArchived: false, within: ContactFilter())
                freed = results
                window.close()
            }
            waitUntil("it is freed") { freed == nil }
        }
    }
}

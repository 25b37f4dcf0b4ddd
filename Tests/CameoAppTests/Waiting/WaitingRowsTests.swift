import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// The page lists many changes, contact by contact, and blocks no window.
final class WaitingRowsTests: XCTestCase {
    func testTheRowsOfAPageThatIsNotOnTheScreenYetComeToo() {
        onDisplay(limit: .seconds(60)) {
            let page = WaitingPage()
            page.show((0..<100).map { WaitingLab.change(.tag("tag \($0)"), to: .on) }, of: nil)
            let window = TestWindow(page.root, width: 600, height: 600)
            await until("all are there", atMost: .seconds(30)) { page.list.made.count == 100 }
            window.close()
        }
    }

    func testRowsOfOneContactStandBelowItsName() {
        onDisplay(limit: .seconds(60)) {
            let keys: [ContactKey] = [.food, .job]
            let changes = ["Ada", "Zoë"].enumerated().flatMap { number, name in
                keys.map { WaitingLab.change(.value($0), of: Int64(number + 3), called: name) }
            }
            let (page, window) = await WaitingLab.page(changes)
            let titles = page.list.root.children.compactMap(\.texts.first)
            XCTAssertEqual(titles, ["Ada", "Food Preferences", "Job", "Zoë", "Food Preferences", "Job"])
            page.show(Array(changes.dropFirst(2)), of: nil)
            await until("the rows are made") { page.list.made.count == 2 }
            XCTAssertEqual(page.list.root.children.compactMap(\.texts.first), Array(titles.dropFirst(3)))
            window.close()
        }
    }

    func testAContactThatComesLaterNowStandsThereOnce() {
        onDisplay(limit: .seconds(60)) {
            @MainActor func change(_ key: ContactKey, _ number: Int64, _ name: String) -> WaitingChange {
                WaitingLab.change(.value(key), of: number, called: name)
            }
            let (adaJob, adaFood) = (change(.job, 3, "Ada"), change(.food, 3, "Ada"))
            let (zoe, eve) = (change(.food, 4, "Zoë"), change(.job, 5, "Eve"))
            let (page, window) = await WaitingLab.page([adaJob, adaFood, zoe, eve])
            let kept = try XCTUnwrap(page.list.made.last)
            page.list.made[2].root.focusFirst()
            // The oldest change of Ada was sent.
            page.show([zoe, adaFood, eve], of: nil)
            let titles = ["Zoë", "Food Preferences", "Ada", "Food Preferences", "Eve", "Job"]
            await until("the order") { page.list.root.children.compactMap(\.texts.first) == titles }
            XCTAssertEqual(page.list.made.map(\.change.id), [zoe, adaFood, eve].map(\.id))
            XCTAssertTrue(page.list.made.last === kept)
            XCTAssertTrue(page.list.made.first?.root.containsFocus == true)
            window.close()
        }
    }

    func testATagOfSeveralContactsIsOneRowWithoutAHeading() {
        onDisplay(limit: .seconds(60)) {
            let sentences = [
                "Tag “friends” renamed to “pals” · 3 contacts", "Tag “friends” removed · 3 contacts",
                "Tag “pals” added · 3 contacts",
            ]
            let tags = [
                WaitingLab.tag(from: "friends", to: "pals", contacts: 3),
                WaitingLab.tag(from: "friends", contacts: 3), WaitingLab.tag(to: "pals", contacts: 3),
            ]
            for (sentence, changes) in zip(sentences, tags) {
                let (page, window) = await WaitingLab.page((changes + [WaitingLab.change()]).lines)
                let titles = page.list.root.children.compactMap(\.texts.first)
                XCTAssertEqual(titles, [sentence, "Zoë", "Food Preferences"])
                let row = try XCTUnwrap(page.list.made.first)
                XCTAssertTrue(row.root.visibleTree.contains { $0.hasAccessibleLabel(sentence) })
                // The first contact is sent.
                page.show(changes.filter { $0.contact != ContactID(1) }.lines, of: nil)
                XCTAssertTrue(page.list.made.first === row)
                XCTAssertEqual(
                    page.list.root.children.compactMap(\.texts.first), [sentence.replacing("3", with: "2")])
                window.close()
            }
        }
    }

    func testATagOfTenThousandContactsIsListedAtOnce() {
        onDisplay(limit: .seconds(60)) {
            let changes = WaitingLab.tag(from: "friends", to: "pals", contacts: 10_000)
            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 600)
            let opened = busyTime { page.show(changes.lines, of: nil) }
            print("WaitingPage with a tag of 10,000 contacts: \(opened)")
            XCTAssertLessThan(opened, .milliseconds(200) * sanitizerSlowdown)
            await until("its row is there") { page.list.made.count == 1 }
            XCTAssertEqual(page.list.root.children.count, 1)
            window.close()
        }
    }

    func testNewsMakeOnlyTheRowsThatAreNew() {
        onDisplay(limit: .seconds(60)) {
            let count = 300
            var changes = (0..<count).map { WaitingLab.change(.tag("tag \($0)"), to: .on) }
            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 600)
            var longest = Duration.zero
            @MainActor func show() {
                longest = max(longest, busyTime { page.show(changes, of: nil) })
            }
            show()
            await until("all are there", atMost: .seconds(30)) { page.list.made.count == count }
            XCTAssertEqual(page.list.madeCount, count)
            let first = try XCTUnwrap(page.list.made.first)
            first.root.isExpanded = true
            await until("its buttons are there") { page.root.button("_Discard") != nil }
            // One goes, and one is refused.
            changes.remove(at: 7)
            changes[3] = WaitingLab.change(changes[3].slot, to: .on, .problem(.refused(sentences: ["No."])))
            show()
            XCTAssertEqual(page.list.made.count, count - 1)
            XCTAssertEqual(page.list.madeCount, count, "none is made anew")
            XCTAssertTrue(page.list.made.first === first)
            XCTAssertTrue(first.root.isExpanded)
            await until("the refusal is said") { page.root.texts.contains("The server refused: No.") }
            show()
            XCTAssertLessThan(longest, .milliseconds(50) * sanitizerSlowdown)
            print("WaitingPage with \(count) changes: \(longest) at most")
            window.close()
        }
    }

    func testTenThousandChangesOpenAtOnce() {
        onDisplay(limit: .seconds(60)) {
            let changes = (0..<10_000).map { WaitingLab.change(of: Int64($0 + 1), called: "Name \($0)") }
            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 600)
            let opened = busyTime { page.show(changes, of: nil) }
            print("WaitingPage with 10,000 changes: \(opened)")
            XCTAssertLessThan(opened, .milliseconds(200) * sanitizerSlowdown)
            await until("some are there") { page.list.made.count > 10 }
            window.close()
        }
    }
}

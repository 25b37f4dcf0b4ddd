import Contacts
import Foundation
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// The page of the day, and the line that leads to it.
final class TodayTests: XCTestCase {
    func testThePageHasTodayOverdueAndWhatComesUp() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            try await lab.store(1, "Ada", bornDaysAhead: 1, SidebarLab.fields(phone: "+1 555 1"))
            try await lab.store(2, "Bob", SidebarLab.overdue(days: 1))
            try await lab.store(3, "Cyd", bornDaysAhead: 0, SidebarLab.fields(mail: "cyd@example.org", phone: "5"))
            try await lab.store(4, "Dan", bornDaysAhead: 100)
            lab.sidebar.tab = .today
            await until("all are there") { lab.texts.contains("Ada") }
            let late = DayText.due(.now - 24 * 3600, now: .now)
            let expected = [
                "Today", "Cyd", "Birthday, turns 28", "Overdue", "Bob", late, "Coming Up", "Ada",
                "Tomorrow · Birthday, turns 28",
            ]
            // The first is the title of the tab.
            let page = lab.texts.dropFirst().drop { $0 != "Today" }.prefix(expected.count)
            XCTAssertEqual(Array(page), expected)

            var opened: [String] = []
            lab.sidebar.onOpen = { opened.append($0) }
            XCTAssertTrue(lab.click("Write an Email to Cyd"))
            XCTAssertTrue(lab.click("Call Ada"))
            XCTAssertEqual(opened, ["mailto:cyd@example.org", "tel:+15551"])
            XCTAssertFalse(lab.shows("Call Cyd"))
            lab.window.close()
        }
    }

    func testWhoIsOverdueIsTickedAndStaysUntilTheToastGoes() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            try await lab.store(1, "Ada", SidebarLab.overdue(days: 1))
            try await lab.store(2, "Bob", SidebarLab.overdue(days: 3))
            for tab in [SidebarTab.today, .keepInTouch] {
                lab.sidebar.mayWrite = false
                lab.sidebar.tab = tab
                await until("both are there") { lab.texts.contains("Ada") && lab.texts.contains("Bob") }
                XCTAssertFalse(lab.shows("Ada: I Was in Touch"))
                lab.sidebar.mayWrite = true
                await until("they can be ticked") { lab.shows("Ada: I Was in Touch") }
                var logged: [Int] = []
                lab.sidebar.rowMenu.onLogged = { if $0 == .call { logged.append($1) } }
                XCTAssertTrue(lab.click("Bob: I Was in Touch"))
                await until("the menu is open") { lab.sidebar.root.texts.contains("Met") }
                XCTAssertTrue(lab.sidebar.root.clickMenuItem("Called"))
                await until("it is logged") { logged == [2] }
                let hold = lab.sidebar.days.hold(.touch(contact: 2))
                await until("it is crossed out") {
                    lab.shows("Bob, \(DayText.due(.now - 3 * 24 * 3600, now: .now)), done")
                }
                try await lab.store(2, "Bob", SidebarLab.overdue(days: -3))
                try await lab.store(1, "Eve", SidebarLab.overdue(days: 1))
                for _ in 0..<5 { await lab.sidebar.root.nextFrame(within: .milliseconds(100)) }
                XCTAssertTrue(lab.texts.contains("Ada"))
                lab.sidebar.days.release(hold)
                await until("the news are there") { lab.texts.contains("Eve") }
                try await lab.store(1, "Ada", SidebarLab.overdue(days: 1))
                try await lab.store(2, "Bob", SidebarLab.overdue(days: 3))
            }
            lab.window.close()
        }
    }

    func testTasksAreTickedAndStayUntilTheToastGoes() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            lab.sidebar.mayWrite = true
            try await lab.store(1, "Ada")
            try await lab.storeTasks(#"[{"id":7,"title":"Tea"},{"id":8,"title":"Cake"}]"#, of: 1)
            lab.sidebar.tab = .today
            await until("both are there") { lab.texts.contains("Tea") && lab.texts.contains("Cake") }
            XCTAssertTrue(lab.texts.contains("Tasks"))
            var ticked: [[Int]] = []
            lab.sidebar.days.actions.onTick = { ticked.append([$0, $1]) }
            let box = lab.sidebar.root.visibleTree.first { $0.hasAccessibleLabel("Cake") }
            let check = CheckButton(borrowing: try XCTUnwrap(box).pointer)
            check.grabFocus()
            check.isOn = true
            XCTAssertEqual(ticked, [[8, 1]])
            let hold = lab.sidebar.days.hold(.task(8, contact: 1))
            XCTAssertEqual(check.focusedWidget?.hasAccessibleLabel("Ada, Cake, done"), true)
            try await lab.storeTasks(#"[{"id":7,"title":"Tea"},{"id":8,"title":"Cake","completed":true}]"#, of: 1)
            for _ in 0..<5 { await lab.sidebar.root.nextFrame(within: .milliseconds(100)) }
            XCTAssertTrue(lab.texts.contains("Cake") && check.isOn && !check.isSensitive)
            lab.sidebar.days.release(hold)
            await until("it is gone") { !lab.texts.contains("Cake") && lab.texts.contains("Tea") }
            XCTAssertEqual(ticked.count, 1)
            lab.window.close()
        }
    }

    func testATickThatIsUndoneLeavesItsRowInPlace() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            lab.sidebar.mayWrite = true
            try await lab.store(1, "Ada")
            try await lab.storeTasks(#"[{"id":7,"title":"Tea"}]"#, of: 1)
            lab.sidebar.tab = .today
            await until("it is there") { lab.texts.contains("Tea") }
            let hold = lab.sidebar.days.hold(.task(7, contact: 1))
            try await lab.storeTasks(#"[{"id":7,"title":"Tea","completed":true}]"#, of: 1)
            await until("the list without it waits") { !lab.sidebar.days.news.isEmpty }
            try await lab.storeTasks(#"[{"id":7,"title":"Tea"}]"#, of: 1)
            try await lab.store(2, "Eve", SidebarLab.overdue(days: 1))
            lab.sidebar.days.release(hold, isUndone: true)
            XCTAssertTrue(lab.texts.contains("Tea"))
            await until("other news are there") { lab.texts.contains("Eve") }
            XCTAssertTrue(lab.texts.contains("Tea"))
            lab.window.close()
        }
    }

    func testTheJournalIsReadFromToday() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            let view = TodayView(pictures: AvatarPictures())
            let window = TestWindow(view.root, width: 320, height: 400)
            var isWanted = false
            view.onJournal = { isWanted = true }
            view.show(TodayList())
            XCTAssertNil(view.root.visibleTree.first { $0.hasAccessibleLabel("Journal") })
            let list = TodayList(upcoming: [], overdue: try await lab.store.overdue(), reach: [:], hasJournal: true)
            view.show(list)
            XCTAssertTrue(view.root.clickButton("Journal"))
            XCTAssertTrue(isWanted)
            let entries = (1...30).map {
                JournalEntry(id: $0, title: "Day \($0)", text: "It **rains**.", writtenAt: .now)
            }
            let section = await JournalWindow.section(of: entries)
            var journal: JournalWindow? = JournalWindow(section, pictures: AvatarPictures())
            journal?.onClosed = { journal = nil }
            journal?.window.present(over: view.root)
            await until("the first ten") { journal?.window.texts.contains { $0.hasPrefix("Day 10") } == true }
            XCTAssertEqual(journal?.window.texts.contains { $0.hasPrefix("Day 11") }, false)
            journal?.window.close()
            XCTAssertNil(journal)
            window.close()
            lab.window.close()
        }
    }

    func testNewsNeitherScrollNorMoveTheFocusToAFarRow() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            try await lab.store.upsert((1...20).map { try lab.contact($0, "Person \($0)") })
            let (summaries, overdue) = (try await lab.store.summaries(), try await lab.store.overdue())
            // The first person has a row at the top and one at the end, and later only the one at the end.
            func list(ofFirst days: [Int]) -> TodayList {
                let upcoming = summaries.map { contact in
                    let events = (contact.id == 1 ? days : [1]).map {
                        Upcoming.Event(occasion: .reminder("Tea"), day: .now, daysAhead: $0)
                    }
                    return Upcoming(contact: contact, events: events)
                }
                return TodayList(upcoming: upcoming, overdue: overdue, reach: [:])
            }
            let view = TodayView(pictures: AvatarPictures())
            let window = TestWindow(view.root, width: 320, height: 300)
            view.choose(1)
            view.show(list(ofFirst: [0, 6]))
            await until("it can be scrolled") { view.scroll.contentHeight > 600 }
            view.focus(scrolling: true)
            await until("the row at the top has the focus") { view.focusedContact == 1 }
            view.show(list(ofFirst: [6]))
            for _ in 0..<5 { await view.root.nextFrame(within: .milliseconds(100)) }
            XCTAssertEqual(view.scroll.position, 0)
            XCTAssertNotEqual(view.focusedContact, 1)
            XCTAssertTrue(view.root.containsFocus)
            window.close()
            lab.window.close()
        }
    }

    func testNothingComingUpIsSaid() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            lab.sidebar.tab = .today
            XCTAssertFalse(lab.texts.contains("Nothing Coming Up"), "only when it is sure")
            await until("it says so") { lab.texts.contains("Nothing Coming Up") }
            try await lab.store(1, "Ada", bornDaysAhead: 2)
            await until("she is there") { lab.texts.contains("Ada") && !lab.texts.contains("Nothing Coming Up") }
            lab.window.close()
        }
    }

    func testTheRestOfASectionIsShownOnRequest() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            var birthdays = (101...125).map { ($0, SidebarLab.born(daysAhead: 0)) }
            birthdays += (201...230).map { ($0, SidebarLab.overdue(days: 3)) }
            try await lab.store.upsert(birthdays.map { try lab.contact($0.0, "Person \($0.0)", $0.1) })
            let list = TodayList.read
            let today = try await list(lab.store, .asOnServer)
            XCTAssertEqual(today.entries[.today]?.count, 25)
            XCTAssertEqual(today.entries[.overdue]?.count, TodayList.maxRows)
            XCTAssertEqual(today.count(of: .overdue), 30)

            let view = TodayView(pictures: AvatarPictures())
            let window = TestWindow(view.root, width: 320, height: 4_000)
            var overdue = 0
            view.onShowOverdue = { overdue += 1 }
            view.show(today)
            await until("the rows have their places") { view.root.texts.contains("Person 120") }
            XCTAssertFalse(view.root.texts.contains("Person 121"))
            XCTAssertTrue(view.root.clickButton("Show All (25)"))
            await until("the rest is there") { view.root.texts.contains("Person 125") }
            XCTAssertNil(view.root.button("Show All (25)"))
            XCTAssertTrue(view.root.clickButton("Show All (30)"))
            XCTAssertEqual(overdue, 1)
            window.close()
            lab.window.close()
        }
    }

    func testWhoIsDueTodayIsToday() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            try await lab.store(1, "Ada", SidebarLab.overdue(days: 0))
            try await lab.store(
                2, "Bob", bornDaysAhead: 0, SidebarLab.overdue(days: 0))
            try await lab.store(3, "Cyd", SidebarLab.overdue(days: -1))
            let today = try await TodayList.read(from: lab.store, nameOrder: .asOnServer)
            let entries = today.entries[.today] ?? []
            XCTAssertEqual(entries.map(\.contact.name), ["Bob", "Ada"])
            XCTAssertEqual(
                entries.map(\.contact.secondLine), ["Birthday, turns 28 · Due today", "Due today"])
            XCTAssertEqual(entries.map(\.toDo), [nil, .touch(contact: 1)], "a birthday is not crossed out")
            XCTAssertEqual(today.entries[.overdue], [])
            await until("the tab says it") { lab.shows("Today, 2") }
            lab.window.close()
        }
    }

    func testTheBirthdayOfARelationSaysWhoseItIs() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            try await lab.store(1, "Ada", SidebarLab.relative(50, "Zoe", "child", bornDaysAhead: 0))
            try await lab.store(2, "Bob", SidebarLab.relative(51, "Max", "partner", bornDaysAhead: 1))
            let today = try await TodayList.read(from: lab.store, nameOrder: .asOnServer)
            XCTAssertEqual(today.entries[.today]?.map(\.contact.name), ["Ada"])
            XCTAssertEqual(today.entries[.today]?.map(\.contact.secondLine), ["Zoe (Child): Birthday, turns 28"])
            XCTAssertEqual(today.entries[.comingUp]?.map(\.contact.name), ["Bob"])
            XCTAssertEqual(
                today.entries[.comingUp]?.map(\.contact.secondLine),
                ["Tomorrow · Max (Partner): Birthday, turns 28"])
            let upcoming = try await lab.store.upcoming()
            XCTAssertEqual(NextDay(upcoming)?.text(), "Today: Zoe is a child of Ada")
            XCTAssertEqual(NextDay(upcoming.filter { $0.id == 2 })?.text(), "Tomorrow: Max is a partner of Bob")
            let notification = DailyNotification.notification(of: upcoming)
            XCTAssertEqual(notification?.title, "Ada")
            XCTAssertEqual(notification?.body, "Zoe (Child): Birthday, turns 28")
            await until("the line says it") { lab.shows("Today: Zoe is a child of Ada") }
            lab.window.close()
        }
    }

    func testTheDeadAreNeitherWrittenToNorCalled() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            let fields = SidebarLab.fields(mail: "ada@example.org", phone: "5").merging(["is_dead": true]) { $1 }
            try await lab.store(1, "Ada", fields)
            let summaries = try await lab.store.summaries()
            let event = Upcoming.Event(occasion: .reminder("Flowers"), day: .now, daysAhead: 0)
            let list = TodayList(
                upcoming: summaries.map { Upcoming(contact: $0, events: [event]) },
                overdue: try await lab.store.overdue(),
                reach: try await lab.store.reach(ofContacts: [1]))
            XCTAssertEqual(list.entries[.today]?.map(\.contact.secondLine), ["Flowers"])
            XCTAssertEqual(list.entries[.today]?.map(\.action), [nil])
            lab.window.close()
        }
    }

    func testOneLineAboveTheContactsSaysWhatComesNext() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            try await lab.store(1, "Ada", bornDaysAhead: 1)
            await until("she is announced") { lab.shows("Tomorrow: Ada") }
            for (id, name) in [(2, "Bob"), (3, "Cyd"), (4, "Dan")] { try await lab.store(id, name, bornDaysAhead: 0) }
            await until("those of today are") { lab.shows("Today: Bob and 2 more") }
            lab.sidebar.search.search(for: "ada")
            await until("a search has none") { !lab.shows("Today: Bob and 2 more") }
            lab.sidebar.search.clear()
            XCTAssertTrue(lab.shows("Today: Bob and 2 more"))
            XCTAssertTrue(lab.click("Today: Bob and 2 more"))
            XCTAssertEqual(lab.sidebar.tab, .today)
            XCTAssertFalse(lab.shows("Today: Bob and 2 more"), "not in the other tabs")
            lab.sidebar.tab = .contacts
            try await lab.store.remove(ids: [1, 2, 3, 4])
            try await lab.store(5, "Eve", bornDaysAhead: 100)
            await until("nothing is left of it") { !lab.sidebar.root.texts.contains { $0.hasPrefix("Today:") } }
            lab.window.close()
        }
    }

    /// A sidebar with the line above more contacts than fit.
    @MainActor
    private static func longList() async throws -> (SidebarLab, ScrolledWindow) {
        let lab = try SidebarLab()
        try await lab.store.upsert((100...300).map { try lab.contact($0, "Person \($0)") })
        try await lab.store(1, "Ada", bornDaysAhead: 0)
        await until("all is there") { lab.shows("Today: Ada") && lab.sidebar.contacts.model.count == 202 }
        let scroll = try XCTUnwrap(lab.sidebar.list.parent.map { ScrolledWindow(borrowing: $0.pointer) })
        await until("it can be scrolled") { scroll.contentHeight > 10_000 }
        return (lab, scroll)
    }

    func testTheLineDoesNotCoverTheFirstContactWhoIsChosen() {
        onDisplay(limit: .seconds(60)) {
            let (lab, scroll) = try await Self.longList()
            let list = lab.sidebar.list
            list.selectedPosition = 200
            list.focusSelected()
            await until("the end") { scroll.position > 10_000 && !lab.shows("Today: Ada") }
            list.selectedPosition = 0
            list.focusSelected()
            await until("the beginning, with the line") { lab.shows("Today: Ada") }
            await drawn(list)
            await drawn(list)
            XCTAssertEqual(scroll.position, 0)
            XCTAssertTrue(lab.shows("Today: Ada"))
            lab.window.close()
        }
    }

    func testTheLineGivesWayAndComesBackWithoutMovingARow() {
        onDisplay(limit: .seconds(60)) {
            let (lab, scroll) = try await Self.longList()
            @MainActor func top(of name: String) -> Double? {
                let row = lab.sidebar.list.children.first { $0.hasAccessibleLabel(name) }
                return row.flatMap { $0.top(in: lab.sidebar.root) }
            }
            await drawn(lab.sidebar.list)
            let resting = try XCTUnwrap(top(of: "Person 103"))
            for position in [20.0, 60] {
                scroll.position = position
                await drawn(lab.sidebar.list)
                XCTAssertEqual(try XCTUnwrap(top(of: "Person 103")), resting - position, accuracy: 0.5)
            }
            XCTAssertFalse(lab.shows("Today: Ada"))
            let above = try XCTUnwrap(top(of: "Person 103"))
            let rest = scroll.position
            scroll.position = 0
            await drawn(lab.sidebar.list)
            XCTAssertTrue(lab.shows("Today: Ada"))
            XCTAssertEqual(try XCTUnwrap(top(of: "Person 103")), above + rest, accuracy: 0.5)
            lab.window.close()
        }
    }
}

/// Waits until GTK has laid out and drawn the changes.
@MainActor
private func drawn(_ widget: Widget) async {
    for _ in 0..<3 {
        await withCheckedContinuation { continuation in widget.afterNextFrame { continuation.resume() } }
    }
}

import Contacts
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// What comes up follows a day that is typed here, before any server has it.
final class EditedDaysTests: XCTestCase {
    func testABirthdayThatIsTypedComesUpAtOnce() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            let queue = EditQueue(store: lab.store, account: "a", server: NoEditServer())
            try await lab.store(1, "Ada", bornDaysAhead: 100, ["contactFields": []])
            try await lab.store(2, "Bob", ["contactFields": []])
            try await Self.setBirthday(of: 1, daysAhead: 1, in: queue)
            await until("the line says it") { lab.shows("Tomorrow: Ada") }
            lab.sidebar.tab = .today
            await until("the page says it") { lab.texts.contains("Tomorrow · Birthday, turns 28") }
            // A first one too, and one that is taken away.
            try await Self.setBirthday(of: 2, daysAhead: 0, in: queue)
            await until("it is today") { lab.texts.contains("Birthday, turns 28") && lab.texts.contains("Bob") }
            try await Self.setBirthday(of: 1, daysAhead: nil, in: queue)
            await until("hers is gone") { !lab.texts.contains("Ada") && lab.texts.contains("Bob") }
            let waiting = try await queue.waiting()
            XCTAssertEqual(waiting.map(\.state), [.waiting, .waiting, .waiting])
            lab.window.close()
        }
    }

    /// The thirtieth is so many days from now; nil for no birthday.
    @MainActor
    private static func setBirthday(of id: Int64, daysAhead: Int?, in queue: EditQueue) async throws {
        let there = try await queue.editable(ContactID(id))
        let birthday = try daysAhead.map { days in
            let parts = try SidebarLab.day(days).prefix(10).split(separator: "-").map { try XCTUnwrap(Int($0)) }
            return ContactValue.day(.date(year: parts[0] - 28, month: parts[1], day: parts[2]))
        }
        let delta = Delta<ContactValue>(before: try XCTUnwrap(there).values[.birthday], after: birthday)
        try await queue.store(
            [PlannedChange(.values(ValueChange(group: .person, deltas: [.birthday: delta])))], of: ContactID(id))
    }
}

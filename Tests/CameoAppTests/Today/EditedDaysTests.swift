import Contacts
import Foundation
import Gtk
import Model
import Network
import TestSupport
import XCTest

@testable import CameoApp

/// The upcoming days include a day that a person types here, before any server has the day.
final class EditedDaysTests: XCTestCase {
    func testABirthdayThatIsTypedComesUpAtOnce() {
        onDisplay(limit: .seconds(60)) {
            let lab = try SidebarLab()
            let account = Account(server: try ServerAddress("http://127.0.0.1:9"), userID: 1)
            let session = Session(account: account, token: nil, store: lab.store, pictures: nil)
            let outbox = try XCTUnwrap(session.outbox)
            try await lab.store(1, "Ada", bornDaysAhead: 100, ["contactFields": []])
            try await lab.store(2, "Bob", ["contactFields": []])
            try await Self.setBirthday(of: 1, daysAhead: 1, in: outbox)
            await until("the line says it") { lab.shows("Tomorrow: Ada") }
            lab.sidebar.tab = .today
            await until("the page says it") { lab.texts.contains("Tomorrow · Birthday, turns 28") }
            // A first birthday comes up too. A removed birthday goes.
            try await Self.setBirthday(of: 2, daysAhead: 0, in: outbox)
            await until("it is today") { lab.texts.contains("Birthday, turns 28") && lab.texts.contains("Bob") }
            try await Self.setBirthday(of: 1, daysAhead: nil, in: outbox)
            await until("hers is gone") { !lab.texts.contains("Ada") && lab.texts.contains("Bob") }
            lab.window.close()
        }
    }

    /// The thirtieth is so many days from now; nil for no birthday.
    @MainActor
    private static func setBirthday(of id: Int64, daysAhead: Int?, in outbox: Outbox) async throws {
        let birthday = try daysAhead.map { days in
            let parts = try SidebarLab.day(days).prefix(10).split(separator: "-").map { try XCTUnwrap(Int($0)) }
            return SlotValue.value(.day(.date(year: parts[0] - 28, month: parts[1], day: parts[2])))
        }
        try await outbox.set([(.value(.birthday), birthday)], of: id)
    }
}

import Contacts
import DemoServer
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// A form shows which yearly reminders there are, also right after they were switched.
final class ReminderSwitchTests: XCTestCase {
    func testAReminderThatWasSwitchedOnShowsOnAndCanBeSwitchedOff() {
        onDisplay(limit: .seconds(120)) {
            let lab = try await EditorLab()
            let session = lab.demo.session
            try await SeldomRefresh(server: session.client, store: session.store).reminders()
            for isOn in [true, false, true] {
                await lab.open()
                lab.model?.edit(.value(.birthday)) {
                    $0.birthday.type("4 May 1984", by: FormLab.dates)
                    $0.reminders[.birthday] = isOn
                }
                _ = await lab.editor.save()
                await until("the form is closed") { lab.model == nil }
                try await lab.untilNothingWaits()
                let edits = try await lab.edits()
                XCTAssertEqual(edits, [])
                await lab.open()
                XCTAssertEqual(lab.model?.form.seen?.reminders?.contains(.birthday), isOn)
                let shown = lab.editor.page.root.toggle(inRow: "Remind Me Every Year")
                XCTAssertEqual(shown?.isActive, isOn)
                lab.editor.close(.closed)
            }
            await lab.end()
        }
    }

    func testADayThatIsChangedTakesItsReminderAlong() {
        onDisplay(limit: .seconds(120)) {
            let lab = try await EditorLab()
            let session = lab.demo.session
            try await SeldomRefresh(server: session.client, store: session.store).reminders()
            for day in ["4 May 1984", "5 June 1985", "6 July"] {
                await lab.open()
                lab.model?.edit(.value(.birthday)) {
                    $0.birthday.type(day, by: FormLab.dates)
                    if day.hasPrefix("4") { $0.reminders[.birthday] = true }
                }
                _ = await lab.editor.save()
                try await lab.untilNothingWaits()
                await lab.open()
                XCTAssertEqual(lab.model?.form.seen?.reminders?.contains(.birthday), true, day)
                lab.editor.close(.closed)
            }
            await lab.end()
        }
    }

    func testAnUnknownReminderCannotBeSwitchedBeforeItIsRead() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let session = lab.demo.session
            let change = ValueChange(
                group: .person, deltas: [.birthday: Delta(before: nil, after: .day(.monthDay(month: 5, day: 4)))])
            _ = try await session.edits?.store([PlannedChange(.values(change))], of: ContactID(1))
            await lab.open()
            XCTAssertNil(lab.model?.form.seen?.reminders)
            let row = try XCTUnwrap(lab.editor.page.root.row(titled: "Remind Me Every Year"))
            XCTAssertFalse(row.isSensitive)
            try await SeldomRefresh(server: session.client, store: session.store).reminders()
            await until("it can be switched") { row.isSensitive }
            await lab.end()
        }
    }
}

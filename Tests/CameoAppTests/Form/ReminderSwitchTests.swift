import Contacts
import DemoServer
import DemoServerFaults
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
            for isOn in [true, false, true] {
                await lab.open()
                await until("it can be switched") { lab.model?.form.isReminderUnknown(.birthday) == false }
                lab.model?.edit(.value(.birthday)) {
                    $0.birthday.type("4 May 1984", by: FormLab.dates)
                    $0.reminders[.birthday] = isOn
                }
                _ = await lab.editor.save()
                await until("the form is closed") { lab.model == nil }
                try await lab.untilNothingWaits()
                await lab.open()
                await until("it is known") { lab.model?.form.seen?.reminders?.contains(.birthday) == isOn }
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
            for day in ["4 May 1984", "5 June 1985", "6 July"] {
                await lab.open()
                lab.model?.edit(.value(.birthday)) {
                    $0.birthday.type(day, by: FormLab.dates)
                    if day.hasPrefix("4") { $0.reminders[.birthday] = true }
                }
                _ = await lab.editor.save()
                try await lab.untilNothingWaits()
                await lab.open()
                await until("it is known, \(day)") { lab.model?.form.seen?.reminders?.contains(.birthday) == true }
                lab.editor.close(.closed)
            }
            await lab.end()
        }
    }

    func testAnUnknownReminderCannotBeSwitchedBeforeItIsRead() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            let day = SlotValue.value(.day(.monthDay(month: 5, day: 4)))
            try await lab.demo.session.outbox?.set([(.value(.birthday), day)], of: 1)
            lab.demo.server.inject(.slowFirstByte(.seconds(1)), at: "/api/*")
            await lab.open()
            XCTAssertNil(lab.model?.form.seen?.reminders)
            let row = try XCTUnwrap(lab.editor.page.root.row(titled: "Remind Me Every Year"))
            XCTAssertFalse(row.isSensitive)
            await until("it can be switched") { row.isSensitive }
            await lab.end()
        }
    }
}

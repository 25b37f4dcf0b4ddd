import Foundation
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// Pending changes without an outbox, and the page that lists them.
@MainActor
enum WaitingLab {
    static func change(
        _ slot: Slot = .value(.food), from base: SlotValue? = nil, to wanted: SlotValue? = text("Vegan"),
        _ state: WaitingChange.State = .waiting, of contact: Int64 = 3, called name: String = "Zoë"
    ) -> WaitingChange {
        WaitingChange(
            id: WaitingChange.ID(contact: ContactID(contact), slot: slot), base: base, wanted: wanted, state: state,
            since: .now, name: name)
    }

    /// A tag that some contacts lose, get, or have in place of another, by one transaction. A clock was wrong, so that no row
    /// says the time.
    static func tag(from removed: String? = nil, to added: String? = nil, contacts: Int) -> [WaitingChange] {
        let moment = Date.now + 3_600
        var changes: [WaitingChange] = []
        for contact in 1...Int64(contacts) {
            let values: [(tag: String?, base: SlotValue?, wanted: SlotValue?)] = [
                (removed, .on, nil), (added, nil, .on),
            ]
            for (tag, base, wanted) in values {
                guard let tag else { continue }
                changes.append(
                    WaitingChange(
                        id: WaitingChange.ID(contact: ContactID(contact), slot: .tag(tag)), base: base,
                        wanted: wanted, state: .waiting, since: moment, name: "Name \(contact)"))
            }
        }
        return changes
    }

    nonisolated static func text(_ text: String) -> SlotValue { .value(.text(text)) }

    /// A value that the server has changed too.
    static func conflict(_ key: ContactKey, mine: String, theirs: String) -> WaitingChange {
        let there = SlotState(.value(key), text(theirs))
        return change(.value(key), to: text(mine), .problem(.conflict(values: [there])))
    }

    /// The page with these changes, on the screen.
    /// The page with all rows: they come with several frames.
    static func page(_ changes: [WaitingChange], width: Int = 600) async -> (WaitingPage, TestWindow) {
        let page = WaitingPage()
        let window = TestWindow(page.root, width: width, height: 700)
        page.show(changes, of: nil)
        await until("the rows are made") { page.list.made.count == changes.count }
        return (page, window)
    }

    static func choose(_ text: String, in root: Widget) throws {
        let row = try XCTUnwrap(root.listRows.first { $0.texts.contains(text) })
        ChoiceRow(borrowing: row.pointer).isChosen = true
    }
}

import Contacts
import GLib
import TestSupport
import XCTest

@testable import CameoApp

/// What rows say is made anew for whom that is needed, and for nobody else.
final class ListedEntriesTests: XCTestCase {
    func testEntriesThatAreKeptAreThoseThatWouldBeMade() throws {
        try onDisplay {
            var random = SplitMix(seed: 3)
            var people = (1...200).map { (id: $0, nickname: "Nick") }
            var former = ListedEntries()
            for round in 0..<60 {
                // Some go or come in one place, as many as a page at times; some move; some get another name.
                let start = Int.random(in: 0..<people.count, using: &random)
                people.removeSubrange(start..<min(start + Int.random(in: 0...70, using: &random), people.count))
                let new = (0..<Int.random(in: 0...70, using: &random)).map { (1_000 * (round + 1) + $0, "New") }
                people.insert(contentsOf: new, at: min(start, people.count))
                while people.count < 20 { people.append((100_000 + people.count + 100 * round, "More")) }
                people.swapAt(0, Int.random(in: 0..<people.count, using: &random))
                people[Int.random(in: 0..<people.count, using: &random)].nickname = "Nick \(round)"
                let list = try contactList(people.count) { id, contact in
                    contact["id"] = people[id - 1].id
                    contact["nickname"] = people[id - 1].nickname
                }
                let entries = ListedEntries(list, nameOrder: .asOnServer, notes: nil, after: former)
                XCTAssertEqual(entries.entries, list.contacts.map { ContactEntry($0) })
                former = entries
            }
            let list = try contactList(100)
            let asOnServer = ListedEntries(list, nameOrder: .asOnServer, notes: nil)
            let others = ListedEntries(list, nameOrder: .lastNameFirst, notes: nil, after: asOnServer)
            XCTAssertEqual(others.entries, list.contacts.map { ContactEntry($0, nameOrder: .lastNameFirst) })
        }
    }
}

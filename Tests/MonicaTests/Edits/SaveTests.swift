import DemoServer
import DemoServerFaults
import Foundation
import Model
import Network
import TestSupport
import XCTest

@testable import Contacts
@testable import Monica

/// Whole saves: their cost, reminders that a person has reworded, and the photos of deleted contacts.
final class SaveTests: XCTestCase {
    /// Three requests for an entry of a section, also after a lost answer. Each kind is added, changed and removed.
    func testTheCostOfThings() {
        onMainLoop {
            let lab = try await EditLab()
            let (ann, bob) = (try await lab.makeContact(), try await lab.makeContact("Bob"))
            let id = try await lab.open(ann).id
            let day = ContactDay.date(year: 2026, month: 2, day: 3)
            let things: [(PartValue, PartValue, String)] = [
                (.note(NoteValue(body: "a")), .note(NoteValue(body: "b", isFavorite: true)), "notes"),
                (.call(CallValue(day: day)), .call(CallValue(day: day, content: "b", contactCalled: true)), "calls"),
                (.task(TaskValue(title: "a")), .task(TaskValue(title: "a", isDone: true)), "tasks"),
                (
                    .activity(ActivityValue(summary: "a", day: day, attendees: [.remote(bob)])),
                    .activity(ActivityValue(summary: "b", description: "c", day: day)), "activities"
                ),
            ]
            for (value, changed, list) in things {
                let read = "GET contacts/$/\(list)"
                let thing = lab.part(value)
                expect(try await lab.save(thing, of: id), [read, "POST \(list)", "GET contacts/$"])
                let calls = try await lab.save(SlotState(thing.slot, .part(changed)), of: id)
                XCTAssertEqual(calls, [read, "PUT \(list)/$", "GET contacts/$"])
                lab.demo.inject(.lostAnswer, at: "/api/\(list)", method: "POST", times: 1)
                expect(try await lab.save(lab.part(value), of: id).filter { $0.hasPrefix("POST") }.count, 1)
                expect(try await lab.list("contacts/\(ann.rawValue)/\(list)").count, 2)
                expect(try await lab.save(thing.removed, of: id), [read, "DELETE \(list)/$", "GET contacts/$"])
                XCTAssertEqual(lab.contacts[id]?.rows, [:])
                XCTAssertEqual(lab.contacts[id]?.copy[thing.slot], nil)
            }
            let shown = try await lab.data("contacts/\(bob.rawValue)")
            XCTAssertEqual((shown["statistics"] as? EditLab.Object)?["number_of_activities"] as? Int, 1)
        }
    }

    /// A gift with an unreadable photo makes the list of gifts an error.
    func testAnUnreadableGiftHoldsUpNoOther() {
        onMainLoop {
            let lab = try await EditLab()
            let id = try await lab.open(try await lab.makeContact()).id
            let gifts = "GET contacts/$/gifts"
            for name in ["a", "b"] { try await lab.save(lab.part(.gift(GiftValue(name: name))), of: id) }
            lab.demo.inject(.status(500), at: "/api/contacts/\(id.rawValue)/gifts", method: "GET", times: 2)
            let calls = try await lab.save(lab.part(.gift(GiftValue(name: "c"))), of: id)
            XCTAssertEqual(Array(calls.prefix(3)), [gifts, gifts, gifts])
            XCTAssertEqual(calls.filter { $0.hasPrefix("POST") }, ["POST gifts"])
            XCTAssertEqual(lab.contacts[id]?.rows, [:])
        }
    }

    /// One question, one write, and one question after it only where its answer is not whole.
    func testTheCostOfASave() {
        onMainLoop {
            let lab = try await EditLab()
            let (ann, bob) = (try await lab.makeContact(), try await lab.makeContact("Bob"))
            let id = try await lab.open(ann).id
            let parent = PartValue.relationship(RelationshipValue(type: RemoteID("parent"), other: .remote(bob)))
            let mail = PlannerTests.field(900, "a@b.c", "home")
            let home = lab.part(.address(AddressValue(city: "Lyon")))
            let read = "GET contacts/$", reminders = "GET contacts/$/reminders"
            let born = SlotState.day(.birthday, .monthDay(month: 2, day: 3))
            let met = SlotState.day(.metOn, .date(year: 2001, month: 2, day: 3))
            let note = lab.part(.note(NoteValue(body: "Tea")))
            let cases: [([SlotState], [String])] = [
                ([.text(.lastName, "Doe"), .text(.gender, "Woman"), .text(.description, "tall")], ["PUT contacts/$"]),
                ([.text(.lastName, "Doe")], []),
                ([.text(.job, "Smith"), .text(.food, "fish")], ["PUT contacts/$/work", "PUT contacts/$/food"]),
                ([.text(.metStory, "long"), .text(.metWhere, "Rome")], ["PUT contacts/$/introduction"]),
                ([born, .reminder(.birthday)], [reminders, "PUT contacts/$"]),
                ([.text(.nickname, "A")], [reminders, "PUT contacts/$"]),
                ([met, .reminder(.metOn)], [reminders, "PUT contacts/$/introduction"]),
                ([.text(.metStory, "short")], [reminders, "PUT contacts/$/introduction"]),
                ([mail], ["POST contactfields", read]),
                ([home, lab.part(parent)], ["POST addresses", "POST relationships", read]),
                ([PlannerTests.field(900, "d@e.f", "home")], ["PUT contactfields/$", read]),
                ([mail.removed], ["DELETE contactfields/$", read]),
                ([.text(.job, "Cook"), note], ["GET contacts/$/notes", "PUT contacts/$/work", "POST notes", read]),
                ([.tag("a"), .tag("b")], ["POST contacts/$/setTags"]),
                ([.tag("a", false), .tag("c")], ["POST contacts/$/unsetTag", "POST contacts/$/setTags"]),
            ]
            for (states, calls) in cases {
                expect(try await lab.save(states, of: id), calls.isEmpty ? [] : [read] + calls, "\(states)")
                XCTAssertEqual(lab.contacts[id]?.rows, [:])
                XCTAssertEqual(lab.contacts[id]?.notices, [])
            }
            let copy = lab.contacts[id]?.copy
            let values = try await lab.open(ann).copy
            for (slot, value) in values.values { XCTAssertEqual(copy?[slot], value, "\(slot)") }
            XCTAssertEqual(values[.reminder(.birthday)], .on)
            XCTAssertEqual(values[.reminder(.metOn)], .on)

            let account = OutboxContact.account
            lab.contacts[account] = OutboxContact(id: account, remote: RemoteID("me"), uuid: "")
            for user in [SlotValue.value(.contact(.local(id))), nil] {
                let calls = try await lab.save(SlotState(.me, user), of: account)
                XCTAssertEqual(calls, ["GET me", user == nil ? "DELETE me/contact" : "POST me/contact"])
            }
            let new = lab.create("u", [.text(.firstName, "New"), .tag("a")])
            expect(try await lab.save([], of: new), ["POST contacts", read, "POST contacts/$/setTags"])
            let calls = try await lab.save(.exists.removed, of: new)
            XCTAssertEqual(calls, [read, "GET contacts/$/photos", "DELETE contacts/$"])
            XCTAssertEqual(lab.demo.contactCount, 2)
        }
    }

    /// The server is looked at after any error. A carried out write is not sent again.
    func testWritesThatWereCarriedOutInSpiteOfAnError() {
        onMainLoop {
            let lab = try await EditLab()
            let id = try await lab.open(lab.makeContact()).id
            for failure in [Failure.carriedOut(status: 500), .carriedOut(status: 502), .lostAnswer] {
                lab.demo.inject(failure, at: "/api/contacts/*", method: "PUT", times: 1)
                let calls = try await lab.save(.text(.lastName, "\(failure)"), of: id)
                XCTAssertEqual(calls, ["GET contacts/$", "PUT contacts/$", "GET contacts/$"])
                lab.demo.inject(failure, at: "/api/contactfields", method: "POST", times: 1)
                let added = try await lab.save(
                    lab.part(.field(FieldValue(type: RemoteID("1"), content: "\(failure)"))), of: id)
                XCTAssertEqual(added, ["GET contacts/$", "POST contactfields", "GET contacts/$"])
                XCTAssertEqual(lab.contacts[id]?.rows, [:])
            }
        }
    }

    /// A PUT of the group deletes a reworded reminder. The outbox makes it anew with the person's words.
    func testReminders() {
        onMainLoop(limit: .seconds(30)) {
            for (isReworded, isLost) in [(true, false), (true, true), (false, false), (false, true)] {
                for key in [ContactKey.birthday, .death, .metOn] {
                    let lab = try await EditLab()
                    let ann = try await lab.makeContact()
                    let (path, group) = ("contacts/\(ann.rawValue)", key == .metOn ? "/introduction" : "")
                    let day = SlotState.day(key, .date(year: 1990, month: 5, day: 4))
                    try await lab.save(day, .reminder(key), of: try await lab.open(ann).id)
                    let made = try await lab.list(path + "/reminders")
                    let first = try XCTUnwrap(made.first)
                    var body: EditLab.Body = [
                        "contact_id": ann.number, "title": "Cake", "description": "With nuts",
                        "initial_date": "1990-05-04", "frequency_type": "year", "frequency_number": 1,
                    ]
                    if isReworded { try await lab.plain(.put, "reminders/\(first["id"] ?? 0)", body) }
                    body["description"] = nil
                    body["title"] = "Dance"
                    body["initial_date"] = "1999-01-02"
                    _ = try await lab.make("reminders", body)
                    let id = try await lab.open(ann).id
                    let isShown = !isReworded || key == .death
                    XCTAssertEqual(lab.contacts[id]?.copy[.reminder(key)], isShown ? .on : nil)
                    for words in ["one", "two"] {
                        if isLost {
                            lab.demo.inject(.lostAnswer, at: "/api/\(path)" + group, method: "PUT", times: 1)
                        }
                        try await lab.save(.text(key == .metOn ? .metStory : .description, words), of: id)
                        let titles = try await lab.list(path + "/reminders").map {
                            "\($0["title"] ?? "") \($0["description"] as? String ?? "")"
                        }
                        let expected = isReworded ? "Cake With nuts" : "\(first["title"] ?? "") "
                        XCTAssertEqual(titles.sorted(), ["Dance ", expected].sorted(), "\(key)")
                        XCTAssertEqual(lab.contacts[id]?.rows, [:])
                        XCTAssertNil(lab.contacts[id]?.attempt)
                    }
                    // Switched off, the server's own goes, and no other.
                    try await lab.save(.reminder(key, false), of: id)
                    expect(try await lab.list(path + "/reminders").count, isReworded ? 2 : 1, "\(key)")
                }
            }
        }
    }

    /// A contact with photos that can all be read, and their numbers.
    @MainActor
    private static func photos(_ lab: EditLab) async throws -> (ContactID, RemoteID, [Int]) {
        for number in 1...40 {
            let (status, answer) = try await lab.plain(.get, "contacts/\(number)/photos?limit=100")
            let photos = (answer["data"] as? [EditLab.Object] ?? []).compactMap { $0["id"] as? Int }
            let remote = RemoteID(String(number))
            if status == 200, photos.count > 1 { return (try await lab.open(remote).id, remote, photos) }
        }
        throw EditLabError.noContact
    }

    @MainActor
    private static func isThere(_ photo: Int, _ lab: EditLab) async throws -> Bool {
        try await lab.plain(.get, "photos/\(photo)").0 == 200
    }

    /// A deletion removes the photos of its contact. Photos of other contacts stay.
    func testPhotosOfADeletedContact() {
        onMainLoop(limit: .seconds(30)) {
            let lab = try await EditLab(contacts: 40)
            let (id, _, photos) = try await Self.photos(lab)
            let (zoe, eve) = (try await lab.makeContact("Zoë"), try await lab.makeContact("Eve"))
            for other in [zoe, eve] {
                let path = "contacts/\(other.rawValue)/avatar"
                try await lab.plain(.put, path, ["source": "photo", "photo_id": photos[0]])
            }
            // A photo that was lent stays with its owner.
            let other = try await lab.open(eve).id
            try await lab.save(.exists.removed, of: other)
            for photo in photos { expect(try await Self.isThere(photo, lab), true) }
            let calls = try await lab.save(.exists.removed, of: id)
            let pages = Array(repeating: "GET contacts/$/photos", count: photos.count)
            XCTAssertEqual(calls.prefix(photos.count + 2), ["GET contacts/$"] + pages + ["DELETE contacts/$"])
            for photo in photos { expect(try await Self.isThere(photo, lab), photo == photos[0]) }
        }
    }

    func testPhotosHoldNoDeletionUp() {
        onMainLoop(limit: .seconds(30)) {
            for failure in [Failure.status(500), .status(422), .lostAnswer, .htmlPage] {
                for path in ["/api/contacts/*/photos", "/api/photos/*"] {
                    let lab = try await EditLab(contacts: 40)
                    let (id, remote, _) = try await Self.photos(lab)
                    lab.demo.inject(failure, at: path)
                    try await lab.save(.exists.removed, of: id)
                    expect(try await lab.plain(.get, "contacts/\(remote.rawValue)").0, 404)
                    XCTAssertNil(lab.contacts[id])
                }
            }
        }
    }
}

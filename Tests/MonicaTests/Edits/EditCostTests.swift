import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import Model
import Network
import TestSupport
import XCTest

@testable import Monica

/// How many requests an edit takes: one before, its own, and one after only where its answer was not whole.
final class EditCostTests: XCTestCase {
    private static func values(
        _ group: ContactGroup, _ deltas: [ContactKey: (ContactValue?, ContactValue?)],
        reminders: [ContactKey: Bool] = [:]
    ) -> ContactChange {
        let deltas = deltas.mapValues { Delta(before: $0.0, after: $0.1) }
        return .values(ValueChange(group: group, deltas: deltas, reminders: reminders))
    }

    private static func added(_ value: PartValue, _ number: Int64 = -1) -> ContactChange {
        .part(PartChange(kind: value.kind, part: PartID(number), before: nil, after: value))
    }

    func testValues() throws {
        onMainLoop {
            let lab = try await QueueLab(EditLab())
            let contact = try await lab.open(lab.lab.makeContact())
            let cases: [(ContactChange, String)] = [
                (Self.values(.person, [.lastName: (nil, .text("Doe"))]), "contacts/$"),
                (Self.values(.person, [.gender: (nil, .text("Woman"))]), "contacts/$"),
                (Self.values(.person, [.description: (nil, .text("tall"))]), "contacts/$"),
                (Self.values(.person, [.death: (nil, .death(nil))]), "contacts/$"),
                (Self.values(.person, [.birthday: (nil, .day(.year(1990)))]), "contacts/$"),
                // A birthday by age has no reminder.
                (Self.values(.person, [.lastName: (.text("Doe"), .text("Roe"))]), "contacts/$"),
                (Self.values(.work, [.job: (nil, .text("Smith"))]), "contacts/$/work"),
                (Self.values(.food, [.food: (nil, .text("fish"))]), "contacts/$/food"),
                (Self.values(.meeting, [.metStory: (nil, .text("long"))]), "contacts/$/introduction"),
            ]
            for (change, path) in cases {
                let sent = try await lab.send(change, of: contact)
                XCTAssertEqual(sent, ["GET contacts/$", "PUT \(path)"])
            }
            let stored = try await lab.open(try XCTUnwrap(contact.remote))
            XCTAssertEqual(
                stored.values,
                [
                    .firstName: .text("Ann"), .lastName: .text("Roe"), .gender: .text("Woman"),
                    .description: .text("tall"), .death: .death(nil), .birthday: .day(.year(1990)),
                    .job: .text("Smith"), .food: .text("fish"), .metStory: .text("long"),
                ])
        }
    }

    /// The reminders are asked for where a day is known that may have one, and only where its request goes.
    func testDays() throws {
        onMainLoop {
            let lab = try await QueueLab(EditLab())
            let contact = try await lab.open(lab.lab.makeContact())
            let birthday = ContactValue.day(.monthDay(month: 2, day: 3))
            let met = ContactValue.day(.date(year: 2001, month: 2, day: 3))
            var sent = try await lab.send(
                Self.values(.person, [.birthday: (nil, birthday)], reminders: [.birthday: true]), of: contact)
            XCTAssertEqual(sent, ["GET contacts/$", "PUT contacts/$"])
            sent = try await lab.send(Self.values(.person, [.lastName: (nil, .text("Doe"))]), of: contact)
            XCTAssertEqual(sent, ["GET contacts/$", "GET contacts/$/reminders", "PUT contacts/$"])
            sent = try await lab.send(
                Self.values(.meeting, [.metOn: (nil, met)], reminders: [.metOn: true]), of: contact)
            XCTAssertEqual(sent, ["GET contacts/$", "PUT contacts/$/introduction"])
            sent = try await lab.send(Self.values(.meeting, [.metStory: (nil, .text("a"))]), of: contact)
            XCTAssertEqual(sent, ["GET contacts/$", "GET contacts/$/reminders", "PUT contacts/$/introduction"])
            sent = try await lab.send(Self.values(.food, [.food: (nil, .text("fish"))]), of: contact)
            XCTAssertEqual(sent, ["GET contacts/$", "PUT contacts/$/food"])
            let remote = try XCTUnwrap(contact.remote)
            let reminders = try await lab.lab.plain(.get, "contacts/\(remote.rawValue)/reminders").1["data"]
            XCTAssertEqual((reminders as? [Any])?.count, 2)
        }
    }

    /// Answers of parts show no contact: it is read once after all that went in a row.
    func testParts() throws {
        onMainLoop {
            let lab = try await QueueLab(EditLab())
            let bob = try await lab.lab.makeContact("Bob")
            var contact = try await lab.open(lab.lab.makeContact())
            let remote = try XCTUnwrap(contact.remote)
            let mail = PartValue.field(FieldValue(type: RemoteID("1"), content: "a@b.c"))
            let home = PartValue.address(AddressValue(city: "Lyon"))
            let parent = PartValue.relationship(RelationshipValue(type: RemoteID("parent"), other: .remote(bob)))
            var sent = try await lab.send(Self.added(mail), of: contact)
            XCTAssertEqual(sent, ["GET contacts/$", "POST contactfields", "GET contacts/$"])
            sent = try await lab.send(Self.added(home), Self.added(parent, -2), of: contact)
            XCTAssertEqual(
                sent, ["GET contacts/$", "POST addresses", "GET contacts/$", "POST relationships", "GET contacts/$"])
            contact = try await lab.open(remote)
            XCTAssertEqual(contact.parts.map(\.value), [mail, home, parent])
            let newMail = PartValue.field(FieldValue(type: RemoteID("1"), content: "d@e.f"))
            sent = try await lab.send(
                .part(PartChange(kind: .field, part: contact.parts[0].part, before: mail, after: newMail)), of: contact)
            XCTAssertEqual(sent, ["GET contacts/$", "PUT contactfields/$", "GET contacts/$"])
            sent = try await lab.send(
                .part(PartChange(kind: .relationship, part: contact.parts[2].part, before: parent, after: nil)),
                of: contact)
            XCTAssertEqual(sent, ["GET contacts/$", "DELETE relationships/$", "GET contacts/$"])
            sent = try await lab.send(.me(true), of: contact)
            XCTAssertEqual(sent, ["GET contacts/$", "POST me/contact", "GET contacts/$"])
            contact = try await lab.open(remote)
            XCTAssertEqual(contact.parts.map(\.value), [newMail, home])
            XCTAssertTrue(contact.isMe)
        }
    }

    func testTagsAndWholeContacts() throws {
        onMainLoop {
            let lab = try await QueueLab(EditLab())
            let contact = try await lab.open(lab.lab.makeContact())
            var sent = try await lab.send(.addTags(["a", "b"]), of: contact)
            XCTAssertEqual(sent, ["GET contacts/$", "POST contacts/$/setTags"])
            sent = try await lab.send(.removeTags(["a"]), .addTags(["c"]), of: contact)
            XCTAssertEqual(
                sent, ["GET contacts/$", "POST contacts/$/unsetTag", "GET contacts/$", "POST contacts/$/setTags"])
            let remote = try XCTUnwrap(contact.remote)
            let tags = try await lab.open(remote).tags
            XCTAssertEqual(tags, ["b", "c"])
            lab.lab.forgetRequests()
            let receipts = try await lab.queue.create(
                ContactCreation(uuid: "u", values: [.firstName: .text("New")]), then: [PlannedChange(.addTags(["a"]))])
            sent = try await lab.sent()
            XCTAssertEqual(sent, ["POST contacts", "GET contacts/$", "POST contacts/$/setTags"])
            lab.lab.forgetRequests()
            let new = try XCTUnwrap(receipts.first?.contact)
            let made = try await lab.queue.editable(new)
            XCTAssertEqual(made?.tags, ["a"])
            try await lab.queue.delete(new, remote: made?.remote, after: 0)
            sent = try await lab.sent()
            XCTAssertEqual(sent, ["GET contacts/$/photos", "GET contacts/$", "DELETE contacts/$"])
            XCTAssertEqual(lab.lab.demo.contactCount, 1)
        }
    }

    /// The time of the server is asked for where it is not known, once.
    func testTheFirstCreation() throws {
        onMainLoop {
            let lab = try await QueueLab(EditLab())
            for (name, requests) in [("A", ["GET api", "POST contacts"]), ("B", ["POST contacts"])] {
                lab.lab.forgetRequests()
                _ = try await lab.queue.create(
                    ContactCreation(uuid: name, values: [.firstName: .text(name)]), then: [])
                let sent = try await lab.sent().map { $0 == "GET /api" ? "GET api" : $0 }
                XCTAssertEqual(sent, requests)
            }
        }
    }

    /// What the server has so already costs no write.
    func testNothingToChange() throws {
        onMainLoop {
            let lab = try await QueueLab(EditLab())
            let contact = try await lab.open(lab.lab.makeContact("Ann", ["last_name": "Doe"]))
            let sent = try await lab.send(
                Self.values(.person, [.lastName: (.text("Doe"), .text("Doe"))]), of: contact)
            XCTAssertEqual(sent, ["GET contacts/$"])
        }
    }

    /// After any error the server is looked at; what it has carried out is not sent again.
    func testWhatWasCarriedOutInSpiteOfAnError() throws {
        onMainLoop {
            let lab = try await QueueLab(EditLab())
            let contact = try await lab.open(lab.lab.makeContact())
            var last: ContactValue?
            for (number, failure) in [Failure.carriedOut(status: 500), .carriedOut(status: 502), .lostAnswer]
                .enumerated()
            {
                lab.lab.demo.inject(failure, at: "/api/contacts/*", method: "PUT", times: 1)
                let name = ContactValue.text("Doe\(number)")
                let sent = try await lab.send(Self.values(.person, [.lastName: (last, name)]), of: contact)
                XCTAssertEqual(sent, ["GET contacts/$", "PUT contacts/$", "GET contacts/$"])
                last = name
            }
            lab.lab.demo.inject(.lostAnswer, at: "/api/contacts", method: "POST", times: 1)
            lab.lab.forgetRequests()
            let values: [ContactKey: ContactValue] = [.firstName: .text("New")]
            _ = try await lab.queue.create(ContactCreation(uuid: UUID().uuidString, values: values), then: [])
            let sent = try await lab.sent()
            XCTAssertEqual(sent, ["POST contacts", "GET contacts"])
            XCTAssertEqual(lab.lab.demo.contactCount, 2)
        }
    }

    /// The server has no word of its own for it.
    func testAPartThatGoesBetweenTheReadingAndTheWrite() throws {
        onMainLoop {
            let lab = try await QueueLab(EditLab())
            let remote = try await lab.lab.makeContact()
            for after in [FieldValue(type: RemoteID("1"), content: "d@e.f"), nil] {
                let mail = FieldValue(type: RemoteID("1"), content: "a@b.c")
                let body: EditLab.Body = [
                    "contact_id": Int(remote.rawValue), "contact_field_type_id": 1, "data": mail.content,
                ]
                let made = try await lab.lab.make("contactfields", body)
                let contact = try await lab.open(remote)
                let part = try XCTUnwrap(contact.parts.first?.part)
                lab.lab.transport.onRequest = { [lab = lab.lab] request in
                    guard request.method != .get else { return }
                    try await lab.plain(.delete, "contactfields/\(made.rawValue)")
                }
                try await lab.send(
                    .part(
                        PartChange(
                            kind: .field, part: part, before: .field(mail), after: after.map { .field($0) })),
                    of: contact)
                lab.lab.transport.onRequest = nil
                // Who wanted it to go has what they wanted.
                let left = try await lab.queue.edits()
                XCTAssertEqual(left.map(\.issue), after == nil ? [] : [.partGone])
                for edit in left { _ = try await lab.queue.drop(edit.id) }
            }
        }
    }
}

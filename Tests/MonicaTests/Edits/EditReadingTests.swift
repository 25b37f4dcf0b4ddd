import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import Model
import Network
import TestSupport
import XCTest

@testable import Monica

/// What the queue reads before and after it writes.
final class EditReadingTests: XCTestCase {
    func testAContactIsReadWithAllThatCanBeEdited() throws {
        onMainLoop {
            let lab = try EditLab()
            let bob = try await lab.makeContact("Bob")
            let ann = try await lab.makeContact(
                "Ann",
                [
                    "last_name": "Doe", "nickname": "Annie", "gender_id": 2, "description": "tall", "uuid": "our-own",
                    "is_birthdate_known": true, "birthdate_day": 3, "birthdate_month": 2, "is_deceased": true,
                    "is_deceased_date_known": true, "deceased_date_day": 4, "deceased_date_month": 5,
                    "deceased_date_year": 2001,
                ])
            let path = "contacts/\(ann.rawValue)"
            try await lab.plain(.put, path + "/work", ["job": "Smith", "company": "Forge"])
            try await lab.plain(.put, path + "/food", ["food_preferences": "fish"])
            let number = try XCTUnwrap(Int(ann.rawValue)), other = try XCTUnwrap(Int(bob.rawValue))
            try await lab.plain(
                .put, path + "/introduction",
                [
                    "is_date_known": true, "is_age_based": true, "age": 10, "general_information": "at sea",
                    "met_through_contact_id": other,
                ])
            let mail = try await lab.make(
                "contactfields",
                ["contact_id": number, "contact_field_type_id": 1, "data": "a@b.c", "labels": ["home"]])
            let home = try await lab.make("addresses", ["contact_id": number, "street": "Main St", "country": "fr"])
            let sibling = try await lab.make(
                "relationships", ["contact_is": number, "of_contact": other, "relationship_type_id": 10])
            try await lab.plain(.post, path + "/setTags", ["tags": ["one", "two"]])
            try await lab.plain(.post, "me/contact", ["contact_id": number])

            let contact = try await lab.read(ann)
            let year = Calendar(identifier: .gregorian).component(.year, from: .now)
            XCTAssertEqual(
                contact.values,
                [
                    .firstName: .text("Ann"), .lastName: .text("Doe"), .nickname: .text("Annie"),
                    .gender: .text("Woman"), .description: .text("tall"), .birthday: .day(.monthDay(month: 2, day: 3)),
                    .death: .death(.date(year: 2001, month: 5, day: 4)), .job: .text("Smith"), .company: .text("Forge"),
                    .food: .text("fish"), .metOn: .day(.year(year - 10)), .metThrough: .contact(.remote(bob)),
                    .metStory: .text("at sea"),
                ])
            XCTAssertEqual(
                contact.parts.mapValues(\.value),
                [
                    RemotePart(.field, mail): .field(
                        FieldValue(type: RemoteID("1"), content: "a@b.c", labels: ["home"])),
                    RemotePart(.address, home): .address(AddressValue(street: "Main St", country: "FR")),
                    RemotePart(.relationship, sibling): .relationship(
                        RelationshipValue(type: RemoteID("sibling"), other: .remote(bob))),
                ])
            XCTAssertNotNil(contact.parts[RemotePart(.field, mail)]?.createdAt)
            XCTAssertEqual(contact.tags.keys.sorted(), ["one", "two"])
            XCTAssertEqual(contact.uuid, "our-own")
            XCTAssertTrue(contact.isMe)
            XCTAssertTrue(contact.isActive)
            XCTAssertEqual(Contact(copy: contact.copy)?.id, number)
            XCTAssertEqual(MonicaKind().serverContact(from: contact.copy), contact)
            lab.demo.archiveContact(number)
            let archived = try await lab.read(ann)
            XCTAssertFalse(archived.isActive)
        }
    }

    func testTheTimeIsTheServers() throws {
        onMainLoop {
            let lab = try EditLab()
            let response = await lab.server.answer(.time)
            guard case .time = response.answer else { return XCTFail("\(response)") }
            XCTAssertLessThan(abs(try XCTUnwrap(response.date).timeIntervalSinceNow), 30)
            XCTAssertEqual(lab.transport.requests.map(\.urgency), [.edit])
        }
    }

    func testTheNewestContactsComeFirst() throws {
        onMainLoop {
            let lab = try EditLab(contacts: 120)
            let start = Date.now.addingTimeInterval(-60)
            let new = try await lab.makeContact("New")
            lab.forgetRequests()
            let answer = await lab.server.answer(.newestContacts(since: start)).answer
            guard case .newestContacts(let newest, areAll: true) = answer else { return XCTFail("\(answer)") }
            XCTAssertEqual(newest.first?.id, new)
            XCTAssertEqual(newest.first?.values[.firstName], .text("New"))
            XCTAssertEqual(lab.sent, ["GET contacts"])
        }
    }

    func testTheNewestContactsOfASmallServerComeInShorterPages() throws {
        onMainLoop {
            let lab = try EditLab(contacts: 60)
            let new = try await lab.makeContact("New")
            lab.demo.inject(.status(504), at: "/api/contacts", method: "GET", times: 2)
            for requests in [3 + 2, 3] {
                lab.forgetRequests()
                let answer = await lab.server.answer(.newestContacts(since: nil)).answer
                guard case .newestContacts(let newest, areAll: true) = answer else { return XCTFail("\(answer)") }
                XCTAssertEqual(newest.first?.id, new)
                XCTAssertEqual(newest.count, 61)
                XCTAssertEqual(lab.sent.count, requests, "the size is kept")
            }
        }
    }

    func testAllThatWereMadeSinceAreRead() throws {
        onMainLoop {
            let lab = try EditLab()
            let start = Date.now.addingTimeInterval(-60)
            let ours = try await lab.makeContact("Ours", ["uuid": "our-own"])
            for number in 1...110 { _ = try await lab.makeContact("Other \(number)") }
            lab.forgetRequests()
            for since in [start, nil] {
                let answer = await lab.server.answer(.newestContacts(since: since)).answer
                guard case .newestContacts(let newest, areAll: true) = answer else { return XCTFail("\(answer)") }
                XCTAssertEqual(newest.first { $0.uuid == "our-own" }?.id, ours)
                XCTAssertEqual(Set(newest.map(\.id)).count, 111)
            }
            XCTAssertEqual(lab.sent, Array(repeating: "GET contacts", count: 4))
            // One that goes in between draws ours over to the page before.
            let next = try XCTUnwrap(Int(ours.rawValue)) + 1
            lab.transport.onRequest = { _ in
                if lab.transport.requests.count == 2 { try await lab.plain(.delete, "contacts/\(next)") }
            }
            lab.forgetRequests()
            guard case .page = await lab.server.answer(.newestContacts(since: start)).answer else {
                return XCTFail("it is not certain that all were read")
            }
        }
    }

    /// The days of a new contact, born on 3 February 1990, of which the server reminds.
    @MainActor
    private static func reminded(
        _ lab: EditLab, _ more: EditLab.Body, _ met: EditLab.Body?
    ) async throws -> Set<ContactKey> {
        let day: EditLab.Body = [
            "is_birthdate_known": true, "birthdate_day": 3, "birthdate_month": 2, "birthdate_year": 1990,
        ]
        let id = try await lab.makeContact("Ann", day.merging(more) { $1 })
        if let met { try await lab.plain(.put, "contacts/\(id.rawValue)/introduction", met) }
        // What a person has made is not the server's.
        for title in ["Ann", "Dance"] {
            try await lab.plain(
                .post, "reminders",
                [
                    "contact_id": Int(id.rawValue) ?? 0, "title": title, "initial_date": "1990-02-03",
                    "frequency_type": "year", "frequency_number": 1,
                ])
        }
        let days = try await lab.read(id).values.filter { $0.value.remindableDay != nil }
        guard case .reminders(let keys, _) = await lab.server.answer(.reminders(id, of: days)).answer else {
            throw EditLabError.noContact
        }
        return keys
    }

    /// The server does not say of which day a reminder is.
    func testRemindersAreThoseOfTheDays() throws {
        onMainLoop {
            let lab = try EditLab()
            let death: EditLab.Body = [
                "is_deceased": true, "is_deceased_date_known": true, "deceased_date_day": 4, "deceased_date_month": 5,
            ]
            let sameDay: EditLab.Body = ["is_date_known": true, "day": 3, "month": 2, "year": 1990]
            let reminded = sameDay.merging(["add_reminder": true]) { $1 }
            let birthday: EditLab.Body = ["birthdate_add_reminder": true]
            var keys = try await Self.reminded(lab, [:], nil)
            XCTAssertEqual(keys, [])
            keys = try await Self.reminded(lab, birthday, nil)
            XCTAssertEqual(keys, [.birthday])
            keys = try await Self.reminded(lab, birthday.merging(death) { $1 }, nil)
            XCTAssertEqual(keys, [.birthday])
            keys = try await Self.reminded(lab, death.merging(["deceased_date_add_reminder": true]) { $1 }, nil)
            XCTAssertEqual(keys, [.death])
            keys = try await Self.reminded(lab, birthday, sameDay)
            XCTAssertEqual(keys, [.birthday])
            keys = try await Self.reminded(lab, [:], reminded)
            XCTAssertEqual(keys, [.metOn])
            keys = try await Self.reminded(lab, birthday, reminded)
            XCTAssertEqual(keys, [.birthday, .metOn])
        }
    }

    /// The days of somebody who died on 4 May 2020 with a reminder, and those of them that may be a person's own.
    @MainActor
    private static func doubtful(
        _ lab: EditLab, _ isReminded: Bool, _ own: [String: String]?
    ) async throws -> [Set<ContactKey>] {
        let id = try await lab.makeContact(
            "Ann",
            [
                "is_deceased": true, "is_deceased_date_known": true, "deceased_date_day": 4, "deceased_date_month": 5,
                "deceased_date_year": 2020, "deceased_date_add_reminder": isReminded,
            ])
        if let own {
            let body: EditLab.Body = [
                "contact_id": Int(id.rawValue) ?? 0, "initial_date": "2020-05-04", "frequency_type": "year",
                "frequency_number": 1,
            ]
            try await lab.plain(.post, "reminders", body.merging(own) { $1 })
        }
        let days = try await lab.read(id).values.filter { $0.value.remindableDay != nil }
        guard case .reminders(let keys, let doubtful) = await lab.server.answer(.reminders(id, of: days)).answer else {
            throw EditLabError.noContact
        }
        return [keys, doubtful]
    }

    /// What is the server's own has the name in it, and no description.
    func testAReminderOfADeathMayBeAPersonsOwn() throws {
        onMainLoop {
            let lab = try EditLab()
            var found = try await Self.doubtful(lab, false, nil)
            XCTAssertEqual(found, [[], []])
            found = try await Self.doubtful(lab, true, nil)
            XCTAssertEqual(found, [[.death], []])
            found = try await Self.doubtful(lab, false, ["title": "Visit the grave"])
            XCTAssertEqual(found, [[.death], [.death]])
            found = try await Self.doubtful(lab, false, ["title": "The death of Ann", "description": "Flowers"])
            XCTAssertEqual(found, [[.death], [.death]])
            found = try await Self.doubtful(lab, true, ["title": "Visit the grave"])
            XCTAssertEqual(found, [[.death], []])
        }
    }

    func testAContactWithoutItsFieldsIsNone() throws {
        XCTAssertNil(ServerContact(json: Data(#"{"id":1,"first_name":"Ann"}"#.utf8)))
        XCTAssertNil(ServerContact(json: Data(#"{"id":1,"contactFields":null}"#.utf8)))
        XCTAssertNil(ServerContact(json: Data(#"{"id":0,"contactFields":[]}"#.utf8)))
        XCTAssertNil(ServerContact(json: Data(#"{"id":1e99,"contactFields":[]}"#.utf8)))
        XCTAssertNotNil(ServerContact(json: Data(#"{"id":1,"contactFields":[]}"#.utf8)))
    }

    func testWhatIsNoContactIsNoAnswer() throws {
        onMainLoop {
            let lab = try EditLab(contacts: 1)
            for body in ["", "{}", "[]", #"{"data":7}"#, #"{"data":{"id":1}}"#] {
                lab.demo.inject(.body(Data(body.utf8), type: "application/json"), at: "/api/contacts/1", times: 1)
                guard case .page = await lab.server.answer(.contact(RemoteID("1"))).answer else {
                    return XCTFail("an answer: \(body)")
                }
            }
            for name in ["", "0", "-1", "abc", "1/work", "99999999999999999999"] {
                lab.forgetRequests()
                guard case .gone = await lab.server.answer(.contact(RemoteID(name))).answer else {
                    return XCTFail("an answer for \(name)")
                }
                XCTAssertEqual(lab.sent, [])
            }
        }
    }
}

extension Contact {
    fileprivate init?(copy: Data) {
        guard let contact = MonicaKind().contact(from: copy) else { return nil }
        self = contact
    }
}
